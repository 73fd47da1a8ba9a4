package experiment_test

import (
	"fmt"
	"os"
	"path/filepath"

	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// Spec is the spec of the program in the example.
type Spec struct {
	X []float64 `toml:"x" spec:"positive,nonempty"`
}

// A program squares the numbers of its spec, draws them, and decides a claim. It has no tasks.
func Example() {
	program := experiment.Program[Spec]{
		Name: "fig00", Title: "squares",
		Spec: []byte("x = [1.0, 2.0, 3.0]\n[profile.smoke]\n"),
		Compute: func(c *experiment.Context, s Spec) (*table.Table, error) {
			if _, err := c.Do(0, nil); err != nil {
				return nil, err
			}
			t := table.New(table.Columns([]string{"x"})...)
			for _, x := range s.X {
				row := table.Row{"x": x, "status": table.OK, "source": table.Exact}
				t.AddValue(row, "square", x*x)
			}
			return t, nil
		},
		Render: func(_ Spec, t *table.Table) (*plots.Figure, error) {
			f := plots.New(1, 1)
			f.Panel(0, 0).Add(plots.Line{X: t.Floats("x"), Y: t.Floats("value")})
			return f, nil
		},
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	args := []string{"-profile", "smoke", "-set", "x=[2, 3]", "-out", dir, "-cache", dir, "-q"}
	fmt.Println("exit", program.Run(args, os.Stdout, os.Stdout))
	csv, err := os.ReadFile(filepath.Join(dir, "fig00.csv"))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(csv))
	// Output:
	// exit 0
	// x,epsilon,quantity,value,stderr,status,source
	// 2,,square,4,0,ok,exact
	// 3,,square,9,0,ok,exact
}

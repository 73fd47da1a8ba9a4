package experiment_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"adl/pkg/claim"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
)

// keys is what spec.toml has.
type keys struct {
	A       float64   `toml:"a" spec:"positive"` // precision of the posterior
	Dt      []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	Epsilon float64   `toml:"epsilon" spec:"nonnegative"`
}

// compute makes the table of the relative error on the variance of SGLD against Δt.
func compute(c *experiment.Context, s keys) (*table.Table, error) {
	t := table.New(table.Columns([]string{"dt"})...)
	g := exact.Gaussian{A: s.A, V: 1}
	for _, dt := range s.Dt {
		if dt*s.A >= 2 {
			return nil, c.Errorf("dt", "SGLD is unstable at Δt = %g", dt)
		}
		row := table.Row{
			"dt": dt, "epsilon": s.Epsilon, "source": table.Exact, "status": table.OK,
		}
		t.Measure(row, "error", claim.Exact(g.SGLD(s.Epsilon, dt)), math.NaN())
	}
	return t, nil
}

// render draws it.
func render(_ keys, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Panel(0, 0).Add(figure.Line{X: t.Floats("dt"), Y: t.Floats("value")})
	return f, nil
}

// claims decides what a paper might say about it.
func claims(_ keys, t *table.Table) []claim.Claim {
	errors := t.Sort("dt").Floats("value")
	verdict := claim.Less(claim.Exact(errors[0]), errors[len(errors)-1], 2)
	return []claim.Claim{{
		Name: "grows", Section: "2", Sentence: "the error grows with the time step",
		Measured: fmt.Sprintf("%.3f", errors), Verdict: verdict,
	}}
}

// The program of a figure: a spec, what is computed from it, and what is drawn and decided from the
// table alone. Run is its main function.
func ExampleProgram() {
	dir, err := os.MkdirTemp("", "experiment")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	program := experiment.Program[keys]{
		Name: "fig00", Title: "SGLD on a Gaussian posterior",
		Spec: []byte("a = 101.0\ndt = [1e-3, 1e-4]\nepsilon = 9900.0\n" +
			"[profile.quick]\n[profile.smoke]\ndt = [1e-3]\n"),
		Compute: compute, Render: render, Claims: claims,
	}
	flags := []string{"-q", "-profile", "quick", "-out", dir, "-cache", dir}
	fmt.Println("exit", program.Run(flags, os.Stdout, os.Stdout))
	files, err := filepath.Glob(filepath.Join(dir, "fig00.*"))
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// a wrong value is reported at its place
	fmt.Println("exit", program.Run(append(flags, "-set", "dt=[0.1]"), os.Stdout, os.Stdout))
	// Output:
	// exit 0
	// fig00.csv
	// fig00.json
	// fig00.pdf
	// fig00.png
	// fig00: -set dt=[0.1]: key "dt": SGLD is unstable at Δt = 0.1
	// exit 2
}

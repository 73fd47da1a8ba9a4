package table_test

import (
	"fmt"
	"os"

	"adl/pkg/table"
)

func ExampleTable() {
	t := table.New(table.Columns([]string{"method", "n", "dt"})...)
	for _, dt := range []float64{1e-4, 2e-4} {
		for _, n := range []int{1, 5} {
			t.Add(table.Row{"method": "SGLD", "n": n, "dt": dt, "epsilon": 100 / n, "quantity": "variance",
				"value": dt * 1000 / float64(
					n,
				), "stderr": 0.01, "status": table.OK, "source": table.Simulation})
		}
	}

	// A curve for each dt.
	for _, dt := range t.Distinct("dt") {
		curve := t.Where("dt", dt, "source", table.Simulation).Sort("epsilon")
		fmt.Println(dt, curve.Floats("epsilon"), curve.Floats("value"))
	}
	x, ok := t.Lookup("value", "n", 5, "dt", 2e-4)
	fmt.Println(x, ok)

	t.Where("dt", 1e-4).WriteCSV(os.Stdout)
	// Output:
	// 0.0001 [20 100] [0.02 0.1]
	// 0.0002 [20 100] [0.04 0.2]
	// 0.04 true
	// method,n,dt,epsilon,quantity,value,stderr,status,source
	// SGLD,1,0.0001,100,variance,0.1,0.01,ok,simulation
	// SGLD,5,0.0001,20,variance,0.02,0.01,ok,simulation
}

func ExampleCompare() {
	want := table.New(table.Columns([]string{"n"})...)
	want.Add(table.Row{"n": 1, "value": 0.5, "source": table.Simulation})
	want.Add(table.Row{"n": 1, "value": 0.5, "source": table.Exact})
	got := table.New(table.Columns([]string{"n"})...)
	got.Add(table.Row{"n": 1, "value": 0.50000000000001, "source": table.Simulation})
	got.Add(table.Row{"n": 1, "value": 0.50000000000001, "source": table.Exact})
	for _, line := range table.Compare(want, got, 1e-9) {
		fmt.Println(line)
	}
	// Output:
	// row 1 (n=1 source=simulation): value: want 0.5, got 0.50000000000001
}

// Two runs with other random streams agree within their noise.
func ExampleAgree() {
	run := func(value, exact float64) *table.Table {
		t := table.New(table.Columns([]string{"n"})...)
		t.Add(table.Row{"n": 1, "value": value, "stderr": 0.03, "status": table.OK,
			"source": table.Simulation})
		t.Add(table.Row{"n": 1, "value": exact, "stderr": 0, "status": table.OK,
			"source": table.Exact})
		return t
	}
	g := table.Agree(run(1.5, 1.4), run(1.56, 1.41), 1e-9)
	for _, s := range g.Scores {
		fmt.Printf("%s: z = %.1f of at most %.1f\n", s.Row, s.Z, table.FamilyBound(1, 0.01))
	}
	fmt.Println(g.Differ)
	// Output:
	// row 1 (n=1 source=simulation): z = -1.4 of at most 2.6
	// [row 2 (n=1 source=exact): 1.4 became 1.41]
}

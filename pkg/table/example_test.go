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
			t.Add(table.Row{
				"method": "SGLD", "n": n, "dt": dt, "epsilon": 100 / n, "quantity": "variance",
				"value": dt * 1000 / float64(n), "stderr": 0.01,
				"status": table.OK, "source": table.Simulation,
			})
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

package work_test

import (
	"context"
	"fmt"
	"os"

	"adl/pkg/table"
	"adl/pkg/work"
)

// square is a task that squares a number.
type square struct{ X float64 }

func (s square) Kind() string       { return "square" }
func (s square) Params() any        { return map[string]any{"x": s.X} }
func (s square) DataDigest() string { return "" }
func (s square) Units() float64     { return 1 }

func (s square) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	tick(1)
	return table.Archive{{Name: "y", Data: []float64{s.X * s.X}}}, nil
}

func (s square) Valid(a table.Archive) error {
	_, err := table.Array[float64](a, "y", 1)
	return err
}

// The second run finds the first result in the cache.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	o := work.Options{Workers: 2, Cache: work.Cache{Dir: dir}, Name: "squares"}
	for _, tasks := range [][]work.Task{{square{2}}, {square{2}, square{3}}} {
		results, err := work.Run(context.Background(), tasks, o)
		if err != nil {
			panic(err)
		}
		for _, r := range results {
			a, err := r.Load()
			if err != nil {
				panic(err)
			}
			y, err := table.Array[float64](a, "y")
			fmt.Println(string(r.Params), y, err, r.Cached)
		}
	}
	o.Cached = true
	_, err = work.Run(context.Background(), []work.Task{square{4}}, o)
	fmt.Println(err)
	// Output:
	// {"x":2} [4] <nil> false
	// {"x":2} [4] <nil> true
	// {"x":3} [9] <nil> false
	// not all results are in the cache: 1 task, 0 cached, 1 to do: 1 steps, about 0.1s on 2 workers
}

package snapshot_test

import (
	"fmt"

	"adl/pkg/snapshot"
)

// walk adds up.
type walk struct {
	steps int
	x     []float64
}

func (w *walk) step() {
	w.steps++
	for i := range w.x {
		w.x[i] += float64(w.steps)
	}
}

// Snapshot holds all that the next steps depend on.
func (w *walk) Snapshot(c *snapshot.Codec) {
	snapshot.Value(c, &w.steps)
	snapshot.Slice(c, w.x)
}

func Example() {
	a := &walk{x: []float64{0, 0.5}}
	a.step()
	b := &walk{x: make([]float64, 2)} // in another process
	if err := snapshot.Restore(b, snapshot.Save(a)); err != nil {
		panic(err)
	}
	a.step()
	b.step()
	fmt.Println(a.x, b.x)
	// Output: [3 3.5] [3 3.5]
}

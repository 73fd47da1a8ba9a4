package main

import (
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/table"
)

// distances adds for a data set
//
//	distance of x      the distance of the point from the nearest datum
//	between neighbours the distance from a datum to its nearest neighbour that 95 % of the data have
//	                   or fall short of
func distances(t *table.Table, seed uint64, data dataset.Labelled, x [2]float64) {
	point := []float32{float32(x[0]), float32(x[1])}
	between := make([]float64, len(data.Y))
	for i := range between {
		between[i] = nearest(data, data.Row(i), i)
	}
	slices.Sort(between)
	at := (95*len(between)+99)/100 - 1
	row := table.Row{"seed": seed, "stderr": 0, "status": table.OK, "source": table.Exact}
	for _, q := range []struct {
		name  string
		value float64
	}{{"distance of x", nearest(data, point, -1)}, {"between neighbours", between[at]}} {
		t.AddValue(row, q.name, q.value)
	}
}

// nearest returns the distance of a point from the nearest datum but one.
func nearest(data dataset.Labelled, x []float32, without int) float64 {
	least := math.Inf(1)
	for i := range data.Y {
		if i != without {
			y := data.Row(i)
			a, b := float64(x[0])-float64(y[0]), float64(x[1])-float64(y[1])
			least = min(least, math.Sqrt(float64(a*a)+float64(b*b)))
		}
	}
	return least
}

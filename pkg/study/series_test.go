package study

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"adl/pkg/figure"
	"adl/pkg/table"
)

// Points without a stationary state have a mark for each status, and no others.
func TestSeriesLost(t *testing.T) {
	tab := table.New(table.Columns([]string{"n"})...)
	for i, status := range []string{table.OK, table.Runaway, table.Unmixed, table.Runaway} {
		tab.Add(table.Row{
			"n": i, "quantity": "error", "value": float64(-i), "stderr": 0.1, "status": status,
			"source": table.Simulation,
		})
	}
	s := Series{Style: figure.Cycle(1), Pale: color.White, At: func(t *table.Table) (x, y []float64) {
		return t.Floats("n"), Abs(t.Floats("value"))
	}}
	marks := s.Lost(tab, "lost")
	if len(marks) != 1 {
		t.Fatalf("%d marks", len(marks))
	}
	m := marks[0].(figure.Runaway)
	at := []float64{1, 3}
	if m.Name != "lost" || !slices.Equal(m.X, at) || !slices.Equal(m.Y, at) {
		t.Errorf("%+v", m)
	}
	if marks := s.Lost(tab.Where("status", table.OK), "lost"); marks != nil {
		t.Errorf("marks %v", marks)
	}
}

func TestTicks(t *testing.T) {
	got := Ticks([]string{"0", "", "15", "x", "2.5"})
	want := []figure.Tick{{Value: 0, Label: "0"}, {Value: 15, Label: "15"}, {Value: 2.5, Label: "2.5"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAbs(t *testing.T) {
	x := []float64{-1, 0, 2, math.Inf(-1)}
	if got := Abs(x); !slices.Equal(got, []float64{1, 0, 2, math.Inf(1)}) || x[0] != -1 {
		t.Errorf("got %v of %v", got, x)
	}
}

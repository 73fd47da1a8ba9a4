package look

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// made is a table of points against n = 0, 1, …
func made(points ...point) *table.Table {
	t := table.New(table.Columns([]string{"n"})...)
	for i, p := range points {
		t.Add(table.Row{
			"n": i, "quantity": "error", "value": p.value, "stderr": p.stderr, "status": p.status,
			"source": table.Simulation,
		})
	}
	return t
}

type point struct {
	value, stderr float64
	status        string
}

// drawn returns the plotters of a series against n.
func drawn(s Series, t *table.Table) []plot.Plotter {
	s.X = func(t *table.Table, i int) float64 { return t.Float(i, "n") }
	return s.Points(t)
}

// Runs without a stationary state are in the row above the panel, runs that are not results are
// pale, and the legend names each status once.
func TestSeriesStatus(t *testing.T) {
	all := []string{
		table.OK, table.Unmixed, table.Unsettled, table.PredictedRunaway, table.Runaway, table.TooLong,
		table.Diverged,
	}
	var points []point
	for _, status := range all {
		points = append(points, point{2, 0.1, status})
	}
	for _, q := range drawn(Series{Name: "curve", Style: plots.Cycle(1)}, made(points...)) {
		l := q.(plots.Line)
		if len(l.X) == 0 {
			if l.Style.Pale == (l.Name == "curve") {
				t.Errorf("an entry %q", l.Name)
			}
			continue
		}
		k := int(l.X[0])
		if len(l.X) != 1 || l.Status != all[k] {
			t.Errorf("%+v", l)
		}
		if Drawn(l.Status) == (l.Row != "") || l.Row != "" && (l.Row != "curve" || l.Name == "") {
			t.Errorf("%+v in row %q", l, l.Row)
		}
		if l.Row == "" && l.Style.Pale != (k > 0) {
			t.Errorf("%+v", l)
		}
		points[k].value = 0
	}
	if len(map[plots.Mark]bool{
		pale[table.Unmixed]: true, pale[table.Unsettled]: true, pale[table.PredictedRunaway]: true,
	}) != 3 {
		t.Error("pale marks do not tell their status")
	}
	for i, p := range points {
		if p.value != 0 {
			t.Errorf("%s is not drawn", all[i])
		}
	}
}

// A name is beside the nearest point, and not in the legend.
func TestSeriesBeside(t *testing.T) {
	tab := made(point{3, 0.1, table.OK}, point{4, 0.1, table.Runaway}, point{5, 0.1, table.OK})
	found := false
	for _, q := range drawn(Series{Name: "curve", Beside: 1.2}, tab) {
		switch q := q.(type) {
		case plots.Text:
			found = true
			if q.Text != "curve" || q.X != 2 || q.Y != 5 {
				t.Errorf("%+v", q)
			}
		case plots.Line:
			if q.Name != "" && q.Row == "" {
				t.Errorf("an entry %q", q.Name)
			}
		}
	}
	if !found {
		t.Error("no text")
	}
}

// A line joins neighbours that are results above their noise, in the order of x.
func TestSeriesJoin(t *testing.T) {
	tab := made(point{1, 0.1, table.OK}, point{2, 0.1, table.OK}, point{3, 2, table.OK},
		point{4, 0.1, table.Unmixed}, point{5, 0.1, table.OK}, point{9, 0.1, table.Runaway},
		point{-6, 0.1, table.OK}, point{7, 2, table.OK})
	for _, c := range []struct {
		signed, linear bool
		want           string
	}{
		{false, false, "[1 2 NaN NaN 5 NaN NaN 7]"},
		{true, false, "[1 2 NaN NaN 5 NaN 6 7]"},
		{true, true, "[1 2 3 NaN 5 NaN -6 7]"},
	} {
		found := false
		for _, q := range drawn(Series{Join: true, Signed: c.signed, Linear: c.linear}, tab) {
			if l, ok := q.(plots.Line); ok && l.Style.Dash == plots.Solid && l.Row == "" && len(l.X) > 0 {
				found = true
				if got := fmt.Sprint(l.Y); got != c.want || l.Style.Mark != plots.NoMark {
					t.Errorf("joined %s, want %s", got, c.want)
				}
			}
		}
		if !found {
			t.Error("no line")
		}
	}
}

// A value within two standard errors of 0 is drawn as a bound, never as a value.
func TestSeriesBound(t *testing.T) {
	for _, q := range drawn(Series{}, made(point{1, 1, table.OK}, point{3, 1, table.OK})) {
		if l, ok := q.(plots.Line); ok {
			x := 1.0
			if l.Bound == plots.Upper {
				x = 0
			}
			if !slices.Equal(l.Y, []float64{3}) || !slices.Equal(l.X, []float64{x}) {
				t.Errorf("bound %d: %+v", l.Bound, l)
			}
		}
	}
}

func TestTicks(t *testing.T) {
	got := Ticks([]string{"0", "", "15", "x", "2.5"})
	want := plot.ConstantTicks{
		{Value: 0, Label: "0"}, {Value: 15, Label: "15"}, {Value: 2.5, Label: "2.5"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

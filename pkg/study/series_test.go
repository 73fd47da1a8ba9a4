package study

import (
	"fmt"
	"slices"
	"testing"

	"adl/pkg/figure"
	"adl/pkg/table"

	"gonum.org/v1/plot"
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

// drawn returns what a series draws against n.
func drawn(s Series, t *table.Table) []plot.Plotter {
	s.X = func(t *table.Table, i int) float64 { return t.Float(i, "n") }
	return s.Points(t)
}

// A run is one point, whatever rows it has; other rows are none.
func TestShown(t *testing.T) {
	columns := table.Columns([]string{"friction", "n", "theta"})
	u := table.New(columns...)
	for _, r := range []table.Row{
		{"friction": "full", "n": 1, "theta": 0.5, "source": table.Simulation},
		{"friction": "full", "n": 1, "theta": 1.5, "source": table.Simulation},
		{"friction": "full", "n": 2, "theta": 0.5, "source": table.Simulation},
		{"friction": "full", "n": 3, "theta": 0.5, "source": table.Exact},
	} {
		r["status"] = table.Unmixed
		u.Add(r)
	}
	want := []plot.Plotter{
		figure.Point{Key: "friction=full n=1", Status: table.Unmixed},
		figure.Point{Key: "friction=full n=1", Status: table.Unmixed},
		figure.Point{Key: "friction=full n=2", Status: table.Unmixed},
	}
	if got := Shown(u); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	ratios := table.New("n", "epsilon", "value", "stderr", "status", "source")
	ratios.Add(table.Row{"n": 1, "status": table.OK, "source": table.Simulation})
	if got := Shown(ratios); len(got) > 0 {
		t.Errorf("ratios are points: %v", got)
	}
}

// Every status has a look of its own, and only runs that may be stationary are points.
func TestSeriesStatus(t *testing.T) {
	points := []point{{1, 0.1, table.OK}}
	for _, d := range signs {
		points = append(points, point{2, 0.1, d.status})
	}
	seen := map[figure.Marker]bool{}
	s := Series{Name: "curve", Style: figure.Cycle(1)}
	for _, q := range drawn(s, made(points...)) {
		switch q := q.(type) {
		case figure.Strip:
			k := slices.IndexFunc(signs, func(d sign) bool { return d.sign == q.Sign })
			at := []float64{float64(k + 1)}
			if d := signs[k]; d.drawn || d.name != q.Name || !slices.Equal(q.X, at) {
				t.Errorf("%+v in a strip", q)
			}
			seen[q.Sign] = true
		case figure.Line:
			if len(q.X) == 0 {
				if want := q.Style.Sign != figure.NoMarker; want == (q.Name == "curve") || q.Name == "" {
					t.Errorf("an entry %q with sign %v", q.Name, q.Style.Sign)
				}
				continue
			}
			k := int(q.X[0])
			want := figure.NoMarker
			if k > 0 {
				want = signs[k-1].sign
			}
			if q.Style.Sign != want || k > 0 && !signs[k-1].drawn || len(q.X) != 1 || q.Name != "" {
				t.Errorf("%+v", q)
			}
			seen[q.Style.Sign] = true
		}
	}
	if len(seen) != len(signs)+1 {
		t.Errorf("looks %v", seen)
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
		{false, false, "[1 2 NaN NaN 5 NaN NaN NaN]"},
		{true, false, "[1 2 NaN NaN 5 NaN 6 NaN]"},
		{true, true, "[1 2 3 NaN 5 NaN -6 7]"},
	} {
		found := false
		for _, q := range drawn(Series{Join: true, Signed: c.signed, Linear: c.linear}, tab) {
			if l, ok := q.(figure.Line); ok && l.Style.Dash == figure.Solid && len(l.X) > 0 {
				found = true
				if got := fmt.Sprint(l.Y); got != c.want || l.Style.Marker != figure.NoMarker {
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
		switch q := q.(type) {
		case figure.Bounds:
			if !slices.Equal(q.Y, []float64{3}) || !slices.Equal(q.X, []float64{0}) {
				t.Errorf("bounds %+v", q)
			}
		case figure.Line:
			if !slices.Equal(q.Y, []float64{3}) || !slices.Equal(q.X, []float64{1}) {
				t.Errorf("values %+v", q)
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

// Curves of different statuses differ in dash, but for the two that have no stationary state.
func TestDash(t *testing.T) {
	if dash, name := Dash(table.OK); dash != figure.Solid || name != "" || !Drawn(table.OK) {
		t.Errorf("a result: %v, %q", dash, name)
	}
	seen := map[figure.Dash]string{figure.Solid: table.OK}
	for _, d := range signs {
		dash, name := Dash(d.status)
		if other, ok := seen[dash]; ok && (d.drawn || other != table.Runaway) || name != d.name ||
			Drawn(d.status) != d.drawn {
			t.Errorf("%s, called %q, looks as %s", d.status, name, other)
		}
		seen[dash] = d.status
	}
}

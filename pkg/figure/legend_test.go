package figure

import (
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// TestLegendCoversNoData checks where automatic legends go, and that the box
// covers none of the data, tested against the data themselves.
func TestLegendCoversNoData(t *testing.T) {
	x := span(0, 1, 101)
	apply := func(f func(float64) float64) []float64 {
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = f(v)
		}
		return y
	}
	curve := func(f func(float64) float64) []plot.Plotter {
		return []plot.Plotter{Line{X: x, Y: apply(f)}}
	}
	level := func(z float64) func(float64) float64 { return func(float64) float64 { return z } }
	wave := func(v float64) float64 { return math.Sin(90 * v) }
	for _, c := range []struct {
		name   string
		add    []plot.Plotter
		log    bool
		fixed  bool
		bulk   int // how many further entries
		want   string
		raised bool
	}{
		{name: "falling", add: curve(func(v float64) float64 { return 1 - v }), want: "upper right"},
		{name: "rising", add: curve(func(v float64) float64 { return v }), want: "upper left"},
		{
			name: "valley", want: "lower right",
			add: curve(func(v float64) float64 { return math.Abs(2*v-1) * 3 }),
		},
		{
			name: "hill", want: "lower center",
			add: curve(func(v float64) float64 { return 1 - math.Pow(2*v-1, 8) }),
		},
		{
			name: "hill in logarithms", log: true, want: "upper right",
			add: curve(func(v float64) float64 { return 1e-3 + math.Pow(4*v*(1-v), 20) }),
		},
		{
			name: "only the bars are in the corner", want: "upper left",
			add: []plot.Plotter{
				Line{X: []float64{0, .5, 1}, Y: []float64{0, 0, 0}, Err: []float64{.1, .1, 1}},
			},
		},
		{name: "full", add: curve(wave), want: "upper right", raised: true},
		{name: "full and fixed", fixed: true, add: curve(wave), want: below},
		{name: "too long", add: curve(wave), bulk: 40, want: below},
		{
			name: "under a filled area", want: "upper right", raised: true,
			add: append(curve(level(0)), Band{X: x, Low: apply(level(0.3)), High: apply(level(1))}),
		},
		{
			name: "over a heat map", want: "upper right",
			add: []plot.Plotter{Cells{XEdges: []float64{0, 1}, YEdges: []float64{0, 1}, Z: []float64{1}}},
		},
		{
			name: "over horizontal lines, if necessary", want: "upper right",
			add: []plot.Plotter{
				HLine{Y: .5}, HLine{Y: .1}, HLine{Y: .9}, HLine{Y: .2}, HLine{Y: .8}, HLine{Y: .35},
				HLine{Y: .65},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &Panel{}
			p.Y.Log = c.log
			if c.fixed {
				p.Y.Min, p.Y.Max = -1.1, 1.1
			}
			p.Add(c.add...)
			p.Add(Line{Name: "series one"})
			for i := range c.bulk {
				p.Add(Line{Name: "series " + string(rune('A'+i)), Style: Cycle(i)})
			}
			pn := &pen{set: newTypesetter()}
			tile := p.tile(pn, "", true).(*panelTile)
			size := vg.Point{X: 200, Y: 150}
			f := tile.fit(size)
			if f.position != c.want {
				t.Fatalf("position %q, want %q", f.position, c.want)
			}
			_, ey := p.extents()
			if _, hi := ey.bounds(0.05); (f.y.max > hi) != c.raised {
				t.Errorf("upper end %v, that of the data %v", f.y.max, hi)
			}
			if f.position == below || f.position == outsideRight {
				if m := tile.margins(size); m.bottom < f.legend.h && m.right < f.legend.w {
					t.Errorf("no margin for the legend: %+v", m)
				}
				return
			}
			box := vg.Rectangle{Min: f.corner, Max: f.corner.Add(vg.Point{X: f.legend.w, Y: f.legend.h})}
			if box.Min.X < 0 || box.Min.Y < 0 || box.Max.X > size.X || box.Max.Y > size.Y {
				t.Errorf("the legend %v sticks out", box)
			}
			v := &view{pen: pn, frame: vg.Rectangle{Max: size}, x: f.x.projection, y: f.y.projection}
			inside := func(q vg.Point) bool {
				return q.X > box.Min.X && q.X < box.Max.X && q.Y > box.Min.Y && q.Y < box.Max.Y
			}
			for _, q := range c.add {
				switch q := q.(type) {
				case Line:
					for i := range q.X {
						lo, hi := q.bar(i)
						for _, y := range span(lo, hi, 50) {
							if inside(v.at(q.X[i], y)) {
								t.Fatalf("the legend covers (%v, %v)", q.X[i], y)
							}
						}
					}
				case Band:
					for i := range q.X {
						for _, y := range span(q.Low[i], q.High[i], 50) {
							if inside(v.at(q.X[i], y)) {
								t.Fatalf("the legend covers (%v, %v)", q.X[i], y)
							}
						}
					}
				}
			}
		})
	}
}

func TestLegendEntries(t *testing.T) {
	p := &Panel{}
	p.Add(Strip{Name: "lost"}, Line{Name: "a"}, Line{}, Line{Name: "b"}, Line{Name: "a"})
	got := ""
	for _, e := range entries(p.plotters) {
		got += e.name + ";"
	}
	if want := "a;b;lost;"; got != want {
		t.Errorf("entries %q, want %q", got, want)
	}
}

package figure

import (
	"bytes"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	theirs "gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"
)

var (
	_ plot.Ticker       = Ticks{}
	_ plot.Normalizer   = Log{}
	_ text.Handler      = formulas{}
	_ vg.Canvas         = (*sheet)(nil)
	_ vg.CanvasWriterTo = (*sheet)(nil)
)

var (
	oneTwo = []float64{1, 2}
	slope  = Grid{X: oneTwo, Y: []float64{1, 4}, Z: []float64{0, 1, 2, 3}}
)

// ours are plotters with data in [1, 2] × [1, 4], and whether they have ink in a frame.
var ours = []struct {
	plot.Plotter
	ink bool
}{
	{Line{Name: "a", X: oneTwo, Y: []float64{1, 4}, Err: []float64{0.1, 0.1}, Style: Cycle(0)}, true},
	{Bounds{Name: "a", X: []float64{1, 2}, Y: []float64{1, 4}}, true},
	{Histogram{Name: "a", Edges: []float64{1, 1.5, 2}, Heights: []float64{1, 4}}, true},
	{Line{Name: "a", X: []float64{1, 2}, Y: []float64{1, 4}, Stems: true}, true},
	{Band{Name: "a", X: []float64{1, 2}, Low: []float64{1, 1}, High: []float64{2, 4}}, true},
	{HLine{Name: "a", Y: 2}, true},
	{Text{X: 1.5, Y: 2, Text: `$\theta_1$`}, true},
	{Cut{X: 1.5, Text: "9"}, true},
	{Cells{XEdges: []float64{1, 2}, YEdges: []float64{1, 4}, Z: []float64{1}}, true},
	{Contours{Grid: slope, Levels: []float64{1}}, true},
	{Strip{Name: "a", X: []float64{1}, Sign: Cross}, false},
	{Point{}, false},
}

// All plotters stand in a plain plot, on a canvas of this package and on another.
func TestInPlainPlot(t *testing.T) {
	for _, q := range ours {
		r, ok := q.Plotter.(plot.DataRanger)
		if !ok {
			t.Errorf("%T is no DataRanger", q.Plotter)
			continue
		}
		xmin, xmax, ymin, ymax := r.DataRange()
		if xmin < 1 && !math.IsInf(xmin, 0) || xmax > 2 || ymin < -0.1 || ymax > 4.2 {
			t.Errorf("%T has the range %g %g %g %g", q.Plotter, xmin, xmax, ymin, ymax)
		}
		p := plot.New()
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0.5, 2.5, 0.5, 5
		p.Add(q.Plotter)
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0.5, 2.5, 0.5, 5
		for _, scale := range []plot.Normalizer{
			plot.LinearScale{}, plot.LogScale{}, Log{}, plot.InvertedScale{Normalizer: Log{}}, squareRoot{},
		} {
			p.Y.Scale = scale
			var c recorder.Canvas
			q.Plot(draw.NewCanvas(&c, 100, 100), p)
			if ink := len(c.Actions) > 0; ink != q.ink {
				t.Errorf("%T with %T: ink %v", q.Plotter, scale, ink)
			}
		}
		p.Y.Scale = plot.LinearScale{}
		if thumb := q.Plotter.(plot.Thumbnailer); true {
			p.Legend.Add("a", thumb)
		}
		svg := NewSVG(100, 80)
		p.Draw(draw.New(svg))
		var b bytes.Buffer
		if _, err := svg.WriteTo(&b); err != nil || !strings.Contains(b.String(), "<svg") {
			t.Errorf("%T: %v", q.Plotter, err)
		}
	}
}

// squareRoot is a scale of somebody else.
type squareRoot struct{}

func (squareRoot) Normalize(min, max, x float64) float64 {
	return (math.Sqrt(x) - math.Sqrt(min)) / (math.Sqrt(max) - math.Sqrt(min))
}

// A line is where plot.Plot's transforms have it, whatever the scale.
func TestSamePlace(t *testing.T) {
	for _, scale := range []plot.Normalizer{
		plot.LinearScale{}, plot.LogScale{}, plot.InvertedScale{Normalizer: plot.LinearScale{}},
		squareRoot{},
	} {
		p := plot.New()
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max, p.Y.Scale = 1, 3, 1, 9, scale
		var c recorder.Canvas
		canvas := draw.NewCanvas(&c, 100, 50)
		Line{X: []float64{1, 3}, Y: []float64{2, 4}}.Plot(canvas, p)
		_, y := p.Transforms(&canvas)
		path := c.Actions[len(c.Actions)-1].(*recorder.Stroke).Path
		for i, v := range []float64{2, 4} {
			if got, want := path[i].Pos.Y, y(v); math.Abs(float64(got-want)) > 1e-9 {
				t.Errorf("%T: %g is at %v, want %v", scale, v, got, want)
			}
		}
	}
}

// Plotters of others stand in a panel: within the frame, on its axes and in its legend.
func TestOthersInPanel(t *testing.T) {
	points := theirs.XYs{{X: 10, Y: 1}, {X: 1000, Y: 0.01}}
	scatter, err := theirs.NewScatter(points)
	if err != nil {
		t.Fatal(err)
	}
	line, err := theirs.NewLine(points)
	if err != nil {
		t.Fatal(err)
	}
	labels, err := theirs.NewLabels(theirs.XYLabels{XYs: points, Labels: []string{"b", "c"}})
	if err != nil {
		t.Fatal(err)
	}
	f := New(1, 1)
	p := f.Panel(0, 0)
	p.X.Log, p.Y.Log = true, true
	p.Add(Named{scatter, "scatter"}, Named{line, "line"}, labels)
	x, y := p.extents()
	if x.min != 10 || x.max != 1000 || y.min != 0.01 || y.max != 1 {
		t.Errorf("the data are in %g %g %g %g", x.min, x.max, y.min, y.max)
	}
	if es := entries(p.plotters); len(es) != 2 || es[0].name != "scatter" {
		t.Errorf("entries %v", es)
	}
	var png, pdf, svg bytes.Buffer
	if err := f.PNG(&png); err != nil {
		t.Error(err)
	}
	if err := f.PDF(&pdf); err != nil {
		t.Error(err)
	}
	if err := f.SVG(&svg); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"scatter", "line", "<path"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the SVG lacks %s", want)
		}
	}
}

// A sheet draws what a bitmap of gonum/plot draws: the same transformations, arcs and texts.
func TestSheet(t *testing.T) {
	scene := func(c vg.Canvas) {
		c.SetColor(color.RGBA{R: 200, A: 255})
		c.SetLineWidth(2)
		c.Push()
		c.Translate(vg.Point{X: 50, Y: 40})
		c.Rotate(0.5)
		c.Scale(1.5, 1.5)
		var p vg.Path
		p.Move(vg.Point{X: 8})
		p.Arc(vg.Point{}, 8, 0, 4)
		c.Fill(p)
		c.SetColor(nil)
		p = nil
		p.Move(vg.Point{X: -20, Y: -10})
		p.Line(vg.Point{X: 20, Y: -10})
		c.Stroke(p)
		c.Pop()
		c.Stroke(vg.Rectangle{Min: vg.Point{X: 5, Y: 5}, Max: vg.Point{X: 95, Y: 75}}.Path())
	}
	const dpi = 72
	want := vgimg.NewWith(vgimg.UseWH(100, 80), vgimg.UseDPI(dpi))
	scene(want)
	got := vgimg.NewWith(vgimg.UseWH(100, 80), vgimg.UseDPI(dpi))
	scene(newSheet(&pen{canvas: got, set: newTypesetter()}, 100, 80))
	differ := 0
	for y := range 80 {
		for x := range 100 {
			a := color.GrayModel.Convert(want.Image().At(x, y)).(color.Gray)
			b := color.GrayModel.Convert(got.Image().At(x, y)).(color.Gray)
			if d := int(a.Y) - int(b.Y); d > 60 || d < -60 {
				differ++
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d of 8000 pixels differ", differ)
	}
}

// A text has the place that the plain handler gives it, but for its letters.
func TestFormulas(t *testing.T) {
	h := Formulas()
	sty := text.Style{Color: color.Black, Handler: h, YAlign: draw.YCenter, XAlign: draw.XCenter}
	sty.Font.Size = 10
	for _, angle := range []float64{0, math.Pi / 2} {
		sty.Rotation = angle
		var c recorder.Canvas
		h.Draw(&c, `$\theta_1$ and $\|\Sigma_x\|$`, sty, vg.Point{X: 50, Y: 50})
		lo, hi := vg.Point{X: 1e9, Y: 1e9}, vg.Point{X: -1e9, Y: -1e9}
		for _, a := range c.Actions {
			if f, ok := a.(*recorder.Fill); ok {
				for _, l := range flatten(f.Path) {
					for _, p := range l {
						lo, hi = pt(min(lo.X, p.X), min(lo.Y, p.Y)), pt(max(hi.X, p.X), max(hi.Y, p.Y))
					}
				}
			}
		}
		if m := middle(vg.Rectangle{Min: lo, Max: hi}); math.Hypot(float64(m.X-50), float64(m.Y-50)) > 3 {
			t.Errorf("at angle %g the middle is %v", angle, m)
		}
	}
	w, height, depth := h.Box(`$x_1$`, sty.Font)
	if w <= 0 || height <= 0 || depth <= 0 {
		t.Errorf("a box of %v, %v, %v", w, height, depth)
	}
	defer func() {
		if recover() == nil {
			t.Error("a wrong formula does not panic")
		}
	}()
	h.Box(`$\nothing$`, sty.Font)
}

// Labels of ticks in a plain plot hold the factor that a panel writes at the end of the axis.
func TestTickLabels(t *testing.T) {
	ts := Ticks{}.Ticks(0, 4e6)
	var labels []string
	for _, k := range ts {
		if !k.IsMinor() {
			labels = append(labels, k.Label)
		}
	}
	if got := strings.Join(labels, " "); !strings.HasPrefix(got, `$0$ $1\times10^{6}$ $2\times`) {
		t.Errorf("labels %s", got)
	}
	if ts := (Ticks{Log: true}).Ticks(0.01, 100); len(ts) < 5 || ts[0].Label != "$10^{-2}$" {
		t.Errorf("%v", ts)
	}
}

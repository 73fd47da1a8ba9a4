package plots

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

var origin = Origin{
	Figure: "fig07", Title: "a title", Profile: "paper", Command: "make fig7", Spec: "12", Table: "34",
}

// sample is a figure with every kind of element.
func sample() *Figure {
	f := New(2, 2)
	f.Origin, f.DPI, f.Remark = origin, 72, "Altered: 5 % of it."
	p := f.Panel(0, 0)
	p.Label("a title", `$\varepsilon(n)$`, "an error")
	p.Log(true, true)
	x := []float64{1, 10, 100}
	p.Add(
		Line{Name: "series", X: x, Y: x, Err: []float64{0.5, 20, 3}, Style: Cycle(0), Status: "ok"},
		Line{X: x, Y: []float64{1, -1, 1000}, Style: Style{Mark: Square, Pale: true}, Status: "unmixed"},
		Line{Name: "bound", X: x[:1], Y: x[:1], Bound: Upper, Status: "ok"},
		Line{Name: "run away", Row: "row", X: x[1:], Style: Style{Mark: Cross}, Status: "runaway"},
		Rule{At: 3, Text: "3"}, Rule{At: 30, Vertical: true, Text: "30"}, Text{X: 2, Y: 2, Text: "here"})
	s := Scale{Colors: Blues(), Max: 4, Levels: []float64{1, 2, 3}}
	g := Grid{X: []float64{0, 1, 2}, Y: []float64{0, 1}, Z: []float64{0, 1, 2, 2, 3, 4}}
	q := f.Panel(0, 1)
	q.Bar, q.Aspect = "values", 1
	q.Add(Contours{Grid: g, Scale: s}, Ellipse(1, 0.5, [2][2]float64{{0.1, 0}, {0, 0.1}}, 1, Style{}))
	f.Put(1, 0, &Surface{
		Title: "surface", XLabel: "$x$", YLabel: "$y$", Grid: g, Scale: s, ZLim: Limits{0, 4},
		Curves: []Line{{X: []float64{0.5, 1.5}, Y: []float64{0.5, 0.5}}},
	})
	j := NewJoint()
	edges := []float64{0.5, 1.5, 2.5}
	j.Center.Add(Cells{XEdges: edges, YEdges: edges, Z: []float64{1, 2, 3, 4}, Scale: s})
	margin := Line{Name: "margin"}
	margin.X, margin.Y = Steps(edges, []float64{1, 2})
	j.Top.Add(margin)
	j.Right.Add(Band([]float64{0, 1}, []float64{1, 1}, []float64{2, 2}, Grey(0.8)))
	f.Put(1, 1, j)
	return f
}

// TestSameBytes draws a figure twice in each format, and looks for its origin.
func TestSameBytes(t *testing.T) {
	for name, write := range map[string]func(*Figure, *bytes.Buffer) error{
		"PNG": func(f *Figure, b *bytes.Buffer) error { return f.PNG(b) },
		"PDF": func(f *Figure, b *bytes.Buffer) error { return f.PDF(b) },
	} {
		var a, b bytes.Buffer
		f := sample()
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := write(f, w); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: the same figure has other bytes the second time", name)
		}
		for _, s := range []string{"Figure 7: a title", "make fig7", "12", "34"} {
			if name == "PDF" {
				s = strings.ToUpper(hex16(s))
			}
			if !bytes.Contains(a.Bytes(), []byte(s)) {
				t.Errorf("%s does not say %q", name, s)
			}
		}
	}
}

func hex16(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString("00")
		b.WriteByte("0123456789abcdef"[r>>4])
		b.WriteByte("0123456789abcdef"[r&15])
	}
	return b.String()
}

func TestPNGSize(t *testing.T) {
	var b bytes.Buffer
	f := sample()
	f.Remark = ""
	if err := f.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Bounds().Dx(), int(f.Width.Dots(72)+0.5); got != want {
		t.Errorf("%d dots wide, want %d", got, want)
	}
}

// TestRemark checks that a remark does not move the figure above it.
func TestRemark(t *testing.T) {
	var images [2]image.Image
	for i, remark := range []string{"", strings.Repeat("a remark of several lines ", 9)} {
		var b bytes.Buffer
		f := sample()
		f.Remark, f.DPI = remark, 30
		if err := f.PNG(&b); err != nil {
			t.Fatal(err)
		}
		var err error
		if images[i], err = png.Decode(&b); err != nil {
			t.Fatal(err)
		}
	}
	size := images[0].Bounds().Max
	if images[1].Bounds().Dy() < size.Y+8 {
		t.Fatal("the page has not grown")
	}
	for y := range size.Y - 4 {
		for x := range size.X {
			if d := lightness(images[0].At(x, y)) - lightness(images[1].At(x, y)); math.Abs(d) > 2 {
				t.Fatalf("the picture differs by %.1f at (%d, %d)", d, x, y)
			}
		}
	}
}

// TestPainted counts marks: a negative value has no place on a logarithmic axis.
func TestPainted(t *testing.T) {
	f := sample()
	seen, outside, empty := f.Painted()
	if seen["ok"] != 4 || seen["unmixed"] != 2 || seen["runaway"] != 2 || outside != 1 || empty != 0 {
		t.Errorf("%v are seen, %d outside", seen, outside)
	}
	f.cells[0].(*Panel).XLim = UpTo(50)
	if seen, _, _ = f.Painted(); seen["ok"] != 3 || seen["runaway"] != 1 {
		t.Errorf("up to 50: %v are seen", seen)
	}
}

func TestLegendNamesOnce(t *testing.T) {
	f := sample()
	f.cells[1].(*Panel).Add(Line{Name: "series"}, Line{Name: "another"})
	var got []string
	for _, e := range newLegend(f.Panels(), 100).entries {
		got = append(got, e.Name)
	}
	want := []string{"series", "another", "margin", "bound", "run away"}
	if !slices.Equal(got, want) {
		t.Errorf("the legend has %q, want %q", got, want)
	}
}

// TestNarrow lays a figure out in one column: panels that shared a label show it.
func TestNarrow(t *testing.T) {
	f := New(1, 3)
	for i, label := range []string{"error", "error", "ratio"} {
		f.Panel(0, i).Y.Label.Text = label
	}
	if f.sharesLabel(0) || !f.sharesLabel(1) || f.sharesLabel(2) {
		t.Error("not the second panel alone shares the label on its left")
	}
	f.Width = SingleColumn
	g := f.reflowed()
	if g.cols != 1 || g.rows != 3 || g.Height != 3*f.Height {
		t.Fatalf("%d × %d cells, %v high", g.rows, g.cols, g.Height)
	}
	for i := range 3 {
		if g.sharesLabel(i) {
			t.Errorf("panel %d does not show its label", i)
		}
	}
}

// TestNarrowHeight lays a figure out in one column that fits on a page. Rows keep their heights.
func TestNarrowHeight(t *testing.T) {
	f := New(2, 3)
	f.Heights = []float64{2, 1}
	for i := range 5 {
		f.Panel(i/3, i%3)
	}
	f.Width = SingleColumn
	g := f.reflowed()
	if g.Height != tallest || !slices.Equal(g.Heights, []float64{2, 2, 2, 1, 1}) {
		t.Errorf("%v high, rows %v", g.Height, g.Heights)
	}
}

// TestOwnRows: only a panel with marks above its frame has rows there.
func TestOwnRows(t *testing.T) {
	with, without := NewPanel(), NewPanel()
	with.Add(Line{Row: "a row", X: []float64{1}}, Line{X: []float64{1, 2}, Y: []float64{1, 2}})
	without.Add(Line{X: []float64{1, 2}, Y: []float64{1, 2}})
	for p, want := range map[*Panel]vg.Length{with: 2 * stripRow, without: 0} {
		if d := p.drawing("", pt(100, 100), 2); d.lift != want || len(d.rows) != len(p.strips()) {
			t.Errorf("rows %q, and a title %v above", d.rows, d.lift)
		}
	}
}

// TestPaleFirst: pale marks are below all results, and nothing else moves.
func TestPaleFirst(t *testing.T) {
	names := ""
	for _, q := range paleFirst([]plot.Plotter{
		Line{Name: "a"}, Line{Name: "b", Status: "ok"}, Line{Name: "c", Style: Style{Pale: true}},
		Line{Name: "d", Status: "unmixed", Style: Style{Pale: true}}, Line{Name: "e", Status: "ok"},
	}) {
		names += q.(Line).Name
	}
	if names != "adcbe" {
		t.Errorf("in the order %s", names)
	}
}

func TestErrors(t *testing.T) {
	for want, change := range map[string]func(*Figure){
		"unknown command":  func(f *Figure) { f.Panel(0, 0).Title.Text = `$\nosuch$` },
		"no room for":      func(f *Figure) { f.Height = 50 },
		"a page of":        func(f *Figure) { f.Width = vg.Length(math.NaN()) },
		"a $ is not close": func(f *Figure) { f.Panel(0, 0).Add(Line{Name: "$x"}) },
	} {
		f := sample()
		change(f)
		var b bytes.Buffer
		if err := f.PNG(&b); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("want %q, got error %v and %d bytes", want, err, b.Len())
		}
	}
}

// TestNothingToShow draws a panel without data.
func TestNothingToShow(t *testing.T) {
	f := New(1, 1)
	f.Panel(0, 0).Log(true, true)
	if _, _, empty := f.Painted(); empty != 1 {
		t.Errorf("%d panels are empty", empty)
	}
	var b bytes.Buffer
	if err := f.PDF(&b); err != nil {
		t.Error(err)
	}
}

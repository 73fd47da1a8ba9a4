package figure

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// The arrow of a bound points the right way, as far as the frame goes.
func TestBounds(t *testing.T) {
	frame := vg.Rectangle{Min: vg.Point{X: 0, Y: 100}, Max: vg.Point{X: 100, Y: 200}}
	unit := projection{min: 0, max: 1}
	ink := func(b Bounds) (low, high, left, right vg.Length) {
		var c recorder.Canvas
		(&view{pen: &pen{canvas: &c}, frame: frame, x: unit, y: unit}).show(b)
		low, left, high, right = 1e9, 1e9, -1e9, -1e9
		for _, line := range polylines(&c) {
			for _, p := range line {
				low, high = min(low, p.Y), max(high, p.Y)
				left, right = min(left, p.X), max(right, p.X)
			}
		}
		return low, high, left, right
	}
	for _, c := range []struct {
		y         float64
		lower     bool
		low, high vg.Length
	}{
		{0.5, false, 150 - boundArrow, 150}, {0.5, true, 150, 150 + boundArrow},
		{0.03, false, 100, 103}, {0.97, true, 197, 200}, {1.1, false, 1e9, -1e9},
	} {
		low, high, _, _ := ink(Bounds{X: []float64{0.5}, Y: []float64{c.y}, Lower: c.lower})
		if math.Abs(float64(low-c.low)) > 1e-9 || math.Abs(float64(high-c.high)) > 1e-9 {
			t.Errorf("%+v: ink from %v to %v", c, low, high)
		}
	}
	if _, _, edge, _ := ink(Bounds{X: []float64{0}, Y: []float64{0.5}}); edge < frame.Min.X {
		t.Errorf("the bound at the edge is at %v", edge)
	}
}

// A logarithmic axis has room for the arrow, and no infinite or negative bound counts.
func TestBoundsAxis(t *testing.T) {
	p := &Panel{}
	p.Y.Log = true
	p.Add(
		Line{X: []float64{1, 2}, Y: []float64{1, 10}},
		Bounds{X: []float64{1, 1, 1}, Y: []float64{0.3, -1, math.Inf(1)}},
	)
	_, y := p.extents()
	if lo, hi := y.bounds(0); math.Abs(lo-0.2) > 1e-12 || hi != 10 {
		t.Errorf("the axis is from %v to %v", lo, hi)
	}
}

func render(t *testing.T, f *Figure) (pngBytes, pdfBytes []byte) {
	t.Helper()
	var a, b, c bytes.Buffer
	if err := f.PNG(&a); err != nil {
		t.Fatalf("PNG: %v", err)
	}
	if err := f.PDF(&b); err != nil {
		t.Fatalf("PDF: %v", err)
	}
	if err := f.SVG(&c); err != nil {
		t.Fatalf("SVG: %v", err)
	}
	return a.Bytes(), b.Bytes()
}

func TestPNGSize(t *testing.T) {
	f := New(1, 1)
	f.Width, f.Height = 6*vg.Inch, 2*vg.Inch
	f.Panel(0, 0)
	a, vectors := render(t, f)
	img, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.X != 1800 || s.Y != 600 {
		t.Errorf("%v pixels", s)
	}
	if !bytes.Contains(a, []byte("pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01")) { // 11811 dots per metre
		t.Error("the resolution is not in the file")
	}
	f.DPI = 40
	a, b := render(t, f)
	img, err = png.Decode(bytes.NewReader(a))
	if err != nil || img.Bounds().Dx() != 240 || img.Bounds().Dy() != 80 ||
		!bytes.Contains(a, []byte("pHYs\x00\x00\x06\x27\x00\x00\x06\x27\x01")) { // 1575
		t.Errorf("40 dots per inch: %v, %v", img.Bounds(), err)
	}
	if !bytes.Equal(b, vectors) {
		t.Error("the PDF depends on the resolution of the PNG")
	}
}

func TestPDFHasNoClock(t *testing.T) {
	f := New(1, 1)
	f.Panel(0, 0).Title = "(D:20991231235959Z)"
	_, b := render(t, f)
	dates := regexp.MustCompile(`\(D:\d+Z\)`).FindAllString(string(b), -1)
	if len(dates) != 2 || dates[0] != "(D:20000101000000Z)" || dates[1] != dates[0] {
		t.Errorf("dates %q", dates)
	}
	// The offset of the cross-reference table is still right.
	m := regexp.MustCompile(`startxref\n(\d+)\n`).FindSubmatch(b)
	if m == nil {
		t.Fatal("no startxref")
	}
	at := 0
	for _, c := range m[1] {
		at = 10*at + int(c-'0')
	}
	if !bytes.HasPrefix(b[at:], []byte("xref")) {
		t.Error("the table of offsets is not where the file says")
	}
	if bytes.Contains(b, []byte("/Subtype /Image")) {
		t.Error("there is a raster image in the PDF")
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, want string
		f          func() *Figure
	}{
		{"unknown symbol in a label", `unknown command \nonsense`, func() *Figure {
			f := New(1, 1)
			f.Panel(0, 0).XLabel = `$\nonsense$`
			return f
		}},
		{"unknown symbol in a legend", `unknown command \nonsense`, func() *Figure {
			f := New(1, 2)
			f.Legend = true
			f.Panel(0, 1).Add(Line{Name: `$\nonsense$`})
			return f
		}},
		{"unknown symbol on a surface", `unknown command \nonsense`, func() *Figure {
			f := New(1, 1)
			f.Put(0, 0, &Surface{ZLabel: `$\nonsense$`, Grid: gridOf(span(0, 1, 3), span(0, 1, 3), bumps)})
			return f
		}},
		{"unknown place", `no place "somewhere"`, func() *Figure {
			f := New(1, 1)
			f.Panel(0, 0).Legend = "somewhere"
			f.cells[0].(*Panel).Add(Line{Name: "a"})
			return f
		}},
		{"no room", "no room", func() *Figure {
			f := New(9, 9)
			f.Width, f.Height = 5*vg.Centimeter, 5*vg.Centimeter
			for i := range 81 {
				f.Panel(i/9, i%9)
			}
			return f
		}},
		{"no dots", "-1 dots per inch", func() *Figure { f := New(1, 1); f.DPI = -1; return f }},
		{"no page", "a page of", func() *Figure { f := New(1, 1); f.Width = 0; return f }},
		{"weights", "do not fit",
			func() *Figure { f := New(1, 1); f.Columns = []float64{1, 2}; return f }},
		{"no grid", "use New", func() *Figure { return &Figure{Width: 100, Height: 100} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, write := range []func(io.Writer) error{c.f().PNG, c.f().PDF, c.f().SVG} {
				var b bytes.Buffer
				err := write(&b)
				if err == nil || !strings.HasPrefix(err.Error(), "figure: ") ||
					!strings.Contains(err.Error(), c.want) {
					t.Errorf("error %v, want %q", err, c.want)
				}
				if b.Len() > 0 {
					t.Error("something was written")
				}
			}
		})
	}
}

type broken struct{}

var errBroken = errors.New("disk full")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestWriterError(t *testing.T) {
	f := New(1, 1)
	f.Panel(0, 0)
	for _, write := range []func(io.Writer) error{f.PNG, f.PDF, f.SVG} {
		if err := write(broken{}); !errors.Is(err, errBroken) {
			t.Errorf("error %v", err)
		}
	}
}

// TestAwkwardData draws what cannot be drawn on all kinds of axes.
func TestAwkwardData(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	values := [][]float64{
		nil, {0}, {1}, {-1}, {nan}, {inf}, {-inf}, {0, 0, 0}, {5, 5, 5}, {1e300, -1e300},
		{math.MaxFloat64, -math.MaxFloat64},
		{1e-320, 1}, {1, nan, 2, inf, 3, -inf, 0, -5, 4}, {1, 1 + 1e-16, 1 + 4e-16}, {1e-30, 1e30},
	}
	f := New(4, 4)
	f.Width, f.Height = 30*vg.Centimeter, 30*vg.Centimeter
	for k := range 16 {
		p := f.Panel(k/4, k%4)
		p.X.Log, p.Y.Log, p.X.Reverse, p.Y.Reverse = k&1 > 0, k&2 > 0, k&4 > 0, k&4 > 0
		p.Bar = &Bar{Label: "z"}
		if k&8 > 0 {
			p.X.Min, p.X.Max = nan, 3
			p.Y.Min, p.Y.Max = 1e-3, inf
		}
		for i, x := range values {
			y := values[(i+k)%len(values)]
			n := min(len(x), len(y))
			x, y = x[:n], y[:n]
			s := Cycle(i)
			p.Add(
				Line{Name: "line", X: x, Y: y, Err: x, Style: s},
				Strip{Name: "lost", X: x, Sign: Cross + Marker(i%5), Style: s},
				Line{Name: "bars", X: x, Y: y, Style: s, Stems: true},
				Bounds{Name: "bound", X: x, Y: y, Style: s},
				Band{Name: "band", X: x, Low: y, High: x},
				Histogram{Name: "steps", Edges: append([]float64{-1}, x...), Heights: y, Fill: Grey(.9)},
				Histogram{Edges: append([]float64{-1}, x...), Heights: y, Sideways: true},
			)
			for _, v := range x {
				p.Add(HLine{Y: v}, Text{X: v, Y: v, Text: "$x$"})
			}
			z := make([]float64, n*n)
			for i := range z {
				z[i] = x[i%n]
			}
			p.Add(Contours{Grid: Grid{X: x, Y: y, Z: z}, Levels: x, Lines: Style{Width: 1}})
			if n > 1 {
				p.Add(Cells{XEdges: x, YEdges: y, Z: z[:(n-1)*(n-1)]})
			}
		}
	}
	render(t, f)

	f = New(3, 5)
	f.Width, f.Height = 30*vg.Centimeter, 15*vg.Centimeter
	for k, x := range values {
		n := len(x)
		z := make([]float64, n*n)
		for i := range z {
			z[i] = x[i%n]
		}
		up := span(0, 1, max(n, 2))[:n]
		s := &Surface{Grid: Grid{X: up, Y: up, Z: z}}
		s.Add(Line{X: x, Y: x}, Line{X: []float64{0, 1}, Y: []float64{0, 1}})
		if k%2 == 0 {
			f.Put(k/5, k%5, s)
			continue
		}
		f.Put(k/5, k%5, NewJoint(append(up, 2), append(up, 2), z))
	}
	render(t, f)
}

// polylines returns the strokes and the outlines of the areas on a canvas.
func polylines(c *recorder.Canvas) (lines [][]vg.Point) {
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.Stroke:
			lines = append(lines, flatten(a.Path)...)
		case *recorder.Fill:
			lines = append(lines, flatten(a.Path)...)
		}
	}
	return lines
}

// TestBarClipped: an error bar that reaches zero ends at the frame of a
// logarithmic axis, without a cap there, and does not stretch the axis.
func TestBarClipped(t *testing.T) {
	l := Line{X: []float64{1, 2}, Y: []float64{1, 2}, Err: []float64{3, 1.9999999},
		Style: Style{Dash: NoLine}}
	ey := newExtent(Axis{Log: true})
	l.extend(newExtent(Axis{}), ey)
	lo, hi := ey.bounds(0)
	if lo != 0.1 || hi != 4 {
		t.Errorf("axis [%g, %g], want [0.1, 4]", lo, hi)
	}
	var k recorder.Canvas
	v := &view{pen: &pen{canvas: &k}, frame: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}},
		x: projection{min: 0, max: 3}, y: projection{min: lo, max: hi, log: true}}
	v.show(l)
	// Two bars, each with the upper cap only.
	strokes := polylines(&k)
	if len(strokes) != 4 {
		t.Fatalf("%d strokes", len(strokes))
	}
	for _, i := range []int{0, 2} {
		if s := strokes[i]; s[0].Y != 0 || math.Abs(float64(s[1].Y-100)) > 20 {
			t.Errorf("bar from %v to %v", s[0], s[1])
		}
	}
}

// TestInsideFrame: plotters draw nothing beyond the frame but the halves of
// markers on its border.
func TestInsideFrame(t *testing.T) {
	x := span(-5, 5, 41)
	var y, low []float64
	for _, v := range x {
		y = append(y, v*v*v)
		low = append(low, -v)
	}
	frame := vg.Rectangle{Min: vg.Point{X: 10, Y: 20}, Max: vg.Point{X: 110, Y: 100}}
	for _, q := range []plot.Plotter{
		Line{X: x, Y: y, Err: y, Style: Cycle(0)}, Histogram{Edges: x, Heights: y[1:], Fill: Grey(.5)},
		Line{X: x, Y: y, Stems: true},
		Band{X: x, Low: low, High: y}, Cells{XEdges: x, YEdges: x, Z: make([]float64, 1600)},
		HLine{Y: 30}, HLine{Y: .5},
		Contours{Grid: gridOf(x, x, bumps), Levels: []float64{.2}, Lines: Style{Width: 1}},
		Bounds{X: x, Y: y, Style: Cycle(1)}, Strip{X: x, Sign: Cross},
	} {
		var k recorder.Canvas
		unit := projection{min: -1, max: 1}
		(&view{pen: &pen{canvas: &k}, frame: frame, x: unit, y: unit}).show(q)
		const slop = 4 // a marker or a cap
		for _, line := range polylines(&k) {
			for _, p := range line {
				if p.X < frame.Min.X-slop || p.X > frame.Max.X+slop || p.Y < frame.Min.Y-slop ||
					p.Y > frame.Max.Y+slop {
					t.Errorf("%T: ink at %v", q, p)
				}
			}
		}
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"lengths":   func() { (&Panel{}).Add(Line{X: []float64{1}, Y: []float64{1, 2}}) },
		"no Y":      func() { (&Panel{}).Add(Line{X: []float64{1}}) },
		"palette":   func() { Palette("rainbow").Colors() },
		"edges":     func() { (&Panel{}).Add(Histogram{Edges: []float64{1}, Heights: []float64{1}}) },
		"cells":     func() { (&Panel{}).Add(Cells{XEdges: []float64{1, 2}, YEdges: []float64{1, 2}}) },
		"grid":      func() { (&Panel{}).Add(Contours{Grid: Grid{Z: []float64{1}}}) },
		"cell":      func() { New(1, 1).Panel(1, 0) },
		"no cells":  func() { New(0, 1) },
		"ramp":      func() { Ramp(3, 3) },
		"rectangle": func() { MatrixCells([]float64{1, 2, 3}, 2, Scale{}) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "figure: ") {
					t.Errorf("%s: panic %v", name, s)
				}
			}()
			f()
		}()
	}
}

func TestLetters(t *testing.T) {
	for k, want := range map[int]string{0: "(a)", 25: "(z)", 26: "(aa)", 27: "(ab)"} {
		if got := letters(k); got != want {
			t.Errorf("letters(%d) = %s", k, got)
		}
	}
}

// TestRowsAlign: frames of one column have the same sides, and so have those of a row.
func TestRowsAlign(t *testing.T) {
	f := New(2, 2)
	f.Columns = []float64{2, 1}
	for k := range 4 {
		p := f.Panel(k/2, k%2)
		p.Add(Line{X: []float64{0, 1}, Y: []float64{0, math.Pow(10, float64(k))}})
		if k == 0 {
			p.YLabel = "label"
		}
	}
	pn := &pen{set: newTypesetter()}
	tiles := make([]tile, 4)
	for i, c := range f.cells {
		tiles[i] = c.tile(pn, "", true)
	}
	r := f.layout(pn, tiles, vg.Rectangle{Max: vg.Point{X: 400, Y: 300}})
	if pn.err != nil {
		t.Fatal(pn.err)
	}
	if r[0].Min.X != r[2].Min.X || r[0].Max.X != r[2].Max.X || r[0].Min.Y != r[1].Min.Y ||
		r[2].Max.Y != r[3].Max.Y {
		t.Errorf("frames %v", r)
	}
	if w := r[0].Size().X / r[1].Size().X; math.Abs(float64(w-2)) > 1e-9 {
		t.Errorf("widths are as %v to 1", w)
	}
	if !(r[0].Max.X < r[1].Min.X && r[2].Max.Y < r[0].Min.Y) {
		t.Errorf("frames overlap: %v", r)
	}
}

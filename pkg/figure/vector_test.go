package figure

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/vg"
)

// texts is a figure with every kind of text.
func texts() *Figure {
	f := New(1, 1)
	p := f.Panel(0, 0)
	p.Title, p.XLabel = `$\mathbf{x}_{1} \leq 10^{-3}$`, `$\bar\xi + \sqrt{2}$`
	p.Add(Text{
		X: 0.5, Y: 0.5, Relative: true, XAlign: 0.5,
		Text: `See $\langle x|y\rangle$ and $\|\nabla u\|$, 100 \% — “quoted”`,
	})
	p.YLabel = "AVA & <T>"
	return f
}

func pdfOf(t *testing.T, f *Figure) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.PDF(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func svgOf(t *testing.T, f *Figure) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.SVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// streams returns the streams of a PDF file, uncompressed.
func streams(t *testing.T, b []byte) (out []string) {
	t.Helper()
	for {
		_, rest, ok := bytes.Cut(b, []byte(">>\nstream\n"))
		if !ok {
			return out
		}
		data, rest, ok := bytes.Cut(rest, []byte("\nendstream"))
		if !ok {
			t.Fatal("a stream without end")
		}
		b = rest
		if z, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			if data, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, string(data))
	}
}

// How a formula is read.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		`$10^{-3}$`:                         "10⁻³",
		`$\theta_1^2$`:                      "θ₁²",
		`$N_d$`:                             "N_d",
		`$\Sigma_{x+y}$`:                    "Σ_(x+y)",
		`$\bar\xi$`:                         "ξ\u0304",
		`$\tilde{ab}$`:                      "tilde(ab)",
		`$\sqrt{2}$ and $\sqrt{a+b}$`:       "√2 and √(a + b)",
		`$\langle x|y\rangle$`:              "⟨x|y⟩",
		`$\|\nabla u\| \leq -1$`:            "‖∇u‖ ≤ −1",
		`$\mathrm{var}(\theta)$, at $a\;b$`: "var(θ), at a b",
	} {
		b, err := newTypesetter().layout(text, 9)
		if err != nil || b.read != want {
			t.Errorf("%s is read %q, %v, want %q", text, b.read, err, want)
		}
	}
}

// A PDF has its texts as glyphs of fonts that are in it, and tells how a formula is read.
func TestPDFTexts(t *testing.T) {
	b := pdfOf(t, texts())
	all := strings.Join(streams(t, b), "\n")
	for _, s := range []string{"x₁ ≤ 10⁻³", "ξ\u0304 + √2", "See ⟨x|y⟩ and ‖∇u‖, 100 % — “quoted”"} {
		if !strings.Contains(all, "/ActualText <FEFF"+hex16(s)+">") {
			t.Errorf("%s is not told", s)
		}
	}
	if n := strings.Count(all, "ActualText"); n != 3 { // the others are read as they stand
		t.Errorf("%d texts are told", n)
	}
	for _, variant := range []string{"", "-Italic", "-Bold"} {
		if !regexp.MustCompile(`/FontName /[A-Z]{6}\+LiberationSerif` + variant + ` `).Match(b) {
			t.Errorf("no font LiberationSerif%s", variant)
		}
	}
	// The axes have ticks and labels, but letters are no shapes: few of these are filled.
	if n := strings.Count(all, "\nf\n"); n > 10 {
		t.Errorf("%d shapes are filled", n)
	}
}

// The glyphs of a subset are where the widths in the file and the corrections put them: as far
// right as in the typeset text, up to a thousandth of the size.
func TestPDFPlaces(t *testing.T) {
	set := newTypesetter()
	b, err := set.layout(`AVA office $\varepsilon(n)^{2} + x$ To.`, 10)
	if err != nil {
		t.Fatal(err)
	}
	c := newPDF(100, 100, set).(*pdfCanvas)
	c.write(b, pt(7, 9), 0, Grey(0))
	number := `(-?[\d.]+)`
	pieces := regexp.MustCompile(`/F(\d) `+number+` Tf 1 0 0 1 `+number+` `+number+` Tm \[(.*)\]TJ`).
		FindAllStringSubmatch(string(c.content), -1)
	var got, want []float64
	for _, m := range pieces {
		size, x := decimalOf(m[2]), decimalOf(m[3])
		font := &c.fonts[m[1][0]-'0']
		for _, p := range regexp.MustCompile(`<([0-9A-F]*)>|`+number).FindAllStringSubmatch(m[5], -1) {
			if p[1] == "" {
				x -= decimalOf(p[2]) / 1000 * size
			}
			for s := p[1]; s != ""; s = s[4:] {
				code := 0
				for _, d := range s[:4] {
					code = 16*code + strings.IndexRune("0123456789ABCDEF", d)
				}
				got = append(got, x)
				x += float64(font.thousandths(code)) / 1000 * size
			}
		}
	}
	for _, k := range b.ink {
		want = append(want, 7+float64(k.at.X))
	}
	if len(got) != len(want) || len(got) != 22 {
		t.Fatalf("%d glyphs, want %d", len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 0.03 {
			t.Errorf("glyph %d at %v, want %v", i, got[i], want[i])
		}
	}
}

func decimalOf(s string) float64 {
	sign := 1.0
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, s = -1, rest
	}
	whole, part, _ := strings.Cut(s, ".")
	x, unit := 0.0, 1.0
	for _, d := range whole {
		x = 10*x + float64(d-'0')
	}
	for _, d := range part {
		unit /= 10
		x += unit * float64(d-'0')
	}
	return sign * x
}

// A subset has the outlines and the widths of the font, and those of our own signs.
func TestSubset(t *testing.T) {
	set := newTypesetter()
	const letters = "aB8ξ∇é§⟨"
	s := subset{}
	glyph := func(r rune) box {
		b, err := set.glyph(r, regular)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, r := range letters {
		g := glyph(r)
		s.use(r, g.w, g.ink[0].path)
	}
	file := assemble(s.tables("Test"))
	if checksum(file) != 0xB1B0AFBA {
		t.Errorf("the file's checksum is %x", checksum(file))
	}
	// Browsers refuse a font of which a table is too short.
	for table, n := range map[string]int{"OS/2": 78, "head": 54, "hhea": 36, "maxp": 32, "post": 32} {
		if got := len(s.tables("Test")[table]); got != n {
			t.Errorf("table %s has %d bytes, want %d", table, got, n)
		}
	}
	f, err := sfnt.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	const em = fixed.Int26_6(unitsPerEm)
	for _, r := range letters {
		i, err := f.GlyphIndex(&buf, r)
		if err != nil || int(i) != s.index[r] {
			t.Fatalf("%q is glyph %d, %v", r, i, err)
		}
		want := glyph(r)
		if w, err := f.GlyphAdvance(&buf, i, em, 0); err != nil || int(w) != units(want.w) {
			t.Errorf("%q is %v wide, %v", r, w, err)
		}
		segments, err := f.LoadGlyph(&buf, i, em, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got, corners []fixed.Point26_6 // the ends of lines and curves
		for _, q := range segments {
			n := map[sfnt.SegmentOp]int{sfnt.SegmentOpQuadTo: 1}[q.Op]
			got = append(got, fixed.Point26_6{X: q.Args[n].X, Y: -q.Args[n].Y})
		}
		for _, p := range want.ink[0].path {
			if p.Type != vg.CloseComp {
				corners = append(corners,
					fixed.Point26_6{X: fixed.Int26_6(units(p.Pos.X)), Y: fixed.Int26_6(units(p.Pos.Y))})
			}
		}
		// A reader closes what was closed before, and its corners in the middle may be half a unit off.
		if len(got) < len(corners)-len(want.ink[0].path)/2 || !slices.ContainsFunc(got,
			func(p fixed.Point26_6) bool { return p == corners[0] }) {
			t.Errorf("%q has the corners %v, want %v", r, got, corners)
		}
		for _, p := range corners {
			if !slices.ContainsFunc(got, func(q fixed.Point26_6) bool {
				d := q.Sub(p)
				return max(d.X, -d.X, d.Y, -d.Y) <= 1
			}) {
				t.Errorf("%q has no corner at %v", r, p)
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for h, want := range map[int]string{
		0: "0", 5: ".05", 50: ".5", -7: "-.07", 100: "1", 123: "1.23", -1230: "-12.3", 48189: "481.89",
	} {
		if got := string(number(nil, h)); got != want {
			t.Errorf("%d: %s, want %s", h, got, want)
		}
	}
	// A length in the middle of two numbers up to the last bits is rounded up on every machine.
	for _, l := range []vg.Length{0.125, 0.125 - 1e-12, 0.125 + 1e-12} {
		if h := hundredths(l); h != 13 {
			t.Errorf("%v: %d", l, h)
		}
	}
}

// An SVG is well-formed, has its texts as texts, and needs no other file.
func TestSVG(t *testing.T) {
	b := svgOf(t, texts())
	var all, text strings.Builder
	inText := false
	for d := xml.NewDecoder(bytes.NewReader(b)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = inText || token.Name.Local == "text"
			for _, a := range token.Attr {
				all.WriteString(a.Value + "\n")
			}
		case xml.EndElement:
			inText = inText && token.Name.Local != "text"
		case xml.CharData:
			if inText {
				text.Write(token)
			}
		}
	}
	for _, s := range []string{"AVA & <T>", "10−3", "⟨x|y⟩", "||∇u||", "100 % — “quoted”"} {
		if !strings.Contains(text.String(), s) {
			t.Errorf("no text %s in %q", s, &text)
		}
	}
	if strings.Count(string(b), "@font-face") != 3 || strings.Contains(all.String(), "http:") &&
		strings.Count(all.String(), "http:") > 1 { // the name of SVG's elements
		t.Error("it needs other files")
	}
	if !bytes.Equal(svgOf(t, texts()), b) {
		t.Error("another run gives other bytes")
	}
}

// A heat map of many cells is an image, in which a reader finds their colours; one of few is not.
func TestSVGImage(t *testing.T) {
	for _, c := range []struct {
		n      int
		images int
	}{{20, 1}, {5, 0}} {
		f := New(1, 1)
		p := f.Panel(0, 0)
		p.Y.Reverse = true
		z := make([]float64, c.n*c.n)
		z[1] = 1 // row 0, column 1
		z[2] = math.NaN()
		p.Add(MatrixCells(z, c.n, Scale{}))
		b := svgOf(t, f)
		if n := bytes.Count(b, []byte("<image ")); n != c.images {
			t.Errorf("%d × %d cells: %d images", c.n, c.n, n)
		}
	}
	v := &view{pen: &pen{canvas: &images{}}, frame: rect(10, 10, 30, 50), x: projection{max: 20},
		y: projection{max: 20, reverse: true}}
	c := Cells{Z: make([]float64, 400)}
	for i := range 21 {
		c.XEdges, c.YEdges = append(c.XEdges, float64(i)), append(c.YEdges, float64(i))
	}
	c.Z[1] = 1
	if !c.raster(v) {
		t.Fatal("no image")
	}
	got := v.canvas.(*images)
	if got.color(1, 0) == got.color(0, 0) || got.color(0, 1) != got.color(0, 0) {
		t.Error("the cell of the first row is not in the first row")
	}
	v.x.max = 10
	if c.raster(v) {
		t.Error("cells beyond the frame are an image")
	}
	v.x.max = 20
	c.XEdges[3] += 0.5
	if c.raster(v) {
		t.Error("cells of different sizes are an image")
	}
}

// TestSVGGroups: what is drawn in one style is in the group of its name, which the address shows
// alone, and a point says what it is.
func TestSVGGroups(t *testing.T) {
	f := New(1, 2)
	for k := range 2 {
		p := f.Panel(0, k)
		for i, name := range []string{"Δt = 1 < 2", "", "Δt = 2"} {
			style := Cycle(i)
			style.Group = name
			x := []float64{1, 2}
			p.Add(Line{X: x, Y: x, Style: style, Titles: []string{"n = 1", "n = 2"}},
				Bounds{X: x, Y: x, Style: style, Titles: []string{"at most 1"}},
				Strip{X: x, Style: style, Sign: Cross, Name: "diverged"},
				Line{Name: "in the legend", Style: style})
		}
	}
	b := svgOf(t, f)
	for text, want := range map[string]int{
		`<g id="g0"><title>Δt = 1 &lt; 2</title></g>`: 1,
		`<g id="g1"><title>Δt = 2</title></g>`:        1,
		`.g:not(.g1){display:none}`:                   1,
		"<g class=\"g g0\">\n":                        2 * (1 + 1),
		`<g class="g g0"><title>at most 1</title>`:    2,
		`<g class="g g1"><title>diverged</title>`:     2,
		`<g><title>n = 2</title>`:                     2 * 3,
	} {
		if n := bytes.Count(b, []byte(text)); n != want {
			t.Errorf("%d times %s, want %d", n, text, want)
		}
	}
}

// A path that is filled and then stroked is one element, and neighbours that turn the same way are
// one path.
func TestSVGElements(t *testing.T) {
	c := newSVG(100, 100, newTypesetter()).(*svgCanvas)
	p := rect(10, 10, 20, 20).Path()
	c.SetColor(Grey(1))
	c.Fill(p)
	c.SetColor(Grey(0))
	c.Stroke(p)
	c.Fill(p)
	c.Fill(rect(15, 15, 25, 25).Path())
	slices.Reverse(p)
	c.Fill(closed([]vg.Point{{X: 1, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}}))
	c.begin("")
	want := `<path fill="#fff" stroke="#000" stroke-width="1" d="M10 90h10v-10h-10z"/>
<g fill="#000">
<path d="M10 90h10v-10h-10zM15 85h10v-10h-10z"/>
<path d="M1 99v-1h1v1z"/>
</g>
`
	if string(c.body) != want {
		t.Errorf("got\n%s\nwant\n%s", c.body, want)
	}
}

// Every format says where a figure comes from.
func TestOrigin(t *testing.T) {
	f := texts()
	var plain bytes.Buffer
	if err := f.PNG(&plain); err != nil {
		t.Fatal(err)
	}
	f.Origin = Origin{
		Figure: "fig07", Title: "L¹ error & <more> of θ₁", Profile: "quick",
		Command: `make fig7 ARGS='-set x=["a"]'`, Spec: "12ab", Table: "34cd",
	}
	var a bytes.Buffer
	if err := f.PNG(&a); err != nil {
		t.Fatal(err)
	}
	pdf := pdfOf(t, f)
	for name, b := range map[string][]byte{"PNG": a.Bytes(), "PDF": pdf, "SVG": svgOf(t, f)} {
		if !bytes.Contains(b, []byte(f.Origin.rdf())) {
			t.Errorf("%s does not hold its origin", name)
		}
	}
	if !bytes.Contains(pdf, []byte("/Title <FEFF"+hex16("Figure 7: "+f.Origin.Title)+">")) {
		t.Error("the PDF has another title")
	}
	// The pixels are the same data.
	if img, err := png.Decode(bytes.NewReader(a.Bytes())); err != nil || img.Bounds().Empty() {
		t.Error(err)
	}
	_, with, _ := bytes.Cut(a.Bytes(), []byte("IDAT"))
	if _, without, _ := bytes.Cut(plain.Bytes(), []byte("IDAT")); !bytes.Equal(with, without) {
		t.Error("the pixels are others")
	}
}

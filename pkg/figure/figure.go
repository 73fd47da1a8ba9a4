package figure

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Figure is a page of panels on a grid.
type Figure struct {
	// Width and Height of the page. New sets the width to [singleColumn] if there is one column of
	// panels, to [DoubleColumn] if there are more, and the height to 6.2 cm per row.
	Width, Height vg.Length
	// Columns are the relative widths of the frames; nil means equal.
	Columns []float64
	// Legend puts a common legend below the panels, which then have none of their own.
	Legend bool
	// Plain omits the letters (a), (b), … of the panels.
	Plain bool
	// Remark is plain text that is printed below the panels in small letters, in lines as wide as the
	// page. The page gets higher by them.
	Remark string
	// DPI is the resolution of a PNG file in dots per inch; 0 is 300.
	DPI int
	// Origin is written to all files, unless it is zero.
	Origin Origin

	rows, cols int
	cells      []cell
}

// cell is the content of one cell of a figure: a [Panel], a [Surface] or a [Joint].
type cell interface {
	// tile prepares the cell for drawing with its letter, and with its own legend if legend is set.
	tile(p *pen, letter string, legend bool) tile
	// content returns the plotters with entries in the legend.
	content() []plot.Plotter
}

// New returns an empty figure of rows × cols cells. It panics unless both are
// positive.
func New(rows, cols int) *Figure {
	if rows <= 0 || cols <= 0 {
		panic("figure: New: a figure needs rows and columns")
	}
	w := vg.Length(DoubleColumn)
	if cols == 1 {
		w = singleColumn
	}
	return &Figure{
		Width: w, Height: vg.Length(rows) * 6.2 * vg.Centimeter,
		rows: rows, cols: cols, cells: make([]cell, rows*cols),
	}
}

// Put places c in a cell; rows count from the top. It panics if there is no
// such cell.
func (f *Figure) Put(row, col int, c cell) {
	if row < 0 || row >= f.rows || col < 0 || col >= f.cols {
		panic(fmt.Sprintf("figure: no cell (%d, %d) in a figure of %d × %d", row, col, f.rows, f.cols))
	}
	f.cells[row*f.cols+col] = c
}

// Panel places a new panel in a cell and returns it.
func (f *Figure) Panel(row, col int) *Panel {
	p := &Panel{}
	f.Put(row, col, p)
	return p
}

// PNG writes the figure as a PNG image. It returns the error of w, or an error if a text cannot be
// typeset or the panels do not fit.
func (f *Figure) PNG(w io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	dpi := cmp.Or(f.DPI, defaultDPI)
	set := newTypesetter()
	c, img := newImage(f.Width, f.height(set), dpi)
	if err := f.draw(c, set); err != nil {
		return err
	}
	return writePNG(w, img, dpi, f.Origin)
}

// PDF writes the figure as a PDF file of one page, all vectors and text, with the glyphs of its
// fonts that it uses. Its dates are always the same. Its errors are those of [Figure.PNG].
func (f *Figure) PDF(w io.Writer) error {
	return f.vectors(w, "PDF", newPDF)
}

// SVG writes the figure as an SVG file, which holds what [Figure.PDF] has and needs no other file.
// Its errors are those of [Figure.PNG].
func (f *Figure) SVG(w io.Writer) error {
	return f.vectors(w, "SVG", newSVG)
}

// page is a canvas that becomes a file.
type page interface {
	canvas
	writer
	file(Origin) []byte
}

func (f *Figure) vectors(
	w io.Writer, format string, open func(width, height vg.Length, set *typesetter) page,
) error {
	if err := f.check(); err != nil {
		return err
	}
	set := newTypesetter()
	c := open(f.Width, f.height(set), set)
	if err := f.draw(c, set); err != nil {
		return err
	}
	if _, err := w.Write(c.file(f.Origin)); err != nil {
		return fmt.Errorf("figure: %s: %w", format, err)
	}
	return nil
}

func (f *Figure) check() error {
	if !(f.Width > 0 && f.Height > 0 && f.Width < 300*vg.Centimeter && f.Height < 300*vg.Centimeter) {
		return fmt.Errorf("figure: a page of %v × %v points", f.Width, f.Height)
	}
	if f.DPI < 0 {
		return fmt.Errorf("figure: %d dots per inch", f.DPI)
	}
	if f.rows == 0 {
		return errors.New("figure: no cells; use New")
	}
	if f.Columns != nil && len(f.Columns) != f.cols {
		return errors.New("figure: Columns do not fit the grid")
	}
	for _, w := range f.Columns {
		if !(w > 0 && w < 1e6) {
			return fmt.Errorf("figure: relative size %v", w)
		}
	}
	return nil
}

func (f *Figure) draw(c canvas, set *typesetter) error {
	pn := &pen{canvas: c, set: set}
	tiles := make([]tile, len(f.cells))
	var all []plot.Plotter
	k := 0
	for i, q := range f.cells {
		if q == nil {
			continue
		}
		letter := ""
		if len(f.cells) > 1 && !f.Plain {
			letter = letters(k)
		}
		k++
		tiles[i] = q.tile(pn, letter, !f.Legend)
		all = append(all, q.content()...)
	}
	for r := range f.rows {
		shareStrip(tiles[r*f.cols : (r+1)*f.cols])
	}
	lines := f.remark(set)
	foot := remarkLine * vg.Length(len(lines))
	for i, line := range lines {
		y := foot - remarkLine*vg.Length(i) + pageMargin - remarkSize
		pn.write(line, remarkSize, pt(pageMargin, y), 0, 0, 0, small)
	}
	page := rect(pageMargin, pageMargin+foot, f.Width-pageMargin, f.Height+foot-pageMargin)
	if es := entries(all); f.Legend && len(es) > 0 {
		b := spread(pn, es, page.Size().X)
		b.draw(pn, pt((f.Width-b.w)/2, page.Min.Y+0.5))
		page.Min.Y += b.h + legendGap
	}
	for i, r := range f.layout(pn, tiles, page) {
		if tiles[i] != nil {
			tiles[i].draw(r)
		}
	}
	if pn.err != nil {
		return fmt.Errorf("figure: %w", pn.err)
	}
	return nil
}

// shareStrip gives the panels of a row of the figure strips with the same rows.
func shareStrip(tiles []tile) {
	var keys []row
	for _, t := range tiles {
		if p, ok := t.(*panelTile); ok {
			x, _ := p.extents()
			keys = rows(keys, p.plotters, p.X.projection(x, panelPad))
		}
	}
	for i := range keys {
		keys[i].signs = nil
	}
	for _, t := range tiles {
		if p, ok := t.(*panelTile); ok {
			p.keys = keys
		}
	}
}

// letters returns (a), (b), …, (z), (aa), (ab), …
func letters(k int) string {
	s := ""
	for ; k >= 0; k = k/26 - 1 {
		s = string(rune('a'+k%26)) + s
	}
	return "(" + s + ")"
}

// layout returns the frames: in a column they share their left and right ends, in a row their lower
// and upper ones. The room for the labels depends a little on the sizes of the frames, hence the
// iteration. Where numbers come and go with the size, it may not converge, so that its last rounds
// only add room. It returns none if there is no room.
func (f *Figure) layout(pn *pen, tiles []tile, page vg.Rectangle) []vg.Rectangle {
	size := page.Size()
	widths, height := shares(0.8*size.X, f.Columns, f.cols), shares(0.75*size.Y, nil, f.rows)[0]
	var cols, rows []margins
	for round := range 6 {
		if round < 4 {
			cols, rows = make([]margins, f.cols), make([]margins, f.rows)
		}
		for i, t := range tiles {
			if t == nil {
				continue
			}
			r, c := i/f.cols, i%f.cols
			m := t.margins(pt(widths[c], height))
			cols[c], rows[r] = cols[c].union(m), rows[r].union(m)
		}
		freeX, freeY := size.X-cellGap*vg.Length(f.cols-1), size.Y-cellGap*vg.Length(f.rows-1)
		for _, m := range cols {
			freeX -= m.left + m.right
		}
		for _, m := range rows {
			freeY -= m.bottom + m.top
		}
		if least := vg.Length(20); freeX < least*vg.Length(f.cols) || freeY < least*vg.Length(f.rows) {
			pn.fail(fmt.Errorf(
				"no room for %d × %d panels with their labels on a page of %.3g × %.3g cm",
				f.rows, f.cols, f.Width/vg.Centimeter, f.Height/vg.Centimeter))
			return nil
		}
		widths, height = shares(freeX, f.Columns, f.cols), shares(freeY, nil, f.rows)[0]
	}
	for i, t := range tiles {
		if p, ok := t.(*panelTile); ok {
			p.top = rows[i/f.cols].top
		}
	}
	frames := make([]vg.Rectangle, len(tiles))
	y := page.Max.Y
	for r := range f.rows {
		y -= rows[r].top
		x := page.Min.X
		for c := range f.cols {
			x += cols[c].left
			frames[r*f.cols+c] = rect(x, y-height, x+widths[c], y)
			x += widths[c] + cols[c].right + cellGap
		}
		y -= height + rows[r].bottom + cellGap
	}
	return frames
}

// shares divides l in the ratio of the n weights w, which are equal if w is nil.
func shares(l vg.Length, w []float64, n int) []vg.Length {
	if w == nil {
		w = slices.Repeat([]float64{1}, n)
	}
	sum := floats.Sum(w)
	out := make([]vg.Length, n)
	for i := range out {
		out[i] = l * vg.Length(w[i]/sum)
	}
	return out
}

// remarkMost is the most lines of a remark.
const remarkMost = 5

// remark returns the lines of the remark, as text to typeset. They are as wide as the page at most,
// and end between words if they can.
func (f *Figure) remark(set *typesetter) []string {
	rest := []rune(strings.Join(strings.Fields(f.Remark), " "))
	var lines []string
	for len(rest) > 0 {
		n := max(1, sort.Search(len(rest), func(n int) bool {
			b, err := set.layout(set.literal(string(rest[:n+1])), remarkSize)
			return err != nil || b.w > f.Width-2*pageMargin
		}))
		if n < len(rest) {
			for k := n; k > 0; k-- {
				if rest[k] == ' ' {
					n = k
					break
				}
			}
		}
		line := string(rest[:n])
		rest = []rune(strings.TrimLeft(string(rest[n:]), " "))
		if len(lines) == remarkMost-1 && len(rest) > 0 {
			line, rest = "…", nil
		}
		lines = append(lines, set.literal(line))
	}
	return lines
}

// height returns the height of the page with the remark below it.
func (f *Figure) height(set *typesetter) vg.Length {
	return f.Height + remarkLine*vg.Length(len(f.remark(set)))
}

// literal returns the text that typesets as s, with a question mark for what the fonts lack.
func (t *typesetter) literal(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`$%\`, r) {
			b.WriteRune('\\')
		}
		if _, err := t.glyph(r, regular); err != nil {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

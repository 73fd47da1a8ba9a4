package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Widths of figures in one or both columns of a journal.
const (
	SingleColumn = 8.5 * vg.Centimeter
	DoubleColumn = 17.8 * vg.Centimeter
)

// leastPanel is the smallest width of a panel with its labels, and tallest is the largest height of
// a figure with other columns than its own: it fits on a page of paper.
const (
	leastPanel = 5 * vg.Centimeter
	tallest    = 24 * vg.Centimeter
)

// Figure is a page of panels on a grid, over a legend. If neighbouring panels in a row have the
// same Y label, only the first shows it.
type Figure struct {
	// Width and Height of the page. If the page is too narrow for its columns, the panels are in fewer
	// columns and more rows.
	Width, Height vg.Length
	Heights       []float64 // relative heights of the frames in each row; nil is equal
	Remark        string    // in plain text, in small letters below the panels
	DPI           int       // of a PNG file; 0 is 300
	Origin        Origin    // written to all files, unless it is zero

	Frames []Frame // of the panels with something to show, row by row, set when it is drawn

	rows, cols int
	cells      []cell
}

// cell is the content of one cell of a figure: a [Panel], a [Surface] or a [Joint].
type cell interface {
	// panels returns the panels, for the legend and the marks.
	panels() []*Panel
}

// drawer is a cell that is not a plot.
type drawer interface {
	cell
	draw(c draw.Canvas, letter string)
}

func (p *Panel) panels() []*Panel { return []*Panel{p} }

// New returns an empty figure of rows × cols cells, 6.2 cm high per row and, for one column,
// [SingleColumn] wide, otherwise [DoubleColumn]. It panics unless both are positive.
func New(rows, cols int) *Figure {
	if rows <= 0 || cols <= 0 {
		panic("plots: New: a figure needs rows and columns")
	}
	f := &Figure{
		Width: DoubleColumn, Height: vg.Length(rows) * 6.2 * vg.Centimeter,
		rows: rows, cols: cols, cells: make([]cell, rows*cols),
	}
	if cols == 1 {
		f.Width = SingleColumn
	}
	return f
}

// Put places c in a cell; rows count from the top. It panics if there is no such cell.
func (f *Figure) Put(row, col int, c cell) {
	if row < 0 || row >= f.rows || col < 0 || col >= f.cols {
		panic("plots: Put: no such cell")
	}
	f.cells[row*f.cols+col] = c
}

// Panel places a new panel in a cell and returns it.
func (f *Figure) Panel(row, col int) *Panel {
	p := NewPanel()
	f.Put(row, col, p)
	return p
}

// Panels returns the panels in all cells, row by row.
func (f *Figure) Panels() []*Panel { return panels(f.cells) }

func panels(cells []cell) (ps []*Panel) {
	for _, c := range cells {
		if c != nil {
			ps = append(ps, c.panels()...)
		}
	}
	return ps
}

// Painted returns how many marks of simulated points are visible, by status, how many are outside
// the axes, and how many panels are empty.
func (f *Figure) Painted() (seen map[string]int, outside, empty int) {
	seen = map[string]int{}
	for _, p := range f.Panels() {
		x, y := p.spans()
		if x.empty() || y.empty() {
			empty++
		}
		for _, q := range p.plotters {
			l, ok := q.(Line)
			if !ok || l.Status == "" {
				continue
			}
			for i, v := range l.X {
				if x.has(v) && (l.Row != "" || y.has(l.Y[i])) {
					seen[l.Status]++
				} else {
					outside++
				}
			}
		}
	}
	return seen, outside, empty
}

// reflowed returns the figure with as many columns as fit into its width.
func (f *Figure) reflowed() *Figure {
	g := *f
	g.cols = max(1, min(f.cols, int(f.Width/leastPanel)))
	if g.cols == f.cols {
		return f
	}
	var heights []float64 // of the cells
	g.cells = nil
	for i, c := range f.cells {
		if c != nil {
			g.cells = append(g.cells, c)
			heights = append(heights, f.weights()[i/f.cols])
		}
	}
	g.rows = (len(g.cells) + g.cols - 1) / g.cols
	g.cols = (len(g.cells) + g.rows - 1) / g.rows // 2 × 2 rather than 3 and 1
	g.Heights = nil
	for row := range slices.Chunk(heights, g.cols) {
		g.Heights = append(g.Heights, slices.Max(row))
	}
	g.Height = f.Height / vg.Length(floats.Sum(f.weights())) * vg.Length(floats.Sum(g.Heights))
	g.Height = min(g.Height, tallest-remarkLine*vg.Length(len(f.remark())))
	g.cells = append(g.cells, make([]cell, g.rows*g.cols-len(g.cells))...)
	return &g
}

// weights returns the relative heights of the rows.
func (f *Figure) weights() []float64 {
	if f.Heights == nil {
		return slices.Repeat([]float64{1}, f.rows)
	}
	return f.Heights
}

// Space on the page, in points.
const (
	margin     = 2
	cellGap    = 8
	remarkLine = 9.6 // 40 dots, and 4 in golden pictures
)

// draw draws the figure on a new page. It returns an error if a text cannot be typeset.
func (f *Figure) draw(page func(w, h vg.Length) vg.Canvas) (err error) {
	drawn := f
	f = f.reflowed()
	for _, l := range []vg.Length{f.Width, f.Height} {
		if !(l > 0 && l < 3*vg.Centimeter*100) {
			return fmt.Errorf("plots: a page of %v × %v points", f.Width, f.Height)
		}
	}
	defer catch(&err)
	remark := f.remark()
	foot := vg.Length(len(remark))*remarkLine + margin
	h := f.Height + vg.Length(len(remark))*remarkLine
	c := draw.NewCanvas(page(f.Width, h), f.Width, h)
	fill(c, color.White, c.Rectangle.Path())
	for i, line := range remark {
		y := foot - remarkLine*vg.Length(i+1) + 2
		Text{Text: line, Size: nameSize, Color: Grey(0.25)}.write(c, pt(margin, y))
	}
	if l := newLegend(f.Panels(), f.Width-2*margin); len(l.entries) > 0 {
		l.draw(c, pt((f.Width-l.width())/2, foot))
		foot += l.height() + 5
	}
	drawn.Frames, err = f.grid(draw.Crop(c, margin, -margin, foot, -margin), h)
	return err
}

// grid draws the cells on a page of height h. Frames are aligned in each column and row.
func (f *Figure) grid(c draw.Canvas, h vg.Length) (all []Frame, err error) {
	const labels = 40 // about the room for labels
	size := pt(max(c.Size().X/vg.Length(f.cols)-labels, labels),
		max(c.Size().Y/vg.Length(f.rows)-labels, labels))
	drawings, letters := make([]*drawing, len(f.cells)), make([]string, len(f.cells))
	cols, rows := make([][2]vg.Length, f.cols), make([][2]vg.Length, f.rows) // room for labels
	letter := 'a'
	for i, q := range f.cells {
		if q != nil && len(f.cells) > 1 {
			letters[i] = fmt.Sprintf("(%c) ", letter)
			letter++
		}
		if p, ok := q.(*Panel); ok {
			row, col := i/f.cols, i%f.cols
			most := 0
			for _, p := range panels(f.cells[row*f.cols:][:f.cols]) {
				most = max(most, len(p.stripRows()))
			}
			drawings[i] = p.drawing(letters[i], size, most)
			if f.sharesLabel(i) {
				drawings[i].Y.Label.Text = ""
			}
			x, y := drawings[i].margins(size)
			for k := range 2 {
				cols[col][k], rows[row][k] = max(cols[col][k], x[k]), max(rows[row][k], y[k])
			}
		}
	}
	xs, okX := frames(c.Size().X, cols, slices.Repeat([]float64{1}, f.cols))
	ys, okY := frames(c.Size().Y, rows, f.weights())
	if !okX || !okY {
		return nil, fmt.Errorf("plots: no room for %d × %d panels on a page of %.3g × %.3g cm",
			f.rows, f.cols, f.Width/vg.Centimeter, f.Height/vg.Centimeter)
	}
	for i, q := range f.cells {
		x, y := xs[i%f.cols], ys[i/f.cols] // from the left and from the top
		at := c
		at.Rectangle = rect(c.Min.X+x[0], c.Max.Y-y[1], c.Min.X+x[1], c.Max.Y-y[0])
		switch q := q.(type) {
		case *Panel:
			at.Rectangle = shaped(at.Rectangle, q.Aspect)
			drawings[i].draw(at)
			if drawings[i].x != nil {
				all = append(all, q.frame(drawings[i], at.Rectangle, f.Width, h))
			}
		case drawer:
			u, v := cols[i%f.cols], rows[i/f.cols]
			q.draw(draw.Crop(at, -u[0], u[1], -v[1], v[0]), letters[i])
		}
	}
	return all, nil
}

// sharesLabel reports whether the panels in cell i and in the cell on its left have the same Y
// label.
func (f *Figure) sharesLabel(i int) bool {
	if i%f.cols == 0 {
		return false
	}
	left, ok := f.cells[i-1].(*Panel)
	return ok && left.Y.Label.Text == f.cells[i].(*Panel).Y.Label.Text
}

// frames divides a length among frames with room before and after each, if the length suffices.
func frames(
	length vg.Length, room [][2]vg.Length, weights []float64,
) (ends [][2]vg.Length, enough bool) {
	free := length - cellGap*vg.Length(len(room)-1)
	for _, r := range room {
		free -= r[0] + r[1]
	}
	at := vg.Length(0)
	for i, r := range room {
		l := free * vg.Length(weights[i]/floats.Sum(weights))
		ends = append(ends, [2]vg.Length{at + r[0], at + r[0] + l})
		at += r[0] + l + r[1] + cellGap
	}
	return ends, free >= 20*vg.Length(len(room))
}

package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Joint is a histogram of two variables with marginal panels above and on the right. It fills one
// cell of a figure.
type Joint struct {
	Title string
	// Center shows the cells; it carries the axis labels, and its axes are those of the marginals. Its
	// colour bar stands in the corner between these.
	Center *Panel
	// Top and Right are for the marginal densities of x and of y. In Right, the density is along x.
	// Of their labels only those of the densities are shown.
	Top, Right *Panel
}

// NewJoint returns the joint histogram of probabilities in the cells between edges:
// mass[j*(len(xedges)-1)+i] for cell i of x and j of y. Its colours are densities; its marginal
// panels are empty. NewJoint panics if the lengths do not match.
func NewJoint(xedges, yedges, mass []float64) *Joint {
	density := slices.Clone(mass)
	center := Cells{XEdges: xedges, YEdges: yedges, Z: density}
	center.Scale.Palette = Palette("blues")
	center.check()
	for k := range density {
		i, j := k%(len(xedges)-1), k/(len(xedges)-1)
		density[k] /= (xedges[i+1] - xedges[i]) * (yedges[j+1] - yedges[j])
	}
	j := &Joint{Center: &Panel{}, Top: &Panel{}, Right: &Panel{}}
	j.Center.Add(center)
	return j
}

func (j *Joint) content() []plot.Plotter {
	return slices.Concat(j.Center.plotters, j.Top.plotters, j.Right.plotters)
}

func (j *Joint) tile(p *pen, letter string, legend bool) tile {
	// Work on copies: the marginals take the axes of the centre.
	ex, ey := j.Center.extents()
	center, top, right := *j.Center, *j.Top, *j.Right
	center.X.Min, center.X.Max = ex.bounds(panelPad)
	center.Y.Min, center.Y.Max = ey.bounds(panelPad)
	center.Title, center.Bar = "", nil
	top.X, top.XLabel, top.bare[0] = center.X, "", true
	right.Y, right.YLabel, right.bare[1] = center.Y, "", true
	for _, m := range []*Panel{&top, &right} {
		m.Title, m.Bar = "", nil
		if m.Legend == "" { // it may go outside, where there is no room
			m.Legend = none
		}
	}
	return &jointTile{
		pen: p, bar: j.Center.Bar, plotters: j.Center.plotters,
		title:  strings.TrimSpace(letter + " " + j.Title),
		center: center.tile(p, "", legend), top: top.tile(p, "", legend),
		right: right.tile(p, "", legend),
	}
}

type jointTile struct {
	*pen
	title              string
	center, top, right tile
	bar                *Bar
	plotters           []plot.Plotter // of the centre
}

const (
	jointGap   = 4
	jointShare = 0.28 // height of the marginals over that of the centre
)

// split divides a frame into the frames of the centre and the marginals, which have the same
// thickness.
func (t *jointTile) split(r vg.Rectangle) (center, top, right vg.Rectangle) {
	s := r.Size()
	d := jointShare * (min(s.X, s.Y) - jointGap) / (1 + jointShare)
	center, top, right = r, r, r
	center.Max = pt(r.Max.X-d-jointGap, r.Max.Y-d-jointGap)
	top.Min.Y, top.Max.X = r.Max.Y-d, center.Max.X
	right.Min.X, right.Max.Y = r.Max.X-d, center.Max.Y
	return center, top, right
}

func (t *jointTile) margins(size vg.Point) margins {
	c, top, right := t.split(vg.Rectangle{Max: size})
	m := t.center.margins(c.Size())
	m.left = max(m.left, t.top.margins(top.Size()).left)
	m.bottom = max(m.bottom, t.right.margins(right.Size()).bottom)
	m.right, m.top = 3, t.headroom(t.title)
	return m
}

func (t *jointTile) draw(frame vg.Rectangle) {
	c, top, right := t.split(frame)
	t.center.draw(c)
	t.top.draw(top)
	t.right.draw(right)
	if t.bar != nil {
		corner := rect(right.Min.X-barGap, top.Min.Y, right.Min.X-barGap, top.Max.Y)
		if b := t.bar.fit(t.pen, t.plotters, corner.Size().Y); b != nil {
			b.draw(t.pen, corner)
		}
	}
	t.head(t.title, middle(c).X, frame)
}

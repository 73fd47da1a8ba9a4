package figure

import "gonum.org/v1/plot/vg"

// Joint is a histogram of two variables with the marginal histograms above
// and on the right. It fills one cell of a figure.
type Joint struct {
	Title string
	// Center shows the cells; it carries the axis labels, and its axes are
	// those of the marginals.
	Center *Panel
	// Top and Right show the marginal densities of x and of y; reference curves can be added to them.
	// In Right, the density is along x.
	Top, Right *Panel
}

// NewJoint returns the joint histogram of mass in the cells between edges:
// mass[j*(len(xedges)-1)+i] for cell i of x and j of y, such as counts or probabilities. Densities
// are normalised by total, the mass of all observations including those outside the edges; 0 stands
// for the sum of mass. NewJoint panics if the lengths do not match.
func NewJoint(xedges, yedges, mass []float64, total float64) *Joint {
	nx, ny := len(xedges)-1, len(yedges)-1
	density := make([]float64, len(mass))
	center := Cells{XEdges: xedges, YEdges: yedges, Z: density, Scale: Scale{Palette: Blues}}
	center.check()
	if total == 0 {
		for _, m := range mass {
			total += m
		}
	}
	if total == 0 {
		total = 1
	}
	mx, my := make([]float64, max(nx, 0)), make([]float64, max(ny, 0))
	for j := range my {
		for i := range mx {
			m := mass[j*nx+i] / total
			dx, dy := xedges[i+1]-xedges[i], yedges[j+1]-yedges[j]
			density[j*nx+i] = m / (dx * dy)
			mx[i] += m / dx
			my[j] += m / dy
		}
	}
	j := &Joint{Center: &Panel{}, Top: &Panel{}, Right: &Panel{}}
	j.Center.Add(center)
	s := Style{Color: Cycle(0).Color, Width: 0.6}
	fill := Tint(s.Color, 0.3)
	j.Top.Add(Histogram{Edges: xedges, Heights: mx, Style: s, Fill: fill})
	j.Right.Add(Histogram{Edges: yedges, Heights: my, Style: s, Fill: fill, Sideways: true})
	return j
}

func (j *Joint) entries() []entry {
	var ps []Plotter
	for _, p := range []*Panel{j.Center, j.Top, j.Right} {
		ps = append(ps, p.plotters...)
	}
	return entries(ps)
}

func (j *Joint) tile(p *pen, letter string, legend bool) tile {
	// Work on copies: the marginals take the axes of the centre.
	ex, ey := j.Center.extents()
	center, top, right := *j.Center, *j.Top, *j.Right
	center.X.Min, center.X.Max = ex.bounds(panelPad)
	center.Y.Min, center.Y.Max = ey.bounds(panelPad)
	ticks := func(a Axis) Axis { a.Ticks = []Tick{}; return a }
	top.X, right.Y = center.X, center.Y
	top.Y, right.X = ticks(top.Y), ticks(right.X)
	top.bare, right.bare = sides{x: true, y: true}, sides{x: true, y: true}
	top.Title, right.Title, center.Title = "", "", ""
	center.Bar, top.Bar, right.Bar = nil, nil, nil
	// A marginal has no room for a legend outside.
	if top.Legend.Position == Auto {
		top.Legend.Position = Hidden
	}
	if right.Legend.Position == Auto {
		right.Legend.Position = Hidden
	}
	t := &jointTile{pen: p, title: lettered(letter, j.Title)}
	t.center = center.tile(p, "", legend).(*panelTile)
	t.top = top.tile(p, "", legend).(*panelTile)
	t.right = right.tile(p, "", legend).(*panelTile)
	return t
}

type jointTile struct {
	*pen
	title              string
	center, top, right *panelTile
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
	c, _, _ := t.split(vg.Rectangle{Max: size})
	m := t.center.margins(c.Size())
	m.right, m.top = 3, 3
	if t.title != "" {
		m.top = 4.5 + t.measure(t.title, titleSize).top
	}
	return m
}

func (t *jointTile) draw(frame vg.Rectangle) {
	c, top, right := t.split(frame)
	t.center.draw(c)
	t.top.draw(top)
	t.right.draw(right)
	b := pt((c.Min.X+c.Max.X)/2, frame.Max.Y+4.5)
	t.text(t.title, titleSize, b, 0.5, 0)
}

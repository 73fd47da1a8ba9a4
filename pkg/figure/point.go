package figure

// Point tells that a panel shows a simulated point, and what came of it. It draws nothing.
type Point struct{ Key, Status string }

func (Point) check()              {}
func (Point) extend(x, y *extent) {}
func (Point) plot(v *view)        {}
func (Point) entry() entry        { return entry{} }

// Points returns the status of every [Point] that the figure shows, by its key.
func (f *Figure) Points() map[string]string {
	all := map[string]string{}
	for _, c := range f.cells {
		if c == nil {
			continue
		}
		for _, q := range c.content() {
			if p, ok := q.(Point); ok {
				all[p.Key] = p.Status
			}
		}
	}
	return all
}

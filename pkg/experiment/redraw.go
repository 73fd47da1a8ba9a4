package experiment

import (
	"adl/pkg/figure"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// Redraw draws the figure of a profile from its table, without a look at results of tasks. It
// returns the error of the spec or of Render.
func (p Program[S]) Redraw(profile string, t *table.Table) (*figure.Figure, error) {
	var s S
	if err := spec.Decode(&s, p.own(profile)); err != nil {
		return nil, err
	}
	return p.Render(s, t)
}

package gaussian

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study"
)

// Grid is a table of a spec: runs for all combinations of its lists, in batches without
// replacement.
type Grid struct {
	T   float64   `toml:"T" spec:"optional,positive"` // instead of that of the spec
	Dt  []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N   []int     `toml:"n" spec:"min=1,nonempty,distinct"`
	Eta []float64 `toml:"eta" spec:"optional,positive,distinct"` // instead of that of the spec
	// S are values of the criterion s, which the data are spread for. ξ starts from its law, and
	// burns in for as long as it can.
	S []float64 `toml:"s" spec:"optional,positive,max=0.999,distinct"`
}

// List returns the runs of a table of the spec, with the data of base. Their name is the key of the
// table, with spaces for underscores.
func (s Runs) List(c *experiment.Context, name string, g Grid, base *Run) (runs []*Run, err error) {
	key := strings.ReplaceAll(name, " ", "_")
	for i, n := range g.N {
		for _, dt := range g.Dt {
			p, err := study.NewPoint(c, fmt.Sprintf("%s.n[%d]", key, i), minibatch.Without,
				base.Model.Ndata(), n, dt)
			if err != nil {
				return nil, err
			}
			for _, eta := range study.Or(g.Eta, s.Eta) {
				r := base.At(p)
				r.Name, r.T, r.Eta = name, cmp.Or(g.T, s.T), eta
				if len(g.S) == 0 {
					runs = append(runs, r)
				}
				for _, noise := range g.S {
					louder, err := s.On(c, spread(r.Data, math.Sqrt(noise/r.Noise())))
					if err != nil {
						return nil, err
					}
					louder.Point, louder.Name, louder.T, louder.Eta = p, r.Name, r.T, eta
					louder.SlowXi = true
					runs = append(runs, louder)
				}
			}
		}
	}
	return runs, nil
}

// spread returns the data with their distances from the mean multiplied by a factor, which
// multiplies Σ_x by its square and leaves the posterior as it is.
func spread(d dataset.Data, factor float64) dataset.Data {
	mean := 0.0
	for _, v := range d.X {
		mean += v / float64(len(d.X))
	}
	x := make([]float64, len(d.X))
	for i, v := range d.X {
		x[i] = math.FMA(factor, v-mean, mean)
	}
	return dataset.Data{X: x, Origin: "spread " + d.Origin}
}

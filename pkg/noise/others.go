package noise

import (
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// NoiseOthers are the keys of a spec about the distribution of Z for many data sets.
type NoiseOthers struct {
	study.Others
	N     []int `toml:"n" spec:"min=1,distinct"`
	Ndata []int `toml:"ndata" spec:"optional,min=9,max=65536,distinct"` // with batches of √Nd
}

// otherData is the quantity of the rows about other data sets.
const otherData = "kolmogorov of another data set"

// noiseSets is a number of data and of a batch, and the task of the distances from N(0, 1).
type noiseSets struct {
	ndata, n int
	*study.Exact
}

// tasks lists the tasks for every size of the data and of the batches.
func (s Noise) tasks(
	c *experiment.Context, law dataset.Source, posterior func(dataset.Data) model.Model,
) (all []noiseSets, err error) {
	sets := s.Others.Drawn(law)
	if sets == 0 {
		return nil, nil
	}
	for i, n := range s.Others.N {
		if n >= law.N {
			return nil, c.Errorf(fmt.Sprintf("others.n[%d]", i),
				"expected fewer than the %d data, got %d", law.N, n)
		}
		all = append(all, noiseSets{ndata: law.N, n: n})
	}
	for _, size := range s.Others.Ndata {
		all = append(all, noiseSets{ndata: size, n: int(math.Round(math.Sqrt(float64(size))))})
	}
	for i, x := range all {
		first := posterior(s.Others.Draw(law, x.ndata, 0))
		of := func(sets int) []float64 {
			var d []float64
			for k := range sets {
				d = append(d, s.distances(posterior(s.Others.Draw(law, x.ndata, k)), x.n)...)
			}
			return d
		}
		all[i].Exact = &study.Exact{
			Title: fmt.Sprintf("distances of Z from N(0, 1), n = %d, %d data sets of %d", x.n, sets,
				x.ndata),
			Digest: s.Others.Draw(law, x.ndata, 0).Digest(),
			Key: spec.Key{
				"is": "noise distances", "model": first.Key(), "theta": s.Theta, "n": x.n,
				"law": law.Kind, "ndata": x.ndata, "mu": law.Mu, "sigma": law.Sigma, "w": law.W,
				"sets": sets, "seed": s.Others.First,
			},
			Arrays: []study.Array{{Name: "distances", Len: sets * first.Dim()}},
			Of:     func() [][]float64 { return [][]float64{of(sets)} },
			Part:   func() []float64 { return of(1) },
		}
	}
	return all, nil
}

// distances returns the distance from N(0, 1) of every coordinate of Z, NaN where there is no Z.
func (s Noise) distances(m model.Model, n int) []float64 {
	d := make([]float64, m.Dim())
	z := simulate.NoiseDraws{
		Model: m, Theta: s.Theta, N: n, Sampling: minibatch.Without, Draws: 1, Hi: 1, Bins: 1,
	}
	_, err := z.Check()
	for i := range d {
		if d[i] = math.NaN(); err == nil {
			d[i] = exact.NoiseDistance(exact.Atoms(m, s.Theta)[i], n)
		}
	}
	return d
}

// setRows adds the distances of all data sets.
func (s Noise) setRows(t *table.Table, x noiseSets) {
	dim := len(s.Theta)
	for k, d := range x.Found("distances") {
		t.AddValue(table.Row{
			"sampling": minibatch.Without, "n": x.n, "coordinate": k%dim + 1,
			"ndata": x.ndata, "set": s.Others.First + uint64(k/dim),
			"epsilon": minibatch.Without.Epsilon(x.ndata, x.n),
			"status":  table.OK, "source": table.Exact,
		}, otherData, d)
	}
}

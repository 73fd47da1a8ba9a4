package study

import (
	"fmt"
	"maps"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// Noise are the keys of a spec that draws the noise Z of a stochastic gradient (eq. hypothese).
type Noise struct {
	Seed      uint64             `toml:"seed"`
	Draws     int                `toml:"draws" spec:"min=640,max=1e7"` // for every n
	N         []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Extra     []int              `toml:"n_extra" spec:"optional,min=1,distinct"` // in the table only
	Sampling  minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	Theta     []float64          `toml:"theta"`
	Histogram struct {
		Lo   float64 `toml:"lo"`
		Hi   float64 `toml:"hi"`
		Bins int     `toml:"bins" spec:"min=1,max=200"`
		// AtomBins replaces Bins where Z takes at most N values.
		AtomBins int `toml:"atom_bins" spec:"min=1,max=200"`
	} `toml:"histogram"`
}

// Table draws Z for the posterior m given the data d. The table has, for each n and coordinate,
// with exact values in the column exact,
//
//	skewness
//	kolmogorov      the distance from N(0, 1)
//
// and, for s.N,
//
//	density         of the bin about z
//	joint mass      of the cell about z, z2; empty cells are omitted
//	atom            n = 1: the probability of a value z (of z, z2)
func (s Noise) Table(c *experiment.Context, m model.Model, d dataset.Data) (*table.Table, error) {
	noises, err := s.noises(c, m, d)
	if err != nil {
		return nil, err
	}
	atoms := exact.Atoms(m, s.Theta)
	var tasks []*Exact
	laws := make([][]*Exact, len(noises)) // of the coordinates
	for j, z := range noises {
		for _, a := range atoms {
			laws[j] = append(laws[j], s.law(z, a))
		}
		tasks = append(tasks, laws[j]...)
	}
	samples, err := Sweep(c, noises, tasks...)
	if err != nil {
		return nil, err
	}
	t := table.New(noiseColumns...)
	for i, x := range samples {
		z, shown := noises[i], i < len(s.N)
		row := table.Row{
			"sampling": z.Sampling, "n": z.N, "epsilon": z.Sampling.Epsilon(m.Ndata(), z.N),
			"status": table.OK, "source": table.Simulation,
		}
		coordinateRows(t, maps.Clone(row), x, laws[i], shown)
		if shown && len(atoms) == 2 {
			jointRows(t, row, x)
		}
	}
	if slices.Contains(s.N, 1) {
		atomRows(t, atoms, s.Sampling, s.Sampling.Epsilon(m.Ndata(), 1))
	}
	return t, nil
}

var noiseColumns = table.Columns([]string{"sampling", "n", "coordinate", "z", "z2"}, "exact")

// noises lists the tasks, first for N, then for Extra.
func (s Noise) noises(
	c *experiment.Context, m model.Model, d dataset.Data,
) (all []*simulate.NoiseDraws, err error) {
	h := s.Histogram
	for j, n := range slices.Concat(s.N, s.Extra) {
		key := fmt.Sprintf("n[%d]", j)
		if k := j - len(s.N); k >= 0 {
			if slices.Contains(s.N, n) {
				continue
			}
			key = fmt.Sprintf("n_extra[%d]", k)
		}
		z := &simulate.NoiseDraws{
			Model: m, Digest: d.Digest(), Theta: s.Theta, N: n, Sampling: s.Sampling,
			Draws: s.Draws, Lo: h.Lo, Hi: h.Hi, Bins: h.Bins, Seed: s.Seed,
		}
		if n == 1 || s.Sampling == minibatch.Without && n == m.Ndata()-1 {
			z.Bins = h.AtomBins
		}
		if what, err := z.Check(); err != nil {
			if what == "n" {
				what = key
			}
			return nil, c.Errorf(what, "%v", err)
		}
		all = append(all, z)
	}
	return all, nil
}

// law is the task of the exact distribution of a coordinate, whose values for n = 1 are known:
// skewness, the distance from N(0, 1), and the distribution function at the edges of the histogram.
func (s Noise) law(z *simulate.NoiseDraws, atoms []float64) *Exact {
	edges := s.Edges(z.Bins)
	return &Exact{
		Digest: dynamics.Digest(atoms),
		Key: spec.Key{
			"is": "noise law", "n": z.N, "sampling": string(z.Sampling), "lo": z.Lo, "hi": z.Hi,
			"bins": z.Bins,
		},
		Arrays: []Array{{Name: "numbers", Len: 2}, {Name: "below", Len: len(edges)}},
		Of: func() [][]float64 {
			var below []float64
			l := exact.NewNoiseLaw(atoms, z.N, z.Sampling)
			for _, x := range edges {
				below = append(below, l.Below(x))
			}
			return [][]float64{{l.Skewness, l.Kolmogorov()}, below}
		},
	}
}

// coordinateRows adds the measurements of each coordinate, and its histogram if it is shown. It
// compares them with the results of the tasks of law.
func coordinateRows(
	t *table.Table, row table.Row, x *simulate.NoiseSamples, laws []*Exact, shown bool,
) {
	for i, moments := range x.Moments {
		law, below := laws[i].Found("numbers"), laws[i].Found("below")
		row["coordinate"] = i + 1
		t.Measure(row, "skewness", moments.Skewness(), law[0])
		t.Measure(row, "kolmogorov", x.Kolmogorov(i), law[1])
		if !shown {
			continue
		}
		h := x.Histogram[i]
		centres, width := h.Centres(), (h.Hi-h.Lo)/float64(h.Bins)
		for b, e := range h.Densities() {
			row["z"] = centres[b]
			t.Measure(row, table.Density, e, (below[b+1]-below[b])/width)
		}
		row["z"] = nil
	}
}

// jointRows adds the joint histogram of both coordinates.
func jointRows(t *table.Table, row table.Row, x *simulate.NoiseSamples) {
	c1, c2 := x.Histogram[0].Centres(), x.Histogram[1].Centres()
	for a := range c1 {
		for b := range c2 {
			if e := x.Cell(a, b); e.Value > 0 {
				row["z"], row["z2"] = c1[a], c2[b]
				t.Measure(row, table.JointMass, e)
			}
		}
	}
}

// atomRows adds the distinct values of Z for n = 1 in increasing order.
func atomRows(t *table.Table, atoms [][]float64, sampling minibatch.Sampling, epsilon float64) {
	count := map[[2]float64]int{}
	for j := range atoms[0] {
		var z [2]float64
		for i, a := range atoms {
			z[i] = a[j]
		}
		count[z]++
	}
	order := func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) }
	for _, z := range slices.SortedFunc(maps.Keys(count), order) {
		row := table.Row{
			"sampling": sampling, "n": 1, "epsilon": epsilon, "quantity": table.Atom, "z": z[0],
			"value": float64(count[z]) / float64(len(atoms[0])), "stderr": 0,
			"status": table.OK, "source": table.Exact,
		}
		if len(atoms) > 1 {
			row["z2"] = z[1]
		}
		t.Add(row)
	}
}

// Edges returns the edges of equal bins.
func (s Noise) Edges(bins int) []float64 {
	h := estimate.Histogram{Bins: bins, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	return h.Edges()
}

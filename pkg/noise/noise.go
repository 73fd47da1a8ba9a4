// Package noise has the parts that Figures 1 and 2 share: the noise Z of a stochastic gradient (eq.
// hypothese), drawn for minibatches of several sizes, its exact distribution, and pictures of both.
package noise

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Noise are the keys of a spec that draws the noise Z of a stochastic gradient (eq. hypothese).
type Noise struct {
	Seed     uint64             `toml:"seed"`
	Draws    int                `toml:"draws" spec:"min=640,max=1e7"` // for every n
	N        []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Extra    []int              `toml:"n_extra" spec:"optional,min=1,distinct"` // in the table only
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	// moments only
	Also      minibatch.Sampling `toml:"sampling_extra" spec:"optional,in=with|without"`
	Theta     []float64          `toml:"theta"`
	Histogram struct {
		Lo   float64 `toml:"lo"`
		Hi   float64 `toml:"hi"`
		Bins int     `toml:"bins" spec:"min=1,max=200"`
		// AtomBins replaces Bins where Z takes no more values than there are data.
		AtomBins int `toml:"atom_bins" spec:"min=1,max=200"`
	} `toml:"histogram"`
	Others NoiseOthers `toml:"others" spec:"optional"`
}

// Table draws Z for the posterior given the data of a source. The table has, for each n and
// coordinate, with exact values in the column exact,
//
//	mean, variance, skewness, excess kurtosis
//	covariance      of Z₁ and Z₂, where there are two
//	kolmogorov      the distance from N(0, 1); the column floor has the distance from noise alone
//
// and, for s.N,
//
//	density         of the bin about z
//	outside         the mass outside the histogram
//	joint mass      of the cell about z, z2; empty cells are left out
//	atom            n = 1: the probability of a value z (of z, z2)
//
// For s.Also it has mean, variance and covariance. Without simulation it has
//
//	distance of the mean from 0, of the covariance from I
//	                the largest of a component or entry, as computed from all data
//	kolmogorov of another data set
//	                for s.Others, by coordinate
func (s Noise) Table(
	c *experiment.Context, law dataset.Source, posterior func(dataset.Data) model.Model,
) (*table.Table, error) {
	d, err := c.Data("data", law)
	if err != nil {
		return nil, err
	}
	m := posterior(d)
	noises, err := s.noises(c, m, d)
	if err != nil {
		return nil, err
	}
	atoms := exact.Atoms(m, s.Theta)
	var tasks []*study.Exact
	laws := make([][]*study.Exact, len(noises)) // of the coordinates
	for j, z := range noises {
		if z.Sampling != s.Sampling {
			continue
		}
		for i, a := range atoms {
			laws[j] = append(laws[j], noiseLaw(z, i, a))
		}
		tasks = append(tasks, laws[j]...)
	}
	sets, err := s.tasks(c, law, posterior)
	if err != nil {
		return nil, err
	}
	for _, x := range sets {
		tasks = append(tasks, x.Exact)
	}
	samples, err := study.Run(c, noises, tasks...)
	if err != nil {
		return nil, err
	}
	t := newNoiseTable()
	for i, x := range samples {
		z, shown := noises[i], i < len(s.N)
		if z.Sampling == s.Sampling {
			coordinateRows(t, z, x, laws[i], shown)
		} else {
			momentRows(t, z, x)
		}
		if len(x.Moments) > 1 {
			pairRows(t, z, x, shown)
		}
		identityRows(t, z, atoms)
	}
	if slices.Contains(s.N, 1) || slices.Contains(s.Extra, 1) {
		atomRows(t, atoms, s.Sampling, s.Sampling.Epsilon(m.Ndata(), 1))
	}
	for _, x := range sets {
		s.setRows(t, x)
	}
	return t, nil
}

// newNoiseTable returns an empty table of a Noise.
func newNoiseTable() *table.Table {
	return table.New(table.Columns(
		[]string{"sampling", "n", "coordinate", "ndata", "set", "z", "z2"}, "exact", "floor")...)
}

// Drawn returns the rows of one n that a figure shows.
func (s Noise) Drawn(t *table.Table, n int) *table.Table {
	return t.Where("n", n, "sampling", s.Sampling)
}

// noises lists the tasks: those of N, of Extra, and of both with the sampling Also.
func (s Noise) noises(
	c *experiment.Context, m model.Model, d dataset.Data,
) (all []*simulate.NoiseDraws, err error) {
	all, err = s.sampled(c, m, d)
	if err != nil || s.Also == "" || s.Also == s.Sampling {
		return all, err
	}
	s.Sampling = s.Also
	also, err := s.sampled(c, m, d)
	return append(all, also...), err
}

// sampled lists the tasks of one sampling, those of N first.
func (s Noise) sampled(
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
			switch what {
			case "n":
				what = key
			case "theta", "histogram":
				what = c.Suspect(what, "data.mu", "data.sigma", "data.file", "model")
			}
			return nil, c.Errorf(what, "%v", err)
		}
		var mass []float64 // of a standard normal distribution, which Z resembles
		for b, edges := 1, s.Edges(z.Bins); b < len(edges); b++ {
			mass = append(mass, estimate.NormalMass(edges[b-1], edges[b]))
		}
		outside := estimate.NormalCDF(z.Lo) + estimate.NormalCDF(-z.Hi)
		err := study.Resolve(c, mass, outside, "histogram.lo", "histogram.hi", "histogram.bins",
			"histogram.atom_bins")
		if err != nil {
			return nil, err
		}
		all = append(all, z)
	}
	return all, nil
}

// noiseRow returns the cells of a simulated n.
func noiseRow(z *simulate.NoiseDraws) table.Row {
	return table.Row{
		"sampling": z.Sampling, "n": z.N, "epsilon": z.Sampling.Epsilon(z.Model.Ndata(), z.N),
		"status": table.OK, "source": table.Simulation,
	}
}

// noiseLaw is the task of the exact distribution of coordinate i, whose values for n = 1 are known:
// skewness, excess kurtosis, the distance from N(0, 1), and the distribution function at the edges
// of the histogram.
func noiseLaw(z *simulate.NoiseDraws, i int, atoms []float64) *study.Exact {
	edges := (&estimate.Histogram{Bins: z.Bins, Lo: z.Lo, Hi: z.Hi}).Edges()
	of := func(atoms []float64, n int) (numbers, below []float64) {
		l := exact.NewNoiseLaw(atoms, n, z.Sampling)
		for _, x := range edges {
			below = append(below, l.Below(x))
		}
		return []float64{l.Skewness, l.ExcessKurtosis, l.Kolmogorov()}, below
	}
	return &study.Exact{
		Title: fmt.Sprintf("law of Z_%d, n = %d", i+1, z.N), Digest: dynamics.Digest(atoms),
		Key: spec.Key{
			"is": "noise law", "n": z.N, "sampling": string(z.Sampling), "lo": z.Lo, "hi": z.Hi,
			"bins": z.Bins,
		},
		Arrays: []study.Array{{Name: "numbers", Len: 3}, {Name: "below", Len: len(edges)}},
		Of: func() [][]float64 {
			numbers, below := of(atoms, z.N)
			return [][]float64{numbers, below}
		},
		Part: func() []float64 {
			numbers, below := of([]float64{-1.5, -0.5, 0.25, 0.75, 1}, 1+z.N%4)
			return append(numbers, study.Some(below)...)
		},
	}
}

// coordinateRows adds the measurements of each coordinate, with its histogram if that is shown. It
// compares them with what the tasks noiseLaw found.
func coordinateRows(
	t *table.Table, z *simulate.NoiseDraws, x *simulate.NoiseSamples, laws []*study.Exact, shown bool,
) {
	row := noiseRow(z)
	width := (z.Hi - z.Lo) / float64(z.Bins)
	for i, moments := range x.Moments {
		law, below := laws[i].Found("numbers"), laws[i].Found("below")
		row["coordinate"] = i + 1
		t.Measure(row, "mean", moments.Mean(), 0)
		t.Measure(row, "variance", moments.Variance(), 1)
		t.Measure(row, "skewness", moments.Skewness(), law[0])
		t.Measure(row, "excess kurtosis", moments.ExcessKurtosis(), law[1])
		row["floor"] = x.KolmogorovFloor()
		t.Measure(row, "kolmogorov", x.Kolmogorov(i), law[2])
		row["floor"] = nil
		if !shown {
			continue
		}
		hist := x.Histogram[i]
		centres := hist.Centres()
		inside := 0.0
		for b, e := range hist.Densities() {
			lo, hi := below[b], below[b+1]
			row["z"] = centres[b]
			t.Measure(row, "density", e, (hi-lo)/width)
			inside += hi - lo
		}
		row["z"] = nil
		t.Measure(row, "outside", hist.Outside(), 1-inside)
	}
}

// momentRows adds the mean and the variance of each coordinate.
func momentRows(t *table.Table, z *simulate.NoiseDraws, x *simulate.NoiseSamples) {
	row := noiseRow(z)
	for i, moments := range x.Moments {
		row["coordinate"] = i + 1
		t.Measure(row, "mean", moments.Mean(), 0)
		t.Measure(row, "variance", moments.Variance(), 1)
	}
}

// Quantities of identityRows.
const (
	fromZero     = "distance of the mean from 0"
	fromIdentity = "distance of the covariance from I"
)

// identityRows adds the largest component of the mean, and the largest entry of the covariance less
// I, as computed from the values for n = 1.
func identityRows(t *table.Table, z *simulate.NoiseDraws, atoms [][]float64) {
	mean, cov := exact.NoiseMoments(atoms, z.N, z.Sampling)
	for i := range mean {
		cov[i*len(mean)+i]--
	}
	row := noiseRow(z)
	row["source"] = table.Exact
	t.AddValue(row, fromZero, floats.Norm(mean, math.Inf(1)))
	t.AddValue(row, fromIdentity, floats.Norm(cov, math.Inf(1)))
}

// pairRows adds the measurements of both coordinates, with their joint histogram if that is shown.
func pairRows(t *table.Table, z *simulate.NoiseDraws, x *simulate.NoiseSamples, shown bool) {
	row := noiseRow(z)
	t.Measure(row, "covariance", x.Covariance(), 0)
	if !shown {
		return
	}
	c1, c2 := x.Histogram[0].Centres(), x.Histogram[1].Centres()
	for a := range z.Bins {
		for b := range z.Bins {
			if e := x.Cell(a, b); e.Value > 0 {
				row["z"], row["z2"] = c1[a], c2[b]
				t.Measure(row, "joint mass", e)
			}
		}
	}
}

// atomRows adds the values of Z for n = 1 in increasing order, equal ones once.
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
			"sampling": sampling, "n": 1, "epsilon": epsilon, "quantity": "atom", "z": z[0],
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

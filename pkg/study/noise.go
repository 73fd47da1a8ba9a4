package study

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// GradientNoise are the keys of a spec that draws the noise Z of a stochastic gradient (eq.
// hypothese).
type GradientNoise struct {
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
func (s GradientNoise) Table(
	c Context, m model.Model, d dataset.Data,
) (*table.Table, error) {
	noises, err := s.noises(c, m, d)
	if err != nil {
		return nil, err
	}
	atoms := exact.Atoms(m, s.Theta)
	var tasks []*Exact
	for _, z := range noises {
		z.drawn = z.drawing()
		tasks = append(tasks, z.drawn)
		for _, a := range atoms {
			z.laws = append(z.laws, z.law(a))
		}
		tasks = append(tasks, z.laws...)
	}
	if _, err := Do(c, []*simulate.Chain(nil), tasks...); err != nil {
		return nil, err
	}
	t := table.New(noiseColumns...)
	for i, z := range noises {
		shown := i < len(s.N)
		row := table.Row{
			"sampling": z.Sampling, "n": z.N, "epsilon": z.Sampling.Epsilon(m.Ndata(), z.N),
			"status": table.OK, "source": table.Simulation,
		}
		z.coordinateRows(t, maps.Clone(row), shown)
		if shown && len(atoms) == 2 {
			z.jointRows(t, row)
		}
	}
	if slices.Contains(s.N, 1) {
		atomRows(t, atoms, s.Sampling, s.Sampling.Epsilon(m.Ndata(), 1))
	}
	return t, nil
}

var noiseColumns = table.Columns([]string{"sampling", "n", "coordinate", "z", "z2"}, "exact")

// noise is Z for one n.
type noise struct {
	simulate.NoiseDraws
	estimate.Histogram // the bins of a coordinate

	drawn *Exact
	laws  []*Exact // of the coordinates
}

// noises lists Z first for N, then for Extra.
func (s GradientNoise) noises(
	c Context, m model.Model, d dataset.Data,
) (all []*noise, err error) {
	h := s.Histogram
	if !(h.Lo < h.Hi) || math.IsInf(h.Hi-h.Lo, 0) {
		return nil, c.Errorf("histogram",
			"expected bins from a smaller to a larger number, got %g to %g", h.Lo, h.Hi)
	}
	for j, n := range slices.Concat(s.N, s.Extra) {
		key := fmt.Sprintf("n[%d]", j)
		if k := j - len(s.N); k >= 0 {
			if slices.Contains(s.N, n) {
				continue
			}
			key = fmt.Sprintf("n_extra[%d]", k)
		}
		z := &noise{
			NoiseDraws: simulate.NoiseDraws{
				Model: m, Digest: d.Digest(), Theta: s.Theta, N: n, Sampling: s.Sampling, Draws: s.Draws,
				Seed: s.Seed,
			},
			Histogram: estimate.Histogram{Bins: h.Bins, Lo: h.Lo, Hi: h.Hi},
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

// drawing is the task of the draws. For each coordinate it gives the skewness, its standard error
// and the distance of the empirical distribution from N(0, 1); then the densities of the bins and
// their standard errors. For two coordinates it also counts the draws in every cell.
func (z *noise) drawing() *Exact {
	e := &Exact{Digest: z.Digest, Key: spec.Key{
		"is": "noise", "model": z.Model.Key(), "theta": z.Theta, "n": z.N,
		"sampling": string(z.Sampling), "lo": z.Lo, "hi": z.Hi, "bins": z.Bins, "draws": z.Draws,
		"seed": z.Seed,
	}}
	for i := range z.Theta {
		e.Arrays = append(e.Arrays, Array{fmt.Sprint("numbers ", i), 3},
			Array{fmt.Sprint("densities ", i), 2 * z.Bins})
	}
	if len(z.Theta) == 2 {
		e.Arrays = append(e.Arrays, Array{"cells", z.Bins * z.Bins})
	}
	e.Compute = func() (results [][]float64) {
		draws := z.Run()
		var cells []float64
		if len(draws) == 2 {
			cells = z.count(draws[0], draws[1])
		}
		for _, x := range draws {
			numbers, densities := z.statistics(x)
			slices.Sort(x)
			results = append(results, append(numbers, estimate.Kolmogorov(x, nil)), densities)
		}
		if cells != nil {
			results = append(results, cells)
		}
		return results
	}
	return e
}

// statistics returns the skewness of draws and the densities of the bins. Their standard errors
// come from the scatter of the lanes.
func (z *noise) statistics(draws []float64) (skewness, densities []float64) {
	const n = vec.Lanes
	h, sums := z.Histogram, make([]float64, 3*n)
	h.Replicas, h.Counts = n, make([]uint32, n*(h.Bins+2))
	m := estimate.MomentSums{
		Count: int64(len(draws) / n), S1: sums[:n], S2: sums[n : 2*n], S3: sums[2*n:],
	}
	for k, v := range draws {
		l, q := k%n, v*v
		m.S1[l] += v
		m.S2[l] += q
		m.S3[l] += q * v
		h.Counts[l*(h.Bins+2)+z.cell(v)]++
	}
	s := m.Skewness()
	for _, e := range h.Densities() {
		densities = append(densities, e.Value, e.StdErr)
	}
	return []float64{s.Value, s.StdErr}, densities
}

// cell is 0 below the histogram, b + 1 in its bin b.
func (z *noise) cell(v float64) int {
	b := math.Floor((v - z.Lo) * (float64(z.Bins) / (z.Hi - z.Lo)))
	return 1 + int(max(-1, min(b, float64(z.Bins))))
}

// count counts the draws in [bin of Z₁][bin of Z₂].
func (z *noise) count(z1, z2 []float64) []float64 {
	n := z.Bins
	cells := make([]float64, n*n)
	for k, v := range z1 {
		if a, b := z.cell(v)-1, z.cell(z2[k])-1; min(a, b) >= 0 && max(a, b) < n {
			cells[a*n+b]++
		}
	}
	return cells
}

// law is the task of the exact distribution of a coordinate, whose values for n = 1 are known:
// skewness, the distance from N(0, 1), and the distribution function at the edges of the histogram.
func (z *noise) law(atoms []float64) *Exact {
	edges := z.Edges()
	return &Exact{
		Digest: dynamics.Digest(atoms),
		Key: spec.Key{
			"is": "noise law", "n": z.N, "sampling": string(z.Sampling), "lo": z.Lo, "hi": z.Hi,
			"bins": z.Bins,
		},
		Arrays: []Array{{Name: "numbers", Len: 2}, {Name: "below", Len: len(edges)}},
		Compute: func() [][]float64 {
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
// compares them with the exact distribution. The distance of draws from N(0, 1) is about
// 0.87/√draws for N(0, 1) itself; its standard error is the largest that an empirical distribution
// function can have, 1/(2√draws).
func (z *noise) coordinateRows(t *table.Table, row table.Row, shown bool) {
	centres, width := z.Centres(), (z.Hi-z.Lo)/float64(z.Bins)
	for i, law := range z.laws {
		numbers, exactly := z.drawn.Found(fmt.Sprint("numbers ", i)), law.Found("numbers")
		row["coordinate"] = i + 1
		t.Measure(row, "skewness",
			estimate.Estimate{Value: numbers[0], StdErr: numbers[1]}, exactly[0])
		t.Measure(row, "kolmogorov",
			estimate.Estimate{Value: numbers[2], StdErr: 0.5 / math.Sqrt(z.total())}, exactly[1])
		if !shown {
			continue
		}
		densities, below := z.drawn.Found(fmt.Sprint("densities ", i)), law.Found("below")
		for b, centre := range centres {
			row["z"] = centre
			t.Measure(row, table.Density,
				estimate.Estimate{Value: densities[2*b], StdErr: densities[2*b+1]},
				(below[b+1]-below[b])/width)
		}
		row["z"] = nil
	}
}

// total is the number of draws.
func (z *noise) total() float64 { return math.Ceil(float64(z.Draws)/vec.Lanes) * vec.Lanes }

// jointRows adds the joint histogram of both coordinates, with binomial standard errors.
func (z *noise) jointRows(t *table.Table, row table.Row) {
	centres, n := z.Centres(), z.total()
	for k, count := range z.drawn.Found("cells") {
		if p := count / n; p > 0 {
			row["z"], row["z2"] = centres[k/z.Bins], centres[k%z.Bins]
			t.Measure(row, table.JointMass,
				estimate.Estimate{Value: p, StdErr: math.Sqrt(p * (1 - p) / n)})
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

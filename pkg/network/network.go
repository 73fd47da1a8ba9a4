// Package network has the parts that Figures 12 and 13 and study-protocol-network share: specs,
// runs and rows about Bayesian neural networks (section 3.5).
package network

import (
	"fmt"
	"maps"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Network are the keys of a spec that samples the neural network of section 3.5 and measures the
// law of its output N_θ(x) at a point x.
type Network struct {
	study.Settings         // T is the least total time, if the epochs are shorter
	Epochs         float64 `toml:"epochs" spec:"positive"`        // of N/n steps
	BurnInXi       float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	BurnInMost     float64 `toml:"burn_in_most" spec:"positive"`  // of what BurnInXi gives

	study.AdL
	Friction  []study.Friction `toml:"friction" spec:"nonempty,distinct"`
	Reference study.Friction   `toml:"reference"` // the friction of the run with all data
	// AllData are more frictions, with all data at the first Δt; Seeds are of other data sets, where
	// the reference runs at the first Δt.
	AllData []study.Friction `toml:"all_data" spec:"optional,distinct"`
	Seeds   []uint64         `toml:"other_seeds" spec:"optional,distinct"`
	Dt      []float64        `toml:"dt" spec:"positive,nonempty,distinct"`
	N       []int            `toml:"n" spec:"min=1,nonempty,distinct"`
	Most    study.Mosts      `toml:"most" spec:"optional"`

	// Sigma has preliminary estimates of the mean of Σ_x over the parameters that share an entry of
	// ξ, for the entry with the largest mean. They determine the burn-in, and which points have no
	// stationary state.
	Sigma struct {
		Scalar   float64 `toml:"scalar" spec:"nonnegative,max=1e50"`
		Layers   float64 `toml:"layers" spec:"nonnegative,max=1e50"`
		Diagonal float64 `toml:"diagonal" spec:"nonnegative,max=1e50"`
	} `toml:"sigma"`

	X         []float64              `toml:"x" spec:"nonempty"`
	Histogram study.Histogram        `toml:"histogram"`
	Data      dataset.LabelledSource `toml:"data"`
	Model     Model                  `toml:"model"`
}

// Show chooses what a table of [Network.Table] has besides. Copies are replicas that are looked at
// one by one, each as a run.
type Show struct{ Densities, Copies bool }

// networkRun is a chain at a point of the figure.
type networkRun struct {
	friction study.Friction
	study.Point
	seed   uint64  // of another data set
	lambda float64 // of the criterion s
	chain  *simulate.Chain
}

// Table runs Adaptive Langevin dynamics without replacement for every Δt, friction and n that Most
// does not leave out, and with all data for every Δt and the friction s.Reference. The table has,
// for every run,
//
//	L1             the L¹ distance of the distribution of N_θ(x) from that of the run with all data
//	               at the same Δt, corrected for noise; raw without correction, and the floor of
//	               noise alone
//	time step      for the run with all data: its L¹ distance from that at the smallest Δt
//	mean, variance of N_θ(x)
//	R-hat          of N_θ(x); R-hat xi that of the mean of the diagonal of ξ
//	mean xi        the mean of the diagonal of ξ; the column trend is its growth from one half of
//	               the run to the other
//	spread xi      the variance of that diagonal, within a replica
//	Sigma          the mean of the diagonal of Σ_x that ξ implies
//	largest Sigma  its largest entry in a replica
//	density        of N_θ(x) in each bin, if show.Densities; the column output is the middle of the
//	               bin
//	L1 of one run  the distance between single replicas, if show.Copies (see [Quantiles])
//
// and for the reference at the first Δt what [Network.posterior] adds. The column data is the seed
// of another data set. "spread W1", "spread b" and "spread W2" are the variances within a layer,
// over its entries, of the time averages of ξ, and "mean W1" … the means.
//
// The columns T and burn_in are the times of a replica, and xi_time is the relaxation time of the
// slowest entry of ξ (exact.XiTime at the largest Sigma that was measured). s is the criterion
// (exact.BatchNoise) from s.Sigma, and s_xi follows from the largest ξ in the last block of the
// run.
//
// The status is that of [Classify], by criteria of its own: runaway where s_xi shows an entry of ξ
// that is larger than in any stationary state, and predicted runaway where s ≥ 1 but no entry is.
// N_θ(x), the entries on the diagonal of ξ and their mean have to settle; N_θ(x) and that mean have
// to mix. Single entries of ξ differ between replicas for good, as hidden units do not
// change places.
func (s Network) Table(c *experiment.Context, show Show) (*table.Table, error) {
	runs, err := s.runs(c)
	if err != nil {
		return nil, err
	}
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		chains[i] = r.chain
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	reference := map[float64]*simulate.Samples{} // by Δt
	for i, r := range runs {
		if s.isReference(r) && r.seed == 0 && !samples[i].Diverged {
			reference[r.Dt] = samples[i]
		}
	}
	t := table.New(table.Columns([]string{"method", "friction", "data", "sampling", "n", "dt",
		"output"},
		"raw", "floor", "trend", "T", "burn_in", "xi_time", "s", "s_xi")...)
	for i, r := range runs {
		s.rows(t, r, samples[i], reference, show)
	}
	return t, nil
}

// resolve returns an error if the histogram does not hold outputs, which are probabilities.
func (s Network) resolve(c *experiment.Context) error {
	if err := s.Histogram.Check(c); err != nil {
		return err
	}
	h := s.Histogram
	var mass []float64 // if they were uniform
	edges := linalg.LinSpace(h.Lo, h.Hi, h.Bins+1)
	for b := range h.Bins {
		mass = append(mass, max(0, min(edges[b+1], 1)-max(edges[b], 0)))
	}
	outside := 0.0
	if h.Lo >= 1 || h.Hi <= 0 {
		outside = 1
	}
	return study.Resolve(c, mass, outside, "histogram.lo", "histogram.hi", "histogram.bins")
}

func (s Network) isReference(r networkRun) bool {
	return r.Epsilon == 0 && r.friction == s.Reference
}

// isPosterior reports whether a run also shows what it is that the others should sample.
func (s Network) isPosterior(r networkRun) bool { return s.isReference(r) && r.Dt == s.Dt[0] }

// output returns N_θ(x), and histogram its histogram.
func (s Network) output(m model.Model) dynamics.Output {
	return dynamics.Output{Network: m.(*model.Network), X: s.X}
}

func (s Network) histogram(m model.Model) simulate.Histogram { return s.Histogram.Of(s.output(m)) }

// runs checks the spec and lists the chains, the references last.
func (s Network) runs(c *experiment.Context) ([]networkRun, error) {
	if err := s.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	if err := s.resolve(c); err != nil {
		return nil, err
	}
	data, _, err := c.Labelled("data", s.Data)
	if err != nil {
		return nil, err
	}
	if len(s.X) != data.D {
		return nil, c.Errorf("x", "expected a point of %d coordinates, as the data have, got %d",
			data.D, len(s.X))
	}
	if err := (study.Grid{Dt: s.Dt, N: s.N}).Check(c, len(s.Friction)); err != nil {
		return nil, err
	}
	if err := s.Most.Check(c, s.Dt); err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	total := m.Ndata()
	var runs []networkRun
	seed := uint64(0)
	add := func(key string, kind study.Friction, dt float64, n int) error {
		p, err := study.NewPoint(c, key, minibatch.Without, total, n, dt)
		if err != nil {
			return err
		}
		r, err := s.run(c, m, data.Digest(), kind, p)
		r.seed = seed
		runs = append(runs, r)
		return err
	}
	for _, dt := range s.Dt {
		for _, kind := range s.Friction {
			for j, n := range s.N {
				if n == total && kind == s.Reference || s.Most.LeavesOut(dt, n) {
					continue
				}
				if err := add(fmt.Sprintf("n[%d]", j), kind, dt, n); err != nil {
					return nil, err
				}
			}
		}
		if dt == s.Dt[0] {
			for i, kind := range s.AllData {
				if slices.Contains(s.N, total) && slices.Contains(s.Friction, kind) || kind == s.Reference {
					continue // it is there
				}
				if err := add(fmt.Sprintf("all_data[%d]", i), kind, dt, total); err != nil {
					return nil, err
				}
			}
		}
		if err := add("reference", s.Reference, dt, total); err != nil {
			return nil, err
		}
	}
	for i := range s.Seeds {
		if s.Data.Kind != "classes" || s.Data.File != "" {
			break // of one's own data there are no others
		}
		other := s.Data
		if seed, other.Seed = s.Seeds[i], s.Seeds[i]; seed == s.Data.Seed || seed == 0 {
			return nil, c.Errorf(fmt.Sprintf("other_seeds[%d]", i), "expected another seed than 0 and "+
				"that of the data, got %d", seed)
		}
		if data, _, err = c.Labelled("data", other); err != nil {
			return nil, err
		}
		m = s.Model.Posterior(data)
		if err := add("reference", s.Reference, s.Dt[0], total); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// run prepares a chain. θ starts at 0 and ξ at γ, as in the paper: from above, ξ would relax
// slowly.
func (s Network) run(
	c *experiment.Context, m *model.Network, digest string, kind study.Friction, p study.Point,
) (networkRun, error) {
	scheme, err := s.Scheme(c, m, kind, "friction", p.Dt)
	if err != nil {
		return networkRun{}, err
	}
	f := scheme.Friction.(dynamics.AdL)
	r := networkRun{friction: kind, Point: p, lambda: s.lambda(f.Form, m.Dim())}
	mean := linalg.Identity(m.Dim(), r.lambda)
	set := s.Settings
	set.T = max(s.T, float64(s.Epochs*(float64(m.Ndata())/float64(p.N)))*p.Dt)
	r.chain = set.Chain(m, digest, scheme, p.N, p.Sampling)
	study.BurnXi(r.chain, mean, s.BurnInXi)
	r.chain.BurnIn = max(s.BurnIn, min(r.chain.BurnIn, s.BurnInMost))
	r.chain.Xi = slices.Repeat([]float64{s.Gamma}, m.Dim())
	r.chain.Observe = []simulate.Statistic{
		simulate.Moments{Of: s.output(m)}, s.histogram(m), simulate.Moments{Of: dynamics.Xi{}},
	}
	if s.isPosterior(r) {
		r.chain.Observe = append(r.chain.Observe, atData(m), gradientNoise(m))
	}
	return r, nil
}

// lambda returns the estimate for a form. It is smaller the more parameters share an entry.
func (s Network) lambda(f dynamics.Form, d int) float64 {
	least := d
	for _, e := range dynamics.Entries(f, d) {
		if e.Diagonal() {
			least = min(least, e.Count)
		}
	}
	switch least {
	case d:
		return s.Sigma.Scalar
	case 1:
		return s.Sigma.Diagonal
	}
	return s.Sigma.Layers
}

// many is the number of relaxation times of ξ over which averages hardly scatter.
const many = 10

// rows adds the measurements of a run.
func (s Network) rows(
	t *table.Table, r networkRun, x *simulate.Samples, reference map[float64]*simulate.Samples,
	show Show,
) {
	burn, steps, _ := r.chain.Steps()
	noise := exact.BatchNoise(r.Epsilon, r.Dt, r.lambda)
	row := r.Row("AdL")
	row["friction"], row["s"] = r.friction, noise
	if r.seed != 0 {
		row["data"] = r.seed
	}
	row["T"], row["burn_in"] = float64(float64(steps)*r.Dt), float64(float64(burn)*r.Dt)
	if x.Diverged {
		row["status"] = table.Diverged
		t.Measure(row, "L1", estimate.Unknown())
		return
	}
	y := x.Blocks(s.output(x.Chain.Model), 0)
	xi := newDiagonalXi(x, r.Epsilon)
	row["xi_time"] = xi.time
	switch {
	case xi.runaway():
		row["status"] = table.Runaway
	case noise >= 1:
		row["status"] = table.PredictedRunaway
	default:
		row["status"] = study.Relaxed(r.chain, append(xi.watch(), study.Watched{TimeBlocks: y}))
	}
	row["s_xi"] = xi.s
	h := x.Histogram(s.histogram(x.Chain.Model))
	quantity, from := "L1", reference[r.Dt]
	if s.isReference(r) {
		quantity, from = "time step", reference[slices.Min(s.Dt)]
	}
	if from != nil && from != x && r.seed == 0 {
		ref := from.Histogram(s.histogram(x.Chain.Model))
		t.MeasureL1(row, quantity, h.L1To(ref))
		if show.Copies {
			study.Quantiles(t, row, quantity, h.EachL1To(ref))
		}
	}
	t.Measure(row, "mean", y.Mean())
	t.Measure(row, "variance", y.Variance())
	t.AddDiagnostic(row, "R-hat", y.RHat())
	t.AddDiagnostic(row, "R-hat xi", xi.all.RHat())
	row["trend"] = xi.trend.Value
	t.Measure(row, "mean xi", xi.mean)
	row["trend"] = nil
	t.Measure(row, "spread xi", xi.spread)
	for _, l := range layers(x) {
		t.Measure(row, "mean "+l.name, l.mean)
		if float64(steps)*r.Dt < float64(many*xi.time) { // of the scatter of averages over time
			t.AddDiagnostic(row, "spread "+l.name, l.spread.Value)
		} else {
			t.Measure(row, "spread "+l.name, l.spread)
		}
	}
	if s.isPosterior(r) {
		s.posterior(t, maps.Clone(row), x)
	}
	if r.Epsilon > 0 {
		t.Measure(row, "Sigma", xi.sigma)
		t.Measure(row, "largest Sigma", xi.most)
	}
	if show.Densities {
		centres := h.Centres()
		for b, e := range h.Densities() {
			row["output"] = centres[b]
			t.Measure(row, "density", e)
		}
	}
}

// Model is the [model] table of a spec with a neural network.
type Model struct {
	Hidden int `toml:"hidden" spec:"min=1,max=256"` // d₁
}

// Posterior returns the posterior given data.
func (k Model) Posterior(l dataset.Labelled) *model.Network {
	x := make([]float64, len(l.Z))
	for i, z := range l.Z {
		x[i] = float64(z)
	}
	return &model.Network{X: x, Y: l.Y, Inputs: l.D, Hidden: k.Hidden}
}

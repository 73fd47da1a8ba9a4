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
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Network are the keys of a spec that samples the neural network of section 3.5 and measures the
// law of its output N_θ(x) at a point x.
type Network struct {
	Settings           // T is the minimum of the total time
	Epochs     float64 `toml:"epochs" spec:"positive"`        // of N/n steps
	BurnInXi   float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	BurnInMost float64 `toml:"burn_in_most" spec:"positive"`  // bound of BurnInXi's burn-in

	AdL
	Friction  []Friction `toml:"friction" spec:"nonempty,distinct"`
	Reference Friction   `toml:"reference"` // the friction of the full-batch run
	Dt        []float64  `toml:"dt" spec:"positive,nonempty,distinct"`
	N         []int      `toml:"n" spec:"min=1,nonempty,distinct"`
	Most      []Most     `toml:"most" spec:"optional"`

	// Sigma has preliminary estimates of the mean of Σ_x over the parameters that share an entry of ξ,
	// for the entry with the largest mean. They determine the burn-in, and which points have no
	// stationary state.
	Sigma struct {
		Scalar   float64 `toml:"scalar" spec:"nonnegative,max=1e50"`
		Layers   float64 `toml:"layers" spec:"nonnegative,max=1e50"`
		Diagonal float64 `toml:"diagonal" spec:"nonnegative,max=1e50"`
	} `toml:"sigma"`

	Estimator

	X         []float64              `toml:"x" spec:"nonempty"`
	Histogram Histogram              `toml:"histogram"`
	Data      dataset.LabelledSource `toml:"data"`
	Model     NetworkModel           `toml:"model"`
}

// Table runs Adaptive Langevin dynamics without replacement for every Δt, friction and n up to
// Most, and with full batches (n = Nd) for every Δt and the friction s.Reference, the reference.
// With densities the table has for every run
//
//	density        of N_θ(x) in each bin; the column output is the middle of the bin
//
// For the reference at the first Δt it has the rows of [Network.noise], and for other runs
//
//	L1             the L¹ distance of the distribution of N_θ(x) from that of the reference
//	               at the same Δt, corrected for noise; raw without correction, and the floor of
//	               noise alone
//	mean xi        the mean of the diagonal of ξ
//	spread W1      the variance over the entries of ξ of a layer of their averages over time; spread
//	               b and spread W2
//
// The column s is the criterion (exact.BatchNoise) from s.Sigma.
//
// The statuses are those of [Classify] with other criteria: runaway if the largest ξ in the last
// block of the run is larger than in any stationary state, and predicted runaway if s ≥ 1 but no
// entry of ξ is so large. N_θ(x), the diagonal entries of ξ and their mean have to settle; N_θ(x)
// and the mean have to mix. Single entries of ξ differ between replicas permanently, as hidden
// units do not change places.
func (s Network) Table(c *experiment.Context, densities bool) (*table.Table, error) {
	runs, err := s.runs(c)
	if err != nil {
		return nil, err
	}
	if err := Sample(c, runs); err != nil {
		return nil, err
	}
	reference := map[float64]*simulate.Samples{} // by Δt
	for _, r := range runs {
		if s.isReference(r) && !r.Diverged {
			reference[r.Dt] = r.Samples
		}
	}
	t := table.New(networkColumns...)
	for _, r := range runs {
		s.rows(t, r, reference, densities)
	}
	return t, nil
}

var networkColumns = table.Columns([]string{"method", "friction", "sampling", "n", "dt", "output"},
	"raw", "floor", "s")

func (s Network) isReference(r *Run) bool {
	return r.Epsilon == 0 && r.Friction == s.Reference
}

// showsNoise reports whether a run also observes the noise of the gradient.
func (s Network) showsNoise(r *Run) bool { return s.isReference(r) && r.Dt == s.Dt[0] }

// output returns N_θ(x), and histogram its histogram.
func (s Network) output(m model.Model) dynamics.Output {
	if c, ok := m.(*model.Control); ok {
		m = c.Model
	}
	return dynamics.Output{Network: m.(*model.Network), X: s.X}
}

func (s Network) histogram(m model.Model) simulate.Histogram { return s.Histogram.Of(s.output(m)) }

// runs checks the spec and lists the chains, the references last.
func (s Network) runs(c *experiment.Context) (runs []*Run, err error) {
	if err := s.Histogram.Check(c); err != nil {
		return nil, err
	}
	data, _, err := c.Labelled(s.Data)
	if err != nil {
		return nil, err
	}
	if len(s.X) != data.D {
		return nil, c.Errorf("x", "expected a point of %d coordinates, as the data have, got %d",
			data.D, len(s.X))
	}
	for i, m := range s.Most {
		if !slices.Contains(s.Dt, m.Dt) {
			return nil, c.Errorf(fmt.Sprintf("most[%d].dt", i), "expected a Δt of the grid, got %g", m.Dt)
		}
	}
	m := s.Model.Posterior(data)
	total := m.Ndata()
	add := func(key string, kind Friction, dt float64, n int) error {
		p, err := NewPoint(c, key, s.Sampling, total, n, dt)
		if err != nil {
			return err
		}
		r, err := s.run(c, m, data.Digest(), kind, p)
		runs = append(runs, r)
		return err
	}
	for _, dt := range s.Dt {
		for _, kind := range s.Friction {
			for j, n := range s.N {
				if n == total && kind == s.Reference || slices.ContainsFunc(s.Most, func(m Most) bool {
					return m.Dt == dt && n > m.N
				}) {
					continue
				}
				if err := add(fmt.Sprintf("n[%d]", j), kind, dt, n); err != nil {
					return nil, err
				}
			}
		}
		if err := add("reference", s.Reference, dt, total); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// run prepares a chain. θ starts at 0 and ξ at γ, as in the paper. From above, ξ would relax
// slowly.
func (s Network) run(
	c *experiment.Context, m *model.Network, digest string, kind Friction, p Point,
) (*Run, error) {
	scheme, err := s.Scheme(c, m, kind, "friction")
	if err != nil {
		return nil, err
	}
	sampled, err := s.Control.Of(c, "control", m)
	if err != nil {
		return nil, err
	}
	chain := s.Chain(sampled, digest, scheme, p)
	chain.T = max(s.T, s.Epochs*(float64(m.Ndata())/float64(p.N))*p.Dt)
	burnXi(chain, linalg.Identity(m.Dim(), s.lambda(kind)), s.BurnInXi)
	chain.BurnIn = max(s.BurnIn, min(chain.BurnIn, s.BurnInMost))
	chain.Xi = slices.Repeat([]float64{s.Gamma}, m.Dim())
	chain.Observe = []simulate.Statistic{
		simulate.Moments{Of: s.output(m)}, s.histogram(m), simulate.Moments{Of: dynamics.Xi{}},
	}
	r := &Run{Point: p, Method: "AdL", Friction: kind, Chain: chain}
	if s.showsNoise(r) { // the committed result has the outputs at the data
		chain.Observe = append(chain.Observe, atData(m), gradientNoise(m))
	}
	return r, nil
}

// lambda returns the estimate for a form. The more parameters share an entry, the smaller it is.
func (s Network) lambda(k Friction) float64 {
	switch k {
	case Scalar:
		return s.Sigma.Scalar
	case Layers:
		return s.Sigma.Layers
	}
	return s.Sigma.Diagonal
}

// many is the number of relaxation times of ξ over which averages hardly scatter.
const many = 10

// rows adds the measurements of a run.
func (s Network) rows(
	t *table.Table, r *Run, reference map[float64]*simulate.Samples, densities bool,
) {
	x, m := r.Samples, r.Chain.Model
	noise := 0.0
	if !r.Sampling.Along() {
		noise = exact.BatchNoise(r.Epsilon, r.Dt, s.lambda(r.Friction))
	}
	row := r.Point.Row(r.Method)
	row["friction"], row["s"] = r.Friction, noise
	if x.Diverged {
		row["status"] = table.Diverged
		t.Measure(row, table.L1, estimate.Unknown())
		return
	}
	y := x.Blocks(s.output(m), 0)
	xi := newDiagonalXi(x, r.Epsilon)
	switch {
	case xi.runaway():
		row["status"] = table.Runaway
	case noise >= 1:
		row["status"] = table.PredictedRunaway
	default:
		row["status"] = relaxed(r.Chain, xi.time, append(xi.watch(), watched{TimeBlocks: y}))
	}
	h := x.Histogram(s.histogram(m))
	if densities {
		if s.showsNoise(r) {
			s.noise(t, maps.Clone(row), x)
		}
		centres := h.Centres()
		for b, e := range h.Densities() {
			row["output"] = centres[b]
			t.Measure(row, table.Density, e)
		}
		return
	}
	if from := reference[r.Dt]; from != nil && from != x {
		t.MeasureL1(row, "L1", h.L1To(from.Histogram(s.histogram(m))))
	}
	t.Measure(row, "mean xi", xi.mean)
	if r.Friction != Diagonal {
		return
	}
	_, steps, _ := r.Chain.Steps()
	for l, e := range xi.spreads(s.output(m).Network.Layers()) {
		if float64(steps)*r.Dt < many*xi.time { // too short: averages over time scatter
			e.StdErr = math.NaN()
		}
		t.Measure(row, "spread "+[]string{"W1", "b", "W2"}[l], e)
	}
}

// NetworkModel is the [model] table of a spec with a neural network.
type NetworkModel struct {
	Hidden int `toml:"hidden" spec:"min=1,max=256"` // d₁
	// SigmaTheta is the standard deviation of the prior, by default 1.
	SigmaTheta float64 `toml:"sigma_theta,omitempty" spec:"optional,positive"`
}

// Posterior returns the posterior given data.
func (k NetworkModel) Posterior(l dataset.Labelled) *model.Network {
	x := make([]float64, len(l.Z))
	for i, z := range l.Z {
		x[i] = float64(z)
	}
	return &model.Network{X: x, Y: l.Y, Inputs: l.D, Hidden: k.Hidden, SigmaTheta: k.SigmaTheta}
}

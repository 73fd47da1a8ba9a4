package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Network are the keys of a spec that samples the neural network of section 3.5 and measures the
// law of its output N_θ(x) at a point x.
type Network struct {
	Settings           // T is the minimum of the total time
	Epochs     float64 `toml:"epochs" spec:"positive"`       // of N/n steps
	BurnInMost float64 `toml:"burn_in_most" spec:"positive"` // bound of BurnInXi's burn-in

	Runs

	// Sigma has preliminary estimates of the mean of Σ_x over the parameters that share an entry of ξ,
	// for the entry with the largest mean. They determine the burn-in, and which points have no
	// stationary state.
	Sigma struct {
		Scalar   float64 `toml:"scalar" spec:"nonnegative,max=1e50"`
		Layers   float64 `toml:"layers" spec:"nonnegative,max=1e50"`
		Diagonal float64 `toml:"diagonal" spec:"nonnegative,max=1e50"`
	} `toml:"sigma"`

	Control Control `toml:"control,omitempty" spec:"optional"`

	X         []float64              `toml:"x" spec:"nonempty"`
	Histogram Histogram              `toml:"histogram"`
	Data      dataset.LabelledSource `toml:"data"`
	Model     NetworkModel           `toml:"model"`
}

// reference is the table of runs with full batches (n = Nd), with whose outputs those of other runs
// at the same Δt are compared.
const reference = "reference"

// network is the posterior of a neural network.
type network struct {
	Network
	model   *model.Network
	control model.Control
	digest  string // of the data
	noisy   *Run   // the reference at the first Δt, which also observes the noise of the gradient
}

// Table samples the runs of the spec, and makes their rows.
//
// With densities the table has for every run
//
//	density        of N_θ(x) in each bin; the column output is the middle of the bin
//
// For the reference at the first Δt it has the rows of network.noise, and for other runs
//
//	L1             the L¹ distance of the distribution of N_θ(x) from that of the reference
//	               at the same Δt (see Against), corrected for noise; raw without correction,
//	               and the floor of noise alone
//	mean xi        the mean of the diagonal of ξ
//	spread W1      the variance over the entries of ξ of a layer of their averages over time; spread
//	               b and spread W2
//
// The column s is the criterion (exact.BatchNoise) from s.Sigma.
func (s Network) Table(c Context, densities bool) (*table.Table, error) {
	g, err := s.load(c)
	if err != nil {
		return nil, err
	}
	runs, err := g.runs(c)
	if err != nil {
		return nil, err
	}
	if err := Sample(c, runs); err != nil {
		return nil, err
	}
	references := map[float64]*Run{} // by Δt
	for _, r := range runs {
		if r.Table == reference && !r.Diverged {
			references[r.Dt] = r
		}
	}
	t := table.New(networkColumns...)
	for _, r := range runs {
		g.rows(t, r, references[r.Dt], densities)
	}
	return t, nil
}

var networkColumns = table.Columns([]string{"method", "friction", "sampling", "n", "dt", "output"},
	"raw", "floor", "s")

// load loads the data and checks the spec.
func (s Network) load(c Context) (*network, error) {
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
	m := s.Model.Posterior(data)
	control, err := s.Control.Centres(c, "control", m)
	return &network{s, m, control, data.Digest(), nil}, err
}

// runs lists the runs by Δt, with large ones first and the reference last.
func (g *network) runs(c Context) ([]*Run, error) {
	runs, err := g.List(c, g)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(runs, func(a, b *Run) int { return cmp.Compare(b.Dt, a.Dt) })
	first := slices.IndexFunc(runs, func(r *Run) bool { return r.Table == reference })
	if first < 0 {
		return nil, c.Errorf("runs", "expected a table [runs.%s]", reference)
	}
	g.noisy = runs[first]
	g.noisy.Chain.Observe = append(g.noisy.Chain.Observe, gradientNoise(g.model))
	return slices.DeleteFunc(runs, func(r *Run) bool { // the same as the reference
		return r.Table != reference && r.Epsilon == 0 && r.Friction == g.noisy.Friction
	}), nil
}

// Target is the model.
func (g *network) Target() model.Model { return g.model }

// Cells returns no more cells.
func (g *network) Cells(*Run) table.Row { return nil }

// Chain returns the chain of a scheme at a point. θ starts at 0 and ξ at γ, as in the paper. From
// above, ξ would relax slowly.
func (g *network) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.Settings.Chain(g.model, g.digest, scheme, p)
	c.Control = g.control
	c.T = max(g.T, g.Epochs*(float64(g.model.Ndata())/float64(p.N))*p.Dt)
	c.Observe = []simulate.Statistic{simulate.Moments{Of: g.output()}, g.histogram()}
	if f, ok := scheme.Friction.(dynamics.AdL); ok {
		burnXi(c, linalg.Identity(g.model.Dim(), g.lambda(f.Form)), g.BurnInXi)
		c.BurnIn = max(g.BurnIn, min(c.BurnIn, g.BurnInMost))
		c.Xi = slices.Repeat([]float64{f.Gamma}, g.model.Dim())
		c.Observe = append(c.Observe, simulate.Moments{Of: dynamics.Xi{}})
	}
	return c
}

// Criteria returns what decides the status of a run. ξ grows if the largest entry in the last block
// of the run is larger than in any stationary state. N_θ(x), the diagonal entries of ξ and their
// mean have to settle; N_θ(x) and the mean have to mix. Single entries of ξ differ between replicas
// permanently, as hidden units do not change places.
func (g *network) Criteria(x *simulate.Samples) (k Criteria) {
	c := x.Chain
	f, adaptive := c.Scheme.Friction.(dynamics.AdL)
	if adaptive && !c.Sampling.Along() {
		k.S = exact.BatchNoise(c.Epsilon(), c.Scheme.Dt, g.lambda(f.Form))
	}
	if x.Diverged {
		return k
	}
	if adaptive {
		xi := newDiagonalXi(x)
		k.Growing, k.Relaxation, k.watch = xi.runaway(), xi.time, xi.watch()
	}
	k.Watch(x.Blocks(g.output(), 0))
	return k
}

// output returns N_θ(x), and histogram its histogram.
func (g *network) output() dynamics.Output { return dynamics.Output{Network: g.model, X: g.X} }

func (g *network) histogram() simulate.Histogram { return g.Histogram.On(g.output()) }

// lambda returns the estimate for a form. The more parameters share an entry, the smaller it is.
func (s Network) lambda(form dynamics.Form) float64 {
	switch form.(type) {
	case dynamics.Scalar:
		return s.Sigma.Scalar
	case dynamics.Layers:
		return s.Sigma.Layers
	}
	return s.Sigma.Diagonal
}

// many is the number of relaxation times of ξ over which averages hardly scatter.
const many = 10

// rows adds the measurements of a run.
func (g *network) rows(t *table.Table, r, from *Run, densities bool) {
	row := r.Row(t)
	if r.Diverged {
		t.Measure(row, table.L1, estimate.Unknown())
		return
	}
	h := r.Histogram(g.histogram())
	if densities {
		if r == g.noisy {
			g.noise(t, maps.Clone(row), r.Samples)
		}
		centres := h.Centres()
		for b, e := range h.Densities() {
			row["output"] = centres[b]
			t.Measure(row, table.Density, e)
		}
		return
	}
	if from != nil && from != r {
		against := Against(row, from.Row(t)["status"].(string))
		t.MeasureL1(against, "L1", h.L1To(from.Histogram(g.histogram())))
	}
	if r.Friction == "" {
		return
	}
	xi := newDiagonalXi(r.Samples)
	t.Measure(row, "mean xi", xi.mean)
	if r.Friction != Diagonal {
		return
	}
	_, steps, _ := r.Chain.Steps()
	for l, e := range xi.spreads(g.model.Layers()) {
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

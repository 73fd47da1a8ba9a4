package study

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Network are the keys of a spec that samples the neural network of section 3.5 and looks at the law
// of its output N_θ(x) at a point x.
type Network struct {
	Settings           // T is the least total time, where the epochs are fewer steps
	Epochs     float64 `toml:"epochs" spec:"positive"`        // of N/n steps
	BurnInXi   float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	BurnInMost float64 `toml:"burn_in_most" spec:"positive"`  // the longest that this leads to

	Scheme    string     `toml:"scheme"`
	Friction  []Friction `toml:"friction" spec:"nonempty,distinct"`
	Reference Friction   `toml:"reference"` // the friction of the run with all data
	Gamma     float64    `toml:"gamma" spec:"positive"`
	Eta       float64    `toml:"eta" spec:"positive"`
	Dt        []float64  `toml:"dt" spec:"positive,nonempty,distinct"`
	N         []int      `toml:"n" spec:"min=1,nonempty,distinct"`

	// Sigma are preliminary estimates of the mean of Σ_x over the parameters that share an entry of
	// ξ, for the largest of these means. They set the burn-in, and where there is no stationary state.
	Sigma struct {
		Scalar   float64 `toml:"scalar" spec:"nonnegative,max=1e50"`
		Layers   float64 `toml:"layers" spec:"nonnegative,max=1e50"`
		Diagonal float64 `toml:"diagonal" spec:"nonnegative,max=1e50"`
	} `toml:"sigma"`

	X         []float64              `toml:"x" spec:"nonempty"`
	Histogram Histogram              `toml:"histogram"`
	Data      dataset.LabelledSource `toml:"data"`
	Model     NetworkModel           `toml:"model"`
}

// networkRun is a point of the figure: one chain.
type networkRun struct {
	friction Friction
	form     dynamics.Form
	Point
	lambda float64 // of the criterion
	xiTime float64
	chain  *simulate.Chain
}

// Table runs Adaptive Langevin dynamics without replacement for every Δt, friction and n, and with all
// data for every Δt and the friction s.Reference. The table has, for every run,
//
//	L1             the L¹ distance of the law of N_θ(x) from that of the run with all data at the
//	               same Δt, corrected for noise; raw as it is, and the floor of noise alone
//	mean, variance of N_θ(x)
//	R-hat          of N_θ(x)
//	mean xi        the mean of the diagonal of ξ; the column trend is its growth from one half of
//	               the run to the other
//	spread xi      the variance of that diagonal, within a replica
//	Sigma          the mean of the diagonal of Σ_x that ξ implies
//	largest Sigma  its largest entry in a replica
//	density        if densities are asked for: of N_θ(x), bin by bin; the column output is the
//	               middle of the bin
//
// with the time T of a replica after a burn-in, and the relaxation time of ξ (exact.XiTime), in the
// columns T, burn_in and xi_time; s is the criterion (exact.BatchNoise) from s.Sigma, and s_xi the one
// that the largest ξ of the last part of the run implies. "time step" is the L¹ distance of the run
// with all data from that at the smallest Δt.
//
// A point is a runaway where s ≥ 1, or where s_xi is so large that ξ has grown beyond what a stationary
// state has. It counts as unmixed where the burn-in is shorter than xi_time, the mean of ξ has a trend,
// or R-hat is above 1.05.
func (s Network) Table(c *experiment.Context, densities bool) (*table.Table, error) {
	runs, err := s.runs(c)
	if err != nil {
		return nil, err
	}
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		chains[i] = r.chain
	}
	samples, err := Run(c, chains)
	if err != nil {
		return nil, err
	}
	reference := map[float64]*estimate.Histogram{} // by Δt
	for i, r := range runs {
		if s.isReference(r) && !samples[i].Diverged {
			reference[r.Dt] = samples[i].Histogram(s.histogram(r.chain.Model))
		}
	}
	t := table.New(table.Columns([]string{"method", "friction", "sampling", "n", "dt", "output"},
		"raw", "floor", "trend", "T", "burn_in", "xi_time", "s", "s_xi")...)
	for i, r := range runs {
		s.rows(t, r, samples[i], reference, densities)
	}
	return t, nil
}

func (s Network) isReference(r networkRun) bool { return r.Epsilon == 0 && r.friction == s.Reference }

// output is N_θ(x), and histogram its histogram.
func (s Network) output(m model.Model) dynamics.Output {
	return dynamics.Output{Network: m.(*model.Network), X: s.X}
}

func (s Network) histogram(m model.Model) simulate.Histogram { return s.Histogram.Of(s.output(m)) }

// runs checks the spec and lists the chains, the references last.
func (s Network) runs(c *experiment.Context) ([]networkRun, error) {
	if err := s.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	if err := s.Histogram.check(c); err != nil {
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
	m := s.Model.Posterior(data)
	total := m.Data()
	var runs []networkRun
	add := func(key string, kind Friction, dt float64, n int) error {
		p, err := NewPoint(c, key, minibatch.Without, total, n, dt)
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
				if n == total && kind == s.Reference {
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

// run prepares a chain. θ starts at 0 and ξ at γ, as in the paper: from above, ξ relaxes slowly.
func (s Network) run(
	c *experiment.Context, m *model.Network, digest string, kind Friction, p Point,
) (networkRun, error) {
	adl := AdL{kind, s.Gamma, s.Eta}
	scheme, err := adl.Scheme(c, m, s.Scheme, "friction", p.Dt)
	if err != nil {
		return networkRun{}, err
	}
	f := scheme.Friction.(dynamics.AdL)
	r := networkRun{friction: kind, form: f.Form, Point: p, lambda: s.lambda(f.Form, m.Dim())}
	mean := dynamics.Identity(m.Dim(), r.lambda)
	r.xiTime = exact.XiTime(f, mean, p.Epsilon, p.Dt)
	set := s.Settings
	set.T = max(s.T, float64(s.Epochs*(float64(m.Data())/float64(p.N)))*p.Dt)
	set.BurnIn = max(s.BurnIn, min(float64(s.BurnInXi*r.xiTime), s.BurnInMost))
	r.chain = set.Chain(m, digest, scheme, p.N, p.Sampling)
	r.chain.Xi = slices.Repeat([]float64{s.Gamma}, m.Dim())
	r.chain.Observe = []simulate.Statistic{
		simulate.Moments{Of: s.output(m)}, s.histogram(m), simulate.Moments{Of: dynamics.Xi{}},
	}
	return r, nil
}

// lambda is the estimate for a form: the more parameters share an entry, the smaller it is.
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

// maxRHat is the R-hat of N_θ(x) above which the replicas disagree.
const maxRHat = 1.05

func (s Network) rows(
	t *table.Table, r networkRun, x *simulate.Samples, reference map[float64]*estimate.Histogram,
	densities bool,
) {
	burn, steps, _ := r.chain.Steps()
	noise := exact.BatchNoise(r.Epsilon, r.Dt, r.lambda)
	row := r.Row("AdL")
	row["friction"], row["s"], row["xi_time"] = r.friction, noise, r.xiTime
	row["T"], row["burn_in"] = float64(float64(steps)*r.Dt), float64(float64(burn)*r.Dt)
	none := math.NaN()
	if x.Diverged {
		row["status"] = table.Diverged
		t.Measure(row, "L1", estimate.Unknown(), none)
		return
	}
	y := x.Blocks(s.output(x.Chain.Model), 0)
	xi := newDiagonalXi(x, r.Epsilon)
	switch {
	case xi.runaway(noise):
		row["status"] = table.Runaway
	case row["burn_in"].(float64) < r.xiTime || !xi.settled() || !(y.RHat() < maxRHat):
		row["status"] = table.Unmixed
	}
	row["s_xi"] = xi.s
	h := x.Histogram(s.histogram(x.Chain.Model))
	if ref := reference[r.Dt]; !s.isReference(r) {
		if ref != nil {
			t.MeasureL1(row, "L1", h.L1To(ref), none)
		}
	} else if finest := slices.Min(s.Dt); r.Dt > finest && reference[finest] != nil {
		t.MeasureL1(row, "time step", h.L1To(reference[finest]), none)
	}
	t.Measure(row, "mean", y.Mean(), none)
	t.Measure(row, "variance", y.Variance(), none)
	t.Measure(row, "R-hat", estimate.Estimate{Value: y.RHat()}, none)
	row["trend"] = xi.trend.Value
	t.Measure(row, "mean xi", xi.mean, none)
	row["trend"] = nil
	t.Measure(row, "spread xi", xi.spread, none)
	if r.Epsilon > 0 {
		t.Measure(row, "Sigma", xi.sigma, none)
		t.Measure(row, "largest Sigma", xi.most, none)
	}
	if densities {
		centres := h.Centres()
		for b, e := range h.Densities() {
			row["output"] = centres[b]
			t.Measure(row, "density", e, none)
		}
	}
}

// Note says how long the replicas of a figure ran, in relaxation times of ξ, where they settled.
func (s Network) Note(t *table.Table) string {
	t = t.Where("quantity", "mean xi", "status", table.OK)
	before, after := math.Inf(1), math.Inf(1)
	for i := range t.Len() {
		before = min(before, t.Float(i, "burn_in")/t.Float(i, "xi_time"))
		after = min(after, t.Float(i, "T")/s.Eta)
	}
	if t.Len() == 0 {
		return ""
	}
	return fmt.Sprintf(`Points where $\xi$ settled: a burn-in of at least %.1f relaxation times `+
		`$\eta A$ of the slowest entry of $\xi$, then $%.1f\,\eta$ or more.`, before, after)
}

package study

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Network are the keys of a spec that samples the neural network of section 3.5 and looks at the law of its output N_θ(x) at a point x.
type Network struct {
	simulate.Settings         // T is the least time in all, where the epochs are fewer steps
	Epochs            float64 `toml:"epochs" spec:"positive"`        // of N/n steps
	BurnInXi          float64 `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of the slowest number of ξ
	BurnInMost        float64 `toml:"burn_in_most" spec:"positive"`  // the longest burn-in that this may lead to

	Scheme    string    `toml:"scheme"`
	Friction  []string  `toml:"friction" spec:"in=scalar|layers|diagonal,nonempty,distinct"`
	Reference string    `toml:"reference" spec:"in=scalar|layers|diagonal"` // the friction of the run with all data
	Gamma     float64   `toml:"gamma" spec:"positive"`
	Eta       float64   `toml:"eta" spec:"positive"`
	Dt        []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N         []int     `toml:"n" spec:"min=1,nonempty,distinct"`

	// Sigma are preliminary estimates of the mean of Σ_x over the parameters that have a number of ξ in common, for the largest of these numbers. They say how long
	// the burn-in is, and where there is no stationary state.
	Sigma struct {
		Scalar   float64 `toml:"scalar" spec:"nonnegative"`
		Layers   float64 `toml:"layers" spec:"nonnegative"`
		Diagonal float64 `toml:"diagonal" spec:"nonnegative"`
	} `toml:"sigma"`

	X         []float64              `toml:"x" spec:"nonempty"`
	Histogram simulate.Histogram     `toml:"histogram"`
	Data      dataset.LabelledSource `toml:"data"`
	Model     simulate.NetworkKey    `toml:"model"`
}

// networkRun is a point of the figure: one chain.
type networkRun struct {
	simulate.NetworkAdL
	n           int
	dt, epsilon float64
	lambda      float64 // of the criterion
	xiTime      float64
	chain       *simulate.Chain
}

// Network runs Adaptive Langevin dynamics without replacement for every Δt, friction and n, and with all data for every Δt and the friction s.Reference. The table
// has, for every run,
//
//	L1             the L¹ distance of the law of N_θ(x) from that of the run with all data at the same Δt, corrected for noise; raw as it is, and the floor
//	               that noise alone would give
//	mean, variance of N_θ(x)
//	R-hat          of N_θ(x)
//	mean xi        the mean of the diagonal of ξ; the column trend is its growth from one half of the run to the other
//	spread xi      the variance of that diagonal, within a replica
//	Sigma          the mean of the diagonal of Σ_x that ξ tells of, and "largest Sigma" the largest entry of a replica
//	density        if densities are asked for: of N_θ(x), bin by bin; the column output is the middle of the bin
//
// with the time T of a replica after a burn-in, and the relaxation time of the slowest number of ξ (simulate.NetworkAdL.XiTime), in the columns T, burn_in and xi_time; s is the
// criterion (exact.BatchNoise) from s.Sigma, and s_xi what the largest ξ of the last part of the run says. "time step" is the L¹ distance of the run with all data from that at the
// smallest Δt.
//
// A point is a runaway where s ≥ 1, or where s_xi is so large that ξ has grown beyond what a stationary state has. It counts as unmixed where the burn-in is shorter than
// xi_time, the mean of ξ has a trend, or R-hat is above 1.05.
func (c *Context) Network(s Network, densities bool) (*table.Table, error) {
	runs, err := c.networkRuns(s)
	if err != nil {
		return nil, err
	}
	tasks := make([]sweep.Task, len(runs))
	for i, r := range runs {
		tasks[i] = r.chain
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}
	samples := make([]*simulate.Samples, len(runs))
	reference := map[float64]*estimate.Histogram{} // by Δt
	for i, r := range runs {
		if samples[i], err = simulate.ReadSamples(results[i].Arrays); err != nil {
			return nil, err
		}
		if r.epsilon == 0 && r.Kind == s.Reference && !samples[i].Diverged {
			reference[r.dt] = samples[i].Bins(r.chain.Histogram)
		}
	}

	t := table.New(table.Columns([]string{"method", "friction", "sampling", "n", "dt", "output"}, "raw", "floor", "trend", "T", "burn_in", "xi_time", "s", "s_xi")...)
	for i, r := range runs {
		networkRows(t, s, r, samples[i], reference, densities)
	}
	return t, nil
}

// networkRuns checks the spec and lists the chains, the references last.
func (c *Context) networkRuns(s Network) ([]networkRun, error) {
	if err := s.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	if !(s.Histogram.Lo < s.Histogram.Hi) {
		return nil, c.Errorf("histogram.hi", "expected more than lo = %g, got %g", s.Histogram.Lo, s.Histogram.Hi)
	}
	data, _, err := c.Labelled("data", s.Data)
	if err != nil {
		return nil, err
	}
	if len(s.X) != data.D {
		return nil, c.Errorf("x", "expected a point of %d coordinates, as the data have, got %d", data.D, len(s.X))
	}
	m := s.Model.Posterior(data)
	total := m.Data()
	for j, n := range s.N {
		if err := minibatch.Without.Check(total, n); err != nil {
			return nil, c.Errorf(fmt.Sprintf("n[%d]", j), "%v", err)
		}
	}
	scheme := dynamics.Scheme{Word: s.Scheme, Dt: 1, Friction: dynamics.Scalar{Gamma: s.Gamma, Eta: s.Eta}}
	if err := scheme.Check(); err != nil {
		return nil, c.Errorf("scheme", "%v", err)
	}

	var runs []networkRun
	add := func(kind string, dt float64, n int) {
		r := networkRun{NetworkAdL: simulate.NetworkAdL{Kind: kind, Gamma: s.Gamma, Eta: s.Eta, Layers: m.Layers()}, n: n, dt: dt}
		r.epsilon = minibatch.Without.Epsilon(total, n)
		r.lambda = map[string]float64{simulate.NetworkScalar: s.Sigma.Scalar, simulate.NetworkLayers: s.Sigma.Layers, simulate.NetworkDiagonal: s.Sigma.Diagonal}[kind]
		h := s.Histogram
		set := s.Settings
		set.T = max(s.T, float64(s.Epochs*(float64(total)/float64(n)))*dt)
		r.xiTime = r.XiTime(r.lambda, r.epsilon, dt)
		set.BurnIn = max(s.BurnIn, min(float64(s.BurnInXi*r.xiTime), s.BurnInMost))
		// θ starts at 0 and ξ at γ, as in the paper: from above ξ relaxes slowly
		r.chain = set.Chain(m, dataset.Data{}, dynamics.Scheme{Word: s.Scheme, Dt: dt, Friction: r.Friction()}, n, minibatch.Without)
		r.chain.Digest = data.Digest()
		r.chain.Output = s.X
		r.chain.Histogram = &simulate.Bins{Lo: h.Lo, Hi: h.Hi, Bins: h.Bins}
		r.chain.Xi = slices.Repeat([]float64{s.Gamma}, m.Dim())
		runs = append(runs, r)
	}
	for _, dt := range s.Dt {
		for _, kind := range s.Friction {
			for _, n := range s.N {
				if n < total || kind != s.Reference {
					add(kind, dt, n)
				}
			}
		}
		add(s.Reference, dt, total)
	}
	return runs, nil
}

// maxRHat is the R-hat of N_θ(x) above which the replicas disagree.
const maxRHat = 1.05

func networkRows(t *table.Table, s Network, r networkRun, x *simulate.Samples, reference map[float64]*estimate.Histogram, densities bool) {
	burn, steps, _ := r.chain.Steps()
	noise := exact.BatchNoise(r.epsilon, r.dt, r.lambda)
	row := table.Row{
		"method": "AdL", "friction": r.Kind, "sampling": minibatch.Without, "n": r.n, "dt": r.dt, "epsilon": r.epsilon, "status": table.OK, "source": table.Simulation,
		"T": float64(float64(steps) * r.dt), "burn_in": float64(float64(burn) * r.dt), "s": noise, "xi_time": r.xiTime,
	}
	add := func(quantity string, e estimate.Estimate) {
		row["quantity"], row["value"], row["stderr"] = quantity, e.Value, e.StdErr
		t.Add(row)
	}
	distance := func(quantity string, l estimate.L1) {
		row["raw"], row["floor"] = l.Raw, l.Floor
		add(quantity, estimate.Estimate{Value: l.Corrected, StdErr: l.StdErr})
		row["raw"], row["floor"] = nil, nil
	}
	if x.Diverged {
		row["status"] = table.Diverged
		add("L1", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()})
		return
	}
	y := x.Theta(0) // the output
	xi := r.Xi(x, r.epsilon, r.dt)
	switch {
	case xi.Runaway(noise):
		row["status"] = table.Runaway
	case float64(float64(burn)*r.dt) < r.xiTime || !xi.Settled() || !(y.RHat() < maxRHat):
		row["status"] = table.Unmixed
	}
	row["s_xi"] = xi.S
	h := x.Bins(r.chain.Histogram)
	if ref := reference[r.dt]; r.epsilon > 0 || r.Kind != s.Reference {
		if ref != nil {
			distance("L1", h.L1To(ref))
		}
	} else if finest := slices.Min(s.Dt); r.dt > finest && reference[finest] != nil {
		distance("time step", h.L1To(reference[finest]))
	}
	add("mean", y.Mean())
	add("variance", y.Variance())
	add("R-hat", estimate.Estimate{Value: y.RHat()})
	row["trend"] = xi.Trend.Value
	add("mean xi", xi.Mean)
	row["trend"] = nil
	add("spread xi", xi.Spread)
	if r.epsilon > 0 {
		add("Sigma", xi.Sigma)
		add("largest Sigma", xi.Most)
	}
	if densities {
		for b, e := range h.Densities() {
			row["output"] = centre(h.Edge(b), h.Edge(b+1))
			add("density", e)
		}
	}
}

// Edges are those of the histogram of N_θ(x).
func (s Network) Edges() []float64 {
	h := estimate.Histogram{Bins: s.Histogram.Bins, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
	e := make([]float64, h.Bins+1)
	for b := range e {
		e[b] = h.Edge(b)
	}
	return e
}

// NetworkTitle names a friction in a figure.
func NetworkTitle(kind string) string {
	return map[string]string{
		simulate.NetworkScalar: `$\xi$ scalar`, simulate.NetworkLayers: `$\xi$ scalar per layer`, simulate.NetworkDiagonal: `$\xi$ diagonal`,
	}[kind]
}

// NetworkStyle is the style of a friction among others.
func NetworkStyle(kind string) figure.Style {
	return figure.Cycle(map[string]int{simulate.NetworkScalar: 0, simulate.NetworkDiagonal: 1, simulate.NetworkLayers: 3}[kind])
}

// NetworkNote says how long the replicas of a figure ran, in relaxation times of ξ, where they settled.
func NetworkNote(s Network, t *table.Table) string {
	t = t.Where("quantity", "mean xi", "status", table.OK)
	before, after := math.Inf(1), math.Inf(1)
	for i := range t.Len() {
		before = min(before, t.Float(i, "burn_in")/t.Float(i, "xi_time"))
		after = min(after, t.Float(i, "T")/s.Eta)
	}
	if t.Len() == 0 {
		return ""
	}
	return fmt.Sprintf(`Points where $\xi$ settled: a burn-in of at least %.1f relaxation times $\eta A$ of the slowest entry of $\xi$, then $%.1f\,\eta$ or more.`, before, after)
}

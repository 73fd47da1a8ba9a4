// Package simulate turns the parameters of a point of a figure into work for package sweep: the run of an ensemble (Chain), or the draws
// of a stochastic gradient's noise (Noise). What a task returns is raw (counts and sums a replica), so that the analysis can change without
// sampling again.
package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Chain is a run of Replicas replicas of a Markov chain, each of length T/Replicas after a burn-in.
//
// Its random streams are keyed by Seed and the hash of all its other parameters but T: a longer T goes on with the same run, and no point depends
// on which others there are.
type Chain struct {
	Model    model.Model
	Digest   string // of the model's data
	Scheme   dynamics.Scheme
	N        int // data of a batch
	Sampling minibatch.Sampling

	T        float64 // time in all, over the replicas
	BurnIn   float64 // time of every replica before the first observation
	Every    float64 // time between two observations; at least one step
	Replicas int     // a multiple of vec.Lanes
	Batches  int     // pieces of the run whose sums are kept apart

	// Theta holds the starting points, which the replicas take in turn: replica r starts at Theta[r mod len]. Xi is the starting
	// friction, a symmetric matrix in row order or its diagonal alone. p starts from its stationary law N(0, I).
	Theta [][]float64
	Xi    []float64

	// XiMax bounds ξ: a replica with an entry of ξ, or of ξ(θ) where the friction is a dynamics.Extended, beyond ±XiMax has diverged. 0 is no bound.
	XiMax float64

	// Output, if not nil, is a point x at which the output N_θ(x) of a model.Network is observed in the place of θ: the moments and the histogram are of
	// that one number.
	Output []float64

	Histogram *Bins        // of one component of θ, or nil
	Modes     [][2]float64 // two points between which crossings are counted, component by component, or nil
	Seed      uint64
}

// Bins describes a histogram of θ[Dim].
type Bins struct {
	Dim    int     `json:"dim"`
	Lo, Hi float64 `json:",omitempty"`
	Bins   int     `json:"bins"`
}

// Kind is "chain".
func (c *Chain) Kind() string { return "chain" }

// Data is the digest of the data.
func (c *Chain) Data() string { return c.Digest }

// maxSteps bounds every count of steps, and the steps of all replicas: a float64 counts up to it.
const maxSteps = 1 << 53

// Steps is the number of steps of a replica: in the burn-in, after it, and between two observations. The latter divides the second, which
// is at least c.Batches observations and a multiple of it, and the first, which is rounded up. No number is larger than 2⁵³; Run refuses a chain with one that is.
func (c *Chain) Steps() (burn, run, every int) {
	dt := c.Scheme.Dt
	whole := func(x float64) int { return int(min(x, maxSteps)) }
	every = max(1, whole(math.Round(c.Every/dt)))
	between := float64(every)
	obs := max(c.Batches, whole(math.Round(c.T/float64(c.Replicas)/dt/between)))
	obs = (obs + c.Batches - 1) / c.Batches * c.Batches
	return whole(math.Ceil(c.BurnIn/dt/between) * between), whole(float64(obs) * between), every
}

// Params are the normalised parameters.
func (c *Chain) Params() any {
	p := c.params()
	p["T"] = c.T
	return p
}

func (c *Chain) params() map[string]any {
	p := map[string]any{
		"model":    typed(c.Model),
		"scheme":   c.Scheme.Word,
		"dt":       c.Scheme.Dt,
		"n":        c.N,
		"sampling": string(c.Sampling),
		"burn_in":  c.BurnIn,
		"every":    c.Every,
		"replicas": c.Replicas,
		"batches":  c.Batches,
		"theta":    c.Theta,
		"seed":     c.Seed,
	}
	if c.Scheme.Friction != nil {
		p["friction"] = typed(c.Scheme.Friction)
	}
	if c.Scheme.SplitBatch {
		p["split_batch"] = true
	}
	if c.Xi != nil {
		p["xi"] = c.Xi
	}
	if c.XiMax != 0 {
		p["xi_max"] = c.XiMax
	}
	if c.Output != nil {
		p["output"] = c.Output
	}
	if c.Histogram != nil {
		p["histogram"] = c.Histogram
	}
	if c.Modes != nil {
		p["modes"] = c.Modes
	}
	return p
}

// typed is a value with the name of its type. What encodes itself as JSON, such as a dynamics.Extended, whose fields do not tell their types, stands as that.
func typed(v any) map[string]any {
	of := v
	if m, ok := v.(json.Marshaler); ok {
		if b, err := m.MarshalJSON(); err == nil { // else v stands as it is, for an error that says where
			of = json.RawMessage(b)
		}
	}
	return map[string]any{"is": fmt.Sprintf("%T", v), "of": of}
}

// Units is the number of steps of all replicas.
func (c *Chain) Units() float64 {
	burn, run, _ := c.Steps()
	return float64(c.Replicas) * float64(burn+run)
}

// Class names the chains that need the same time for a step.
func (c *Chain) Class() string {
	rows := 0 // of ξ: an extended friction has more of them the larger K
	if f := c.Scheme.Friction; f != nil {
		rows = f.Rows(c.Model.Dim())
	}
	return fmt.Sprintf("%T %d %s %T %d %d %s", c.Model, c.Model.Data(), c.Scheme.Word, c.Scheme.Friction, rows, c.N, c.Sampling)
}

// Probe measures the seconds that a step of one replica takes, on a few steps.
func (c *Chain) Probe() float64 {
	r, err := c.start(0)
	if err != nil {
		return 0
	}
	return probe(func(n int) { r.e.Run(r.flows, n, n) }) / vec.Lanes
}

// probe measures the seconds that a step takes, on a few steps.
func probe(run func(steps int)) float64 {
	best := math.Inf(1) // what else the machine does only ever adds
	for n, long := 1, 0; long < 5; {
		t := time.Now()
		run(n)
		d := time.Since(t)
		best = min(best, d.Seconds()/float64(n))
		if d > 300*time.Microsecond || n > 1<<20 {
			long++
		} else {
			n *= 4
		}
	}
	return best
}

// run is a block of 64 replicas on its way.
type run struct {
	e     *dynamics.Ensemble
	flows []dynamics.Flow
	xi    func(*dynamics.Ensemble) []vec.Row // what is observed of ξ, n rows
	n     int
}

// Streams of a chain.
const (
	keyNoise = iota
	keyBatches
)

func (c *Chain) start(block int) (*run, error) {
	d := c.Model.Dim()
	flows, err := c.Scheme.Compile(d)
	if err != nil {
		return nil, err
	}
	if err := c.Sampling.Check(c.Model.Data(), c.N); err != nil {
		return nil, err
	}
	h, err := hash(c.params())
	if err != nil {
		return nil, err
	}
	key := func(purpose uint64) []uint64 { return []uint64{c.Seed, h, uint64(block), purpose} }
	g := c.Model.Gradient(c.N)
	e := dynamics.NewEnsemble(d, c.Scheme.Friction, g,
		c.Sampling.Sampler(g, c.Model.Data(), c.N, key(keyBatches)...), dynamics.NewNoise(d, key(keyNoise)...))
	for l := range vec.Lanes {
		if len(c.Theta) > 0 {
			for i, x := range c.Theta[(block*vec.Lanes+l)%len(c.Theta)] {
				e.Theta[i][l] = x
			}
		}
	}
	if c.Scheme.Friction != nil {
		copy(e.P, e.Noise.Next(d))
	}
	if c.Scheme.Friction != nil && c.Scheme.Friction.Adaptive() {
		c.Scheme.Friction.Start(e.Xi, square(c.Xi, d))
	}
	xi, n := c.xiRows()
	return &run{e, flows, xi, n}, nil
}

// square is the d×d matrix of a diagonal; other matrices stay as they are.
func square(x []float64, d int) []float64 {
	if len(x) != d {
		return x
	}
	m := make([]float64, d*d)
	for i, v := range x {
		m[i*d+i] = v
	}
	return m
}

// observed is what the moments and the histogram are of: its rows, how many these are, and how the histogram finds what it counts.
func (c *Chain) observed() (rows func(*dynamics.Ensemble) []vec.Row, n int, of func(*vec.Row, *dynamics.Ensemble)) {
	if c.Output == nil {
		return dynamics.Theta, c.Model.Dim(), nil
	}
	m, y := c.Model.(*model.Network), vec.Rows(1)
	rows = func(e *dynamics.Ensemble) []vec.Row {
		m.Output(&y[0], e.Theta, c.Output)
		return y
	}
	return rows, 1, func(dst *vec.Row, _ *dynamics.Ensemble) { *dst = y[0] } // the moments come first
}

// Run simulates the chain and returns the arrays that ReadSamples reads. It stops within some milliseconds once ctx is done, with
// its error. A replica that leaves the finite numbers, or whose ξ is beyond XiMax, ends the run: the samples say so.
func (c *Chain) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	if c.Replicas < vec.Lanes || c.Replicas%vec.Lanes != 0 {
		return nil, fmt.Errorf("simulate: replicas must be a multiple of %d, got %d", vec.Lanes, c.Replicas)
	}
	if u := c.Units(); !(u < maxSteps) {
		return nil, fmt.Errorf("simulate: %g steps are too many", u)
	}
	s := newSamples(c)
	for block := range c.Replicas / vec.Lanes {
		r, err := c.start(block)
		if err != nil {
			return nil, err
		}
		burn, steps, every := c.Steps()
		rows, n, of := c.observed()
		moments := dynamics.NewMoments(rows, n, c.Batches, int64(steps/every))
		obs := []dynamics.Observer{moments}
		var xi *dynamics.Moments
		if r.n > 0 {
			xi = dynamics.NewMoments(r.xi, r.n, c.Batches, int64(steps/every))
			obs = append(obs, xi)
		}
		var hist *dynamics.Histogram
		if b := c.Histogram; b != nil {
			hist = dynamics.NewHistogram(b.Dim, b.Lo, b.Hi, b.Bins)
			hist.Of = of
			obs = append(obs, hist)
		}
		var cross *dynamics.Crossings
		if c.Modes != nil {
			var a, b []float64
			for _, m := range c.Modes {
				a, b = append(a, m[0]), append(b, m[1])
			}
			cross = dynamics.NewCrossings(a, b)
			obs = append(obs, cross)
		}
		ok, err := c.advance(ctx, r, burn, every, nil, tick)
		if ok {
			ok, err = c.advance(ctx, r, steps, every, obs, tick)
		}
		if err != nil {
			return nil, err
		}
		s.add(block, moments, xi, hist, cross)
		if !ok {
			s.Diverged = true
			break
		}
	}
	return s.arrays(), nil
}

// advance takes steps steps in pieces of about 64·2048 steps of one datum, however many lie between two observations, so that an interruption is noticed
// soon. It reports whether all replicas stayed finite and in bounds.
func (c *Chain) advance(ctx context.Context, r *run, steps, every int, obs []dynamics.Observer, tick func(float64)) (bool, error) {
	piece := max(1, 2048/(1+c.N))
	for done := 0; done < steps; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n := min(piece, steps-done)
		r.e.Run(r.flows, n, every, obs...)
		done += n
		tick(float64(n * vec.Lanes))
		if !r.e.Finite() || c.XiMax != 0 && !within(r.xi(r.e), c.XiMax) {
			return false, nil
		}
	}
	return true, nil
}

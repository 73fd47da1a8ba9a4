// Package simulate turns the parameters of a point of a figure into a task for package work, a run
// of a Markov chain (Chain), which returns counts and sums per replica, so that the analysis can
// change without sampling again. It also draws the noise of a stochastic gradient (NoiseDraws).
package simulate

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"time"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Chain is a run of Replicas replicas of a Markov chain, each of length T/Replicas after a burn-in.
//
// The key of a replica's random streams is its number, Seed and a hash of the fields up to Layout.
// So the other fields do not change the random numbers: a longer T continues the same run, another
// observable observes the same run, and a point of a figure does not depend on other points.
//
// The replicas of a model.Rotated move in its turned coordinates. Control, Theta and the θ that
// statistics see are in the given coordinates nevertheless; Xi and the ξ and p that they see are in
// the turned ones.
type Chain struct {
	Model    model.Model
	Digest   string        // of the model's data
	Control  model.Control // of the gradient
	Scheme   dynamics.Scheme
	N        int // data in a batch
	Sampling minibatch.Sampling
	Layout   vec.Layout

	T        float64 // total time, summed over the replicas
	BurnIn   float64 // time of every replica before the first observation
	Every    float64 // time between two observations; at least one step
	Replicas int     // in the layout vec.Replicas a multiple of vec.Lanes
	Blocks   int     // blocks of time with separate sums

	// Theta holds the starting points: replica r starts at Theta[r mod len]. p starts from its
	// stationary distribution N(0, I), or at 0 with Rest.
	Theta [][]float64
	Rest  bool
	// Xi is the mean of the starting friction, a d×d symmetric matrix, row-major, or its diagonal
	// alone; nil is 0. An Extended with an Xi0 starts there instead. XiVar is the variance of the
	// diagonal entries of ξ, or of every ξ_k, at the start; other entries have half this variance.
	// Without it, many entries or functions would take long to reach their fluctuations.
	Xi    []float64
	XiVar float64

	// XiMax bounds ξ: a replica with an entry of ξ, or of ξ(θ) of a dynamics.Extended, beyond ±XiMax
	// has diverged. 0 is no bound.
	XiMax float64

	Observe []Statistic // if empty, see Statistics
	Seed    uint64
}

// Kind is "chain".
func (c *Chain) Kind() string { return "chain" }

// DataDigest is the digest of the data.
func (c *Chain) DataDigest() string { return c.Digest }

// maxSteps bounds the steps of each kind and of all replicas together: a float64 counts up to it.
const maxSteps = 1 << 53

// Statistics returns c.Observe or, if it is empty, the moments of θ and of an adaptive ξ.
func (c *Chain) Statistics() []Statistic {
	if len(c.Observe) > 0 {
		return c.Observe
	}
	moments := []Statistic{Moments{dynamics.Theta{}}}
	if _, ok := c.Scheme.Friction.(dynamics.Adaptive); ok {
		moments = append(moments, Moments{dynamics.Xi{}})
	}
	return moments
}

// terms returns the terms of the gradient.
func (c *Chain) terms() model.Terms { return c.Control.Terms(c.Model) }

// turn returns a point in the coordinates of the replicas.
func (c *Chain) turn(theta []float64) []float64 {
	if m, ok := c.Model.(*model.Rotated); ok {
		return m.Turn(theta)
	}
	return theta
}

// Epsilon returns ε(n).
func (c *Chain) Epsilon() float64 { return c.Sampling.Epsilon(c.Model.Ndata(), c.N) }

// Steps returns the number of steps of a replica: in the burn-in, which is rounded up, after the
// burn-in, and between two observations, which divides the other two. The number of observations
// after the burn-in is a positive multiple of c.Blocks. The largest result is 2⁵³; Check rejects
// chains that reach it.
func (c *Chain) Steps() (burn, run, every int) {
	dt := c.Scheme.Dt
	whole := func(x float64) int { return int(min(x, maxSteps)) }
	every = max(1, whole(math.Round(c.Every/dt)))
	between := float64(every)
	obs := max(c.Blocks, whole(math.Round(c.T/float64(c.Replicas)/dt/between)))
	obs = (obs + c.Blocks - 1) / c.Blocks * c.Blocks
	return whole(math.Ceil(c.BurnIn/dt/between) * between), whole(float64(obs) * between), every
}

// Time returns the total time after the burn-in in whole blocks, which may be longer than T.
func (c *Chain) Time() float64 {
	_, run, _ := c.Steps()
	return float64(c.Replicas) * float64(run) * c.Scheme.Dt
}

// stream returns the hash in the key of the random streams.
func (c *Chain) stream() (uint64, error) {
	p := c.law()
	p["data"] = c.Digest
	return hash(p)
}

// law holds the parameters that, with the data, define how the replicas move.
func (c *Chain) law() spec.Key {
	p := spec.Key{
		"model":    c.Model.Key(),
		"scheme":   c.Scheme.Word,
		"dt":       c.Scheme.Dt,
		"n":        c.N,
		"sampling": string(c.Sampling),
		"layout":   c.Layout.String(),
	}
	if c.Scheme.Friction != nil {
		p["friction"] = c.Scheme.Friction.Key()
	}
	if len(c.Control) > 0 {
		p["control"] = c.Control
	}
	if c.Scheme.SplitBatch {
		p["split_batch"] = true
	}
	return p
}

// Params are the normalised parameters. Digests stand for the starting points, which are long.
func (c *Chain) Params() any {
	p := c.params()
	p["T"] = c.T
	return p
}

// params are all parameters but T.
func (c *Chain) params() spec.Key {
	p := c.law()
	var observe []spec.Key
	for _, s := range c.Statistics() {
		observe = append(observe, s.key())
	}
	maps.Copy(p, spec.Key{
		"burn_in":  c.BurnIn,
		"every":    c.Every,
		"replicas": c.Replicas,
		"blocks":   c.Blocks,
		"theta":    dynamics.Digest(c.Theta...),
		"observe":  observe,
		"seed":     c.Seed,
	})
	if c.Xi != nil {
		p["xi"] = dynamics.Digest(c.Xi)
	}
	if f, ok := c.Scheme.Friction.(dynamics.Extended); ok && f.Xi0 != nil {
		p["xi0"] = dynamics.Digest(f.Xi0...)
	}
	for name, x := range (spec.Key{"rest": c.Rest, "xi_var": c.XiVar, "xi_max": c.XiMax}) {
		if x != false && x != 0. {
			p[name] = x
		}
	}
	return p
}

// Units is the number of steps of all replicas.
func (c *Chain) Units() float64 {
	burn, run, _ := c.Steps()
	return float64(c.Replicas) * float64(burn+run)
}

// Forecast times a few steps and observations of some replicas, and returns the expected seconds
// and bytes of the whole run (see [work.Forecaster]).
func (c *Chain) Forecast() (seconds, bytes float64) {
	few := *c
	few.Replicas = min(c.Replicas, max(8, c.Layout.Replicas())) // they may read the data together
	few.T = c.T * float64(few.Replicas) / float64(c.Replicas)
	if c.Check() != nil {
		return 0, 0
	}
	c.terms().Gradient(c.Layout, c.N) // makes what the gradients of a model share
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := few.start(few.Replicas)
	if err != nil {
		return 0, 0
	}
	o := newObserver(&few)
	burn, run, every := few.Steps()
	step := timed(time.Now, 1<<20, func(n int) { r.e.Run(r.flows, n, n) })
	both := timed(time.Now, run/every, func(n int) {
		clear(o.seen)
		r.e.Run(r.flows, n, 1, o)
	})
	runtime.ReadMemStats(&after)
	seconds = float64(step*float64(burn+run)) + float64(max(0, both-step)*float64(run/every))
	times := float64(c.Replicas / few.Replicas)
	return seconds * times, float64(after.TotalAlloc-before.TotalAlloc) * times
}

// timed measures the seconds per step on a few steps, at most most at a time.
func timed(now func() time.Time, most int, run func(steps int)) float64 {
	best := math.Inf(1) // other work of the machine only adds time
	for n, long := 1, 0; long < 3; {
		t := now()
		run(n)
		d := now().Sub(t)
		best = min(best, d.Seconds()/float64(n))
		if d > 50*time.Microsecond || n == most {
			long++
		} else {
			n = min(4*n, most)
		}
	}
	return best
}

// Check reports why the chain cannot run.
func (c *Chain) Check() error {
	lanes := c.Layout.Replicas()
	switch {
	case c.Replicas < lanes || c.Replicas%lanes != 0:
		return fmt.Errorf("simulate: replicas must be a multiple of %d, got %d", lanes, c.Replicas)
	case c.Blocks < 1:
		return fmt.Errorf("simulate: expected at least one block of time, got %d", c.Blocks)
	case math.IsNaN(c.T + c.BurnIn + c.Every):
		return fmt.Errorf("simulate: expected times, got T = %g, a burn-in of %g and %g between "+
			"observations", c.T, c.BurnIn, c.Every)
	case !(c.Scheme.Dt > 0):
		return fmt.Errorf("simulate: expected a positive time step, got %g", c.Scheme.Dt)
	case !(c.Units() < maxSteps):
		return fmt.Errorf("simulate: %g steps are too many", c.Units())
	}
	for _, s := range c.Statistics() {
		switch s.(type) {
		case Moments, Mean, Last, draws:
			continue
		}
		for _, o := range s.of() {
			if n := o.Len(c.Model.Dim(), c.Scheme.Friction); n != 1 {
				return fmt.Errorf("simulate: %v: expected an observable of one number, %v has %d",
					s.key()["is"], o.Key()["is"], n)
			}
		}
	}
	if _, rotated := c.Model.(*model.Rotated); rotated {
		if _, extended := c.Scheme.Friction.(dynamics.Extended); extended {
			return fmt.Errorf("simulate: an extended friction has functions of the given coordinates")
		}
	}
	return c.Sampling.Check(c.Model.Ndata(), c.N)
}

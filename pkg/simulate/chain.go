// Package simulate turns the parameters of a point of a figure into a task for package sweep: a run
// of a Markov chain (Chain), or draws of the noise of a stochastic gradient (NoiseDraws). A task
// returns raw results, counts and sums per replica, so that the analysis can change without
// sampling again.
package simulate

import (
	"context"
	"fmt"
	"math"
	"time"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Chain is a run of Replicas replicas of a Markov chain, each of length T/Replicas after a burn-in.
//
// Seed and a hash of all other parameters but T key its random streams: a longer T continues the
// same run, and no point of a figure depends on which others there are.
type Chain struct {
	Model    model.Model
	Digest   string // of the model's data
	Scheme   dynamics.Scheme
	N        int // data in a batch
	Sampling minibatch.Sampling
	Layout   vec.Layout

	T        float64 // total time, over the replicas
	BurnIn   float64 // time of every replica before the first observation
	Every    float64 // time between two observations; at least one step
	Replicas int     // in the layout vec.Replicas a multiple of vec.Lanes
	Blocks   int     // of time, whose sums are kept apart

	// Theta holds the starting points, which the replicas take in turn: replica r starts at
	// Theta[r mod len]. p starts from its stationary law N(0, I), or at 0 with Rest.
	Theta [][]float64
	Rest  bool
	// Xi is the mean of the starting friction, a d×d symmetric matrix, row-major, or its diagonal
	// alone; nil is 0. An Extended starts at its Xi0 where it has one. XiVar is the variance of the
	// entries of ξ, or of every ξ_k, on the diagonal, and twice that of the others: with many entries
	// or functions it would take ξ long to reach its fluctuations, for which p has to heat it.
	Xi    []float64
	XiVar float64

	// XiMax bounds ξ: a replica with an entry of ξ, or of ξ(θ) where the friction is a
	// dynamics.Extended, beyond ±XiMax has diverged. 0 is no bound.
	XiMax float64

	Observe []Statistic
	Seed    uint64
}

// Kind is "chain".
func (c *Chain) Kind() string { return "chain" }

// DataDigest is the digest of the data.
func (c *Chain) DataDigest() string { return c.Digest }

// maxSteps bounds every number of steps, and the steps of all replicas: a float64 counts up to it.
const maxSteps = 1 << 53

// Steps returns the number of steps of a replica: in the burn-in, after it, and between two
// observations. The last divides both others. The burn-in is rounded up; the observations after it
// are a multiple of c.Blocks and at least as many. No number exceeds 2⁵³; Check refuses a chain
// that reaches it.
func (c *Chain) Steps() (burn, run, every int) {
	dt := c.Scheme.Dt
	whole := func(x float64) int { return int(min(x, maxSteps)) }
	every = max(1, whole(math.Round(c.Every/dt)))
	between := float64(every)
	obs := max(c.Blocks, whole(math.Round(c.T/float64(c.Replicas)/dt/between)))
	obs = (obs + c.Blocks - 1) / c.Blocks * c.Blocks
	return whole(math.Ceil(c.BurnIn/dt/between) * between), whole(float64(obs) * between), every
}

// Params are the normalised parameters. Digests stand for the starting points, which are long.
func (c *Chain) Params() any {
	p := c.key()
	p["T"] = c.T
	return p
}

// key holds all parameters but T.
func (c *Chain) key() spec.Key {
	observe := make([]spec.Key, len(c.Observe))
	for i, s := range c.Observe {
		observe[i] = s.key()
	}
	p := spec.Key{
		"model":    c.Model.Key(),
		"scheme":   c.Scheme.Word,
		"dt":       c.Scheme.Dt,
		"n":        c.N,
		"sampling": string(c.Sampling),
		"layout":   c.Layout.String(),
		"burn_in":  c.BurnIn,
		"every":    c.Every,
		"replicas": c.Replicas,
		"blocks":   c.Blocks,
		"theta":    dynamics.Digest(c.Theta...),
		"observe":  observe,
		"seed":     c.Seed,
	}
	if c.Scheme.Friction != nil {
		p["friction"] = c.Scheme.Friction.Key()
	}
	if c.Scheme.SplitBatch {
		p["split_batch"] = true
	}
	if c.Xi != nil {
		p["xi"] = dynamics.Digest(c.Xi)
	}
	if c.XiVar != 0 {
		p["xi_var"] = c.XiVar
	}
	if c.XiMax != 0 {
		p["xi_max"] = c.XiMax
	}
	if c.Rest {
		p["rest"] = true
	}
	return p
}

// Units is the number of steps of all replicas.
func (c *Chain) Units() float64 {
	burn, run, _ := c.Steps()
	return float64(c.Replicas) * float64(burn+run)
}

// Class names the chains that need the same time for a step.
func (c *Chain) Class() string {
	var friction string
	if f := c.Scheme.Friction; f != nil {
		base, _ := dynamics.BaseOf(f)
		friction = fmt.Sprintf("%T %T", f, base.Form)
		if a, ok := f.(dynamics.Adaptive); ok { // an extended friction has more rows the larger K is
			friction += fmt.Sprint(a.Rows(c.Layout, c.Model.Dim()))
		}
	}
	return fmt.Sprintf("%v %d %d %s %s %d %s %s %d", c.Model.Key()["is"], c.Model.Dim(),
		c.Model.Ndata(), c.Scheme.Word, friction, c.N, c.Sampling, c.Layout, c.Replicas)
}

// Probe measures the seconds that a step of one replica takes, on a few steps.
func (c *Chain) Probe() float64 {
	r, err := c.start(c.Replicas)
	if err != nil {
		return 0
	}
	most := 8 / c.Layout.Replicas() // replicas that may read the data together
	r.e.States = r.e.States[:min(len(r.e.States), max(1, most))]
	replicas := len(r.e.States) * c.Layout.Replicas()
	return timed(time.Now, func(n int) { r.e.Run(r.flows, n, n) }) / float64(replicas)
}

// timed measures the seconds that a step takes, on a few steps.
func timed(now func() time.Time, run func(steps int)) float64 {
	best := math.Inf(1) // whatever else the machine does only adds time
	for n, long := 1, 0; long < 5; {
		t := now()
		run(n)
		d := now().Sub(t)
		best = min(best, d.Seconds()/float64(n))
		if d > 300*time.Microsecond || n > 1<<20 {
			long++
		} else {
			n *= 4
		}
	}
	return best
}

// run is a chain that runs.
type run struct {
	*Chain
	e        *dynamics.Ensemble
	flows    []dynamics.Flow
	hash     uint64                          // of the parameters
	xi       func(*dynamics.State) []vec.Row // the entries of ξ
	observer *observer
	begin    [2]uint32 // the digest of the beginning
	probes   []probe
}

// Streams of a state, and of a probe.
const (
	keyNoise = iota
	keyBatches
	keyXi
	keyProbeNoise
	keyProbeBatches
)

// Check reports why the chain cannot run.
func (c *Chain) Check() error {
	lanes := c.Layout.Replicas()
	switch {
	case c.Replicas < lanes || c.Replicas%lanes != 0:
		return fmt.Errorf("simulate: replicas must be a multiple of %d, got %d", lanes, c.Replicas)
	case c.Blocks < 1:
		return fmt.Errorf("simulate: expected at least one block of time, got %d", c.Blocks)
	case !(c.Scheme.Dt > 0):
		return fmt.Errorf("simulate: expected a positive time step, got %g", c.Scheme.Dt)
	case !(c.Units() < maxSteps):
		return fmt.Errorf("simulate: %g steps are too many", c.Units())
	}
	for _, s := range c.Observe {
		switch s.(type) {
		case Moments, Mean, Last:
			continue
		}
		for _, o := range s.of() {
			if n := o.Len(c.Model.Dim(), c.Scheme.Friction); n != 1 {
				return fmt.Errorf("simulate: %v: expected an observable of one number, %v has %d",
					s.key()["is"], o.Key()["is"], n)
			}
		}
	}
	return c.Sampling.Check(c.Model.Ndata(), c.N)
}

// start prepares the states of the first replicas.
func (c *Chain) start(replicas int) (*run, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	d, f := c.Model.Dim(), c.Scheme.Friction
	flows, err := c.Scheme.Compile(c.Layout, d)
	if err != nil {
		return nil, err
	}
	h, err := hash(c.key())
	if err != nil {
		return nil, err
	}
	r := &run{
		Chain: c, e: &dynamics.Ensemble{}, flows: flows, hash: h,
		xi: dynamics.Xi{}.Bind(c.Layout, d, f),
	}
	g := c.Model.Gradient(c.Layout, c.N)
	for i := range replicas / c.Layout.Replicas() {
		s := r.state(g, uint64(i), keyNoise, keyBatches)
		c.place(s, i)
		if f != nil && !c.Rest {
			copy(s.P, s.Noise.Next())
		}
		if a, ok := f.(dynamics.Adaptive); ok {
			a.Start(s, square(c.Xi, d))
			c.heat(s, c.Seed, h, uint64(i), keyXi)
		}
		r.e.States = append(r.e.States, s)
	}
	return r, nil
}

// state returns a state at rest at 0, with the i-th streams for its noise and its batches.
func (r *run) state(g model.Gradient, i, noise, batches uint64) *dynamics.State {
	d := r.Model.Dim()
	return dynamics.NewState(r.Layout, d, r.Scheme.Friction, g,
		r.Sampling.Sampler(g, r.Layout, r.Model.Ndata(), r.N, r.Seed, r.hash, i, batches),
		dynamics.NewNormals(r.Layout, d, r.Seed, r.hash, i, noise))
}

// place puts the replicas of state i at their starting points.
func (c *Chain) place(s *dynamics.State, i int) {
	if len(c.Theta) == 0 {
		return
	}
	lanes := c.Layout.Replicas()
	for r := range lanes {
		for k, x := range c.Theta[(i*lanes+r)%len(c.Theta)] {
			row, lane := c.Layout.At(k, r)
			s.Theta[row][lane] = x
		}
	}
}

// heat adds fluctuations to ξ, or to every ξ_k: independent normals with the variances of XiVar.
func (c *Chain) heat(s *dynamics.State, key ...uint64) {
	f, ok := dynamics.BaseOf(c.Scheme.Friction)
	if c.XiVar == 0 || !ok {
		return
	}
	entries := dynamics.Entries(f.Form, s.Dim)
	noise, stream := vec.Rows(c.Layout.Rows(len(entries))), vec.NewStream(key...)
	on, off := math.Sqrt(c.XiVar), math.Sqrt(float64(0.5*c.XiVar))
	add := func() {
		stream.Normals(noise)
		for i, e := range entries {
			sd := off
			if e.Diagonal() {
				sd = on
			}
			for r := range c.Layout.Replicas() {
				row, lane := c.Layout.At(i, r)
				x := float64(sd * noise[row][lane])
				f.Add(s, e, r, x)
			}
		}
	}
	if x, ok := c.Scheme.Friction.(dynamics.Extended); ok {
		x.Each(s, add)
		return
	}
	add()
}

// square is the d×d matrix x, or the one with the diagonal x, which is 0 where x is nil.
func square(x []float64, d int) []float64 {
	if len(x) == d*d {
		return x
	}
	m := make([]float64, d*d)
	for i, v := range x {
		m[i*d+i] = v
	}
	return m
}

// Run simulates the chain and returns the arrays that Read reads. Once ctx is done it stops within
// some milliseconds and returns the error of ctx. A replica that leaves the finite numbers, or
// whose ξ is beyond XiMax, ends the run, and the samples are Diverged.
func (c *Chain) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	return c.RunFrom(ctx, nil, func(bool, func() table.Archive) {}, tick)
}

// RunFrom is Run from a checkpoint (see [sweep.Resumer]).
func (c *Chain) RunFrom(
	ctx context.Context, from table.Archive, save sweep.Save, tick func(units float64),
) (table.Archive, error) {
	r, err := c.start(c.Replicas)
	if err != nil {
		return nil, err
	}
	r.observer = newObserver(c)
	if from == nil {
		r.begin, err = c.beginning()
	} else {
		err = r.resume(from)
	}
	if err != nil {
		return nil, err
	}
	tick(float64(r.e.Steps * c.Replicas))
	ok, err := r.proceed(ctx, save, tick, r.probe)
	if err != nil {
		save(true, r.checkpoint)
		return nil, err
	}
	recorded := r.observer.recorded()
	if !ok || !finite(recorded) { // without numbers, whose bits would depend on the machine
		return archive(c.about(true), r.probed(true)), nil
	}
	if c.continues() {
		save(true, r.checkpoint)
	}
	r.probe()
	return archive(c.about(false), append(recorded, r.probed(false)...)), nil
}

// course goes through the burn-in, where it is not over, calls burnt, and records the rest. It
// reports whether all replicas stayed finite and in bounds.
func (r *run) proceed(
	ctx context.Context, save sweep.Save, tick func(float64), burnt func(),
) (bool, error) {
	burn, steps, every := r.Steps()
	if len(r.probes) == 0 {
		if ok, err := r.advance(ctx, burn, every, save, tick); !ok {
			return false, err
		}
		burnt()
	}
	return r.advance(ctx, burn+steps, every, save, tick, r.observer)
}

// about is the number of steps, and 1 if the chain diverged.
func (c *Chain) about(diverged bool) []int64 {
	about := []int64{int64(c.Units()), 0}
	if diverged {
		about[1] = 1
	}
	return about
}

// advance takes steps up to a number of steps, in pieces of some milliseconds, so that it notices
// an interruption soon. It reports whether all replicas stayed finite and in bounds.
func (r *run) advance(
	ctx context.Context, steps, every int, save sweep.Save, tick func(float64),
	obs ...dynamics.Observer,
) (bool, error) {
	piece := 2048 / (1 + r.N)
	if r.Layout == vec.Components {
		piece = 200_000 / (100 + r.N)
	}
	piece = max(1, piece/len(r.e.States))
	for r.e.Steps < steps {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n := min(piece, steps-r.e.Steps)
		r.e.Run(r.flows, n, every, obs...)
		tick(float64(n * r.Replicas))
		if !r.e.Finite() || r.XiMax != 0 && !r.within() {
			return false, nil
		}
		save(false, r.checkpoint)
	}
	return true, nil
}

// within reports whether no entry of ξ is beyond ±XiMax, and none is NaN.
func (r *run) within() bool {
	for _, s := range r.e.States {
		for _, row := range r.xi(s) {
			for _, x := range row {
				if !(math.Abs(x) <= r.XiMax) {
					return false
				}
			}
		}
	}
	return true
}

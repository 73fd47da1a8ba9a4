package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// run is a chain that runs.
type run struct {
	*Chain
	e        *dynamics.Ensemble
	flows    []dynamics.Flow
	hash     uint64                          // of the law and the data
	xi       func(*dynamics.State) []vec.Row // the entries of ξ
	observer *observer
}

// Streams of a state.
const (
	keyNoise = iota
	keyBatches
	keyXi
)

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
	h, err := c.stream()
	if err != nil {
		return nil, err
	}
	r := &run{
		Chain: c, e: &dynamics.Ensemble{}, flows: flows, hash: h,
		xi: dynamics.Xi{}.Bind(c.Layout, d, f),
	}
	g := c.terms().Gradient(c.Layout, c.N)
	for i := range replicas / c.Layout.Replicas() {
		s := r.state(g, uint64(i))
		c.place(s, i)
		if f != nil && !c.Rest {
			copy(s.P, s.Normals.Next())
		}
		if a, ok := f.(dynamics.Adaptive); ok {
			a.Start(s, square(c.Xi, d))
			c.heat(s, c.Seed, h, uint64(i), keyXi)
		}
		r.e.States = append(r.e.States, s)
	}
	return r, nil
}

// state returns a state at θ = p = 0, with the i-th streams for its noise and its batches.
func (r *run) state(g model.Gradient, i uint64) *dynamics.State {
	d := r.Model.Dim()
	return dynamics.NewState(r.Layout, d, r.Scheme.Friction, g,
		r.Sampling.Sampler(g, r.Layout, r.Model.Ndata(), r.N, r.Seed, r.hash, i, keyBatches),
		dynamics.NewNormals(r.Layout, d, r.Seed, r.hash, i, keyNoise))
}

// place puts the replicas of state i at their starting points.
func (c *Chain) place(s *dynamics.State, i int) {
	if len(c.Theta) == 0 {
		return
	}
	lanes := c.Layout.Replicas()
	for r := range lanes {
		for k, x := range c.turn(c.Theta[(i*lanes+r)%len(c.Theta)]) {
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

// square is the d×d matrix x or, for d numbers, the matrix with the diagonal x. A nil x gives 0.
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

// Sample checks the model's gradient, runs the chain and returns its samples, without a cache.
func (c *Chain) Sample(ctx context.Context) (*Samples, error) {
	for _, check := range c.Checks() {
		if err := check.Run(); err != nil {
			return nil, err
		}
	}
	a, err := c.Run(ctx, func(float64) {})
	if err != nil {
		return nil, err
	}
	return c.Read(a)
}

// Run simulates the chain and returns the arrays that Read reads. It stops within some milliseconds
// when ctx is done. If a replica overflows (Inf or NaN) or exceeds XiMax, the run ends and the
// samples are Diverged.
func (c *Chain) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	return c.RunFrom(ctx, nil, func(bool, func() table.Archive) {}, tick)
}

// RunFrom is Run from a checkpoint (see [work.Resumer]).
func (c *Chain) RunFrom(
	ctx context.Context, from table.Archive, save work.Save, tick func(units float64),
) (table.Archive, error) {
	r, err := c.start(c.Replicas)
	if err != nil {
		return nil, err
	}
	r.observer = newObserver(c)
	if from != nil {
		if err := r.resume(from); err != nil {
			return nil, err
		}
	}
	tick(float64(r.e.Steps * c.Replicas))
	ok, err := r.advance(ctx, save, tick)
	if err != nil {
		save(true, r.checkpoint)
		return nil, err
	}
	recorded := r.observer.recorded()
	if !ok || !finite(recorded) { // no numbers: their bits would depend on the machine
		return archive(c.about(true, false), nil), nil
	}
	if c.continues() {
		save(true, r.checkpoint)
	}
	return archive(c.about(false, false), recorded), nil
}

// about is the number of steps, then 1 if the chain diverged, otherwise 0, then 1 if the result is
// reduced.
func (c *Chain) about(diverged, reduced bool) []int64 {
	about := []int64{int64(c.Units()), 0}
	if diverged {
		about[1] = 1
	}
	if reduced {
		about = append(about, 1)
	}
	return about
}

// advance takes the remaining steps in pieces of some milliseconds, since ctx may be done, and
// records the states after the burn-in. It reports whether all replicas stayed finite and in
// bounds.
func (r *run) advance(ctx context.Context, save work.Save, tick func(float64)) (bool, error) {
	piece := 2048 / (1 + r.N)
	if r.Layout == vec.Components {
		piece = 200_000 / (100 + r.N)
	}
	piece = max(1, piece/len(r.e.States))
	burn, steps, every := r.Steps()
	var observers []dynamics.Observer
	for end := burn; r.e.Steps < burn+steps; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if r.e.Steps >= burn {
			end, observers = burn+steps, []dynamics.Observer{r.observer}
		}
		n := min(piece, end-r.e.Steps)
		r.e.Run(r.flows, n, every, observers...)
		tick(float64(n * r.Replicas))
		if !r.e.Finite() || r.XiMax != 0 && !r.within() {
			return false, nil
		}
		save(false, r.checkpoint)
	}
	return true, nil
}

// within reports whether all entries of ξ are within ±XiMax, and none is NaN.
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

// Prefix returns the parameters, without T if a longer run continues the sums of the statistics.
func (c *Chain) Prefix() any {
	if c.continues() {
		return c.params()
	}
	return c.Params()
}

// continues reports whether the beginning of a chain with a longer T records the same.
func (c *Chain) continues() bool {
	plans := c.plans(false)
	for k, s := range c.Statistics() {
		switch s := s.(type) {
		case Moments:
			if c.Blocks > 1 { // a longer T has longer blocks
				return false
			}
		case Mean:
			if s.stride(plans[k]) == plans[k].observed {
				return false
			}
		case draws: // a longer T has more draws
			return false
		}
	}
	return true
}

// checkpoint is the complete state of a run.
func (r *run) checkpoint() table.Archive {
	return append(archive(r.about(false, false), nil),
		table.Entry{Name: "tape", Data: vec.SaveState(r)})
}

// Snapshot saves or restores the states and their recorded statistics.
func (r *run) Snapshot(c *vec.Codec) {
	r.e.Snapshot(c)
	r.observer.Snapshot(c)
}

// resume goes back to a checkpoint. Its error wraps work.ErrCheckpoint.
func (r *run) resume(from table.Archive) error {
	words, err := table.Array[uint64](from, "tape")
	if err == nil {
		err = vec.RestoreState(r, words)
	}
	burn, steps, _ := r.Steps()
	if err == nil && r.e.Steps > burn+steps {
		err = errors.New("it is of a longer run")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", work.ErrCheckpoint, err)
	}
	return nil
}

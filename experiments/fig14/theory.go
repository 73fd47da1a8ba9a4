package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// theory adds what is known without a run: the distances of Σ_x from its projections, the numbers
// of variables, and how far K = 0 is from Adaptive Langevin dynamics.
func (s Spec) theory(t *table.Table, g *study.Marginal, b *bases) error {
	for _, f := range []study.Friction{study.Scalar, study.Diagonal, study.Full} {
		if _, err := b.of(s.Basis.Boxes, f, s.Basis.Cap); err != nil {
			return err
		}
	}
	var done []string
	for _, x := range b.all {
		row := table.Row{
			"friction": x.form.Name(), "K": x.K(), "cuts": x.cuts,
			"status": table.OK, "source": table.Exact,
		}
		if name := fmt.Sprint(row); !x.uncapped && !slices.Contains(done, name) {
			done = append(done, name)
			t.AddValue(row, "projection error", x.distance)
		}
	}
	curves, err := b.of(s.Basis.Boxes, s.Friction, s.Basis.Cap)
	if err != nil {
		return err
	}
	d := b.model.Dim()
	for i, x := range curves {
		f := dynamics.AdL{Form: x.form, Gamma: s.Gamma, Eta: s.Eta}
		row := table.Row{
			"friction": s.Friction, "K": x.K(), "cuts": x.cuts, "eta": s.Eta,
			"status": table.OK, "source": table.Exact,
		}
		e := dynamics.Extended{Base: f, Basis: x.functions}
		t.AddValue(row, "mass where S_K is not positive", x.negative(g.Posterior.Model))
		t.AddValue(row, "variables", float64(e.Rows(vec.Replicas, d)))
		if i > 0 {
			t.AddValue(row, "degree", float64(x.functions.(dynamics.Boxes).Degree))
			continue
		}
		difference, err := apart(b.model, dynamics.Scheme{Word: s.Word, Dt: s.Dt[0]}, f, e, s.N[0])
		if err != nil {
			return err
		}
		t.AddValue(row, "difference from AdL", difference)
	}
	return nil
}

// negative returns the mass under π of where S_K is not positive semidefinite, up to rounding:
// there is no noise with such a covariance.
func (b *basis) negative(m *model.Mixture) (mass float64) {
	var cuts [2][]float64
	if f, ok := b.functions.(dynamics.Boxes); ok {
		cuts = [2][]float64(f.Cuts)
	}
	cov, s := b.noisy(m).Cov, make([]float64, 4)
	exact.NewPosterior(m, exact.Grid{Cuts: cuts}).Each(func(theta []float64, at float64) {
		cov(s, theta)
		half, product := 0.5*(s[0]-s[3]), float64(s[1]*s[2])
		if float64(0.5*(s[0]+s[3])) < float64(math.Sqrt(float64(half*half)+product)*(1-1e-9)) {
			mass += at
		}
	})
	return mass
}

// apart returns the largest difference between a component of θ, p or ξ under two frictions of the
// same size after a thousand steps with the same random numbers.
func apart(
	m *model.Mixture, s dynamics.Scheme, f, g dynamics.Adaptive, n int,
) (most float64, err error) {
	const steps, seed = 1000, 1
	var rows [2][]vec.Row
	for i, friction := range []dynamics.Adaptive{f, g} {
		s.Friction = friction
		flows, err := s.Compile(vec.Replicas, m.Dim())
		if err != nil {
			return 0, err
		}
		gradient := m.Gradient(vec.Replicas, n)
		sampler := minibatch.Without.Sampler(gradient, vec.Replicas, m.Ndata(), n, seed, 1)
		noise := dynamics.NewNoise(vec.Replicas, m.Dim(), seed, 2)
		state := dynamics.NewState(vec.Replicas, m.Dim(), friction, gradient, sampler, noise)
		friction.Start(state, []float64{1, 0, 0, 1})
		e := dynamics.Ensemble{States: []*dynamics.State{state}}
		e.Run(flows, steps, steps)
		state.Settle()
		rows[i] = slices.Concat(state.Theta, state.P, state.Xi)
	}
	for k := range rows[0] {
		for lane, x := range rows[0][k] {
			most = max(most, math.Abs(x-rows[1][k][lane]))
		}
	}
	return most, nil
}

// side is the number of cells along an axis of the grid on which ξ(θ) is averaged.
const side = 7

// leastMass is the mass under π from which on a cell of the grid counts.
const leastMass = 0.05

// cellMean is the mean of S_K in a cell of the grid.
type cellMean struct {
	cell int
	mean []float64
}

// means returns the means of S_K under π in the cells that count.
func (b *basis) means(m *model.Mixture, grid dynamics.ByCell) (cells []cellMean) {
	var cuts [2][]float64
	for axis := range cuts {
		for i := range side + 1 {
			cuts[axis] = append(cuts[axis], grid.Lo+float64(float64(i)*(grid.Hi-grid.Lo))/side)
		}
		if f, ok := b.functions.(dynamics.Boxes); ok {
			cuts[axis] = append(cuts[axis], f.Cuts[axis]...)
		}
		slices.Sort(cuts[axis])
		cuts[axis] = slices.Compact(cuts[axis])
	}
	masses, sums := make([]float64, side*side), make([][]float64, side*side)
	_, n := b.functions.Cells()
	f := make([]float64, n)
	exact.NewPosterior(m, exact.Grid{Cuts: cuts}).Each(func(theta []float64, mass float64) {
		c := grid.Cell(theta[0], theta[1])
		if c < 0 {
			return
		}
		if sums[c] == nil {
			sums[c] = make([]float64, 4)
		}
		masses[c] += mass
		at := b.functions.At(f, theta) * n
		for i, v := range f {
			for e, x := range b.projection[at+i] {
				sums[c][e] += float64(mass * float64(v*x))
			}
		}
	})
	for c, mass := range masses {
		if mass < leastMass {
			continue
		}
		for e := range sums[c] {
			sums[c][e] /= mass
		}
		cells = append(cells, cellMean{c, sums[c]})
	}
	return cells
}

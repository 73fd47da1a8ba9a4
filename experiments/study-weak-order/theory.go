package main

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Theory is the [theory] table of a spec.
type Theory struct {
	Dt      []float64 `toml:"dt" spec:"positive,nonempty,distinct"`    // small, in increasing order
	Gamma   []float64 `toml:"gamma" spec:"positive,nonempty,distinct"` // of Langevin dynamics
	Cumul   []int     `toml:"n_cumulants" spec:"min=1,nonempty,distinct"`
	N       []int     `toml:"n_epsilon" spec:"min=1,nonempty,distinct"` // besides those of the grid
	Levels  []float64 `toml:"levels" spec:"positive,nonempty,distinct"` // of ε(n)Δt
	Spread  []float64 `toml:"spread" spec:"positive,nonempty,distinct"` // factors of v, increasing
	Theta   []float64 `toml:"theta" spec:"nonempty,distinct"`           // where Σ_x is taken
	Kinetic []float64 `toml:"a_dt2" spec:"positive,nonempty,distinct"`  // aΔt² of a step's map
}

// rows is the table.
type rows struct{ *gaussian.NewTable }

// theory adds exact rows.
func (r rows) theory(s Spec) {
	for _, m := range s.Method {
		if m.Word != dynamics.SGLD && m.Word != gaussian.Langevin {
			continue // no closed form
		}
		r.allData(s, m)
		r.smallSteps(s, m)
		r.levels(s, m)
		r.cumulants(s, m)
		r.fixedPoints(s, m)
		if m.Word == gaussian.Langevin {
			r.words(s, m)
			r.maps(s.Theory, m)
		}
	}
	r.batches(s)
	r.spread(s)
	r.identities(s.Theory)
	r.oneStep(s.Method)
}

// at is the cells of an exact row for batches of n.
func (r rows) at(m study.Method, s minibatch.Sampling, n int, dt float64) table.Row {
	row := r.ExactRow(m, dt)
	row["sampling"], row["n"], row["epsilon"] = s, n, s.Epsilon(r.Model.Ndata(), n)
	return row
}

// allData adds the errors at n = Nd: with all data, and with as many that are drawn with
// replacement.
func (r rows) allData(s Spec, m study.Method) {
	for _, sampling := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		for _, dt := range s.Dt {
			n := r.Model.Ndata()
			r.AddValue(r.at(m, sampling, n, dt), "variance error at n = Nd",
				r.VarianceError(m, sampling.Epsilon(n, n), dt))
		}
	}
}

// smallSteps adds the errors on the variances of θ and p as Δt → 0, for several frictions.
func (r rows) smallSteps(s Spec, m study.Method) {
	gammas := []float64{0}
	if m.Word == gaussian.Langevin {
		gammas = s.Theory.Gamma
	}
	total := r.Model.Ndata()
	for _, m.Gamma = range gammas {
		for _, n := range append([]int{total}, s.N...) {
			for _, dt := range s.Theory.Dt {
				row := r.at(m, minibatch.Without, n, dt)
				eps := minibatch.Without.Epsilon(total, n)
				r.AddValue(row, "variance error at small Δt", r.VarianceError(m, eps, dt))
				if m.Word == gaussian.Langevin {
					// with all data the scheme keeps the variance 1 of p
					_, p := r.Law.BatchSlope(r.Law.Step(m.Word, m.Gamma, dt, false), dt)
					r.AddValue(row, "variance error of p at small Δt", float64(float64(eps*dt)*p))
				}
			}
		}
	}
}

// levels adds the errors at given ε(n)Δt, for every Δt at which the n of the grid cover it.
func (r rows) levels(s Spec, m study.Method) {
	total := r.Model.Ndata()
	most, least := minibatch.With.Epsilon(total, 1), math.Inf(1)
	for _, n := range s.N {
		if e := minibatch.Without.Epsilon(total, n); e > 0 {
			least = min(least, e)
		}
	}
	for _, level := range s.Theory.Levels {
		for _, dt := range s.Dt {
			if eps := level / dt; eps >= least && eps <= most {
				row := r.ExactRow(m, dt)
				row["epsilon"] = eps
				r.AddValue(row, "variance error at equal ε(n)Δt", r.VarianceError(m, eps, dt))
			}
		}
	}
}

// fixedPoints adds the distances of the stationary mean from μ_post, b being the force at θ = 0.
func (r rows) fixedPoints(s Spec, m study.Method) {
	b := 0.0
	for _, x := range r.Model.X {
		b += x / float64(r.Model.SigmaX*r.Model.SigmaX)
	}
	for _, dt := range s.Dt {
		if step := r.Law.Step(m.Word, m.Gamma, dt, false); step.Radius() < 1 {
			r.AddValue(r.ExactRow(m, dt), "stationary mean less μ_post",
				float64(b*step.Mean()[0])-r.Model.Mean())
		}
	}
}

// batches adds ε(n).
func (r rows) batches(s Spec) {
	total := r.Model.Ndata()
	for _, sampling := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		for _, n := range slices.Concat(s.N, s.Theory.N) {
			if sampling.Check(total, n) != nil {
				continue
			}
			row := r.at(study.Method{Word: dynamics.SGLD}, sampling, n, 0)
			row["method"], row["dt"] = nil, nil
			r.AddValue(row, "ε(n)", sampling.Epsilon(total, n))
		}
	}
}

// spread adds the slope of SGLD in ε(n)Δt for data of other variances.
func (r rows) spread(s Spec) {
	for _, m := range s.Method {
		if m.Word != dynamics.SGLD {
			continue
		}
		for _, f := range s.Theory.Spread {
			l, dt := r.Law, s.Theory.Dt[0]
			l.V = float64(f * l.V)
			slope, _ := l.BatchSlope(l.Step(m.Word, 0, dt, false), dt)
			row := r.ExactRow(m, dt)
			row["v"] = l.V
			r.AddValue(row, "slope in ε(n)Δt for other v", slope)
		}
	}
}

// identities adds the moments of the posterior by quadrature, and Σ_x at several θ from its
// definition, beside the formulas.
func (r rows) identities(e Theory) {
	add := func(quantity string, value, formula float64) {
		r.Measure(table.Row{
			"status": table.OK, "source": table.Exact, "v": r.Law.V, "a": r.Law.A,
		}, quantity, estimate.Estimate{Value: value}, formula)
	}
	mean, variance := exact.GaussianMoments(r.Model)
	add("mean of the posterior", mean, r.Model.Mean())
	add("variance of the posterior", variance, 1/r.Model.Precision())
	for _, x := range e.Theta {
		add("Σ_x at θ = "+study.Number(x), exact.GradCov(r.Model, []float64{x})[0], r.Law.V)
	}
}

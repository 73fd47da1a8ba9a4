package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Theory is the [checks.theory] table of a spec: what is computed exactly besides the figure.
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

// theory adds exact rows, if the spec asks for them and the gradients of the data differ.
func (r rows) theory(s Spec) {
	if s.Checks.Theory.Dt == nil || !(r.law.V > 0) {
		return
	}
	for _, m := range s.Method {
		if m.Word != dynamics.SGLD && m.Word != langevin {
			continue // no closed form
		}
		r.allData(s, m)
		r.smallSteps(s, m)
		r.levels(s, m)
		r.cumulants(s, m)
		r.fixedPoints(s, m)
		if m.Word == langevin {
			r.words(s, m)
			r.maps(s.Checks.Theory, m)
		}
	}
	r.batches(s)
	r.spread(s)
	r.identities(s.Checks.Theory)
	r.oneStep(s.Method)
}

// exact is the cells of an exact row.
func (r rows) exact(m study.Method, dt float64) table.Row {
	row := r.row(m, study.Point{Dt: dt})
	row["sampling"], row["n"], row["epsilon"], row["source"] = nil, nil, nil, table.Exact
	return row
}

// at is the cells of an exact row for batches of n.
func (r rows) at(m study.Method, s minibatch.Sampling, n int, dt float64) table.Row {
	row := r.exact(m, dt)
	row["sampling"], row["n"], row["epsilon"] = s, n, s.Epsilon(r.model.Ndata(), n)
	return row
}

// allData adds the errors at n = Nd: with all data, and with as many that are drawn with
// replacement.
func (r rows) allData(s Spec, m study.Method) {
	for _, sampling := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		for _, dt := range s.Dt {
			n := r.model.Ndata()
			r.AddValue(r.at(m, sampling, n, dt), "variance error at n = Nd",
				r.varianceError(m, sampling.Epsilon(n, n), dt))
		}
	}
}

// smallSteps adds the errors on the variances of θ and p as Δt → 0, for several frictions.
func (r rows) smallSteps(s Spec, m study.Method) {
	gammas := []float64{0}
	if m.Word == langevin {
		gammas = s.Checks.Theory.Gamma
	}
	total := r.model.Ndata()
	for _, m.Gamma = range gammas {
		for _, n := range append([]int{total}, s.N...) {
			for _, dt := range s.Checks.Theory.Dt {
				row := r.at(m, minibatch.Without, n, dt)
				eps := minibatch.Without.Epsilon(total, n)
				r.AddValue(row, "variance error at small Δt", r.varianceError(m, eps, dt))
				if m.Word == langevin {
					// with all data the scheme keeps the variance 1 of p
					_, p := r.law.BatchSlope(r.law.Step(m.Word, m.Gamma, dt, false), dt)
					r.AddValue(row, "variance error of p at small Δt", float64(float64(eps*dt)*p))
				}
			}
		}
	}
}

// levels adds the errors at given ε(n)Δt, for every Δt at which the n of the grid cover it.
func (r rows) levels(s Spec, m study.Method) {
	total := r.model.Ndata()
	most, least := minibatch.With.Epsilon(total, 1), math.Inf(1)
	for _, n := range s.N {
		if e := minibatch.Without.Epsilon(total, n); e > 0 {
			least = min(least, e)
		}
	}
	for _, level := range s.Checks.Theory.Levels {
		for _, dt := range s.Dt {
			if eps := level / dt; eps >= least && eps <= most {
				row := r.exact(m, dt)
				row["epsilon"] = eps
				r.AddValue(row, "variance error at equal ε(n)Δt", r.varianceError(m, eps, dt))
			}
		}
	}
}

// cumulants adds the moments of θ of higher order, for the data and for symmetric data.
func (r rows) cumulants(s Spec, m study.Method) {
	const sampling = minibatch.Without
	mirrored := symmetric(r.model)
	for _, n := range s.Checks.Theory.Cumul {
		if n >= r.model.Ndata() {
			continue
		}
		for _, dt := range s.Checks.Theory.Dt {
			row, step := r.at(m, sampling, n, dt), r.law.Step(m.Word, m.Gamma, dt, false)
			e := r.varianceError(m, sampling.Epsilon(r.model.Ndata(), n), dt)
			third, skewness, kurtosis := step.Shape(r.model, n, sampling, e)
			r.AddValue(row, "third central moment", third)
			r.AddValue(row, "skewness", skewness)
			r.AddValue(row, "excess kurtosis", kurtosis)
			if mirrored != nil {
				third, _, _ = step.Shape(mirrored, n, sampling, e)
				r.AddValue(row, "third central moment for symmetric data", third)
			}
		}
		if m.Word == dynamics.SGLD {
			row := r.at(m, sampling, n, 0)
			row["method"], row["dt"] = nil, nil
			r.AddValue(row, "E Z³", exact.BatchSkewness(r.model.X, n, sampling))
			if mirrored != nil {
				r.AddValue(row, "E Z³ for symmetric data", exact.BatchSkewness(mirrored.X, n, sampling))
			}
		}
	}
}

// symmetric returns the model with the first half of the deviations from the mean and their mirror
// images as data, or nil if these are all the same.
func symmetric(m *model.Gaussian) *model.Gaussian {
	centre, half := 0.0, len(m.X)/2
	for _, x := range m.X {
		centre += x / float64(len(m.X))
	}
	var x []float64
	for _, y := range m.X[:half] {
		x = append(x, y-centre, centre-y)
	}
	s := &model.Gaussian{X: x, SigmaX: m.SigmaX, SigmaTheta: m.SigmaTheta}
	if !(len(x) > 1 && s.Var() > 0) {
		return nil
	}
	return s
}

// fixedPoints adds the distances of the stationary mean from μ_post, b being the force at θ = 0.
func (r rows) fixedPoints(s Spec, m study.Method) {
	b := 0.0
	for _, x := range r.model.X {
		b += x / float64(r.model.SigmaX*r.model.SigmaX)
	}
	for _, dt := range s.Dt {
		if step := r.law.Step(m.Word, m.Gamma, dt, false); step.Radius() < 1 {
			r.AddValue(r.exact(m, dt), "stationary mean less μ_post",
				float64(b*step.Mean()[0])-r.model.Mean())
		}
	}
}

// words adds the slope of the error in ε(n)Δt for the six Strang splittings. A word with two B's is
// written as the cycle in which they stand at one θ.
func (r rows) words(s Spec, m study.Method) {
	for _, w := range []struct{ word, cycle string }{
		{langevin, ""}, {"AOBOA", ""},
		{"BAOAB", "AOABB"}, {"BOAOB", "OAOBB"}, {"ABOBA", "ABOBA"}, {"OBABO", "ABOOB"},
	} {
		for _, dt := range append([]float64{s.Checks.Theory.Dt[0]}, s.Dt...) {
			row := r.exact(m, dt)
			row["method"] = w.word
			slope := func(word, quantity string, share bool) {
				x, _ := r.law.BatchSlope(r.law.Step(word, m.Gamma, dt, share), dt)
				r.AddValue(row, quantity, x)
			}
			slope(w.word, "slope in ε(n)Δt", false)
			if w.cycle != "" {
				slope(w.cycle, "slope in ε(n)Δt with one batch a step", true)
			}
		}
	}
}

// maps adds the distance of the step's map from the one of appendix B, and its spectral radius.
func (r rows) maps(e Theory, m study.Method) {
	a := r.law.A
	for _, m.Gamma = range e.Gamma {
		for _, x := range e.Kinetic {
			dt := math.Sqrt(x / a)
			step, worst := r.law.Step(m.Word, m.Gamma, dt, false), 0.0
			got := append(append(step.M, step.Noise[0]...), append(step.Noise[1], step.Kicks[0]...)...)
			for i, want := range printed(a, m.Gamma, dt) {
				worst = max(worst, math.Abs(got[i]-want)/max(1, math.Abs(want)))
			}
			row := r.exact(m, dt)
			r.AddValue(row, "distance of a step's map from appendix B", worst)
			r.AddValue(row, "spectral radius", step.Radius())
		}
	}
}

// printed returns the entries of M₁, of (1 − α_Δt)^(1/2) M₂, the first column before the second,
// and of V₃/b (appendix B).
func printed(a, gamma, dt float64) []float64 {
	alpha, half := math.Exp(-float64(gamma*dt)), math.Exp(-float64(float64(0.5*gamma)*dt))
	f, x := math.Sqrt(1-alpha), float64(a*float64(dt*dt))
	q, r := 1-float64(0.5*x), 1-float64(0.25*x)
	return []float64{
		q, float64(half * float64(dt*r)), -float64(a * float64(dt*half)), float64(alpha * q),
		float64(f * float64(dt*r)), float64(f * float64(half*q)), 0, f,
		float64(0.5 * float64(dt*dt)), float64(half * dt),
	}
}

// batches adds ε(n).
func (r rows) batches(s Spec) {
	total := r.model.Ndata()
	for _, sampling := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		for _, n := range append(append([]int{}, s.N...), s.Checks.Theory.N...) {
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
		for _, f := range s.Checks.Theory.Spread {
			l, dt := r.law, s.Checks.Theory.Dt[0]
			l.V = float64(f * l.V)
			slope, _ := l.BatchSlope(l.Step(m.Word, 0, dt, false), dt)
			row := r.exact(m, dt)
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
			"status": table.OK, "source": table.Exact, "v": r.law.V, "a": r.law.A,
		}, quantity, claim.Exact(value), formula)
	}
	mean, variance := exact.GaussianMoments(r.model)
	add("mean of the posterior", mean, r.model.Mean())
	add("variance of the posterior", variance, 1/r.model.Precision())
	for _, x := range e.Theta {
		add("Σ_x at θ = "+study.Number(x), exact.GradCov(r.model, []float64{x})[0], r.law.V)
	}
}

// oneStep adds the least powers of Δt at which a step and the modified generator differ. AdL has a
// frozen ξ of five times γ.
func (r rows) oneStep(methods []study.Method) {
	for _, m := range methods {
		var rest exact.Remainder
		switch m.Word {
		case dynamics.SGLD:
			rest = r.law.SGLDRemainder()
		case langevin:
			rest = r.law.Remainder(m.Word, m.Gamma, m.Gamma)
			adl := m
			adl.Name, adl.Word = "AdL", "ODABADO"
			r.powers(adl, r.law.Remainder(adl.Word, float64(5*m.Gamma), m.Gamma))
		default:
			continue
		}
		r.powers(m, rest)
	}
}

// powers adds the powers of a remainder.
func (r rows) powers(m study.Method, e exact.Remainder) {
	row := r.exact(m, 0)
	row["dt"] = nil
	for _, q := range []struct {
		what  string
		power int
	}{
		{"mean", e.Mean}, {"covariance", e.Cov}, {"covariance from batches", e.BatchCov},
		{"third cumulants", e.Third},
	} {
		r.AddValue(row, "one-step power of Δt: "+q.what, float64(q.power))
	}
}

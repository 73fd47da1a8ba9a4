package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

const section = "3.2.3"

// measured is a point of the figure that has a stationary state.
type measured struct {
	n, dt, eps, s float64
	error         estimate.Estimate
	step          float64 // the part of the error that is there with all data, −aΔt²/4
	frozen        float64 // the error if ξ is frozen, NaN where that is not known
}

// batch is the part of the error that is due to the batches.
func (m measured) batch() estimate.Estimate {
	return estimate.Estimate{Value: m.error.Value - m.step, StdErr: m.error.StdErr}
}

func (m measured) String() string { return fmt.Sprintf("n = %g, Δt = %g", m.n, m.dt) }

// read returns the points whose error is known.
func read(t *table.Table) []measured {
	var ms []measured
	t = t.Where("quantity", "variance error", "source", table.Simulation, "status", table.OK)
	for i := range t.Len() {
		f := func(column string) float64 { return t.Float(i, column) }
		m := measured{
			n: f("n"), dt: f("dt"), eps: f("epsilon"), s: f("s"), frozen: f("exact"), step: -f("a") * f("dt") * f("dt") / 4,
			error: estimate.Estimate{Value: f("value"), StdErr: f("stderr")},
		}
		if m.error.StdErr > 0 && !math.IsInf(m.error.Value, 0) {
			ms = append(ms, m)
		}
	}
	return ms
}

// claims evaluates what sections 3.2.1 to 3.2.3 say about Figure 5. Points without a stationary state enter the last claim only.
func claims(s Spec, t *table.Table) []experiment.Claim {
	ms := read(t)
	cs := effect(s, ms)
	cs = append(cs, timeStep(s, ms))
	cs = append(cs, figure3(s, t, ms)...)
	cs = append(cs, order(ms)...)
	cs = append(cs, frozenXi(ms))
	cs = append(cs, law(t)...)
	return append(cs, runaway(t))
}

// at returns the points of a time step, the largest ε(n) first.
func at(ms []measured, dt float64) []measured {
	var out []measured
	for _, m := range ms {
		if m.dt == dt {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b measured) int { return cmp.Compare(b.eps, a.eps) })
	return out
}

// verdict joins the verdicts of a claim's parts, undecided if there is none.
type verdict string

func (v *verdict) add(part string) {
	if *v != "" {
		part = experiment.Worse(string(*v), part)
	}
	*v = verdict(part)
}

func (v verdict) String() string { return cmp.Or(string(v), experiment.Undecided) }

// effect decides where ε(n) matters, by the difference between the error at the largest ε(n) and the mean of the errors at the others.
func effect(s Spec, ms []measured) []experiment.Claim {
	const visible = 0.01
	var small, large []string
	var no, yes verdict
	for _, dt := range s.Dt {
		ms := at(ms, dt)
		if len(ms) < 2 || ms[0].eps == ms[len(ms)-1].eps {
			continue
		}
		d := estimate.Sub(ms[0].error, pool(ms[1:]))
		part := fmt.Sprintf("%s (%v)", percent(d), ms[0])
		switch {
		case dt <= 0.005:
			no.add(experiment.Within(d.Value, d.StdErr, -visible, visible, 2))
			small = append(small, part)
		case dt >= 0.008:
			yes.add(experiment.Greater(math.Abs(d.Value), d.StdErr, visible, 2))
			large = append(large, part)
		}
	}
	return []experiment.Claim{{
		Name: "not affected by ε(n)", Section: section,
		Sentence: "for Δt ≤ 0.005 the bias is not affected by the value of ε(n), even for the very large value obtained when n = 1",
		Measured: "error at the largest ε(n) less the mean of the others, expected within 1 % of the variance: " + list(small),
		Verdict:  no.String(),
	}, {
		Name: "affected by ε(n)", Section: section,
		Sentence: "for Δt ≥ 0.008 the error is affected by the value of n",
		Measured: "error at the largest ε(n) with a stationary state less the mean of the others, expected beyond 1 % of the variance: " + list(large),
		Verdict:  yes.String(),
	}}
}

// timeStep decides whether the time step alone makes the error, where that is said of it.
func timeStep(s Spec, ms []measured) experiment.Claim {
	var chi experiment.ChiSquare
	var parts []string
	var v verdict
	for _, dt := range s.Dt {
		ms := at(ms, dt)
		if dt > 0.005 || len(ms) == 0 {
			continue
		}
		for _, m := range ms {
			z := m.batch().Z(0)
			chi = chi.Plus(experiment.ChiSquare{Value: z * z, Dof: 1})
		}
		m := ms[0]
		b := m.batch()
		v.add(experiment.Less(math.Abs(b.Value), b.StdErr, math.Abs(m.step), 2))
		parts = append(parts, fmt.Sprintf("%s beside %s (%v; frozen ξ: %s)", percent(b), percentOf(m.step), m, percentOf(m.frozen-m.step)))
	}
	return experiment.Claim{
		Name: "due to the time step", Section: section,
		Sentence: "for Δt ≤ 0.005 the bias is simply due to the discretization time step",
		Measured: "all errors against −Δt²/(4σ_post²): " + chi.String() + "; the rest at the largest ε(n), expected to be smaller than that: " + list(parts),
		Verdict:  v.String(),
	}
}

// figure3 compares with SGLD and Langevin dynamics, whose errors are known exactly.
func figure3(s Spec, t *table.Table, ms []measured) []experiment.Claim {
	const much = 1. / 3
	const seen = 0.1 // errors of SGLD and Langevin dynamics that are looked at
	known := t.Where("quantity", "variance error", "source", table.Exact)
	smallest := slices.Min(s.Dt)
	var cs []experiment.Claim
	for _, same := range []bool{true, false} {
		var v verdict
		var worst estimate.Estimate
		var where measured
		points := 0
		for _, m := range ms {
			dt := m.dt
			if !same {
				if dt = smallest; m.dt == dt {
					continue
				}
			}
			least := math.Inf(1) // the smaller of theirs
			for _, method := range []string{"SGLD", "Langevin"} {
				if u := known.Where("method", method, "n", m.n, "dt", dt, "epsilon", m.eps); u.Len() > 0 {
					least = min(least, math.Abs(u.Float(0, "value")))
				}
			}
			if math.IsInf(least, 1) || !(least > seen) {
				continue
			}
			points++
			r := estimate.Estimate{Value: math.Abs(m.error.Value) / least, StdErr: m.error.StdErr / least}
			v.add(experiment.Less(r.Value, r.StdErr, much, 2))
			if points == 1 || r.Value > worst.Value {
				worst, where = r, m
			}
		}
		c := experiment.Claim{
			Name: "far below Figure 3", Section: section,
			Sentence: "the error obtained with AdL is much smaller than the one obtained with SGLD or Langevin dynamics with mini-batching",
			Measured: "at the same Δt and n", Verdict: v.String(),
		}
		if !same {
			c.Name = "far below Figure 3 with larger time steps"
			c.Sentence = "even with much larger time steps"
			c.Measured = fmt.Sprintf("with Δt = %g and the same n", smallest)
		}
		c.Measured = fmt.Sprintf("error over the smaller of theirs %s, at the %d points where that is above %g, expected below 1/3", c.Measured, points, seen)
		if points > 0 {
			c.Measured += fmt.Sprintf(": at most %.2g ± %.1g (%v)", worst.Value, worst.StdErr, where)
		}
		cs = append(cs, c)
	}
	return cs
}

// order decides what section 3.2.2 says about the order of the error: the bound C (1 + ε(n)^(3/2)) Δt², and that this is the order of magnitude.
func order(ms []measured) []experiment.Claim {
	bound := experiment.Claim{
		Name: "bound (1 + ε(n)^(3/2))Δt²", Section: "3.2.2", Sentence: "the bias is at most C (1 + ε(n)^(3/2)) Δt²",
		Measured: "no point", Verdict: experiment.Undecided,
	}
	size := experiment.Claim{
		Name: "order ε(n)^(3/2)Δt²", Section: "3.2.2", Sentence: "the order of magnitude of the bias is ε(n)^(3/2)Δt²",
		Verdict: experiment.Undecided,
	}
	// the constant that all the data need, 1/(4σ_post²), at the points where it is known whether it serves
	var v verdict
	var worst estimate.Estimate
	var where measured
	known := 0
	for _, m := range ms {
		k := (1 + power32(m.eps)) * math.Abs(m.step)
		r := estimate.Estimate{Value: math.Abs(m.error.Value) / k, StdErr: m.error.StdErr / k}
		if m.eps == 0 || !(r.StdErr < 0.25) {
			continue
		}
		known++
		if r.Value-3*r.StdErr > 1 {
			v.add(experiment.Fails)
		} else {
			v.add(experiment.Holds)
		}
		if known == 1 || r.Value > worst.Value {
			worst, where = r, m
		}
	}
	if known > 0 {
		bound.Verdict = v.String()
		bound.Measured = fmt.Sprintf("with C = 1/(4σ_post²), which n = Nd needs, at the %d points where the error is known to a quarter of it: at most %.2g ± %.1g of it (%v)", known, worst.Value, worst.StdErr, where)
	}

	// the power of s, ∝ ε(n)Δt², with which the part due to batches grows: at points where a prediction says that it can be seen
	var x, y, e []float64
	lo, hi := math.Inf(1), 0.0
	var used []measured
	for _, m := range ms {
		b := m.batch()
		if !(m.s > 0 && m.s <= 0.5 && m.step-m.frozen > 4*b.StdErr) {
			continue
		}
		x, y, e = append(x, m.s), append(y, -b.Value), append(e, b.StdErr)
		r := math.Abs(b.Value) / (power32(m.eps) * m.dt * m.dt)
		lo, hi = min(lo, r), max(hi, r)
		used = append(used, m)
	}
	size.Measured = fmt.Sprintf("the part due to batches is visible at %d points with s ≤ 0.5", len(x))
	if len(x) >= 3 && slices.Min(x) < slices.Max(x) {
		if l, err := estimate.FitPower(x, y, e); err == nil {
			k := l.Slope
			size.Measured += fmt.Sprintf(", where it is ∝ (ε(n)Δt²)^k, k = %.2f ± %.2f, %s: ε(n)^%.2f Δt^%.2f; ", k.Value, k.StdErr, experiment.Deviations(l), k.Value, 2*k.Value)
			size.Measured += powers(used, "ε(n)", "Δt", func(m measured) (float64, float64) { return m.eps, m.dt })
			size.Measured += powers(used, "Δt", "n", func(m measured) (float64, float64) { return m.dt, m.n })
			size.Measured += fmt.Sprintf("it is %.1g to %.1g of ε(n)^(3/2)Δt²; k expected within 0.2 of 3/2", lo, hi)
			size.Verdict = experiment.Within(k.Value, k.StdErr, 1.3, 1.7, 2)
		}
	}
	return []experiment.Claim{bound, size}
}

// powers are the powers of one parameter at fixed values of another.
func powers(ms []measured, x, fixed string, of func(measured) (x, fixed float64)) string {
	var out []string
	var done []float64
	for _, m := range ms {
		_, at := of(m)
		if slices.Contains(done, at) {
			continue
		}
		done = append(done, at)
		var xs, ys, es []float64
		for _, m := range ms {
			if v, f := of(m); f == at {
				xs, ys, es = append(xs, v), append(ys, -m.batch().Value), append(es, m.error.StdErr)
			}
		}
		if slices.Min(xs) == slices.Max(xs) {
			continue
		}
		if l, err := estimate.FitPower(xs, ys, es); err == nil {
			out = append(out, fmt.Sprintf("%.2f ± %.2f at %s = %g", l.Slope.Value, l.Slope.StdErr, fixed, at))
		}
	}
	if out == nil {
		return ""
	}
	return "power of " + x + " " + strings.Join(out, ", ") + "; "
}

// frozenXi tests the error that is predicted for a ξ frozen at its mean.
func frozenXi(ms []measured) experiment.Claim {
	c := experiment.Claim{
		Name: "frozen ξ", Section: section + " (not in the paper)",
		Sentence: "the error is that of a ξ that stays at its mean, tanh(ξΔt)(1 − γ/ξ) = s, for s ≤ 0.5",
		Verdict:  experiment.Undecided,
	}
	var chi experiment.ChiSquare
	var x, y, e []float64
	var beyond []string
	for _, m := range ms {
		if math.IsNaN(m.frozen) {
			continue
		}
		if m.s > 0.5 {
			beyond = append(beyond, fmt.Sprintf("%s, frozen %s (%v, s = %.2f)", percent(m.error), percentOf(m.frozen), m, m.s))
			continue
		}
		z := m.error.Z(m.frozen)
		chi = chi.Plus(experiment.ChiSquare{Value: z * z, Dof: 1})
		if m.eps > 0 {
			x, y, e = append(x, m.frozen-m.step), append(y, m.batch().Value), append(e, m.error.StdErr)
		}
	}
	c.Measured = "errors against it: " + chi.String()
	if len(x) > 1 && slices.Min(x) < slices.Max(x) {
		k := estimate.FitOrigin(x, y, e).Slope
		c.Measured += fmt.Sprintf("; the part due to batches over its own, expected 1 to within 10 %%: %.3f ± %.3f", k.Value, k.StdErr)
		c.Verdict = experiment.Within(k.Value, k.StdErr, 0.9, 1.1, 2)
	}
	if beyond != nil {
		c.Measured += "; beyond s = 0.5: " + strings.Join(beyond, ", ")
	}
	return c
}

// law tests the mean and the variance of ξ (lemma lemmeADL): with s small, where that is the law of the scheme too.
func law(t *table.Table) []experiment.Claim {
	const small = 0.05
	var cs []experiment.Claim
	for _, c := range []struct{ quantity, name, sentence, text string }{
		{"xi", "mean of ξ", "the mean of ξ is A = γ + ε(n)Δt Σ_x/2", "over its frozen value"},
		{"var xi", "variance of ξ", "the variance of ξ is 1/η", "over 1/η"},
	} {
		u := t.Where("quantity", c.quantity, "source", table.Simulation, "status", table.OK)
		var x, y, e []float64
		var chi experiment.ChiSquare
		var worst estimate.Estimate
		var at string
		for i := range u.Len() {
			v, want := estimate.Estimate{Value: u.Float(i, "value"), StdErr: u.Float(i, "stderr")}, u.Float(i, "exact")
			if !(v.StdErr > 0 && want > 0) {
				continue
			}
			if u.Float(i, "s") <= small {
				z := v.Z(want)
				chi = chi.Plus(experiment.ChiSquare{Value: z * z, Dof: 1})
				x, y, e = append(x, 1), append(y, v.Value/want), append(e, v.StdErr/want)
			} else if r := (estimate.Estimate{Value: v.Value / want, StdErr: v.StdErr / want}); math.Abs(r.Value-1) > math.Abs(worst.Value-1) || at == "" {
				worst, at = r, fmt.Sprintf("%.3f ± %.3f at n = %s, Δt = %s, s = %.2f", r.Value, r.StdErr, u.Cell(i, "n"), u.Cell(i, "dt"), u.Float(i, "s"))
			}
		}
		claim := experiment.Claim{
			Name: c.name, Section: "3.2.1", Sentence: c.sentence, Measured: fmt.Sprintf("no point with s ≤ %g", small), Verdict: experiment.Undecided,
		}
		if len(x) > 0 {
			k := estimate.FitOrigin(x, y, e).Slope
			claim.Measured = fmt.Sprintf("%s, s ≤ %g: %.4f ± %.4f, %s; farthest beyond: %s", c.text, small, k.Value, k.StdErr, chi, list([]string{at}))
			claim.Verdict = chi.Verdict()
		}
		cs = append(cs, claim)
	}
	return cs
}

// runaway says where there is no stationary state.
func runaway(t *table.Table) experiment.Claim {
	var parts []string
	var v verdict
	t = t.Where("quantity", "growth of xi", "status", table.Runaway)
	for i := range t.Len() {
		g, least := estimate.Estimate{Value: t.Float(i, "value"), StdErr: t.Float(i, "stderr")}, t.Float(i, "exact")
		switch {
		case g.Z(least) < -3:
			v.add(experiment.Fails)
		case g.Z(0) > 3:
			v.add(experiment.Holds)
		default:
			v.add(experiment.Undecided)
		}
		parts = append(parts, fmt.Sprintf("%.3f ± %.3f, at least %.3f expected (n = %s, Δt = %s, s = %.2f)", g.Value, g.StdErr, least, t.Cell(i, "n"), t.Cell(i, "dt"), t.Float(i, "s")))
	}
	return experiment.Claim{
		Name: "no stationary state", Section: section + " (not in the paper)",
		Sentence: "where s = Δt² ε(n) Σ_x/2 ≥ 1, ξ grows without bound, by at least (s − 1)/η a unit of time",
		Measured: "growth: " + list(parts), Verdict: v.String(),
	}
}

// pool is the mean of the errors, weighted by their precisions.
func pool(ms []measured) estimate.Estimate {
	var w, s float64
	for _, m := range ms {
		k := 1 / (m.error.StdErr * m.error.StdErr)
		w, s = w+k, s+float64(k*m.error.Value)
	}
	return estimate.Estimate{Value: s / w, StdErr: 1 / math.Sqrt(w)}
}

func power32(x float64) float64 { return x * math.Sqrt(x) }

func percent(e estimate.Estimate) string {
	return fmt.Sprintf("%.2f ± %.2f %%", 100*e.Value, 100*e.StdErr)
}
func percentOf(x float64) string { return fmt.Sprintf("%.3f %%", 100*x) }

func list(parts []string) string {
	if s := strings.Join(parts, ", "); s != "" {
		return s
	}
	return "none"
}

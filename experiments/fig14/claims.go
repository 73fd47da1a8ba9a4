package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 14.
func claims(s Spec, t *table.Table) []claim.Claim {
	b := biases{s, t, s.paper(t).Where("sampling", s.Sampling[0])}
	return slices.Concat(
		b.proportional(), b.replacement(), b.outside(), b.allAffine(),
		b.controlled(), b.ordered(), b.forms(), b.factors(),
		b.below(), b.dramatic(), b.remains(), b.timeStep(), b.similar(), b.striking(),
		b.theorem(), b.law(), b.numbers(), b.friction(), b.slopes(),
		[]claim.Claim{b.always(), b.noise(), b.alone()},
	)
}

// biases are the errors that claims are about.
type biases struct {
	s     Spec
	t     *table.Table // everything
	paper *table.Table // the L¹ errors of the paper's dynamics, at any K, n and Δt
}

// at returns the errors at a K with mini-batching.
func (b biases) at(k any) *table.Table {
	return batches(b.paper.Where("K", k))
}

// batches leaves out the rows with all the data.
func batches(t *table.Table) *table.Table {
	return t.Filter(func(i int) bool { return t.Float(i, "epsilon") > 0 })
}

// other returns the errors of eAdL with another friction, cuts or η, at a K.
func (b biases) other(conditions ...any) *table.Table {
	t := b.t.Where("quantity", "L1", "method", curve, "sampling", b.s.Sampling[0])
	return batches(t.Where(conditions...))
}

// ks lists the K of the figure, the smallest first, as the cells of the table.
func (b biases) ks() []string {
	return b.paper.Where("n", b.s.N[0]).Sort("K").Distinct("K")
}

// norm is ‖Σ_x − S_K‖ of a friction at a K, with the paper's cuts.
func (b biases) norm(friction study.Friction, k any) float64 {
	t := b.t.Where("quantity", "projection error", "friction", friction, "K", k)
	t = t.Filter(func(i int) bool { return b.s.ours(t.Cell(i, "cuts")) })
	if t.Len() == 0 {
		return math.NaN()
	}
	return t.Float(0, "value")
}

// ratio is the norm at a K over that at K = 0.
func (b biases) ratio(k any) float64 { return b.norm(b.s.Friction, k) / b.norm(b.s.Friction, 0) }

// points returns points of this figure's replicas.
func (b biases) points() *claim.Points { return &claim.Points{Replicas: b.s.Replicas} }

// place names the point of row i.
func place(t *table.Table, i int) string {
	s := fmt.Sprintf("n = %s, Δt = %s", t.Cell(i, "n"), t.Cell(i, "dt"))
	if k := t.Cell(i, "K"); k != "" {
		s += ", K = " + k
	}
	if f := t.Cell(i, "friction"); f != "" && f != string(study.Full) {
		s += ", " + f
	}
	if c := t.Cell(i, "cuts"); c != "" && c != "[[0.7] [0.7]]" {
		s += ", cuts " + c
	}
	return s
}

// pairs calls do for the errors of two tables at the same n and Δt if both points count, and names
// the others.
func (b biases) pairs(
	p *claim.Points, x, y *table.Table, do func(x, y estimate.Estimate, where string),
) {
	for i := range x.Len() {
		v := y.Where("n", x.Cell(i, "n"), "dt", x.Cell(i, "dt"))
		if v.Len() == 0 {
			continue
		}
		where := place(x, i)
		switch a, c := x.Cell(i, "status"), v.Cell(0, "status"); {
		case a != table.OK:
			p.Exclude(a, "%s", where)
		case c != table.OK:
			p.Exclude(c, "%s", place(v, 0))
		default:
			do(x.Estimate(i), v.Estimate(0), where)
		}
	}
}

// each calls do for the points of a table that count, and names the others.
func each(p *claim.Points, t *table.Table, do func(i int)) {
	for i := range t.Len() {
		if s := t.Cell(i, "status"); s != table.OK {
			p.Exclude(s, "%s", place(t, i))
			continue
		}
		do(i)
	}
}

// ratios judges that the error at each K over that of K = 0 lies in [lo, hi] times the same ratio
// of the norms.
func (b biases) ratios(p *claim.Points, k string, lo, hi float64) {
	q := b.ratio(k)
	b.pairs(p, b.at(k), b.at(0), func(x, y estimate.Estimate, where string) {
		p.RatioWithin(x, y, lo*q, hi*q, "%s, the norms give %.3g", where, q)
	})
}

// proportional: S1-6.
func (b biases) proportional() (cs []claim.Claim) {
	for i, k := range b.largerK() {
		p := b.points()
		b.ratios(p, k, 0.9, 1.1)
		c := p.Judge(claim.Of("S1-6", string(rune('b'+i))), "error over that of K = 0: ")
		cs = append(cs, found(c, "the norm bounds the error but does not "+
			"measure it: it does not see where the part of Σ_x that is left out acts on θ₁"))
	}
	return cs
}

// largerK lists the K beyond 0 that the paper names, at most three.
func (b biases) largerK() []string {
	ks := b.ks()
	return ks[min(1, len(ks)):min(4, len(ks))]
}

// found returns c with what explains it if it fails.
func found(c claim.Claim, why string) claim.Claim {
	if c.Verdict == claim.Fails {
		return claim.Because(c, claim.Finding, "%s", why)
	}
	return c
}

// replacement: S2.2-5 (c). The error without replacement is carried to the ε(n) of batches with
// replacement by the power of ε(n) between two n.
func (b biases) replacement() []claim.Claim {
	p, chi := b.points(), claim.ChiSquare{Replicas: b.s.Replicas}
	with := b.s.paper(b.t).Where("sampling", "with")
	each(p, with, func(i int) {
		without := b.at(with.Cell(i, "K")).Where("dt", with.Cell(i, "dt"), "status", table.OK)
		same := without.Where("n", with.Cell(i, "n"))
		if same.Len() == 0 {
			p.Exclude("no partner of", "%s", place(with, i))
			return
		}
		e, eps := same.Estimate(0), same.Float(0, "epsilon")
		factor := 1.0
		if want := with.Float(i, "epsilon"); math.Abs(want/eps-1) > 1e-9 {
			power := 1.0
			for j := range without.Len() {
				if x := without.Float(j, "epsilon"); x != eps && without.Estimate(j).Z(0) > 10 {
					power = math.Log(without.Float(j, "value")/e.Value) / math.Log(x/eps)
				}
			}
			factor = math.Pow(want/eps, power)
		}
		e = scaled(e, factor)
		p.RatioWithin(with.Estimate(i), e, 0.9, 1.1, "%s", place(with, i))
		chi.Add(estimate.Sub(with.Estimate(i), e), 0)
	})
	c := claim.Judged(claim.Of("S2.2-5", "c"), claim.Worse(p.Verdict(), chi.Verdict()),
		"error with over without replacement at the same ε(n): %v; %v", p, chi)
	return []claim.Claim{c}
}

func scaled(e estimate.Estimate, f float64) estimate.Estimate {
	return estimate.Estimate{Value: f * e.Value, StdErr: math.Abs(f) * e.StdErr}
}

// outside: S2.5.2-6.
func (b biases) outside() []claim.Claim {
	mass, _ := b.t.Lookup("value", "quantity", "posterior outside")
	posterior, points := b.points(), b.points()
	shown := b.paper.Filter(func(i int) bool {
		return slices.ContainsFunc(b.s.N, func(n int) bool { return b.paper.Float(i, "n") == float64(n) })
	})
	each(posterior, shown, func(i int) {
		posterior.RatioBelow(claim.Exact(mass), shown.Estimate(i), 0.1, "%s", place(shown, i))
	})
	out := b.t.Where("quantity", "outside", "method", curve, "friction", b.s.Friction, "eta", b.s.Eta,
		"sampling", b.s.Sampling[0])
	out = out.Filter(func(i int) bool { return b.s.ours(out.Cell(i, "cuts")) })
	for _, k := range b.ks() {
		b.pairs(points, out.Where("K", k), b.paper.Where("K", k),
			func(x, y estimate.Estimate, where string) { points.RatioBelow(x, y, 0.1, "%s", where) })
	}
	return []claim.Claim{
		posterior.Judge(claim.Of("S2.5.2-6", "a"),
			fmt.Sprintf("mass of π outside, %.2g, over an error: ", mass)),
		points.Judge(claim.Of("S2.5.2-6", "b"), "observed mass outside over the error: "),
	}
}

// small is the largest error that counts as small.
const small = 0.1

// smallErrors are the points of a table at which the error is small.
func smallErrors(t *table.Table) *table.Table {
	t = t.Where("status", table.OK)
	return t.Filter(func(i int) bool { return t.Float(i, "value") < small })
}

// noiseOf returns ε(n)Δt of the rows.
func noiseOf(t *table.Table) []float64 {
	x := make([]float64, t.Len())
	for i := range x {
		x[i] = t.Float(i, "epsilon") * t.Float(i, "dt")
	}
	return x
}

// slope is the slope of the small errors in ε(n)Δt, through 0.
func slope(t *table.Table) estimate.Estimate {
	t = smallErrors(t)
	xy, xx := 0.0, 0.0
	for i, x := range noiseOf(t) {
		e := t.Estimate(i)
		w := 1 / float64(e.StdErr*e.StdErr)
		xy, xx = xy+float64(w*x*e.Value), xx+float64(w*x*x)
	}
	if !(xx > 0) {
		return estimate.Unknown()
	}
	return estimate.Estimate{Value: xy / xx, StdErr: 1 / math.Sqrt(xx)}
}

// allAffine: S4.2-1.
func (b biases) allAffine() []claim.Claim {
	affine, chi := b.points(), claim.ChiSquare{}
	slopes := b.points()
	for _, k := range b.largerK() {
		t := b.at(k)
		each(affine, t, func(int) {})
		t = smallErrors(t)
		if t.Len() < 3 {
			continue
		}
		l := estimate.Fit(noiseOf(t), t.Floats("value"), t.Floats("stderr"))
		chi = chi.Plus(claim.Deviations(l))
		for i, x := range noiseOf(t) {
			fit := claim.Exact(l.At(x).Value)
			affine.RatioWithin(t.Estimate(i), fit, 0.9, 1.1, "%s", place(t, i))
		}
		x, y := slope(b.at(k)), slope(b.at(0))
		if math.IsNaN(x.Value) || math.IsNaN(y.Value) {
			slopes.Exclude("no small error at", "K = %s or 0", k)
			continue
		}
		slopes.Below(estimate.Sub(x, y), 0, "K = %s: %.2g, K = 0: %.2g", k, x, y)
	}
	a := claim.Judged(claim.Of("S4.2-1", "a"), claim.Worse(affine.Verdict(), chi.Verdict()),
		"errors below 0.1 over a line in ε(n)Δt, for each K: %v; %v", affine, chi)
	a = found(a, "the error bends upwards in ε(n)Δt already below 0.1")
	return []claim.Claim{a, slopes.Judge(claim.Of("S4.2-1", "b"), "slope less that of K = 0: "),
		b.square()}
}

// square: S4.2-1 (c).
func (b biases) square() claim.Claim {
	t := b.paper.Where("epsilon", 0, "status", table.OK)
	p, chi := b.points(), claim.ChiSquare{}
	resolved := 0
	for _, k := range t.Distinct("K") {
		u := t.Where("K", k)
		xy, xx := 0.0, 0.0
		for i := range u.Len() {
			x, e := math.Pow(u.Float(i, "dt"), 2), u.Estimate(i)
			w := 1 / float64(e.StdErr*e.StdErr)
			xy, xx = xy+float64(w*x*e.Value), xx+float64(w*x*x)
		}
		for i := range u.Len() {
			e, fit := u.Estimate(i), xy/xx*math.Pow(u.Float(i, "dt"), 2)
			chi.Add(e, fit)
			if e.Z(0) > 2 {
				resolved++
				p.RatioWithin(e, claim.Exact(fit), 0.9, 1.1, "%s", place(u, i))
			}
		}
		chi.Dof--
	}
	c := claim.Of("S4.2-1", "c")
	if resolved == 0 && t.Len() > 0 {
		return claim.Judged(c, claim.Holds, "the error with all data is noise at %d points", t.Len())
	}
	return found(claim.Judged(c, claim.Worse(p.Verdict(), chi.Verdict()),
		"error with all data over a fit by c Δt²: %v; %v", p, chi),
		"beyond noise, higher orders enter at the larger Δt")
}

var rootTen = math.Sqrt(10)

// controlled: S4.2-2.
func (b biases) controlled() []claim.Claim {
	slopes, every := b.points(), b.points()
	var far []string
	for _, k := range b.largerK() {
		q := b.ratio(k)
		x, y := slope(b.at(k)), slope(b.at(0))
		slopes.RatioBelow(x, y, rootTen*q, "K = %s, the norms give %.3g", k, q)
		if r := x.Value / y.Value / q; r < 1/rootTen {
			far = append(far, fmt.Sprintf("K = %s: %.2g", k, r))
		}
		b.pairs(every, b.at(k), b.at(0), func(x, y estimate.Estimate, where string) {
			every.RatioBelow(x, y, rootTen*q, "%s, the norms give %.3g", where, q)
		})
	}
	prefix := "slope over that of K = 0"
	if len(far) > 0 {
		prefix += ", far below the ratio of the norms at " + strings.Join(far, ", ")
	}
	return []claim.Claim{
		slopes.Judge(claim.Of("S4.2-2", "a"), prefix+": "),
		every.Judge(claim.Of("S4.2-2", "b"), "error over that of K = 0: "),
	}
}

// choice is a basis and a form of ξ_k, with its norm.
type choice struct {
	errors *table.Table
	norm   float64
	form   string
}

// choices lists all bases and forms at the paper's η.
func (b biases) choices() (all []choice) {
	t := b.t.Where("quantity", "projection error")
	for i := range t.Len() {
		k, f, cuts := t.Cell(i, "K"), t.Cell(i, "friction"), t.Cell(i, "cuts")
		u := b.other("eta", b.s.Eta, "friction", f, "K", k)
		u = u.Filter(func(i int) bool { return u.Cell(i, "cuts") == cuts })
		if u.Len() > 0 {
			all = append(all, choice{u, t.Float(i, "value"), f})
		}
	}
	return all
}

// order judges that the errors of pairs of choices have the order of their norms.
func (b biases) order(p *claim.Points, all []choice, take func(x, y choice) bool) {
	for i, x := range all {
		for _, y := range all[:i] {
			x, y := x, y
			if x.norm > y.norm {
				x, y = y, x
			}
			if !take(x, y) || !(x.norm < y.norm) {
				continue
			}
			b.pairs(p, x.errors, y.errors, func(e, f estimate.Estimate, where string) {
				p.Below(estimate.Sub(e, f), 0, "%s, less that of %s, norms %.3g and %.3g", where,
					strings.TrimPrefix(place(y.errors, 0), pointOf(y.errors)), x.norm, y.norm)
			})
		}
	}
}

// pointOf is the part of place that says n and Δt.
func pointOf(t *table.Table) string {
	return fmt.Sprintf("n = %s, Δt = %s, ", t.Cell(0, "n"), t.Cell(0, "dt"))
}

// ordered: S4.2-3.
func (b biases) ordered() []claim.Claim {
	p := b.points()
	b.order(p, b.choices(), func(_, _ choice) bool { return true })
	c := p.Judge(claim.Of("S4.2-3", ""),
		"error of the basis that fits better less that of the other, all pairs of bases and forms: ")
	return []claim.Claim{found(c, "the norm counts all entries of Σ_x − S_K "+
		"alike, wherever θ is, and the error on θ₁ does not")}
}

// forms: S4.2-4.
func (b biases) forms() []claim.Claim {
	exact, p := &claim.Points{}, b.points()
	for _, k := range b.ks() {
		d := b.norm(study.Diagonal, k)
		exact.Below(claim.Exact(b.norm(study.Full, k)-d), 0, "full less diagonal, K = %s", k)
		exact.Below(claim.Exact(d-b.norm(study.Scalar, k)), 0, "diagonal less scalar, K = %s", k)
	}
	all := b.choices()
	b.order(p, all, func(x, y choice) bool {
		return x.form != y.form && x.errors.Cell(0, "K") == y.errors.Cell(0, "K") &&
			x.errors.Cell(0, "cuts") == y.errors.Cell(0, "cuts") && y.norm > 1.1*x.norm
	})
	return []claim.Claim{
		exact.Judge(claim.Of("S4.2-4", "a"), "difference of the norms: "),
		p.Judge(claim.Of("S4.2-4", "b"), "difference of the errors at the same K: "),
	}
}

// factors: S4.3-2 (b).
func (b biases) factors() []claim.Claim {
	t := b.t.Where("quantity", "L1", "method", uncapped).Sort("K")
	verdict, text := claim.Undecided, []string{}
	for i := range t.Len() {
		s := t.Cell(i, "status")
		if s == table.Diverged {
			verdict = claim.Holds
		} else if verdict == claim.Undecided {
			verdict = claim.Fails
		}
		text = append(text, fmt.Sprintf("K = %s: %s", t.Cell(i, "K"), s))
	}
	return []claim.Claim{claim.Judged(claim.Of("S4.3-2", "b"), verdict,
		"runs with all functions of norm 1: %s", strings.Join(text, ", "))}
}

// below: S4.4-2.
func (b biases) below() []claim.Claim {
	ks := b.largerK()
	if len(ks) == 0 {
		ks = []string{"3"}
	}
	var cs []claim.Claim
	for i, eta := range []float64{b.s.Eta, 0.1} {
		p := b.points()
		zero := b.other("eta", eta, "friction", b.s.Friction, "K", 0)
		b.pairs(p, b.at(ks[0]), zero, func(x, y estimate.Estimate, where string) {
			p.Below(estimate.Sub(x, y), 0, "%s, ratio %.2f", where, x.Value/y.Value)
		})
		cs = append(cs, p.Judge(claim.Of("S4.4-2", string(rune('a'+i))), "difference: "))
	}
	return cs
}

// dramatic: S4.4-3.
func (b biases) dramatic() (cs []claim.Claim) {
	ks := append(b.ks(), "", "", "")
	for i, n := range b.s.N[:min(2, len(b.s.N))] {
		p := b.points()
		b.pairs(p, b.at(ks[2]).Where("n", n), b.at(ks[1]), func(x, y estimate.Estimate, where string) {
			p.RatioBelow(x, y, 1./5, "%s", where)
		})
		cs = append(cs, p.Judge(claim.Of("S4.4-3", string(rune('a'+i))),
			fmt.Sprintf("error over that of K = %s: ", ks[1])))
	}
	return cs
}

// drawn leaves the n of the panels.
func (b biases) drawn(t *table.Table) *table.Table {
	return t.Filter(func(i int) bool { return slices.Contains(b.s.N, int(t.Float(i, "n"))) })
}

// remains: S4.4-4. An error above 0 at one Δt is enough: at others it may be lost in noise.
func (b biases) remains() (cs []claim.Claim) {
	ks := b.largerK()
	for i, k := range ks[min(1, len(ks)):] {
		above := &claim.Points{Rule: claim.Somewhere, Replicas: b.s.Replicas}
		rest := b.points()
		t := b.drawn(b.at(k))
		each(above, t, func(i int) { above.Above(t.Estimate(i), 0, "%s", place(t, i)) })
		b.pairs(rest, t, b.at(0), func(x, y estimate.Estimate, where string) {
			rest.RatioBelow(x, y, 0.1, "%s", where)
		})
		cs = append(cs,
			above.Judge(claim.Of("S4.4-4", string(rune('a'+2*i))), "error: "),
			rest.Judge(claim.Of("S4.4-4", string(rune('b'+2*i))), "error over that of K = 0: "))
	}
	return cs
}

// timeStep: S4.4-5. What is left counts where it is resolved.
func (b biases) timeStep() (cs []claim.Claim) {
	ks := b.largerK()
	all := b.paper.Where("epsilon", 0)
	for i, k := range ks[min(1, len(ks)):] {
		p := b.points()
		t := b.drawn(b.at(k))
		each(p, t, func(i int) {
			e := t.Estimate(i)
			alone := all.Where("K", k, "dt", t.Cell(i, "dt"), "status", table.OK)
			if e.Z(0) > 2 && alone.Len() > 0 {
				p.RatioAbove(alone.Estimate(0), e, 0.5, "%s", place(t, i))
			}
		})
		c := p.Judge(claim.Of("S4.4-5", string(rune('a'+i))), "error with all data over what is left: ")
		cs = append(cs, found(c,
			"what is left comes from the part of Σ_x that the functions do not represent"))
	}
	return cs
}

// similar: S4.4-6.
func (b biases) similar() []claim.Claim {
	ks := b.ks()
	exact, p := &claim.Points{}, b.points()
	for i := 1; i < len(ks); i++ {
		fall := b.norm(b.s.Friction, ks[i]) - b.norm(b.s.Friction, ks[i-1])
		exact.Below(claim.Exact(fall), 0, "K = %s less K = %s", ks[i], ks[i-1])
		b.ratios(p, ks[i], 0.8, 1.25)
	}
	c := p.Judge(claim.Of("S4.4-6", "b"), "error over that of K = 0: ")
	return []claim.Claim{
		exact.Judge(claim.Of("S4.4-6", "a"), "norm: "),
		found(c, "both decrease with K, but the error falls more at K = 3 than "+
			"the norm does"),
	}
}

// striking: S5-5.
func (b biases) striking() (cs []claim.Claim) {
	ks := append(b.ks(), "", "", "", "")
	drawn := func(n int) bool { return slices.Contains(b.s.N, n) }
	for _, x := range []struct {
		part  string
		ks    []string
		bound float64
		n     func(n int) bool
	}{
		{"a", ks[2:4], 1. / 5, func(n int) bool { return n == 1 }},
		{"b", ks[2:4], 1. / 5, drawn},
		{"c", ks[1:2], 1. / 3, func(n int) bool { return n == 1 || drawn(n) }},
	} {
		upTo := func(most float64) *claim.Points { // ε(n)Δt
			p := b.points()
			for _, k := range x.ks {
				t := b.at(k)
				noise := noiseOf(t)
				t = t.Filter(func(i int) bool { return x.n(int(t.Float(i, "n"))) && noise[i] <= most })
				b.pairs(p, t, b.at(0), func(e, f estimate.Estimate, where string) {
					p.RatioBelow(e, f, x.bound, "%s", where)
				})
			}
			return p
		}
		c := upTo(math.Inf(1)).Judge(claim.Of("S5-5", x.part), "error over that of K = 0: ")
		cs = append(cs, b.within(c, upTo))
	}
	return cs
}

// within returns a claim that fails with the largest ε(n)Δt up to which it holds, if there is one.
func (b biases) within(c claim.Claim, upTo func(most float64) *claim.Points) claim.Claim {
	noise := noiseOf(b.at(0))
	slices.Sort(noise)
	for _, x := range slices.Backward(noise) {
		if c.Verdict == claim.Fails && upTo(x).Verdict() == claim.Holds {
			return claim.Because(c, claim.Parameters, "holds for ε(n)Δt ≤ %.3g", x)
		}
	}
	return c
}

// always: S5-6. A point that diverges at K > 0 is an exception.
func (b biases) always() claim.Claim {
	over := func(forms ...study.Friction) *claim.Points {
		p := b.points()
		for _, eta := range []float64{b.s.Eta, 0.1} {
			for _, f := range forms {
				zero := b.other("eta", eta, "friction", f, "K", 0)
				for _, k := range b.largerK() {
					t := b.other("eta", eta, "friction", f, "K", k)
					b.less(p, t.Filter(func(i int) bool { return b.s.ours(t.Cell(i, "cuts")) }), zero)
				}
			}
		}
		return p
	}
	all := over(study.Full, study.Diagonal, study.Scalar)
	c := all.Judge(claim.Of("S5-6", ""), "error less that of AdL, for this model and these bases: ")
	if c.Verdict == claim.Fails && over(b.s.Friction).Verdict() == claim.Holds {
		return claim.Because(c, claim.Parameters, "holds for symmetric matrices, which the paper runs")
	}
	return c
}

// less judges that errors are less than those of K = 0.
func (b biases) less(p *claim.Points, t, zero *table.Table) {
	for i := range t.Len() {
		if t.Cell(i, "status") == table.Diverged {
			p.Below(claim.Exact(1), 0, "diverged, %s", place(t, i))
		}
	}
	b.pairs(p, t, zero, func(x, y estimate.Estimate, where string) {
		p.Below(estimate.Sub(x, y), 0, "%s", where)
	})
}

// alone: with all data the error at the largest Δt, which is large enough to be measured, gives
// that at the others by Δt².
func (b biases) alone() claim.Claim {
	p := b.points()
	ks := b.largerK()
	all := b.paper.Where("epsilon", 0, "status", table.OK).Sort("dt")
	for _, k := range ks[min(1, len(ks)):] {
		largest := all.Where("K", k)
		t := b.drawn(b.at(k))
		if largest.Len() == 0 {
			continue
		}
		last := largest.Len() - 1
		each(p, t, func(i int) {
			if e := t.Estimate(i); e.Z(0) > 2 {
				q := t.Float(i, "dt") / largest.Float(last, "dt")
				p.RatioBelow(scaled(largest.Estimate(last), q*q), e, 0.5, "%s", place(t, i))
			}
		})
	}
	return p.Judge(claim.Ours("what is left at K ≥ 15 is not the time step's",
		"What is left at K ≥ 15 is more than twice the error of the time step, if that is "+
			"proportional to Δt².",
		"error with all data at the largest Δt, times the square of the ratio of the time steps, over "+
			"what is left: below 1/2 wherever that is resolved"),
		"ratio: ")
}

// noise: at the same ε(n)Δt but smaller n and Δt an error of the time step is smaller.
func (b biases) noise() claim.Claim {
	p := b.points()
	ks := b.largerK()
	for _, k := range ks[min(1, len(ks)):] {
		t := b.drawn(b.at(k))
		small := b.at(k).Where("status", table.OK)
		each(p, t, func(i int) {
			if t.Estimate(i).Z(0) < 4 {
				return
			}
			for j := range small.Len() {
				d, dt := small.Float(j, "dt"), t.Float(i, "dt")
				same := small.Float(j, "epsilon") * d / float64(t.Float(i, "epsilon")*dt)
				if d < dt/2 && math.Abs(same-1) < 0.05 {
					p.RatioWithin(small.Estimate(j), t.Estimate(i), 0.8, 1.25, "%s for %s",
						place(small, j), place(t, i))
				}
			}
		})
	}
	return p.Judge(claim.Ours("what is left at K ≥ 15 depends on ε(n)Δt",
		"What is left at K ≥ 15 is due to mini-batching: it is similar at the same ε(n)Δt with a "+
			"time step that is smaller by a factor of five.",
		"error at n = 1 over that at n = 5 with five times Δt: 0.8 to 1.25, where the latter is "+
			"known to 25 %"),
		"error over error: ")
}

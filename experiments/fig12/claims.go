package main

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 12, at its first Δt.
func claims(s Spec, t *table.Table) []claim.Claim {
	t = t.Where("dt", s.Dt[0])
	reference := t.Where("epsilon", 0, "friction", s.Reference)
	cs := []claim.Claim{covariance(s, reference), noise(s, reference)}
	cs = append(cs, uncertain(s, reference), variance(s, reference))
	t = t.Where("data", "")
	cs = append(cs, changed(s, t, "a", study.Scalar), changed(s, t, "b", study.Diagonal))
	return append(cs, stationary(t))
}

// covariance and noise are the part of the network in what typical models are like.
func covariance(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	all, mean := t.Where("quantity", "norm of mean Sigma"), estimate.Unknown()
	if all.Len() > 0 {
		mean = all.Estimate(0)
	}
	u := t.Where("quantity", "Sigma less its mean")
	for i := range u.Len() {
		p.RatioAbove(u.Estimate(i), mean, 0.1, "all data")
	}
	c := claim.Of("S0-2", "a")
	c.Name = "network"
	return p.Judge(c, "‖Σ_x − Σ̄‖/‖Σ̄‖ = ")
}

func noise(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := t.Where("quantity", "D of a datum")
	for i := range u.Len() {
		p.Above(u.Estimate(i), 0.02, "all data")
	}
	c := claim.Of("S0-2", "b")
	c.Name = "network"
	return p.Judge(c, "least D over the components of the gradient, n = 1: ")
}

// uncertain asks for ½ in the central 95 % of the law of N_θ(x): the probability of N_θ(x) < ½ is
// then between 0.025 and 0.975.
func uncertain(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	width := (s.Histogram.Hi - s.Histogram.Lo) / float64(s.Histogram.Bins)
	for _, data := range t.Distinct("data") {
		u := t.Where("quantity", "density", "data", data)
		below := make([]estimate.Estimate, 0, u.Len())
		for i := range u.Len() {
			if e := u.Estimate(i); u.Float(i, "output") < 0.5 {
				below = append(below, estimate.Estimate{Value: e.Value * width, StdErr: e.StdErr * width})
			}
		}
		if u.Len() > 0 {
			p.Within(sum(below), 0.025, 0.975, "%s", ours(data))
		}
	}
	return p.Judge(claim.Of("S3.5-1", "a"), "P(N_θ(x) < ½) with all data: ")
}

// sum adds estimates as if their errors went together, which is more than they are.
func sum(es []estimate.Estimate) (s estimate.Estimate) {
	for _, e := range es {
		s.Value, s.StdErr = s.Value+e.Value, s.StdErr+e.StdErr
	}
	return s
}

func ours(data string) string {
	if data == "" {
		return "our data"
	}
	return "data of seed " + data
}

func variance(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := t.Where("quantity", "variance")
	for _, q := range claim.Pairs(u, t.Where("quantity", "median variance"), "data") {
		p.RatioAbove(q.A, q.B, 3, "%s", ours(u.Cell(q.Row, "data")))
	}
	return p.Judge(claim.Of("S3.5-1", "b"), "variance at x over the median of those at the data: ")
}

// changed compares the distance from the law with all data with that of two runs with all data.
func changed(s Spec, t *table.Table, part string, friction study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	t = t.Where("quantity", "L1")
	same, between := t.Where("epsilon", 0, "friction", study.Diagonal), claim.Exact(0)
	if same.Len() > 0 {
		between = same.Estimate(0)
	}
	t = t.Where("friction", friction)
	for i := range t.Len() {
		if t.Float(i, "epsilon") == 0 {
			continue
		}
		if status := t.Cell(i, "status"); status != table.OK {
			p.Exclude(status, "n = %s", t.Cell(i, "n"))
			continue
		}
		p.Above(estimate.Sub(t.Estimate(i), between), 0, "n = %s", t.Cell(i, "n"))
	}
	return p.Judge(claim.Of("S3.5-2", part), fmt.Sprintf("%s, L¹ distance from the law with all "+
		"data, less that of two runs with all data (%.2g ± "+
		"%.1g): ", friction, between.Value, between.StdErr))
}

// stationary lists the points without a stationary state, and those that have not settled.
func stationary(t *table.Table) claim.Claim {
	p := claim.Parts{Sep: "; "}
	t = t.Where("quantity", "mean xi")
	for i := range t.Len() {
		switch status := t.Cell(i, "status"); status {
		case table.OK:
		case table.Runaway, table.Diverged:
			p.Add(claim.Fails, "%s, n = %s: %s (s = %.2f by ξ)", t.Cell(i, "friction"), t.Cell(i, "n"),
				status, t.Float(i, "s_xi"))
		default:
			p.Add(claim.Undecided, "%s, n = %s: %s", t.Cell(i, "friction"), t.Cell(i, "n"), status)
		}
	}
	if p.Len() == 0 {
		p.Decide(claim.Holds)
	}
	return claim.IfFails(p.Judge(claim.Ours("stationary states",
		"there is a law to be sampled at every n that is shown",
		"s < 1 and no trend of ξ at every n and friction"), "", "all points are stationary"),
		claim.Finding, "from s = Δt² ε(n) λ/2 = 1 on, the noise of a batch heats p by more than any "+
			"friction takes off in a step, and ξ grows for ever")
}

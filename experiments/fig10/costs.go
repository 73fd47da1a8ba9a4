package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

// judge decides the sentences about Figure 10, and those on costs.
func judge(s Spec, t *table.Table) []claim.Claim { return append(claims(s, t), costs(t)...) }

// The quantities that are counted (package operations).
const (
	all       = "operations of the gradient from all data" // n is their number
	batch     = "operations of the gradient from a batch"
	allStep   = "operations of a step with all data"
	step      = "operations of a step"
	serial    = "operations of a step by series" // in a full ξ, which is else diagonalised
	sigma     = "operations of Sigma from all data"
	estimated = "operations of Sigma from a batch"
)

// total is the number of data of section 3.4.
const total = 12251

// counted is a model of the paper and its number of data.
type counted struct {
	name  string
	cost  operations.Model
	total int
}

var (
	sampled = []counted{ // the three posteriors that need sampling
		{"mixture", operations.Mixture(), 200},
		{"network", operations.Network(2, 8), 500},
		{"logistic", operations.Logistic(100), total},
	}
	counts = append([]counted{{"Gaussian", operations.Gaussian(), 100}}, sampled...)
	// dimensions and batches of section 3.4, and dimensions of larger networks (section 3.5)
	dims, batches = []int{100, 300}, []int{10, 100, 1000}
	networks      = []int{32, 128, 512}
)

// count adds the numbers of operations.
func count(t *table.Table) {
	for _, m := range counts {
		add := func(method, quantity string, n, value int) {
			t.AddValue(table.Row{
				"model": m.name, "d": m.cost.Dim, "method": method, "n": n,
				"status": table.OK, "source": table.Exact,
			}, quantity, float64(value))
		}
		for _, n := range []int{1, m.total / 10, m.total} {
			add("Langevin", batch, n, m.cost.Batch(n))
			add("Langevin", step, n, m.cost.Batch(n)+m.cost.Langevin())
			if n == 1 {
				continue
			}
			add("Langevin", all, n, m.cost.All(n))
			add("Langevin", estimated, n, m.cost.Covariance(n))
		}
		add("Langevin", allStep, m.total, m.cost.All(m.total)+m.cost.Langevin())
		add("Langevin", sigma, m.total, m.cost.Covariance(m.total))
	}
	for _, d := range dims {
		for _, n := range append(batches, total) {
			degree := operations.Degree(d, 1e-3, 1, 1) // η and Δt as in Figure 10
			steps(t, "logistic", operations.Logistic(d), n, degree, frictions...)
		}
	}
	for _, d := range networks {
		degree := operations.Degree(d, 1e-2, 1, 200) // η and Δt as in Figure 12
		steps(t, "network", operations.Network(2, d/4), 1, degree, study.Diagonal, study.Full)
	}
}

// steps adds the operations of a step of Adaptive Langevin dynamics.
func steps(
	t *table.Table, name string, m operations.Model, n, degree int, frictions ...study.Friction,
) {
	for _, k := range frictions {
		form, err := dynamics.ParseForm(string(k))
		if err != nil {
			panic("fig10: " + err.Error())
		}
		row := table.Row{
			"model": name, "d": m.Dim, "method": "AdL", "friction": k, "n": n,
			"status": table.OK, "source": table.Exact,
		}
		f := operations.Friction{Form: form, Dim: m.Dim}
		t.AddValue(row, step, float64(m.Batch(n)+m.Adaptive(f)))
		if k == study.Full {
			f.Degree = degree
			t.AddValue(row, serial, float64(m.Batch(n)+m.Adaptive(f)))
		}
	}
}

// costs decides the sentences on the operations of gradients and steps.
func costs(t *table.Table) []claim.Claim {
	c := tally{t.Where("source", table.Exact)}
	return []claim.Claim{
		c.linear(), c.bottleneck(), c.batches(),
		c.covariance("a", "Gaussian", "mixture"), c.covariance("b", "network"),
		c.covariance("c", "logistic"), c.batchCovariance(),
		c.ordered(), c.fullOverScalar(), c.largeFull(), c.networkFull(),
	}
}

// tally looks up counts.
type tally struct{ t *table.Table }

// of returns the count of a model, which is exact. It is NaN if there is none.
func (c tally) of(model, quantity string, n int) estimate.Estimate {
	e, _ := c.t.LookupEstimate("model", model, "quantity", quantity, "method", "Langevin", "n", n)
	return e
}

// adl returns the count of a step.
func (c tally) adl(model, quantity string, k study.Friction, d, n int) estimate.Estimate {
	e, _ := c.t.LookupEstimate("model", model, "quantity", quantity, "method", "AdL", "friction", k,
		"d", d, "n", n)
	return e
}

// exponent returns that of a quantity in n.
func (c tally) exponent(model, quantity string, ns ...int) estimate.Estimate {
	var x, y []float64
	for _, n := range ns {
		x, y = append(x, float64(n)), append(y, c.of(model, quantity, n).Value)
	}
	return claim.Exact(operations.Exponent(x, y))
}

func (c tally) linear() claim.Claim {
	var p claim.Points
	for _, m := range sampled {
		p.Within(c.exponent(m.name, all, m.total/10, m.total), 0.9, 1.1, "in Nd, %s", m.name)
		p.Within(c.exponent(m.name, batch, 1, m.total/10, m.total), 0.9, 1.1, "in n, %s", m.name)
	}
	return p.Judge(claim.Of("S2.2-1", "a"), "exponents of the operations of a gradient: ")
}

func (c tally) bottleneck() claim.Claim {
	p := claim.Points{Rule: claim.Most}
	for _, m := range sampled {
		p.RatioAbove(c.of(m.name, all, m.total), c.of(m.name, allStep, m.total), 0.5,
			"%s, N = %d", m.name, m.total)
	}
	x := p.Judge(claim.Of("S2.2-1", "b"),
		"operations of the gradient over those of a step of Langevin dynamics, with all data: ")
	x.Measured += fmt.Sprintf("; logistic, AdL with a diagonalised full ξ: %.2f",
		c.of("logistic", batch, total).Value/c.adl("logistic", step, study.Full, 100, total).Value)
	return x
}

func (c tally) batches() claim.Claim {
	var p claim.Points
	for _, m := range sampled {
		p.RatioBelow(c.of(m.name, step, m.total/10), c.of(m.name, allStep, m.total), 1./3,
			"%s, N = %d", m.name, m.total)
	}
	return p.Judge(claim.Of("S2.2-1", "c"),
		"operations of a step of Langevin dynamics at n = N/10 over those with all data: ")
}

func (c tally) covariance(part string, models ...string) claim.Claim {
	var p claim.Points
	for _, m := range counts {
		for _, name := range models {
			if m.name == name {
				p.RatioAbove(c.of(name, sigma, m.total), c.of(name, all, m.total), 1,
					"%s, d = %d", name, m.cost.Dim)
			}
		}
	}
	return p.Judge(claim.Of("S2.3.2-5", part),
		"operations of Σ_x(θ) from all data over those of the full gradient, the least: ")
}

func (c tally) batchCovariance() claim.Claim {
	var p claim.Points
	for _, m := range counts {
		p.RatioBelow(c.of(m.name, estimated, m.total/10), c.of(m.name, all, m.total), 1,
			"%s, d = %d; %.3g times the batch's gradient", m.name, m.cost.Dim,
			c.of(m.name, estimated, m.total/10).Value/c.of(m.name, batch, m.total/10).Value)
	}
	x := claim.Ours("estimate of Sigma from the same batch",
		"An estimate of Σ_x from the batch itself keeps the gain of mini-batching.",
		"at n = N/10 it takes fewer operations than the full gradient, for every model of the paper")
	return claim.Because(p.Judge(x, "operations over those of the full gradient: "), claim.Finding,
		"the products of pairs of components cost d times what the gradient does: it fails where n d "+
			"is not small against N")
}

func (c tally) ordered() claim.Claim {
	var p claim.Points
	for _, n := range batches {
		for i, k := range frictions[:2] {
			next := step
			if frictions[i+1] == study.Full {
				next = serial // the cheaper way
			}
			a, b := c.adl("logistic", step, k, 100, n), c.adl("logistic", next, frictions[i+1], 100, n)
			p.RatioBelow(a, b, 1, "%s over %s, n = %d", k, frictions[i+1], n)
		}
	}
	return p.Judge(claim.Of("S3.4-2", "a"), "operations of a step, d = 100, a full ξ by series: ")
}

func (c tally) fullOverScalar() claim.Claim {
	return c.full(claim.Of("S3.4-2", "b"), claim.Every, "logistic", study.Scalar, dims[:1],
		batches[:1])
}

func (c tally) largeFull() claim.Claim {
	return c.full(claim.Of("S4.2-6", "a"), claim.Most, "logistic", study.Scalar, dims, batches)
}

func (c tally) networkFull() claim.Claim {
	return c.full(claim.Of("S4.2-6", "b"), claim.Every, "network", study.Diagonal, networks, []int{1})
}

// full compares a step with a full ξ, by series, with one of another form. It reports the least
// ratio by diagonalisation.
func (c tally) full(
	x claim.Claim, rule claim.Rule, model string, k study.Friction, dims, ns []int,
) claim.Claim {
	p, least := claim.Points{Rule: rule}, math.Inf(1)
	for _, d := range dims {
		for _, n := range ns {
			b := c.adl(model, step, k, d, n)
			p.RatioAbove(c.adl(model, serial, study.Full, d, n), b, 3, "d = %d, n = %d", d, n)
			least = min(least, c.adl(model, step, study.Full, d, n).Value/b.Value)
		}
	}
	x = p.Judge(x, fmt.Sprintf("operations of a step, full ξ by series over %s: ", k))
	x.Measured += fmt.Sprintf("; by diagonalisation at least %.3g", least)
	return x
}

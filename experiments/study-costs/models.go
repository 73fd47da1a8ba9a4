package main

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

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

var counts = []counted{
	{"Gaussian", operations.Gaussian(), 100},
	{"mixture", operations.Mixture(), 200},
	{"network", operations.Network(2, 8), 500},
	{"logistic", operations.Logistic(100), total},
}

// models adds the operations of gradients and steps.
func (s Spec) models(t *table.Table) {
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
	for _, d := range s.Logistic {
		for _, n := range append(slices.Clone(s.N), total) {
			degree := operations.Degree(d, 1e-3, 1, 1) // η and Δt as in Figure 10
			steps(t, "logistic", operations.Logistic(d), n, degree, study.Scalar,
				study.Diagonal, study.Full)
		}
	}
	for _, d := range s.Network {
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
			panic("study-costs: " + err.Error())
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

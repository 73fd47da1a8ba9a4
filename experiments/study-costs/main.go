// Command study-costs answers how many elementary operations a step takes (sections 2.2, 2.3.2,
// 3.4, 4.2 and 5): it counts those of plain code. It does not measure times; make bench does.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Logistic []int `toml:"logistic" spec:"min=2,nonempty,distinct"`
	N        []int `toml:"n" spec:"min=1,nonempty,distinct"`
	Network  []int `toml:"network" spec:"min=4,nonempty,distinct"`
	Extended struct {
		D []int `toml:"d" spec:"min=1,nonempty,distinct"`
		K []int `toml:"K" spec:"min=0,nonempty,distinct"`
	} `toml:"extended"`
}

var program = experiment.Program[Spec]{
	Name:  "study-costs",
	Title: "operations of a step",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds all counts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if _, err := c.Sweep(0, nil); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"model", "method", "friction", "K", "d", "n"})...)
	s.models(t)
	s.extended(t)
	return t, nil
}

// render draws the operations of a step of logistic regression against n, and those of the friction
// alone against the dimension.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	p, q := f.Panel(0, 0), f.Panel(0, 1)
	p.Title = fmt.Sprintf("a step, logistic regression, $d = %d$", s.Logistic[0])
	p.XLabel, p.YLabel, q.Title, q.XLabel = "$n$", "operations", `the friction, full $\xi_k$`, "$d$"
	for _, x := range []*figure.Panel{p, q} {
		x.X.Log, x.Y.Log = true, true
	}
	line := func(p *figure.Panel, name string, style figure.Style, u *table.Table, column string) {
		u = u.Sort(column)
		p.Add(figure.Line{Name: name, Style: style, X: u.Floats(column), Y: u.Floats("value")})
	}
	of := t.Where("model", "logistic", "d", s.Logistic[0])
	for _, k := range forms {
		line(p, k.Title(), k.Style(forms), of.Where("quantity", step, "friction", k), "n")
	}
	line(p, `$\xi$ full, by series`, figure.Cycle(3), of.Where("quantity", serial), "n")
	for i, k := range s.Extended.K {
		style := figure.Ramp(i, len(s.Extended.K))
		line(q, fmt.Sprintf("$K = %d$", k), style,
			t.Where("quantity", perStep, "friction", study.Full, "K", k), "d")
	}
	return f, nil
}

// The quantities of the friction that are counted.
const (
	perStep     = "operations of the friction"        // a step's, a full ξ diagonalised
	diagonalise = "operations of the diagonalisation" // a step's
	bySeries    = "operations of O by series"         // in ξ, without the diagonalisation
	multiply    = "operations of a product of xi and a vector"
)

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}

// extended adds the operations of the friction of a step.
func (s Spec) extended(t *table.Table) {
	for _, k := range forms {
		form, err := dynamics.ParseForm(string(k))
		if err != nil {
			panic("study-costs: " + err.Error())
		}
		for _, d := range s.Extended.D {
			add := func(quantity string, number any, value int) {
				t.AddValue(table.Row{
					"friction": k, "K": number, "d": d, "status": table.OK, "source": table.Exact,
				}, quantity, float64(value))
			}
			for _, number := range s.Extended.K {
				add(perStep, number, operations.Friction{Form: form, Dim: d, K: number}.Step())
			}
			if k == study.Full {
				f := operations.Friction{Form: form, Dim: d, Degree: operations.Degree(d, 1e-3, 1, 1)}
				add(diagonalise, nil, operations.Eigen(d))
				add(bySeries, nil, f.O())
				add(multiply, nil, operations.Product(d))
			}
		}
	}
}

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

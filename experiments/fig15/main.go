// Command fig15 reproduces Figure 15 (section 4.4): the distance between the covariance Σ_x(θ) of
// the gradient, for the posterior of a mixture of two Gaussians, and its projection onto
// combinations of the K + 1 functions that make up the friction of extended Adaptive Langevin
// dynamics.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Friction []study.Friction `toml:"friction" spec:"nonempty,distinct"`
	Basis    mixture.Boxes    `toml:"basis"`
	Data     dataset.Source   `toml:"data"`
	Model    mixture.Model    `toml:"model"`
	Others   study.Others     `toml:"others"`
}

var program = experiment.Program[Spec]{
	Name: "fig15",
	Title: "projection of the gradient's covariance onto the functions of " +
		"extended Adaptive Langevin dynamics",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute projects Σ_x onto the constant function and onto the polynomials of every degree, and
// onto the constant function for other data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	bases, err := s.Basis.Bases(c, m)
	if err != nil {
		return nil, err
	}
	p, err := s.Basis.Posterior(c, m)
	if err != nil {
		return nil, err
	}
	others := s.drawn(m)
	if err := study.Compute(c, others...); err != nil {
		return nil, err
	}
	norm := p.GradCovNorm()
	t := table.New(table.Columns([]string{"friction", "K", "set", "degree"}, "relative")...)
	add := func(row table.Row, quantity string, value float64) {
		row["relative"] = value / norm
		t.AddValue(exactly(row), quantity, value)
		row["relative"] = nil
	}
	for _, k := range s.Friction {
		form, err := k.Form(m)
		if err != nil {
			return nil, c.Errorf("friction", "%v", err)
		}
		for i, b := range bases {
			coef, distance := p.ProjectBasis(b, form)
			row := table.Row{"friction": k, "K": mixture.K(b)}
			add(row, "projection error", distance)
			if i == 0 {
				gradient := dynamics.Project(form, p.DistanceGradient(coef[0]))
				t.AddValue(exactly(row), "gradient of the squared distance",
					floats.Norm(gradient, math.Inf(1)))
			}
		}
	}
	add(table.Row{}, "norm of Sigma", norm)
	monomials(t)
	for _, x := range others {
		s.rowsOfOthers(t, x.Found("distances"))
	}
	return t, nil
}

// render draws one curve per kind of coefficients.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Plain = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = "$K$", `$\|\Sigma_x - S_K\|_{L^2(\pi)}$`
	p.Y.Log = true
	p.X.Ticks = study.Ticks(t.Distinct("K"))
	p.X.Min, p.X.Max = -2, 37
	for _, k := range s.Friction {
		p.Add(spread(t, k)...)
	}
	p.Add(figure.Band{Name: "90 % of data sets", Fill: figure.Grey(0.7)})
	for _, k := range s.Friction {
		u := t.Where("friction", k, "quantity", "projection error")
		p.Add(figure.Line{
			Name: string(k), Style: k.Style(s.Friction),
			X: u.Floats("K"), Y: u.Floats("value"),
		})
	}
	p.Y.Min, p.Y.Max = 0.008, 4
	return f, nil
}

// exactly returns the row as one of an exact number.
func exactly(row table.Row) table.Row {
	row["status"], row["source"] = table.OK, table.Exact
	return row
}

// drawn lists the task that finds the distances of Σ_x from multiples of the identity and from
// constant matrices for other data sets, if their distribution is known.
func (s Spec) drawn(m *model.Mixture) []*study.Exact {
	sets := s.Others.Drawn(s.Data)
	if sets == 0 {
		return nil
	}
	of := func(sets int) (all []float64) {
		for k := range sets {
			drawn := s.Model.Posterior(s.Others.Draw(s.Data, s.Data.N, k))
			p := exact.NewMixtureGrid(drawn, exact.Grid{Step: 1.2})
			for _, form := range forms {
				_, distance := p.ProjectBasis(dynamics.One{}, form)
				all = append(all, distance)
			}
		}
		return all
	}
	return []*study.Exact{{
		Title:  fmt.Sprintf("distances of Σ_x from constant matrices, %d data sets", sets),
		Digest: s.Others.Draw(s.Data, s.Data.N, 0).Digest(),
		Key: spec.Key{
			"is": "projections of data sets", "model": m.Key(),
			"law": s.Data.Kind, "ndata": s.Data.N, "mu": s.Data.Mu, "sigma": s.Data.Sigma, "w": s.Data.W,
			"sets": sets, "seed": s.Others.First,
		},
		Arrays: []study.Array{{Name: "distances", Len: sets * len(forms)}},
		Of:     func() [][]float64 { return [][]float64{of(sets)} },
		Part:   func() []float64 { return of(1) },
	}}
}

// forms are those whose distances section 3.3.2 gives.
var forms = []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}}

// spread draws the range of the distance for K = 0 over other data sets, but for a twentieth of
// them at both ends.
func spread(t *table.Table, k study.Friction) []plot.Plotter {
	d := t.Where("quantity", "projection error of another data set", "friction", k).Floats("value")
	if len(d) == 0 {
		return nil
	}
	slices.Sort(d)
	cut := len(d) / 20
	lo, hi := d[cut], d[len(d)-1-cut]
	return []plot.Plotter{figure.Band{
		X: []float64{-0.7, 0.7}, Low: []float64{lo, lo}, High: []float64{hi, hi},
		Fill: figure.Tint(k.Style(nil).Color, 0.35),
	}}
}

// rowsOfOthers adds what drawn has found for every data set.
func (s Spec) rowsOfOthers(t *table.Table, distances []float64) {
	for i, d := range distances {
		t.AddValue(exactly(table.Row{
			"friction": []study.Friction{study.Scalar, study.Full}[i%len(forms)], "K": 0,
			"set": s.Others.First + uint64(i/len(forms)),
		}), "projection error of another data set", d)
	}
}

// monomials adds the parts of a cell where monomials are not small. A cell is [0, 1] in the
// variable u of the monomial u^i (eq. rescale), where u^i > a on a part 1 − c, c = a^(1/i). The
// product (uv)^i in two variables is larger than a on a part 1 − c + c log c of the square.
func monomials(t *table.Table) {
	const a = 0.1
	for degree := 1; degree <= 9; degree++ {
		logC := vec.Log(a) / float64(degree)
		c := vec.Exp(logC)
		row := exactly(table.Row{"degree": degree})
		t.AddValue(row, "part of a cell where the monomial is above 0.1", 1-c)
		t.AddValue(row, "part of a cell where the product is above 0.1", 1-c+float64(c*logC))
	}
}

// Command study-basis answers whether the error of extended Adaptive Langevin dynamics follows the
// distance of Σ_x from its projection (sections 1, 4.1, 4.2 and 4.4): it runs other bases, forms, η
// and batches than Figure 14.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.BasisRuns
	Curves mixture.BasisSet   `toml:"curves"` // of Figure 14
	Runs   []mixture.BasisSet `toml:"runs"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: other bases",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of all runs, and the distances of Σ_x from its projections.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	b := s.NewBases(c, g)
	runs, err := s.List(c, b, "curves", s.Curves)
	if err != nil {
		return nil, err
	}
	more, err := s.Lists(c, b, "runs", s.Runs)
	if err != nil {
		return nil, err
	}
	runs = append(runs, more...)
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range runs {
		r.Rows(t, g, "L1", "outside")
	}
	for _, k := range forms {
		if _, err := b.Curves(k); err != nil {
			return nil, err
		}
	}
	b.Rows(t)
	return t, s.theory(t, g, b)
}

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}

// render draws the errors against the distance of Σ_x from its projection, for each n and Δt that
// several forms have, and one series a form; and those of K = 15 against ε(n)Δt.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	distances := t.Where("quantity", "projection error")
	at := func(u *table.Table, i int) float64 {
		x, _ := distances.Lookup("value", "friction", u.Cell(i, "friction"), "K", u.Cell(i, "K"),
			"cuts", u.Cell(i, "cuts"))
		return x
	}
	errors := t.Where("quantity", "L1", "method", mixture.ExtendedAdL, "sampling", "without")
	f := figure.New(1, 3)
	f.Legend = true
	var panels []*figure.Panel
	for i, dt := range []float64{2e-3, 5e-3} {
		p := f.Panel(0, i)
		p.Title = `$n = 5$, $\Delta t = ` + study.Number(dt) + `$`
		p.XLabel = `$\|\Sigma_x - S_K\|$`
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		p.X.Log, p.Y.Log = true, true
		for j, k := range forms {
			series := study.Series{Name: k.Title(), Style: k.Style(forms), X: at}
			of := errors.Where("n", 5, "dt", dt, "friction", k)
			p.Add(series.Points(of.Where("eta", s.Eta))...)
			if j == len(forms)-1 {
				series.Name, series.Style = k.Title()+`, $\eta = 0.1$`, figure.Cycle(4)
				p.Add(series.Points(of.Where("eta", 0.1))...)
			}
		}
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	sameNoise(f.Panel(0, 2), errors.Where("friction", study.Full, "eta", s.Eta, "K", middleK,
		"cuts", fmt.Sprint(s.Basis.Cuts)))
	return f, nil
}

const middleK = 15 // the error of the time step is far below that of batches

// sameNoise draws errors with batches of any size against ε(n)Δt, a series for each time step, and
// a line through the largest on which they would be proportional to ε(n)Δt.
func sameNoise(p *figure.Panel, t *table.Table) {
	var kinds []study.Kind
	dts := t.Floats("dt")
	slices.Sort(dts)
	dts = slices.Compact(dts)
	for j, dt := range dts {
		style, other := study.TimeStep(j, dts), figure.Cycle(5+j)
		style.Marker, style.Hollow = other.Marker, other.Hollow // not those of the forms
		kinds = append(kinds, study.Kind{
			Name: fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt)), Where: []any{"dt", dt}, Style: style,
		})
	}
	study.CompareErrors(p, t, kinds...)
	study.Proportional(p, t)
	p.Title, p.YLabel = fmt.Sprintf(`$K = %d$, `, middleK)+study.Full.Title(), ""
}

// theory adds, for the bases of Figure 14, numbers that need no run: where the projection of Σ_x is
// no covariance, the numbers of variables, and how far K = 0 is from Adaptive Langevin dynamics.
func (s Spec) theory(t *table.Table, g *mixture.Marginal, b *mixture.Bases) error {
	bases, err := b.Curves(s.Friction)
	if err != nil {
		return err
	}
	for i, x := range bases {
		f := dynamics.AdL{Form: x.Form, Gamma: s.Gamma, Eta: s.Eta}
		row := table.Row{
			"friction": s.Friction, "K": x.K(), "cuts": x.Cuts, "eta": s.Eta,
			"status": table.OK, "source": table.Exact,
		}
		e := dynamics.Extended{Base: f, Basis: x.Functions}
		t.AddValue(row, "mass where S_K is not positive", negative(x, g.Posterior.Model))
		t.AddValue(row, "variables", float64(e.Rows(vec.Replicas, b.Model.Dim())))
		if i > 0 {
			t.AddValue(row, "degree", float64(x.Functions.(dynamics.Boxes).Degree))
			continue
		}
		scheme := dynamics.Scheme{Word: s.Word, Dt: s.Curves.Dt[0]}
		difference, err := apart(b.Model, scheme, f, e, s.Curves.N[0])
		if err != nil {
			return err
		}
		t.AddValue(row, "difference from AdL", difference)
	}
	return nil
}

// negative returns the mass under π of where S_K is not positive semidefinite, up to rounding:
// there is no noise with such a covariance.
func negative(b *mixture.Basis, m *model.Mixture) (mass float64) {
	var cuts [2][]float64
	if f, ok := b.Functions.(dynamics.Boxes); ok {
		cuts = [2][]float64(f.Cuts)
	}
	cov, s := b.Noisy(m).Cov, make([]float64, 4)
	exact.NewMixtureGrid(m, exact.Grid{Cuts: cuts}).Each(func(theta []float64, at float64) {
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
		noise := dynamics.NewNormals(vec.Replicas, m.Dim(), seed, 2)
		state := dynamics.NewState(vec.Replicas, m.Dim(), friction, gradient, sampler, noise)
		friction.Start(state, []float64{1, 0, 0, 1})
		e := dynamics.Ensemble{States: []*dynamics.State{state}}
		e.Run(flows, steps, steps)
		state.Flush()
		rows[i] = slices.Concat(state.Theta, state.P, state.Xi)
	}
	for k := range rows[0] {
		for lane, x := range rows[0][k] {
			most = max(most, math.Abs(x-rows[1][k][lane]))
		}
	}
	return most, nil
}

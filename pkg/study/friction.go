package study

import (
	"fmt"
	"maps"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Friction is the name of a form of ξ in specs and tables (dynamics.ParseForm).
type Friction string

// The forms of the paper.
const (
	Scalar   Friction = table.Scalar
	Layers   Friction = table.Layers
	Diagonal Friction = table.Diagonal
	Full     Friction = table.Full
)

// Ours, in the eigenvectors of Σ̄ ([Rotate]): a diagonal ξ, and the constant friction
// dynamics.Fixed at the mean of that ξ (exact.FrozenXi), for the words without D.
const (
	Rotated Friction = table.Rotated
	Fixed   Friction = table.Fixed
)

// turned reports whether the friction is diagonal in the eigenvectors of Σ̄.
func (f Friction) turned() bool { return f == Rotated || f == Fixed }

// UnmarshalText reads a name from a spec.
func (f *Friction) UnmarshalText(text []byte) error {
	*f = Friction(text)
	if _, err := dynamics.ParseForm(string(text)); err != nil && !f.turned() {
		return fmt.Errorf("%w, rotated or fixed", err)
	}
	return nil
}

// Form returns the form for a model, which defines its layers. Rotated and Fixed have none in the
// given coordinates. It panics on an unknown name.
func (f Friction) Form(m model.Model) (dynamics.Form, error) {
	if f.turned() {
		return nil, fmt.Errorf("friction %s is for runs of Adaptive Langevin dynamics alone", f)
	}
	form, err := dynamics.ParseForm(string(f))
	if err != nil {
		panic("study: " + err.Error())
	}
	if l, ok := form.(interface {
		For(model any) (dynamics.Form, error)
	}); ok {
		if form, err = l.For(m); err != nil {
			return nil, fmt.Errorf("friction %s: %w", f, err)
		}
	}
	return form, form.Check(m.Dim())
}

// Projection returns the form onto which ξ projects Σ̄ in the given coordinates: Rotated and Fixed
// leave all of Σ̄, as a full ξ does. It panics where Form has another error.
func (f Friction) Projection(m model.Model) dynamics.Form {
	if f.turned() {
		return dynamics.Full{}
	}
	form, err := f.Form(m)
	if err != nil {
		panic("study: " + err.Error())
	}
	return form
}

// Settle makes ξ of a chain of Adaptive Langevin dynamics start at its expected mean for the mean
// covariance Σ̄ = mean of one datum's gradient (exact.MeanXi: the solution of FrozenXi or, if there
// is none, the continuous value). The burn-in of every replica becomes at least times relaxation
// times of ξ. A dynamics.Fixed becomes that mean. Other frictions do not change.
func Settle(c *simulate.Chain, mean []float64, times float64) {
	form, gamma := formOf(c.Scheme.Friction)
	settled := func() []float64 {
		xi, _ := exact.MeanXi(form, mean, c.Epsilon(), gamma, c.Scheme.Dt)
		return linalg.RoundedSym(xi, digits)
	}
	switch c.Scheme.Friction.(type) {
	case dynamics.Fixed:
		c.Scheme.Friction = dynamics.Fixed{Gamma: gamma, Xi: linalg.Diagonal(settled())}
	case dynamics.AdL:
		c.Xi = settled()
		if times > 0 {
			burnXi(c, mean, times)
		}
	}
}

// formOf returns the form of ξ, extended or not, or of a dynamics.Fixed, and γ; or nil and 0.
func formOf(f dynamics.Friction) (dynamics.Form, float64) {
	if f, ok := f.(dynamics.Fixed); ok {
		return dynamics.Diagonal{}, f.Gamma
	}
	if f, ok := dynamics.BaseOf(f); ok {
		return f.Form, f.Gamma
	}
	return nil, 0
}

// burnXi makes the burn-in of a chain of Adaptive Langevin dynamics, extended or not, at least
// times relaxation times of ξ (exact.XiTime).
func burnXi(c *simulate.Chain, mean []float64, times float64) {
	f, _ := dynamics.BaseOf(c.Scheme.Friction)
	time := exact.XiTime(f, mean, c.Epsilon(), c.Scheme.Dt)
	c.BurnIn = max(c.BurnIn, times*linalg.Round(time, digits))
}

// littleNoise is the largest share of γ that batches may add to ξ with hardly an effect on its law.
const littleNoise = 0.02

// XiRows adds the mean of each entry of ξ of Adaptive Langevin dynamics as "xi ij", with ij 11, 12,
// … or, for a single entry, as "xi", and with variances their variances "var xi ij". Each value is
// in a copy of row, and each prediction in a row of its own:
//
//	xi      exact.MeanXi for the mean Σ̄ of Σ_x over the posterior, exact to leading order in ε(n)Δt,
//	        if it exists and Σ̄ is not nil
//	var xi  of lemma lemmeADL, 1/η, or 1/(2η) off the diagonal of a symmetric ξ, if batches add less
//	        than a fiftieth of γ to ξ. With more it holds only if Σ_x is constant and of ξ's form
//
// Batches along permutations have no predictions: their noise is not white. Of a model.Rotated mean
// is in its coordinates, and ξ is xi'. A diverged run, and a dynamics.Fixed, add nothing.
func XiRows(t *table.Table, row table.Row, x *simulate.Samples, mean []float64, variances bool) {
	c, d := x.Chain, x.Chain.Model.Dim()
	f, ok := c.Scheme.Friction.(dynamics.AdL)
	if x.Diverged || !ok {
		return
	}
	xi := "xi"
	if _, ok := c.Model.(*model.Rotated); ok {
		xi = "xi'"
	}
	var frozen []float64
	little := false
	if ok = mean != nil && !c.Sampling.Along(); ok {
		frozen, ok = exact.MeanXi(f.Form, mean, c.Epsilon(), f.Gamma, c.Scheme.Dt)
		little = noiseOf(c, mean)/c.Scheme.Dt <= littleNoise*f.Gamma
	}
	predicted := maps.Clone(row)
	predicted["status"], predicted["source"] = table.OK, table.Prediction
	names := EntryNames(f.Form, d)
	for n, e := range dynamics.Entries(f.Form, d) {
		b := x.Blocks(dynamics.Xi{}, n)
		t.Measure(row, xi+names[n], b.Mean())
		if ok {
			t.AddValue(predicted, xi+names[n], frozen[e.I*d+e.J])
		}
		if !variances {
			continue
		}
		t.Measure(row, "var "+xi+names[n], b.Variance())
		if !little {
			continue
		}
		v := 1 / f.Eta
		if !e.Diagonal() {
			v = 0.5 / f.Eta
		}
		t.AddValue(predicted, "var "+xi+names[n], v)
	}
}

// EntryNames returns the suffixes of the names of quantities about the entries of ξ in dimension d:
// " 11", " 12", …, or "" for a single entry.
func EntryNames(f dynamics.Form, d int) (names []string) {
	entries := dynamics.Entries(f, d)
	for _, e := range entries {
		name := ""
		if len(entries) > 1 || e.Count == 1 && d > 1 {
			name = fmt.Sprintf(" %d%d", e.I+1, e.J+1)
		}
		names = append(names, name)
	}
	return names
}

package study

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Friction is the form of ξ by its name (dynamics.ParseForm), in specs and tables.
type Friction string

// The forms that the paper's sentences are about.
const (
	Scalar   Friction = "scalar"
	Layers   Friction = "layers"
	Diagonal Friction = "diagonal"
	Full     Friction = "full"
)

// UnmarshalText reads a name from a spec.
func (f *Friction) UnmarshalText(text []byte) error {
	_, err := dynamics.ParseForm(string(text))
	*f = Friction(text)
	return err
}

// Form is the form for a model, which says what its layers are. It panics on an unknown name.
func (f Friction) Form(m model.Model) (dynamics.Form, error) {
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

// looks are the titles and places in the colour cycle of forms that have their own.
var looks = map[Friction]struct {
	title string
	cycle int
}{
	Scalar:   {`$\xi$ scalar`, 0},
	Diagonal: {`$\xi$ diagonal`, 1},
	Full:     {`$\xi$ matrix`, 2},
	Layers:   {`$\xi$ scalar per layer`, 3},
}

// Title names the form in a figure.
func (f Friction) Title() string {
	if l, ok := looks[f]; ok {
		return l.title
	}
	return fmt.Sprintf(`$\xi$ %s`, string(f))
}

// Style is the style of the form in a figure, among others of which those without a style of their
// own are told apart by their order.
func (f Friction) Style(among []Friction) figure.Style {
	if l, ok := looks[f]; ok {
		return figure.Cycle(l.cycle)
	}
	k := len(looks)
	for _, g := range among[:max(0, slices.Index(among, f))] {
		if _, ok := looks[g]; !ok {
			k++
		}
	}
	return figure.Cycle(k)
}

// AdL are the keys of a spec about the friction of Adaptive Langevin dynamics.
type AdL struct {
	Kind  Friction `toml:"friction"`
	Gamma float64  `toml:"gamma" spec:"positive"` // γ of Γ = γ I
	Eta   float64  `toml:"eta" spec:"positive"`   // η, the inertia of ξ
}

// Of is the friction of a scheme for a model.
func (a AdL) Of(m model.Model) (dynamics.AdL, error) {
	form, err := a.Kind.Form(m)
	return dynamics.AdL{Form: form, Gamma: a.Gamma, Eta: a.Eta}, err
}

// Scheme is the scheme with a word at a time step, or an error about the keys scheme and friction, of
// which the latter is named.
func (a AdL) Scheme(
	c *experiment.Context, m model.Model, word, friction string, dt float64,
) (dynamics.Scheme, error) {
	f, err := a.Of(m)
	if err != nil {
		return dynamics.Scheme{}, c.Errorf(friction, "%v", err)
	}
	s := dynamics.Scheme{Word: word, Dt: dt, Friction: f}
	if err := s.Check(); err != nil {
		return s, c.Errorf("scheme", "%v", err)
	}
	return s, nil
}

// Settle lets ξ of a chain with a friction of Adaptive Langevin dynamics start at its expected mean
// for the mean covariance Σ̄ = mean of one datum's gradient (exact.MeanXi: the frozen ξ, or the
// continuous value where that does not exist), and makes the burn-in of every replica at least times
// relaxation times of ξ (exact.XiTime).
func Settle(c *simulate.Chain, mean []float64, times float64) {
	f := c.Scheme.Friction.(dynamics.AdL)
	epsilon := c.Sampling.Epsilon(c.Model.Data(), c.N)
	c.Xi, _ = exact.MeanXi(f.Form, mean, epsilon, f.Gamma, c.Scheme.Dt)
	c.BurnIn = max(c.BurnIn, float64(times*exact.XiTime(f, mean, epsilon, c.Scheme.Dt)))
}

// Growing reports whether ξ, or ξ(θ) of an extended friction, grows: whether an entry on its diagonal
// is larger in the second half of the run than in the first (estimate.Grows). A run that is too short
// shows no growth; one whose burn-in was too short may.
func Growing(x *simulate.Samples) bool {
	entries := dynamics.Xi{}.Entries(x.Chain.Model.Dim(), x.Chain.Scheme.Friction)
	for i, b := range x.All(dynamics.Xi{}) {
		if entries[i].Diagonal() && estimate.Grows(b.Trend(), b.Mean()) {
			return true
		}
	}
	return false
}

// Runaway reports whether a chain has no stationary state, as far as is known: by the criterion
// s ≥ 1 (exact.BatchNoise; a guide where Σ_x depends on θ), or because ξ grows. What was measured
// then depends on T.
func Runaway(x *simulate.Samples, s float64) bool { return s >= 1 || Growing(x) }

// XiRows adds what a run says about ξ, each a copy of row with
//
//	xi ij      the mean of an entry, beside its frozen value (exact.MeanXi) where there is one
//	var xi ij  its variance, beside that of the law of lemma lemmeADL: 1/η, or 1/(2η) off the
//	           diagonal of a symmetric ξ
//
// where ij is 11, 12, … or, for a single entry, empty. mean is Σ̄. Of an extended friction it is the
// means of ξ(θ) alone: that of A_K(θ) is that of AdL for every K, since the constants are combinations
// of the f_k.
func XiRows(t *table.Table, row table.Row, x *simulate.Samples, mean []float64) {
	d := x.Chain.Model.Dim()
	f, _ := dynamics.BaseOf(x.Chain.Scheme.Friction)
	_, extended := x.Chain.Scheme.Friction.(dynamics.Extended)
	epsilon, dt := row["epsilon"].(float64), row["dt"].(float64)
	frozen, ok := exact.MeanXi(f.Form, mean, epsilon, f.Gamma, dt)
	for n, e := range dynamics.Entries(f.Form, d) {
		want := math.NaN()
		if ok {
			want = frozen[e.I*d+e.J]
		}
		name := ""
		if f.Form.Entries(d) > 1 || e.Count == 1 && d > 1 {
			name = fmt.Sprintf(" %d%d", e.I+1, e.J+1)
		}
		b := x.Blocks(dynamics.Xi{}, n)
		t.Measure(row, "xi"+name, b.Mean(), want)
		if extended {
			continue
		}
		v := 1 / f.Eta
		if !e.Diagonal() {
			v = 0.5 / f.Eta
		}
		t.Measure(row, "var xi"+name, b.Variance(), v)
	}
}

package study

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// extendedText is a spec with the basis of section 4.4.
const extendedText = `scheme = "ODABADO"
gamma = 1.0
eta = 2.0
friction = "full"
burn_in_xi = 0.1
burn_in_slopes = 0.2
` + mixtureText + `[basis]
cuts = [[0.7], [0.7]]
lo = [0.0, 0.0]
hi = [1.4, 1.4]
degrees = [1, 0]
cap = 30.0
`

// Runs start at their expected ξ_k, with the keys of their set or, if not given, of the spec. The
// table has their errors, and the distance of every projection, for a constant matrix once.
func TestExtended(t *testing.T) {
	const text = "dt = 0.01\n" + extendedText + `[runs.eAdL]
n = 3
[runs.noise]
sampling = "Gaussian"
K = 3
eta = 5
[runs.Langevin]
scheme = "OABAO"
n = 3
part = 0.5
[runs.cut]
K = [0, 15]
n = 3
longer = 2
cut = 0.6
`
	var r *ExtendedRuns
	table := func(c *experiment.Context, s Extended) (_ *table.Table, err error) {
		if r, err = s.Load(c); err != nil {
			return nil, err
		}
		return r.Table(c)
	}
	tab := studytest.Of(t, text, table)
	f := dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 2}
	noisy := dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 5}
	all, cut := r.all[:3], r.all[3:]
	for i, want := range []struct {
		base   dynamics.AdL
		basis  *Basis // nil: Langevin dynamics
		slopes float64
	}{
		{f, all[0], 0}, {f, all[1], 0}, {f, all[2], 0.2}, {noisy, all[1], 0}, {f, nil, 0},
		{f, cut[0], 0}, {f, cut[2], 0.4},
	} {
		c, b := r.Runs[i].Chain, want.basis
		if b == nil {
			if c.Scheme.Friction != (dynamics.Constant{Gamma: 1}) || c.T != 32 {
				t.Errorf("run %d: %+v", i, c)
			}
			continue
		}
		times, variance := 0.1, 0.0
		xi := exact.ExtendedXi(b.Functions, b.projection, c.Epsilon(), 1, 0.01)
		if want.slopes > 0 {
			xi = b.posterior.FrozenBasisXi(b.Functions, f.Form, c.Epsilon(), 1, 0.01)
			times, variance = want.slopes, 1/want.base.Eta
		}
		friction := dynamics.Extended{Base: want.base, Basis: b.Functions, Xi0: Rounded(xi)}
		if !reflect.DeepEqual(c.Scheme.Friction, friction) || c.XiMax != 100/0.01 || c.T != 64 ||
			c.XiVar != variance {
			t.Errorf("run %d: %+v", i, c)
		}
		time := exact.XiTime(want.base, r.Posterior.Sigma, c.Epsilon(), 0.01)
		studytest.Near(t, "burn-in", c.BurnIn, max(0.2, times*linalg.Round(time, digits)), 0)
		if _, ok := c.Model.(*model.GaussianNoise); ok != (want.base == noisy) {
			t.Errorf("run %d: %T", i, c.Model)
		}
	}
	if slices.Contains(tab.Strings("status"), "diverged") {
		t.Error("a run diverged")
	}
	for quantity, want := range map[string][]string{
		"L1": {"0", "3", "15", "3", "", "0", "15"}, "projection error": {"0", "3", "15", "3", "15"},
	} {
		if got := tab.Where("quantity", quantity).Strings("K"); !slices.Equal(got, want) {
			t.Errorf("%s of K = %q, want %q", quantity, got, want)
		}
	}
	if d := tab.Where("quantity", "projection error").Floats("value"); !(d[0] > d[1] && d[1] > d[2]) {
		t.Errorf("distances %g of larger and larger bases", d)
	}
	// the quadrature has cuts where the functions jump: the masses of the cells are exact
	masses, values := make([]float64, 4), make([]float64, 1)
	cell := func(theta []float64) int { return all[1].Functions.At(values, theta) }
	all[1].posterior.Each(func(theta []float64, mass float64) { masses[cell(theta)] += mass })
	fine := exact.NewMixtureGrid(studytest.Mixture(60),
		exact.Grid{Step: 0.4, Cuts: [2][]float64{{0.7}, {0.7}}})
	fine.Each(func(theta []float64, mass float64) { masses[cell(theta)] -= mass })
	for i, m := range masses {
		if math.Abs(m) > 1e-7 {
			t.Errorf("cell %d: its mass is off by %g", i, m)
		}
	}
	const place = `spec.toml:30: key "basis": `
	studytest.Mistakes(t, text, table, [][3]string{
		{"eAdL]\nn = 3", "eAdL]\nn = 61", `spec.toml:37: key "runs.eAdL.n": sampling without`},
		{"[[0.7], [0.7]]", "[[0.7]]", place}, {"[1.4, 1.4]", "[1.4, 0.7]", place},
		{"[1, 0]", "[1, 10]", `spec.toml:34: key "basis.degrees[1]": `},
		{`"full"`, `"layers"`, `spec.toml:5: key "friction": friction layers: `},
		{`"ODABADO"`, `"ODA"`, `spec.toml:2: key "scheme": scheme "ODA" lacks`},
	}...)
}

// On the Gaussian posterior, where Σ_x is constant, ξ(θ) on pieces of θ is stationary for s < 1 and
// grows for s > 1.
func TestExtendedGrowing(t *testing.T) {
	for _, s := range []float64{0.3, 1.5} {
		c, law := studytest.GaussianChain(dynamics.Full{}, s)
		c.BurnIn = 50
		mean := c.Theta[0][0]
		b := dynamics.Boxes{
			Cuts: [][]float64{{mean}}, Lo: []float64{mean - 0.3}, Hi: []float64{mean + 0.3}, Degree: 1,
			Scale: []float64{1.4, 4, 1.4, 4},
		}
		var coef [][]float64
		for _, a := range b.Constants() {
			coef = append(coef, []float64{a * law.V})
		}
		f := c.Scheme.Friction.(dynamics.AdL)
		xi := exact.ExtendedXi(b, coef, c.Epsilon(), f.Gamma, c.Scheme.Dt)
		c.Scheme.Friction = dynamics.Extended{Base: f, Basis: b, Xi0: xi}
		c.XiMax = mostXi / c.Scheme.Dt
		c.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}},
			simulate.Moments{Of: dynamics.XiAt{Points: [][]float64{{mean}}}}}
		if x := studytest.Run(t, c); x.Diverged || x.Growing() != (s > 1) {
			t.Errorf("s = %g: diverged %v, growing %v", s, x.Diverged, x.Growing())
		}
	}
}

package mixture

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

const boxesText = `cuts = [[0.7], [0.7]]
lo = [0.0, 0.0]
hi = [1.4, 1.4]
degrees = [2, 0, 1]
basis = "the boxes"
`

// Bases lists the constant function first and then the degrees in rising order; what is wrong with
// the boxes is an error about the key basis.
func TestBases(t *testing.T) {
	type keys struct {
		Boxes
		Basis string `toml:"basis"`
	}
	var bases []dynamics.Basis
	var p *exact.MixtureGrid
	f := func(c *experiment.Context, s keys) (_ *table.Table, err error) {
		if bases, err = s.Bases(c, studytest.Mixture(30)); err == nil {
			p, err = s.Posterior(c, studytest.Mixture(30))
		}
		return nil, err
	}
	studytest.Within(t, boxesText, "", f)
	var ks []int
	for _, b := range bases {
		ks = append(ks, K(b))
	}
	if !slices.Equal(ks, []int{0, 3, 15, 35}) {
		t.Errorf("K = %d", ks)
	}
	// the quadrature has cuts where the functions jump: the masses of the cells are exact
	masses := make([]float64, 4)
	values := make([]float64, 1)
	p.Each(func(theta []float64, mass float64) { masses[bases[1].At(values, theta)] += mass })
	fine := exact.NewMixtureGrid(studytest.Mixture(30),
		exact.Grid{Step: 0.4, Cuts: [2][]float64{{0.7}, {0.7}}})
	fine.Each(func(theta []float64, mass float64) { masses[bases[1].At(values, theta)] -= mass })
	for i, m := range masses {
		if math.Abs(m) > 1e-7 {
			t.Errorf("cell %d: its mass is off by %g", i, m)
		}
	}

	const place = `spec.toml:5: key "basis": `
	studytest.Within(t, studytest.Change(t, boxesText, "[[0.7], [0.7]]", "[[0.7]]"), place, f)
	studytest.Within(t, studytest.Change(t, boxesText, "[1.4, 1.4]", "[1.4, 0.7]"), place, f)
	text := studytest.Change(t, boxesText, "[2, 0, 1]", "[2, 10]")
	studytest.Within(t, text, `spec.toml:4: key "degrees[1]": `, f)
}

// section44 is the basis of section 4.4 with factors up to most, and the coefficients of Σ_x.
func section44(degree int, most float64) (dynamics.Boxes, [][]float64) {
	b := dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree,
	}
	p := exact.NewMixtureGrid(studytest.Mixture(60), exact.Grid{Step: 1.6, Cuts: [2][]float64(b.Cuts)})
	b.Scale = p.Scale(b, most)
	coef, _ := p.ProjectBasis(b, dynamics.Full{})
	return b, coef
}

func TestExtend(t *testing.T) {
	for degree, k := range []int{3, 15, 35} {
		b, coef := section44(degree, 30)
		if K(b) != k {
			t.Errorf("degree %d: K = %d, want %d", degree, K(b), k)
		}
		f := dynamics.AdL{Form: dynamics.Full{}, Gamma: 1, Eta: 2}
		c := &simulate.Chain{
			Model: studytest.Mixture(60), Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01}, N: 3,
			Sampling: minibatch.With, T: 64 * 0.4, BurnIn: 0.1, Every: 0.02, Replicas: 64, Blocks: 4,
			Theta: [][]float64{{1, 0.5}, {0.5, 1}},
		}
		xi := exact.ExtendedXi(b, coef, minibatch.With.Epsilon(60, 3), 1, 0.01)
		extend(c, f, b, xi, [][]float64{{0.5, 1}, {1, 0.5}})
		study.BurnXi(c, []float64{1, 0, 0, 1}, 0.1)
		want := dynamics.Extended{Base: f, Basis: b, Xi0: xi}
		if !reflect.DeepEqual(c.Scheme.Friction, want) || c.XiMax != 100/0.01 {
			t.Errorf("K = %d: %+v, bound %g", k, c.Scheme.Friction, c.XiMax)
		}
		if x := studytest.Run(t, c); x.Diverged || len(x.All(dynamics.Xi{})) != 3 ||
			c.BurnIn < 0.2 || len(study.WatchXi(x, 0)) != 3+2 {
			t.Errorf("K = %d: diverged %v", k, x.Diverged)
		}
	}
	if k := K(dynamics.One{}); k != 0 {
		t.Errorf("K = %d of the constant function", k)
	}
}

// On the Gaussian posterior, where Σ_x is constant, ξ(θ) on pieces of θ is stationary for s < 1 and
// grows for s > 1.
func TestExtendedGrowing(t *testing.T) {
	for _, s := range []float64{0.3, 1.5} {
		c, law := studytest.GaussianChain(dynamics.Full{}, s)
		c.Observe, c.BurnIn = nil, 50
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
		extend(c, f, b, exact.ExtendedXi(b, coef, c.Epsilon(), f.Gamma, c.Scheme.Dt),
			[][]float64{{mean}})
		x := studytest.Run(t, c)
		xi := x.Blocks(dynamics.Xi{}, 0)
		if x.Diverged || x.Growing() != (s > 1) {
			t.Errorf("s = %g: diverged %v, growing %v: %v of %v",
				s, x.Diverged, x.Growing(), xi.Trend(), xi.Mean())
		}
	}
}

// The burn-in is too short where it is for the slowest direction of ξ(θ), and only there.
func TestExtendedSettled(t *testing.T) {
	c, law := studytest.GaussianChain(dynamics.Full{}, 0.3)
	mean := []float64{law.V}
	study.Settle(c, mean, 10)
	x := studytest.Run(t, c)
	for slowest, want := range map[float64]string{1: table.OK, 0.2: table.Unsettled} {
		row := table.Row{}
		if study.Classify(row, x, mean, study.Constant, slowest); row["status"] != want {
			t.Errorf("slowest direction %g: %s, want %s", slowest, row["status"], want)
		}
	}
}

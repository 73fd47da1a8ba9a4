package simulate

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// section44 are the boxes of section 4.4.
var section44 = Boxes{Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degrees: []int{0, 1, 2}}

// extendedChain is one of section 4.4 on few data, with factors up to most.
func extendedChain(degree int, eta, most float64) (*Chain, Extended) {
	data := dataset.Mixture(60, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	m := &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	p := exact.NewPosterior(m, exact.Grid{Cuts: [2][]float64(section44.Cuts)})
	b := section44.Basis(degree)
	b.Scale = p.Scale(b, most)
	coef, _ := p.ProjectBasis(b, exact.Full)
	x := Extended{AdL{exact.Full, 1, eta}, b, coef}
	c := &Chain{
		Model: m, Digest: data.Digest(), Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01}, N: 3, Sampling: minibatch.With,
		T: 64 * 4, BurnIn: 0.5, Every: 0.02, Replicas: 64, Batches: 4, Seed: 7, Theta: [][]float64{{1, 0.5}, {0.5, 1}},
	}
	x.Prepare(c)
	return c, x
}

func TestExtendedPrepare(t *testing.T) {
	for degree, k := range []int{3, 15, 35} {
		c, x := extendedChain(degree, 2, 30)
		if x.K() != k {
			t.Errorf("degree %d: K = %d, want %d", degree, x.K(), k)
		}
		f := c.Scheme.Friction.(dynamics.Extended)
		want := exact.ExtendedXi(x.Basis, x.Projection, minibatch.With.Epsilon(60, 3), 1, 0.01)
		if f.Base != (dynamics.Full{Gamma: 1, Eta: 2}) || !reflect.DeepEqual(f.Xi0, want) || !reflect.DeepEqual(f.Basis, x.Basis) || c.XiMax != 100/0.01 {
			t.Errorf("K = %d: %+v, bound %g", k, f, c.XiMax)
		}
	}
	if k := (Extended{Basis: dynamics.One{}}).K(); k != 0 {
		t.Errorf("K = %d of the constant function", k)
	}
}

// plain is a basis that knows one θ at a time.
type plain struct{ dynamics.Boxes }

func (p plain) Evaluator() {} // hides that of the boxes

// Samples of ξ are those of ξ(θ) = Σ ξ_k f_k(θ), whether or not the basis evaluates all lanes at once.
func TestExtendedSamples(t *testing.T) {
	c, x := extendedChain(2, 1, 30)
	for _, b := range []dynamics.ConstantBasis{x.Basis, plain{x.Basis.(dynamics.Boxes)}} {
		f := c.Scheme.Friction.(dynamics.Extended)
		f.Basis = b
		c.Scheme.Friction = f
		_, lanes := b.(dynamics.LaneBasis)
		if _, ok := b.(plain); ok == lanes {
			t.Fatalf("%T: evaluates lanes: %v", b, lanes)
		}
		r, err := c.start(0)
		if err != nil {
			t.Fatal(err)
		}
		r.e.Run(r.flows, 500, 1)
		if r.n != 3 || len(r.e.Xi) != 3*36 {
			t.Fatalf("%T: %d rows observed, %d of the ensemble", b, r.n, len(r.e.Xi))
		}
		values, at := make([]float64, 9), map[int]bool{}
		rows := r.xi(r.e)
		for l := range vec.Lanes {
			cell := b.At(values, []float64{r.e.Theta[0][l], r.e.Theta[1][l]})
			at[cell] = true
			for i := range rows {
				want, size := 0.0, 0.0
				for j, v := range values {
					y := r.e.Xi[(cell*9+j)*3+i][l] * v
					want += y
					size += math.Abs(y)
				}
				if got := rows[i][l]; math.Abs(got-want) > 1e-14*size {
					t.Fatalf("%T: replica %d has ξ(θ) = %g, want %g", b, l, got, want)
				}
			}
		}
		if len(at) < 2 {
			t.Errorf("all replicas are in cell %v", at)
		}
	}
}

// The last batch of a run of single observations is the state at its end.
func TestExtendedMoments(t *testing.T) {
	c, _ := extendedChain(1, 1, 30)
	_, run, every := c.Steps()
	c.Batches = run / every
	s := samples(t, c)
	r, err := c.start(0)
	if err != nil {
		t.Fatal(err)
	}
	burn, run, every := c.Steps()
	r.e.Run(r.flows, burn+run, every)
	for i, row := range r.xi(r.e) {
		for l, want := range row {
			if got := s.X1[i][(c.Batches-1)*64+l]; got != want {
				t.Fatalf("row %d of replica %d: got %g, want %g", i, l, got, want)
			}
		}
	}
}

// A replica that diverges ends the run as it happens: NaN, or ξ out of bounds.
func TestExtendedDiverged(t *testing.T) {
	for _, x := range []struct {
		name      string
		eta, most float64
		bound     float64
		want      bool
	}{
		{"as it should be", 1, 30, 100, false},
		{"absurd η", 1e-9, 30, 100, true},
		{"absurd η, no bound", 1e-9, 30, 0, true},
		{"absurd factors", 1, 1e9, 100, true},
		{"a bound below the mean of ξ", 1, 30, 0.01, true},
	} {
		degree := 1
		if x.most > 30 {
			degree = 2
		}
		c, _ := extendedChain(degree, x.eta, x.most)
		c.XiMax = x.bound / c.Scheme.Dt
		if x.want {
			c.T = 64 * 1e5 // never reached
		}
		told := 0.0
		a, err := c.Run(context.Background(), func(u float64) { told += u })
		if err != nil {
			t.Fatal(err)
		}
		s, err := ReadSamples(a)
		if err != nil {
			t.Fatal(err)
		}
		if s.Diverged != x.want || x.want && (len(a) != 1 || told > c.Units()/10) {
			t.Errorf("%s: diverged %v after %g of %g steps, %d arrays", x.name, s.Diverged, told, c.Units(), len(a))
		}
	}
}

// On the Gaussian posterior, where Σ_x is constant, ξ(θ) on pieces of θ is stationary for s < 1 and grows for s > 1.
func TestExtendedGrowing(t *testing.T) {
	data := dataset.Gaussian(100, 0, 1, 1)
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	law := exact.NewGaussian(m)
	b := dynamics.Boxes{Cuts: [][]float64{{m.Mean()}}, Lo: []float64{m.Mean() - 0.3}, Hi: []float64{m.Mean() + 0.3}, Degree: 1, Scale: []float64{1.4, 4, 1.4, 4}}
	var coef [][]float64
	for _, a := range b.Constants() {
		coef = append(coef, []float64{a * law.V})
	}
	for _, s := range []float64{0.3, 1.5} {
		c := &Chain{
			Model: m, Scheme: dynamics.Scheme{Word: "ODABADO", Dt: math.Sqrt(2 * s / 9900 / law.V)}, N: 1, Sampling: minibatch.Without,
			T: 64 * 100, BurnIn: 50, Every: 0.05, Replicas: 64, Batches: 8, Seed: 5, Theta: [][]float64{{m.Mean()}},
		}
		Extended{AdL{exact.Full, 1, 1}, b, coef}.Prepare(c)
		x := samples(t, c)
		if x.Diverged || x.Growing() != (s > 1) {
			t.Errorf("s = %g: diverged %v, growing %v: %v of %v", s, x.Diverged, x.Growing(), x.Xi(0).Trend(), x.Xi(0).Mean())
		}
	}
}

// Chains of another K are of another class; those with other factors have other results.
func TestExtendedClass(t *testing.T) {
	classes := map[string]int{}
	keys := map[string]int{}
	for degree := range 3 {
		c, _ := extendedChain(degree, 1, 30)
		classes[c.Class()]++
		for _, most := range []float64{2, 30} {
			c, _ := extendedChain(degree, 1, most)
			k, err := sweep.Key(c)
			if err != nil {
				t.Fatal(err)
			}
			keys[k]++
		}
	}
	// the kind of the coefficients and that of the basis are told by types alone
	c, x := extendedChain(1, 1, 30)
	for _, base := range []dynamics.Friction{dynamics.Scalar{Gamma: 1, Eta: 1}, dynamics.Diagonal{Gamma: 1, Eta: 1}, dynamics.Full{Gamma: 1, Eta: 1}} {
		for _, b := range []dynamics.Basis{x.Basis, plain{x.Basis.(dynamics.Boxes)}} {
			f := c.Scheme.Friction.(dynamics.Extended)
			f.Base, f.Basis = base, b
			c.Scheme.Friction = f
			k, err := sweep.Key(c)
			if err != nil {
				t.Fatal(err)
			}
			h, err := hash(c.params())
			if err != nil {
				t.Fatal(err)
			}
			keys[k]++
			keys[fmt.Sprint(h)]++
		}
	}
	if len(classes) != 3 {
		t.Errorf("%d classes of three: %v", len(classes), classes)
	}
	if len(keys) != 6-1+2*6 { // one of the six is another's
		t.Errorf("%d different keys, want 17: %v", len(keys), keys)
	}
	if rate := func() float64 { c, _ := extendedChain(2, 1, 30); return c.Probe() }(); !(rate > 0 && rate < 1e-3) {
		t.Errorf("a step takes %g s", rate)
	}
}

func TestBoxes(t *testing.T) {
	if err := section44.Check(2); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(b *Boxes){
		"cuts of 1 axes":  func(b *Boxes) { b.Cuts = b.Cuts[:1] },
		"do not increase": func(b *Boxes) { b.Hi = []float64{1.4, 0.7} },
		"are more than":   func(b *Boxes) { b.Degrees = []int{0, 1000} },
	} {
		b := section44
		change(&b)
		if err := b.Check(2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if b := section44.Basis(2); b.Degree != 2 || b.Scale != nil || !slices.Equal(b.Hi, section44.Hi) {
		t.Errorf("%+v", b)
	}
}

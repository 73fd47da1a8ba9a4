package dynamics

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// TestWords: a word's letters with the times that they get, the ends merged where they may be.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		word  string
		f     Friction
		split bool
		want  string // for Δt = 1
	}{
		{"SGLD", nil, false, "S1"},
		{"OABAO", Constant{1}, false, "O1 A.5 B1 A.5"},
		{"OABAO", Constant{1}, true, "O1 A.5 B1 A.5"},
		{"BAOAB", Constant{1}, false, "B1 A.5 O1 A.5"},
		{"BAOAB", Constant{1}, true, "B.5 A.5 O1 A.5 B.5"},
		{"ABOBA", Matrix{[]float64{1}}, false, "A.5 B.5 O1 B.5 A.5"},
		{"OBABO", Constant{1}, false, "O1 B.5 A1 B.5"},
		{"AOBOA", Constant{1}, false, "A.5 O.5 B1 O.5 A.5"},
		{"BOAOB", Constant{1}, false, "B1 O.5 A1 O.5"},
		{"OBAABO", Constant{1}, false, "O1 B.5 A1 B.5"},                  // neighbours are one
		{"ABOOBA", Constant{1}, false, "A.5 B.5 O1 B.5 A.5"},             //
		{"OABBAO", Constant{1}, false, "O1 A.5 B1 A.5"},                  //
		{"OABBAO", Constant{1}, true, "O1 A.5 B.5 B.5 A.5"},              // but not if each B has a batch of its own
		{"BBAOABB", Constant{1}, false, "B1 A.5 O1 A.5"},                 //
		{"BBAOABB", Constant{1}, true, "B.25 B.25 A.5 O1 A.5 B.25 B.25"}, //
		{"OABAOABAO", Constant{1}, false, "O.6666666666666666 A.25 B.5 A.25 O.3333333333333333 A.25 B.5 A.25"},
		{"ODABADO", Scalar{1, 1}, false, "O1 D.5 A.5 B1 A.5 D.5"},
		{"ODABADO", Diagonal{1, 1}, true, "O1 D.5 A.5 B1 A.5 D.5"},
		{"BADODAB", Full{1, 1}, false, "B1 A.5 D.5 O1 D.5 A.5"},
		{"BADODAB", Full{1, 1}, true, "B.5 A.5 D.5 O1 D.5 A.5 B.5"},
		{"DOABAOD", Full{1, 1}, false, "D.5 O.5 A.5 B1 A.5 O.5 D.5"}, // a D moves ξ: it stays where it is
		{"ADBOBDA", Full{1, 1}, false, "A.5 D.5 B.5 O1 B.5 D.5 A.5"},
	} {
		l, err := Scheme{Word: c.word, Dt: 1, Friction: c.f, SplitBatch: c.split}.parse()
		if err != nil {
			t.Errorf("%s: %v", c.word, err)
			continue
		}
		var got []string
		total := map[byte]float64{}
		for _, l := range l {
			got = append(got, string(l.name)+strings.TrimPrefix(fmt.Sprint(l.h), "0"))
			total[l.name] += l.h
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, split %t: %s, want %s", c.word, c.split, strings.Join(got, " "), c.want)
		}
		for letter, h := range total {
			if math.Abs(h-1) > 1e-15 {
				t.Errorf("%s, split %t: %c gets %g in all, want 1", c.word, c.split, letter, h)
			}
		}
	}
}

func TestWordErrors(t *testing.T) {
	for _, c := range []struct {
		word string
		f    Friction
		want string
	}{
		{"", Constant{1}, `scheme "": expected a word over A, B, O, D, or SGLD`},
		{"OAXAO", Constant{1}, `scheme "OAXAO": unknown letter 'X', expected A, B, O, D, or the word SGLD`},
		{"oabao", Constant{1}, `scheme "oabao": unknown letter 'o'`},
		{"OAΔAO", Constant{1}, `scheme "OAΔAO": unknown letter 'Δ'`},
		{"SGLD ", nil, `scheme "SGLD ": unknown letter 'S'`},
		{"OAB", Constant{1}, `scheme "OAB" is no palindrome: letter 1 is O, its mirror image B`},
		{"OABBO", Constant{1}, `scheme "OABBO" is no palindrome: letter 2 is A, its mirror image B`},
		{"ABA", Constant{1}, `scheme "ABA" lacks the letter O`},
		{"OBO", Constant{1}, `scheme "OBO" lacks the letter A`},
		{"OAO", Constant{1}, `scheme "OAO" lacks the letter B`},
		{"OABAO", Scalar{1, 1}, `scheme "OABAO" lacks the letter D`},
		{"ODABADO", Constant{1}, `scheme "ODABADO": D moves ξ, but the friction is constant`},
		{"ODABADO", Matrix{[]float64{1}}, `scheme "ODABADO": D moves ξ, but the friction is constant`},
		{"SGLD", Constant{1}, "scheme SGLD has no friction"},
		{"OABAO", nil, `scheme "OABAO" has no friction, which its letter O wants`},
	} {
		s := Scheme{Word: c.word, Dt: 0.1, Friction: c.f}
		err := s.Check()
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.word, err, c.want)
		}
		if flows, err := s.Compile(1); err == nil || flows != nil {
			t.Errorf("%s: compiles", c.word)
		}
	}
	if err := (Scheme{Word: "OABAO", Friction: Constant{1}}).Check(); err != nil {
		t.Error(err)
	}
}

// runs are schemes, frictions, models and batches that together reach every flow; digest pins the state after 200 steps. A digest that
// changes changes simulated numbers of the project.
var runs = []struct {
	name, word string
	f          Friction
	split      bool
	d          int
	m          model.Model // nil: the harmonic force of three dimensions
	sampling   minibatch.Sampling
	n          int
	digest     string
}{
	{"SGLD", SGLD, nil, false, 1, gaussian(), minibatch.With, 3, "9913bd66639a541f"},
	{"SGLD, mixture", SGLD, nil, false, 2, mixture(50), minibatch.Without, 40, "0a67b8a4dba31b67"},
	{"Langevin", "OABAO", Constant{1}, false, 1, gaussian(), minibatch.Without, 90, "df02f929f8306255"},
	{"Langevin, mixture", "OABAO", Constant{1}, false, 2, mixture(50), minibatch.Without, 5, "eeb45eb63261213b"},
	{"Langevin, all data", "BAOAB", Constant{0.5}, false, 2, mixture(51), minibatch.Without, 51, "656befe8fad36cad"},
	{"Langevin, two batches", "BAOAB", Constant{0.5}, true, 2, mixture(50), minibatch.With, 2, "1ae82e06425b44a9"},
	{"Langevin, matrix", "OBABO", Matrix{[]float64{2, 0.5, 0.5, 1}}, false, 2, mixture(50), minibatch.With, 7, "c0d1c248cd499f06"},
	{"ABOBA", "ABOBA", Constant{2}, false, 1, gaussian(), minibatch.With, 60, "e7759598aaa06bbd"},
	{"AdL, scalar", "ODABADO", Scalar{1, 0.1}, false, 2, mixture(50), minibatch.Without, 5, "65dd6a75558e4cc3"},
	{"AdL, diagonal", "ODABADO", Diagonal{1, 0.1}, false, 2, mixture(50), minibatch.Without, 5, "7ba20bbfe053ee1e"},
	{"AdL, full", "ODABADO", Full{1, 0.1}, false, 2, mixture(50), minibatch.Without, 5, "4f8a4b854430e98a"},
	{"AdL, full, A D", "BADODAB", Full{1, 0.1}, true, 2, mixture(50), minibatch.Without, 45, "3897487d19b438bb"},
	{"AdL, full, A before D", "ADBOBDA", Full{1, 0.1}, false, 2, mixture(50), minibatch.Without, 5, "4a87f6a1df551fce"},
	{"AdL, full, one dimension", "ODABADO", Full{1, 1}, false, 1, gaussian(), minibatch.Without, 10, "6cad76015eb1f6cc"},
	{"AdL, full, three dimensions", "BADODAB", Full{1, 0.5}, false, 3, nil, minibatch.Without, 1, "90c0cf35956062c3"},
}

// run is a number in runs.
type run int

// start puts the ensemble and its flows together, fused or not.
func (r run) start(t testing.TB, fuse bool) (*Ensemble, []Flow) {
	t.Helper()
	c := runs[r]
	s := Scheme{Word: c.word, Dt: 0.01, Friction: c.f, SplitBatch: c.split}
	var g model.Gradient = harmonic([]float64{2, 1, 0}, []float64{1, 3, 0.5}, []float64{0, 0.5, 1})
	total := 1
	if c.m != nil {
		g, total = c.m.Gradient(c.n), c.m.Data()
	}
	e, flows := ensemble(t, s, c.d, g, c.sampling.Sampler(g, total, c.n, 7, 1), 7)
	if len(e.Xi) > 0 {
		c.f.Start(e.Xi, Identity(c.d, 1.5))
	}
	if !fuse {
		var err error
		if flows, err = s.compile(c.d, false); err != nil {
			t.Fatal(err)
		}
	}
	return e, flows
}

// TestDigests runs everything whole and in parts, fused and not.
func TestDigests(t *testing.T) {
	fusions := 0
	for i, c := range runs {
		r := run(i)
		e, flows := r.start(t, true)
		e.Run(flows, 200, 1)
		want := digest(e)
		if want != c.digest {
			t.Errorf("%s: digest %s, want %s", c.name, want, c.digest)
		}
		if !e.Finite() || e.Steps != 200 {
			t.Errorf("%s: after %d steps, finite %t", c.name, e.Steps, e.Finite())
		}
		if start, _ := r.start(t, true); digest(start) == want {
			t.Errorf("%s: nothing moves", c.name)
		}

		parted, single := r.start(t, false)
		parted.Run(single, 200, 1)
		if digest(parted) != want {
			t.Errorf("%s: %d flows and %d fused ones give different bits", c.name, len(single), len(flows))
		}
		fusions += len(single) - len(flows)

		halves, flows := r.start(t, true)
		for range 2 {
			halves.Run(flows, 93, 1)
		}
		halves.Run(flows, 14, 1)
		if digest(halves) != want {
			t.Errorf("%s: 93 + 93 + 14 steps differ from 200", c.name)
		}
	}
	if fusions < 20 {
		t.Errorf("only %d flows were fused", fusions)
	}
}

// TestOrder measures the error of ⟨θ²⟩ in an anharmonic potential, without minibatches, at several time steps, and fits it by c Δt² + e Δt⁴ and one
// more term that must vanish: a constant (all schemes tend to the exact value, and so agree, as Δt → 0) or one linear in Δt (their weak order is two).
func TestOrder(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("10⁸ steps")
	}
	weight := func(x float64) float64 { return math.Exp(-x*x/2 - x*x*x*x/4) }
	integral := func(f func(float64) float64) float64 { return quad.Fixed(f, -7, 7, 500, nil, 0) }
	exact := integral(func(x float64) float64 { return x * x * weight(x) }) / integral(weight)
	steps := []float64{0.15, 0.2, 0.3, 0.4}
	for w, c := range []struct {
		word       string
		f          Friction
		low, upper float64 // where c lies, from the Langevin schemes' known merits: BAOAB is much the best
	}{
		{"OABAO", Constant{1}, -0.35, -0.15},
		{"ABOBA", Constant{1}, -0.15, -0.05},
		{"OBABO", Constant{1}, 0.1, 0.25},
		{"BAOAB", Constant{1}, -0.03, 0.03},
		{"ODABADO", Scalar{1, 1}, -0.35, -0.15},
	} {
		errs, ses := make([]float64, len(steps)), make([]float64, len(steps))
		for i, dt := range steps {
			e, flows := ensemble(t, Scheme{Word: c.word, Dt: dt, Friction: c.f}, 1, quartic(), allData(), uint64(100*w+i))
			if len(e.Xi) > 0 {
				c.f.Start(e.Xi, Identity(1, 1))
			}
			e.Run(flows, int(50/dt), 1)
			n := int(40000 / dt)
			m := NewMoments(Theta, 1, 1, int64(n))
			e.Run(flows, n, 1, m)
			v, se := estimate(m.perLane(0, 2))
			errs[i], ses[i] = v-exact, se
		}
		for _, extra := range []struct {
			name  string
			power float64
			sharp float64 // on the extra term, a fraction of the whole error that schemes of first order have at Δt = 0.2
		}{{"constant", 0, 0.004}, {"linear term", 1, 0.02}} {
			b, se := fit(steps, errs, ses, extra.power, 2, 4)
			t.Logf("%s: %s %.5f ± %.5f, c = %.4f ± %.4f", c.word, extra.name, b[0], se[0], b[1], se[1])
			if math.Abs(b[0]) > 4.5*se[0] {
				t.Errorf("%s: the error of ⟨θ²⟩ has a %s, %.5f ± %.5f", c.word, extra.name, b[0], se[0])
			}
			if se[0] > extra.sharp {
				t.Errorf("%s: a standard error of %.5f on the %s cannot decide", c.word, se[0], extra.name)
			}
		}
		b, se := fit(steps, errs, ses, 2, 4)
		if b[0]+4.5*se[0] < c.low || b[0]-4.5*se[0] > c.upper {
			t.Errorf("%s: c = %.4f ± %.4f, want between %g and %g", c.word, b[0], se[0], c.low, c.upper)
		}
	}
}

// fit is the least-squares fit of y ± se by the powers of x, with its standard errors.
func fit(x, y, se []float64, powers ...float64) (b, err []float64) {
	n, k := len(x), len(powers)
	a, r := mat.NewDense(n, k, nil), mat.NewVecDense(n, nil)
	for i := range x {
		for j, p := range powers {
			a.Set(i, j, math.Pow(x[i], p)/se[i])
		}
		r.SetVec(i, y[i]/se[i])
	}
	var normal, inverse mat.Dense
	normal.Mul(a.T(), a)
	if e := inverse.Inverse(&normal); e != nil {
		panic(e)
	}
	var rhs, sol mat.VecDense
	rhs.MulVec(a.T(), r)
	sol.MulVec(&inverse, &rhs)
	for j := range powers {
		b, err = append(b, sol.AtVec(j)), append(err, math.Sqrt(inverse.At(j, j)))
	}
	return b, err
}

package dynamics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// TestWords: a word's letters with their times, with the ends merged if possible.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		word  string
		f     Friction
		split bool
		want  string // for Δt = 1
	}{
		{"SGLD", nil, false, "S1"},
		{"OABAO", Constant{1}, false, "O1 A.5 B1 A.5"},
		{"BAOAB", Constant{1}, false, "B1 A.5 O1 A.5"},
		{"BAOAB", Constant{1}, true, "B.5 A.5 O1 A.5 B.5"},
		{"ABOBA", Constant{1}, false, "A.5 B.5 O1 B.5 A.5"},
		{"OBAABO", Constant{1}, false, "O1 B.5 A1 B.5"}, // equal neighbours merge
		{"OABBAO", Constant{1}, false, "O1 A.5 B1 A.5"},
		{"OABBAO", Constant{1}, true, "O1 A.5 B.5 B.5 A.5"}, // but not if each B has its own batch
		{"BBAOABB", Constant{1}, true, "B.25 B.25 A.5 O1 A.5 B.25 B.25"},
		{"OABAOABAO", Constant{1}, false,
			"O.6666666666666666 A.25 B.5 A.25 O.3333333333333333 A.25 B.5 A.25"},
		{"ODABADO", AdL{Scalar{}, 1, 1}, false, "O1 D.5 A.5 B1 A.5 D.5"},
		{"BADODAB", AdL{Full{}, 1, 1}, true, "B.5 A.5 D.5 O1 D.5 A.5 B.5"},
		// a D moves ξ: it stays where it is
		{"DOABAOD", AdL{Full{}, 1, 1}, false, "D.5 O.5 A.5 B1 A.5 O.5 D.5"},
		{"ADBOBDA", AdL{Full{}, 1, 1}, false, "A.5 D.5 B.5 O1 B.5 D.5 A.5"},
		// not palindromes
		{"BAOA", Constant{1}, false, "B1 A.5 O1 A.5"},
		{"OABBO", Constant{1}, false, "O1 A1 B1"},
		{"BADOB", AdL{Full{}, 1, 1}, true, "B.5 A1 D1 O1 B.5"},
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
		palindrome := c.word == SGLD || reversed(c.word) == c.word
		if got := (Scheme{Word: c.word}).Palindrome(); got != palindrome {
			t.Errorf("%s: palindrome %t", c.word, got)
		}
		for letter, h := range total {
			if math.Abs(h-1) > 1e-15 {
				t.Errorf("%s, split %t: %c gets %g in all, want 1", c.word, c.split, letter, h)
			}
		}
	}
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

func TestWordErrors(t *testing.T) {
	for _, c := range []struct {
		word string
		f    Friction
		want string
	}{
		{"", Constant{1}, `scheme "": expected 1 to 64 letters A, B, O, D, got 0`},
		{strings.Repeat("OAB", 22), Constant{1}, `scheme "OABOABOABOABOABOABOA": expected 1 to 64`},
		{"OAXAO", Constant{1},
			`scheme "OAXAO": unknown letter 'X', expected A, B, O, D, or the word SGLD`},
		{"OAΔAO", Constant{1}, `scheme "OAΔAO": unknown letter 'Δ'`},
		{"SGLD ", nil, `scheme "SGLD ": unknown letter 'S'`},
		{"ABA", Constant{1}, `scheme "ABA" lacks the letter O`},
		{"OABAO", AdL{Scalar{}, 1, 1}, `scheme "OABAO" lacks the letter D`},
		{"ODABADO", Constant{1}, `scheme "ODABADO": D moves ξ, but the friction is constant`},
		{"SGLD", Constant{1}, "scheme SGLD has no friction"},
		{"OABAO", nil, `scheme "OABAO" has no friction, which its letter O needs`},
	} {
		s := Scheme{Word: c.word, Dt: 0.1, Friction: c.f}
		err := s.Check()
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.word, err, c.want)
		}
		for _, l := range layouts {
			if flows, err := s.Compile(l, 1); err == nil || flows != nil {
				t.Errorf("%s: compiles", c.word)
			}
		}
	}
	if err := (Scheme{Word: "OABAO", Friction: Constant{1}}).Check(); err != nil {
		t.Error(err)
	}
}

// TestOrder measures the error of ⟨θ²⟩ in an anharmonic potential, without minibatches, at several
// time steps, and fits it by c Δt² + e Δt⁴ and one more term that must vanish: a constant (all
// schemes tend to the exact value as Δt → 0, and so agree) or a term linear in Δt (their weak order
// is two).
func TestOrder(t *testing.T) {
	t.Parallel()
	weight := func(x float64) float64 { return math.Exp(-x*x/2 - x*x*x*x/4) }
	integral := func(f func(float64) float64) float64 { return quad.Fixed(f, -7, 7, 500, nil, 0) }
	exact := integral(func(x float64) float64 { return x * x * weight(x) }) / integral(weight)
	for w, c := range []struct {
		word string
		f    Friction
		// bounds of c, from known properties of the Langevin schemes: BAOAB is by far the best
		low, upper float64
	}{
		{"OABAO", Constant{1}, -0.35, -0.15},
		{"ABOBA", Constant{1}, -0.15, -0.05},
		{"OBABO", Constant{1}, 0.1, 0.25},
		{"BAOAB", Constant{1}, -0.03, 0.03},
		{"ODABADO", AdL{Scalar{}, 1, 1}, -0.35, -0.15},
	} {
		steps := []float64{0.15, 0.2, 0.3, 0.4}
		errs, ses := make([]float64, len(steps)), make([]float64, len(steps))
		for i, dt := range steps {
			s := Scheme{Word: c.word, Dt: dt, Friction: c.f}
			key := uint64(100*w + i)
			e, flows := ensemble(t, vec.Replicas, s, quartic(), vec.Lanes, linalg.Identity(1, 1), key)
			e.Run(flows, int(50/dt), 1)
			m := newMoments(Theta{}, e, c.f)
			e.Run(flows, int(20000/dt), 1, m)
			v, se := estimate(m.central(0, 0))
			errs[i], ses[i] = v-exact, se
		}
		checkOrder(t, c.word, steps, errs, ses, c.low, c.upper)
	}
}

func checkOrder(t *testing.T, word string, steps, errs, ses []float64, low, upper float64) {
	t.Helper()
	for _, extra := range []struct {
		name  string
		power float64
		// bound of the extra term, as a fraction of the error of first-order schemes at Δt = 0.2
		sharp float64
	}{{"constant", 0, 0.006}, {"linear term", 1, 0.03}} {
		b, se := fit(steps, errs, ses, extra.power, 2, 4)
		if math.Abs(b[0]) > 4.5*se[0] {
			t.Errorf("%s: the error of ⟨θ²⟩ has a %s, %.5f ± %.5f", word, extra.name, b[0], se[0])
		}
		if se[0] > extra.sharp {
			t.Errorf("%s: a standard error of %.5f on the %s cannot decide", word, se[0], extra.name)
		}
	}
	b, se := fit(steps, errs, ses, 2, 4)
	if b[0]+4.5*se[0] < low || b[0]-4.5*se[0] > upper {
		t.Errorf("%s: c = %.4f ± %.4f, want between %g and %g", word, b[0], se[0], low, upper)
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

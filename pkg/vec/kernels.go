package vec

import (
	"fmt"
	"os"
)

//go:generate go run ./internal/narrow

// kernels is one form of the routines. All forms give the same bits.
type kernels interface {
	name() string

	normals(s *state, dst []Row)
	uniform(s *Stream, dst []Index, n int)
	distinct(s *Stream, dst []Index, n, k int)
	lookup(t *Table, dst []Row, idx []Index)

	addScaled(dst, src []Row, h float64)
	scaleAdd(dst, g []Row, alpha, sigma float64)
	addTwo(dst, x, y []Row, a, b float64)
	addOuter(xi, p []Row, k float64)
	addSquares(xi, p []Row, k float64)
	addNorm(xi *Row, p []Row, k, d float64)
	sumAffine(dst, y *Row, x []Row, a, b float64)
	bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int)

	mixtureForce(c *Mixture, f, theta, x []Row)
	mixtureForceAll(c *Mixture, f, theta []Row, x []float64)
	networkForce(c *Network, f, theta []Row, idx []Index)
	networkForceAll(c *Network, f, theta []Row)
	ou1Step(o *OUDiagonal, p, xi, g []Row)
	ou2Step(o *OUPair, p, xi, g []Row)
	cellsGroup(c *Cells)
	cellsSum(c *Cells, dst, xi []Row)
	cellsAdd(c *Cells, xi, y []Row, rate []float64)
	boxesEval(b *boxes, c *Cells, theta []Row)

	regressionAdd(l *Regression, sum, at []float64, batch []uint32)
	regressionAddAll(l *Regression, sum []float64, at [][]Row)
	symAdd(a []Row, d int, o [2]RankOne)
	symMul(y1, y2 []float64, a []Row, x1, x2 []float64, d int, o [2]RankOne, add bool) symSquares
}

// portable is the specification of the other forms.
type portable struct{}

var specification = new(portable)

func (*portable) name() string { return "portable" }

// active is the form that runs, formError the fault of VEC. Only tests set active.
var active, formError = choose(os.Getenv("VEC"))

// Form returns the name of the form that runs: "portable", "avx2" or "avx512". It is chosen once,
// when the program starts: the form named by the environment variable VEC or, by default, the
// widest form of the processor and the build.
func Form() string { return active.name() }

// FormError reports a fault of the environment variable VEC: it names no form, or a form that the
// processor or the build does not have. The portable form then runs. Programs stop on this error,
// because a run in another form than requested would mislead.
func FormError() error { return formError }

// Wasted reports whether the portable form runs although the processor has SIMD forms, because the
// build has none and the environment variable VEC does not ask for it.
func Wasted() bool { return os.Getenv("VEC") == "" && wider() }

// choose returns the form with the given name, or the widest if name is empty.
func choose(name string) (kernels, error) {
	available, why := forms()
	if name == "" {
		return available[len(available)-1], nil
	}
	for _, f := range available {
		if f.name() == name {
			return f, nil
		}
	}
	switch name {
	case "avx2", "avx512":
		return specification, fmt.Errorf("VEC=%s: %s", name, why)
	}
	return specification, fmt.Errorf("VEC=%s: expected portable, avx2 or avx512", name)
}

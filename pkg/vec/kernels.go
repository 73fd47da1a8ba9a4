package vec

import (
	"fmt"
	"os"
)

//go:generate go run ./internal/narrow

// kernels is one form of the routines. All forms give the same bits.
type kernels struct {
	name string

	bits     func(s *state, dst []uint64)
	normals  func(s *state, dst []Row)
	uniform  func(s *Stream, dst []Index, n int)
	distinct func(s *Stream, dst []Index, n, k int)
	lookup   func(t *Table, dst []Row, idx []Index)

	addScaled         func(dst, src []Row, h float64)
	kickDrift         func(theta, p, f []Row, hb, ha float64)
	scaleAdd          func(dst, g []Row, alpha, sigma float64)
	ouDrift           func(theta, p, g []Row, alpha, sigma, h float64)
	addTwo            func(dst, x, y []Row, a, b float64)
	addOuter          func(xi, p []Row, k float64)
	addOuterDrift     func(theta, xi, p []Row, k, h float64)
	addSquares        func(xi, p []Row, k float64)
	addNorm           func(xi *Row, p []Row, k float64)
	outer             func(dst, p []Row)
	squares           func(dst, p []Row)
	sumAffine         func(dst, y *Row, x []Row, a, b float64)
	affine            func(dst, y *Row, a, b float64)
	addConstant       func(dst *Row, c float64)
	accumulate        func(s1, s2, x *Row)
	accumulateProduct func(s, x, y *Row)
	bin               func(dst *[Lanes]int32, x *Row, lo, scale float64, n int)
	expRow            func(dst, x *Row)
	logRow            func(dst, x *Row)
	sigmoidRow        func(dst, x *Row)

	mixtureForce    func(c *Mixture, f, theta, x []Row)
	mixtureForceAll func(c *Mixture, f, theta []Row, x []float64)
	networkForce    func(c *Network, f, theta []Row, idx []Index)
	networkForceAll func(c *Network, f, theta []Row)
	networkLogit    func(dst *Row, theta []Row, x []float64)
	ou1Step         func(o *OUDiagonal, p, xi, g []Row)
	ou2Step         func(o *OUPair, p, xi, g []Row)
	cellsGroup      func(c *Cells)
	cellsSum        func(c *Cells, dst, xi []Row)
	cellsAdd        func(c *Cells, xi, y []Row, rate []float64)
	cellsScale      func(c *Cells, s []float64)
	boxesEval       func(b *Boxes, c *Cells, theta []Row)

	sumSquares     func(x []float64) float64
	logisticAdd    func(l *Logistic, sum, theta []float64, batch []uint16)
	logisticAddAll func(l *Logistic, sum []float64, theta [][]Row)
	symUpdate      func(q symSquares, blocks []Row, d, i int, o []RankOne) symSquares
	symMul         func(y1, y2 []float64, blocks []Row, x1, x2 []float64)
	symTerm        func(out, y1, y2, x1, x2 []float64, s, c, e, g float64) (n1, n2 float64)
}

// portable is the specification of the other forms.
var portable = kernels{
	name: "portable",

	bits:     bitsPortable,
	normals:  normalsPortable,
	uniform:  uniformPortable,
	distinct: distinctPortable,
	lookup:   lookupPortable,

	addScaled:         addScaledPortable,
	kickDrift:         kickDriftPortable,
	scaleAdd:          scaleAddPortable,
	ouDrift:           ouDriftPortable,
	addTwo:            addTwoPortable,
	addOuter:          addOuterPortable,
	addOuterDrift:     addOuterDriftPortable,
	addSquares:        addSquaresPortable,
	addNorm:           addNormPortable,
	outer:             outerPortable,
	squares:           squaresPortable,
	sumAffine:         sumAffinePortable,
	affine:            affinePortable,
	addConstant:       addConstantPortable,
	accumulate:        accumulatePortable,
	accumulateProduct: accumulateProductPortable,
	bin:               binPortable,
	expRow:            expRowPortable,
	logRow:            logRowPortable,
	sigmoidRow:        sigmoidRowPortable,

	mixtureForce:    mixtureForcePortable,
	mixtureForceAll: mixtureForceAllPortable,
	networkForce:    networkForcePortable,
	networkForceAll: networkForceAllPortable,
	networkLogit:    networkLogitPortable,
	ou1Step:         ou1StepPortable,
	ou2Step:         ou2StepPortable,
	cellsGroup:      cellsGroupPortable,
	cellsSum:        cellsSumPortable,
	cellsAdd:        cellsAddPortable,
	cellsScale:      cellsScalePortable,
	boxesEval:       boxesEvalPortable,

	sumSquares:     sumSquaresPortable,
	logisticAdd:    logisticAddPortable,
	logisticAddAll: logisticAddAllPortable,
	symUpdate:      symUpdatePortable,
	symMul:         symMulPortable,
	symTerm:        symTermPortable,
}

// active is the form that runs, formError what is wrong with VEC. Tests set active; nothing else
// does.
var active, formError = choose(os.Getenv("VEC"))

// Form returns the name of the form that runs: "portable", "avx2" or "avx512". It is chosen once,
// when the program starts: the one that the environment variable VEC names, by default the widest
// that the processor and the build have.
func Form() string { return active.name }

// FormError reports what is wrong with the environment variable VEC: it names no form, or one that
// the processor or the build does not have. The portable form then runs. Programs stop on this
// error, because a run in another form than requested would mislead.
func FormError() error { return formError }

// choose returns the form with the given name, or the widest if name is empty.
func choose(name string) (*kernels, error) {
	available, why := forms()
	if name == "" {
		return available[len(available)-1], nil
	}
	for _, f := range available {
		if f.name == name {
			return f, nil
		}
	}
	switch name {
	case "avx2", "avx512":
		return &portable, fmt.Errorf("VEC=%s: %s", name, why)
	}
	return &portable, fmt.Errorf("VEC=%s: expected portable, avx2 or avx512", name)
}

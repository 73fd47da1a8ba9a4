package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The slope of a parabola and its standard error are those of the normal equations.
func TestFitQuadraticOrigin(t *testing.T) {
	x := []float64{0.1, 0.4, 1, 2.5, 3, 7}
	y := []float64{1.2, 1.1, 2.3, 3.1, 4.4, 7.2}
	s := []float64{0.1, 0.2, 0.15, 0.3, 0.5, 0.4}
	a, b := mat.NewDense(len(x), 2, nil), mat.NewVecDense(len(x), nil)
	for i, x := range x {
		a.SetRow(i, []float64{x / s[i], x * x / s[i]})
		b.SetVec(i, y[i]/s[i])
	}
	var g, cov mat.Dense
	g.Mul(a.T(), a)
	if err := cov.Inverse(&g); err != nil {
		t.Fatal(err)
	}
	var r, c mat.VecDense
	r.MulVec(a.T(), b)
	c.MulVec(&cov, &r)
	slope := FitQuadraticOrigin(x, y, s)
	near(t, "slope", slope.Value, c.AtVec(0), 1e-12)
	near(t, "its error", slope.StdErr, math.Sqrt(cov.At(0, 0)), 1e-12)

	for name, f := range map[string]func(){
		"lengths":      func() { FitQuadraticOrigin(x, y[1:], s) },
		"errors":       func() { FitQuadraticOrigin(x, y, s[1:]) },
		"zero error":   func() { FitQuadraticOrigin(x[:3], y[:3], []float64{1, 0, 1}) },
		"one abscissa": func() { FitQuadraticOrigin([]float64{2, 2, 0}, y[:3], s[:3]) },
	} {
		mustPanic(t, name, f)
	}
}

func TestFitSaturating(t *testing.T) {
	x := []float64{0.1, 0.4, 0.8, 1.5}
	law := func(x float64) float64 { return 0.2 * x / (1 + 0.3*x) }
	var y, e []float64
	for _, x := range x {
		y, e = append(y, law(x)), append(e, 0.001)
	}
	exact := FitSaturating(x, y, e)
	if math.Abs(exact.Value-0.2) > 1e-9 {
		t.Errorf("slope %v", exact)
	}
	// the standard error is that of the scatter
	r := rand.New(rand.NewPCG(3, 4))
	const trials = 2000
	sum := 0.0
	for range trials {
		z := make([]float64, len(x))
		for i := range z {
			z[i] = y[i] + e[i]*r.NormFloat64()
		}
		d := FitSaturating(x, z, e).Value - 0.2
		sum += d * d
	}
	if got := math.Sqrt(sum / trials); math.Abs(got/exact.StdErr-1) > 0.1 {
		t.Errorf("scatter %g, standard error %g", got, exact.StdErr)
	}
	if a := FitSaturating(x[:2], y[:2], e[:2]); !math.IsNaN(a.Value) {
		t.Errorf("slope of two points: %v", a)
	}
	same := []float64{1, 1, 1}
	if a := FitSaturating(same, same, same); !math.IsNaN(a.Value) {
		t.Errorf("slope of one x: %v", a)
	}
}

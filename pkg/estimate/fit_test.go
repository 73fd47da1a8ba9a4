package estimate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

var (
	fitX = []float64{0.1, 0.4, 1, 2.5, 3, 7}
	fitY = []float64{1.2, 1.1, 2.3, 3.1, 4.4, 7.2}
	fitS = []float64{0.1, 0.2, 0.15, 0.3, 0.5, 0.4}
)

func TestFitGonum(t *testing.T) {
	w := make([]float64, len(fitS))
	for i, s := range fitS {
		w[i] = 1 / (s * s)
	}
	for _, c := range []struct {
		name   string
		s, w   []float64
		origin bool
		fit    func(x, y, s []float64) Line
	}{
		{"weighted", fitS, w, false, Fit},
		{"origin", fitS, w, true, FitOrigin},
	} {
		a, b := stat.LinearRegression(fitX, fitY, c.w, c.origin)
		l := c.fit(fitX, fitY, c.s)
		near(t, c.name+" intercept", l.Intercept.Value, a, 1e-13)
		near(t, c.name+" slope", l.Slope.Value, b, 1e-13)
	}
}

// normal solves the normal equations with gonum: coefficients and their covariance for known
// standard errors.
func normal(x, y, s []float64, powers ...int) (c []float64, cov *mat.Dense) {
	n, m := len(x), len(powers)
	a, b := mat.NewDense(n, m, nil), mat.NewVecDense(n, nil)
	for i := range x {
		for j, p := range powers {
			a.Set(i, j, math.Pow(x[i], float64(p))/s[i])
		}
		b.SetVec(i, y[i]/s[i])
	}
	var g, inv mat.Dense
	g.Mul(a.T(), a)
	if err := inv.Inverse(&g); err != nil {
		panic(err)
	}
	var r, v mat.VecDense
	r.MulVec(a.T(), b)
	v.MulVec(&inv, &r)
	return v.RawVector().Data, &inv
}

func TestFitCovariance(t *testing.T) {
	chi2 := func(f func(x float64) float64) (s float64) {
		for i, x := range fitX {
			d := (fitY[i] - f(x)) / fitS[i]
			s += d * d
		}
		return s
	}
	coefficient := func(what string, e Estimate, c []float64, cov *mat.Dense, i int) {
		t.Helper()
		near(t, what, e.Value, c[i], 1e-12)
		near(t, what+" error", e.StdErr, math.Sqrt(cov.At(i, i)), 1e-12)
	}
	c, cov := normal(fitX, fitY, fitS, 0, 1)
	l := Fit(fitX, fitY, fitS)
	coefficient("intercept", l.Intercept, c, cov, 0)
	coefficient("slope", l.Slope, c, cov, 1)
	near(t, "covariance", l.Cov, cov.At(0, 1), 1e-14)
	near(t, "chi2", l.Chi2, chi2(func(x float64) float64 { return c[0] + c[1]*x }), 1e-12)
	near(t, "degrees of freedom", float64(l.DoF), 4, 0)
	at := l.At(3)
	near(t, "at 3", at.Value, c[0]+3*c[1], 1e-12)
	near(t, "error at 3", at.StdErr, math.Sqrt(cov.At(0, 0)+6*cov.At(0, 1)+9*cov.At(1, 1)), 1e-13)

	c, cov = normal(fitX, fitY, fitS, 1)
	l = FitOrigin(fitX, fitY, fitS)
	coefficient("slope through 0", l.Slope, c, cov, 0)
	near(t, "degrees of freedom", float64(l.DoF), 5, 0)

	c, cov = normal(fitX, fitY, fitS, 1, 2)
	slope, curvature := FitQuadraticOrigin(fitX, fitY, fitS)
	coefficient("slope of the parabola", slope, c, cov, 0)
	coefficient("curvature", curvature, c, cov, 1)

	two := Fit(fitX[:2], fitY[:2], fitS[:2])
	near(t, "slope of two points", two.Slope.Value, -0.1/0.3, 1e-12)
	near(t, "its error", two.Slope.StdErr, math.Sqrt(0.01+0.04)/0.3, 1e-12)
}

// TestFitStatistics repeats fits of noisy points: chi2/dof is near 1, and intervals of 95 % cover
// the truth in 95 % of the cases. Where the truth is curved, chi2 is far above dof.
func TestFitStatistics(t *testing.T) {
	rng := source(12)
	const trials = 2000
	var reduced, known, curved float64
	for range trials {
		y, yc := make([]float64, len(fitX)), make([]float64, len(fitX))
		for i, x := range fitX {
			g := rng.NormFloat64()
			y[i] = 1 + 2*x + fitS[i]*g
			yc[i] = y[i] + 0.3*x*x
		}
		l := Fit(fitX, y, fitS)
		reduced += l.Chi2 / 4 / trials
		if math.Abs(l.Slope.Z(2)) < 1.959964 {
			known += 1.0 / trials
		}
		curved += Fit(fitX, yc, fitS).Chi2 / 4 / trials
	}
	near(t, "chi2/dof", reduced, 1, 4*math.Sqrt(2.0/4/trials))
	near(t, "coverage", known, 0.95, 4*math.Sqrt(0.05*0.95/trials))
	if curved < 5 {
		t.Errorf("a parabola passes for a line, chi2/dof = %v", curved)
	}
}

func TestFitPower(t *testing.T) {
	x, y, s := []float64{1, 2, 4, 9}, make([]float64, 4), make([]float64, 4)
	for i := range x {
		y[i] = 3 * math.Pow(x[i], 1.5)
		s[i] = 0.1 * y[i]
	}
	l, err := FitPower(x, y, s)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "exponent", l.Slope.Value, 1.5, 1e-13)
	near(t, "factor", l.Intercept.Value, math.Log(3), 1e-13)
	lx := make([]float64, 4)
	for i := range x {
		lx[i] = math.Log(x[i])
	}
	near(t, "error", l.Slope.StdErr, 0.1/math.Sqrt(3*stat.Variance(lx, nil)), 1e-13)
	y[2] = -1
	const want = "power law fit: point 2 at (4, -1) has no logarithm"
	if _, err := FitPower(x, y, s); err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}

func TestFitPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"lengths":      func() { Fit(fitX, fitY[1:], fitS) },
		"errors":       func() { Fit(fitX, fitY, fitS[1:]) },
		"zero error":   func() { Fit(fitX[:3], fitY[:3], []float64{1, 0, 1}) },
		"few points":   func() { Fit(fitX[:1], fitY[:1], fitS[:1]) },
		"one abscissa": func() { Fit([]float64{2, 2, 2}, fitY[:3], fitS[:3]) },
		"parabola":     func() { FitQuadraticOrigin([]float64{2, 2, 0}, fitY[:3], fitS[:3]) },
		"power":        func() { FitPower(fitX, fitY, fitS[1:]) },
	} {
		mustPanic(t, name, f)
	}
}

func TestRankCorrelation(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5}
	for _, c := range []struct {
		y    []float64
		want float64
	}{
		{[]float64{1, 4, 9, 16, 25}, 1},
		{[]float64{5, 4, 3, 2, 1}, -1},
		{[]float64{2, 1, 4, 3, 5}, 0.8},
	} {
		if rho, p := RankCorrelation(x, c.y); math.Abs(rho-c.want) > 1e-12 ||
			math.Abs(p-NormalCDF(-2*c.want)) > 1e-12 {
			t.Errorf("%v: %g, p = %g", c.y, rho, p)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	low := 0
	for range 2000 {
		x, y := make([]float64, 50), make([]float64, 50)
		for i := range x {
			x[i], y[i] = r.Float64(), r.Float64()
		}
		if _, p := RankCorrelation(x, y); p < 0.05 {
			low++
		}
	}
	if f := float64(low) / 2000; math.Abs(f-0.05) > 0.02 {
		t.Errorf("p < 0.05 for a fraction %g", f)
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

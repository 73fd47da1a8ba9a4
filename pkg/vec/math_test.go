package vec

import (
	"math"
	"math/big"
	"testing"
)

// bigExp is e^z with 300 bits, by its series at z/2^k.
func bigExp(z float64) *big.Float {
	const prec, halvings = 300, 40
	x := new(big.Float).SetPrec(prec).SetFloat64(z)
	x.SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(prec), big.NewFloat(1).SetPrec(prec)
	for k := 1; k < 40; k++ {
		term.Mul(term, x)
		term.Quo(term, big.NewFloat(float64(k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog solves e^y = x by Newton's method.
func bigLog(x float64) *big.Float {
	y := new(big.Float).SetPrec(300).SetFloat64(math.Log(x))
	// one correction: y += x e^(−y) − 1, exact to second order, then once more
	for range 3 {
		f, _ := y.Float64()
		rest := new(big.Float).Sub(y, new(big.Float).SetFloat64(f))
		e := bigExp(f)
		r, _ := rest.Float64()
		e.Mul(e, bigExp(r))
		c := new(big.Float).SetPrec(300).SetFloat64(x)
		c.Quo(c, e)
		c.Sub(c, big.NewFloat(1))
		// log(1+c) to fourth order
		c2 := new(big.Float).Mul(c, c)
		c3 := new(big.Float).Mul(c2, c)
		y.Add(y, c)
		y.Sub(y, c2.Quo(c2, big.NewFloat(2)))
		y.Add(y, c3.Quo(c3, big.NewFloat(3)))
	}
	return y
}

func TestTables(t *testing.T) {
	two := new(big.Float).SetPrec(300).SetInt64(2)
	root := new(big.Float).SetPrec(300)
	root.Set(two)
	for range 4 {
		root.Sqrt(root) // 2^(1/16)
	}
	p := big.NewFloat(1).SetPrec(300)
	for i, got := range expTable {
		if want, _ := p.Float64(); got != want {
			t.Errorf("expTable[%d] = %x, want %x", i, got, want)
		}
		if got := expBiased[i] + uint64(i)<<48; got != math.Float64bits(expTable[i]) {
			t.Errorf("expBiased[%d] is off by %d", i, int64(got-math.Float64bits(expTable[i])))
		}
		p.Mul(p, root)
	}
	for i := range 16 {
		lo := math.Float64frombits(logOff + uint64(i)<<48)
		hi := math.Float64frombits(logOff + uint64(i+1)<<48)
		c := (lo + hi) / 2
		if lo <= 1 && 1 <= hi {
			c = 1
		}
		if invTable[i] != 1/c {
			t.Errorf("invTable[%d] = %x, want %x", i, invTable[i], 1/c)
		}
		want := 0.0
		if invTable[i] != 1 {
			want, _ = bigLog(invTable[i]).Float64()
			want = -want
		}
		if logTable[i] != want {
			t.Errorf("logTable[%d] = %x, want %x", i, logTable[i], want)
		}
	}
	// sin²(π/8) = (2 − √2)/4, sin²(π/4) = 1/2
	s := new(big.Float).SetPrec(300).Sqrt(two)
	h := func(sign float64) float64 {
		v := new(big.Float).SetPrec(300).Mul(s, big.NewFloat(sign))
		v.Add(v, two)
		v.Sqrt(v)
		v.Quo(v, two)
		f, _ := v.Float64()
		return f
	}
	half, _ := new(big.Float).Quo(s, two).Float64()
	quarter := []float64{0, h(-1), half, h(1), 1, h(1), half, h(-1)}
	for i := range 16 {
		sin, cos := quarter[i%8], quarter[(i+4)%8]
		if i >= 8 {
			sin = -sin
		}
		if i >= 4 && i < 12 {
			cos = -cos
		}
		if sinTable[i] != sin || cosTable[i] != cos {
			t.Errorf("angle %d: sin %x cos %x, want %x %x", i, sinTable[i], cosTable[i], sin, cos)
		}
	}
}

func ulps(got, want float64) float64 {
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

func TestScalarFunctions(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name  string
		f     func(float64) float64
		exact func(float64) float64
		ulp   float64
		x     []float64
	}{
		{"Exp", Exp, func(x float64) float64 { f, _ := bigExp(x).Float64(); return f }, 1.01,
			[]float64{0, 1e-300, -1e-20, 1, -1, 0.5, 10.25, -37.1, 300, -300, 700, -700, 709.7, -708.5,
				0.0216, 1e-3, -5e-4}},
		{"Expm1", Expm1, func(x float64) float64 {
			f, _ := new(big.Float).Sub(bigExp(x), big.NewFloat(1)).Float64()
			return f
		}, 3, []float64{1e-12, -1e-9, 1e-4, -1e-3, 0.1, -0.33, 0.35, -0.4, 2, -2, 30}},
		{"Log", Log, func(x float64) float64 { f, _ := bigLog(x).Float64(); return f }, 2,
			[]float64{0.5, 2, 3, 10, 1e-10, 1e300, 1e-300, 0.7, 1.3, 1.01, 0.99, 1 + 1e-9, 200, 0.4}},
		{"Sigmoid", Sigmoid, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, 4,
			[]float64{0, 1, -1, 30, -30, 5.5, -100}},
	} {
		for _, x := range c.x {
			if got, want := c.f(x), c.exact(x); ulps(got, want) > c.ulp {
				t.Errorf("%s(%g) = %x, want %x (%.2f ulp)", c.name, x, got, want, ulps(got, want))
			}
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(+Inf)", Exp(inf), inf}, {"Exp(-Inf)", Exp(-inf), 0}, {"Exp(710)", Exp(710), inf},
		{"Exp(-746)", Exp(-746), 0}, {"Exp(NaN)", Exp(nan), nan},
		{"Log(0)", Log(0), -inf}, {"Log(-1)", Log(-1), nan}, {"Log(Inf)", Log(inf), inf},
		{"Log(1)", Log(1), 0}, {"Log(NaN)", Log(nan), nan},
		{"Expm1(0)", Expm1(0), 0},
		{"Sigmoid(-Inf)", Sigmoid(-inf), 0}, {"Sigmoid(Inf)", Sigmoid(inf), 1},
	} {
		if c.got != c.want && !(c.got != c.got && c.want != c.want) {
			t.Errorf("%s = %g, want %g", c.name, c.got, c.want)
		}
	}
	if got, want := Exp(-740), math.Exp(-740); math.Abs(got-want) > 2*math.SmallestNonzeroFloat64 {
		t.Errorf("Exp(-740) = %g, want %g", got, want)
	}
	tiny := 5e-320
	if got, want := Log(tiny), Log(tiny*0x1p60)-60*math.Ln2; ulps(got, want) > 2 {
		t.Errorf("Log(5e-320) = %g, want %g", got, want)
	}
}

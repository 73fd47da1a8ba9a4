package peers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Plain is the peer in plain Go: one chain after the other, with the standard library's random
// numbers and exp. The algorithm is that of c/scalar.c: a merged O, one logistic a datum, a partial
// Fisher–Yates shuffle.
func Plain(j Job, data []float64) (*Result, error) {
	move, ok := map[string]func(*plain, *rand.Rand){
		"sgld": (*plain).sgld, "langevin": (*plain).langevin, "adl": (*plain).adl,
	}[j.Method]
	if !ok {
		return nil, fmt.Errorf("no method %q", j.Method)
	}
	r := rand.New(rand.NewPCG(1, 2))
	result := &Result{}
	for range j.Chains {
		c := &plain{x: slices.Clone(data), n: j.N, dt: j.Dt, alpha: math.Exp(-j.Dt), a: 3, d: 3}
		c.s = math.Sqrt(1 - c.alpha*c.alpha)
		if j.Method != "sgld" {
			c.theta = [2]float64{1, 0.5}
		} else {
			c.s = math.Sqrt(2 * j.Dt)
		}
		count := make([]uint32, Bins+2)
		start := CPU()
		for k := -j.Burn; k < j.Steps; k++ {
			move(c, r)
			if (k+1)%Every == 0 && k >= 0 {
				u := (c.theta[0] - j.Lo) * Bins / (j.Hi - j.Lo)
				count[1+int(math.Floor(min(max(u, -1), Bins)))]++
			}
		}
		result.Seconds += (CPU() - start).Seconds()
		result.Add(count, j.Lo, j.Hi)
	}
	return result, nil
}

// plain is a chain.
type plain struct {
	x        []float64 // the data, shuffled as it goes
	n        int
	dt       float64
	alpha, s float64 // of O at γ = 1: p ← α p + s G; s is √(2Δt) for SGLD
	theta, p [2]float64
	a, b, d  float64 // ξ = (a b; b d)
}

func (c *plain) sgld(r *rand.Rand) {
	n := float64(len(c.x))
	sum := 0.0
	for range c.n {
		sum += c.x[r.IntN(len(c.x))]
	}
	force := n/float64(c.n)*sum - (1+n)*c.theta[0]
	c.theta[0] += c.dt*force + c.s*r.NormFloat64()
}

func (c *plain) langevin(r *rand.Rand) {
	c.p[0] = c.alpha*c.p[0] + c.s*r.NormFloat64()
	c.p[1] = c.alpha*c.p[1] + c.s*r.NormFloat64()
	c.move(r)
}

func (c *plain) adl(r *rand.Rand) {
	mid, diff := (c.a+c.d)/2, (c.a-c.d)/2
	rho := math.Hypot(diff, c.b)
	e1, s1 := relax(mid+rho, c.dt)
	e2, s2 := relax(mid-rho, c.dt)
	co, si := 1.0, 0.0
	if rho > 0 {
		co, si = diff/rho, c.b/rho
	}
	em, ed, sm, sd := (e1+e2)/2, (e1-e2)/2, (s1+s2)/2, (s1-s2)/2
	g1, g2 := r.NormFloat64(), r.NormFloat64()
	p1, p2 := c.p[0], c.p[1]
	c.p[0] = (em+ed*co)*p1 + ed*si*p2 + (sm+sd*co)*g1 + sd*si*g2
	c.p[1] = ed*si*p1 + (em-ed*co)*p2 + sd*si*g1 + (sm-sd*co)*g2
	c.adapt()
	c.move(r)
	c.adapt()
}

// relax returns e^(−hλ) and [(1 − e^(−2hλ))/λ]^(1/2).
func relax(lambda, h float64) (decay, noise float64) {
	decay = math.Exp(-h * lambda)
	if math.Abs(h*lambda) < 1e-5 {
		return decay, math.Sqrt(2 * h * (1 - h*lambda))
	}
	return decay, math.Sqrt((1 - decay*decay) / lambda)
}

// adapt is D over half a step at η = 0.1.
func (c *plain) adapt() {
	g := c.dt / 2 / 0.1
	c.a += g * (c.p[0]*c.p[0] - 1)
	c.b += g * c.p[0] * c.p[1]
	c.d += g * (c.p[1]*c.p[1] - 1)
}

// move is ABA for the mixture.
func (c *plain) move(r *rand.Rand) {
	c.theta[0] += c.dt / 2 * c.p[0]
	c.theta[1] += c.dt / 2 * c.p[1]
	f1, f2 := c.force(r)
	c.p[0] += c.dt * f1
	c.p[1] += c.dt * f2
	c.theta[0] += c.dt / 2 * c.p[0]
	c.theta[1] += c.dt / 2 * c.p[1]
}

// force is F̂_n(θ) of the mixture.
func (c *plain) force(r *rand.Rand) (f1, f2 float64) {
	const w, precision = 0.4, 1 / (0.4 * 0.4)
	t1, t2 := c.theta[0], c.theta[1]
	b := (t2 - t1) * precision
	a := math.Log((1-w)/w) - b*(t1+t2)/2
	for j := range c.n {
		q := j + r.IntN(len(c.x)-j)
		c.x[j], c.x[q] = c.x[q], c.x[j]
		x := c.x[j]
		resp := 1 / (1 + math.Exp(a+b*x))
		f1 += resp * (x - t1)
		f2 += (1 - resp) * (x - t2)
	}
	s := float64(len(c.x)) / float64(c.n) * precision
	return s*f1 - t1, s*f2 - t2
}

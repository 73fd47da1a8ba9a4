package exact

import (
	"fmt"
	"testing"

	"adl/pkg/minibatch"
)

// Independent batches under SGLD make a first-order autoregression; and the noise of whole epochs
// vanishes, so that the mean of θ has the variance of full batches.
func TestAsymptotic(t *testing.T) {
	g := gaussian()
	for _, n := range []int{1, 10, 50} {
		for _, dt := range []float64{1e-4, 2e-3, 5e-3} {
			name := fmt.Sprintf("n = %d, Δt = %g", n, dt)
			c := Cycle{g, minibatch.Without, 100, n, false}
			phi := 1 - g.A*dt
			v := (1 + c.RelError("SGLD", 1, dt, 1)) / g.A
			mean, square := c.Asymptotic("SGLD", 1, dt)
			nearTo(t, name+" mean", mean, dt*v*(1+phi)/(1-phi), 1e-9*mean)
			nearTo(t, name+" square", square, dt*2*v*v*(1+phi*phi)/(1-phi*phi), 1e-9*square)
			for _, word := range []string{"SGLD", "OABAO"} {
				full, _ := Cycle{g, minibatch.Without, 100, 100, false}.Asymptotic(word, 1, dt)
				for _, s := range []minibatch.Sampling{minibatch.Reshuffle, minibatch.Symmetric} {
					mean, _ := Cycle{g, s, 100, n, false}.Asymptotic(word, 1, dt)
					nearTo(t, name+" "+word+" "+string(s), mean, full, 1e-8*full)
				}
			}
		}
	}
}

// AdL pins the average of the square: without noise v is 2γ/a³, far below that of Langevin
// dynamics, 2(γ/a + 1/γ)/a².
func TestAsymptoticAdL(t *testing.T) {
	g := gaussian()
	c := Cycle{g, minibatch.Without, 100, 100, false}
	mean, square := c.Asymptotic("ODABADO", 1.5, 1e-3)
	nearTo(t, "mean", mean, 3/(g.A*g.A), 1e-6*mean)
	nearTo(t, "square", square, mean/g.A, 1e-9*square)
	_, langevin := c.Asymptotic("OABAO", 1.5, 1e-3)
	nearTo(t, "Langevin", langevin, 2*(1.5/g.A+1/1.5)/(g.A*g.A), 1e-2*langevin)
	if m, _ := (Cycle{g, minibatch.Reshuffle, 100, 10, false}).Asymptotic("ODABADO", 1, 1e-3); m == m {
		t.Errorf("along permutations: %g", m)
	}
}

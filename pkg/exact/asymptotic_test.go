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
			c := Cycle{g, minibatch.Without, 100, n}
			phi := 1 - g.A*dt
			v := (1 + c.RelError("SGLD", 1, dt, 1)) / g.A
			mean, square := c.Asymptotic("SGLD", 1, dt)
			nearTo(t, name+" mean", mean, dt*v*(1+phi)/(1-phi), 1e-9*mean)
			nearTo(t, name+" square", square, dt*2*v*v*(1+phi*phi)/(1-phi*phi), 1e-9*square)
			for _, word := range []string{"SGLD", "OABAO"} {
				full, _ := Cycle{g, minibatch.Without, 100, 100}.Asymptotic(word, 1, dt)
				for _, s := range []minibatch.Sampling{minibatch.Reshuffle, minibatch.Symmetric} {
					mean, _ := Cycle{g, s, 100, n}.Asymptotic(word, 1, dt)
					nearTo(t, name+" "+word+" "+string(s), mean, full, 1e-8*full)
				}
			}
		}
	}
}

package experiment

import (
	"math"
	"slices"

	"adl/pkg/exact"
	"adl/pkg/model"
)

// Posterior is the quadrature of the mixture of a spec's tables [data] and [model], or an error about what it cannot do: a single component,
// extreme standard deviations, and data so far apart, in units of the least standard deviation l of a θ_i, that the nodes would fill the memory.
func (c *Context) Posterior(m *model.Mixture, g exact.Grid) (*exact.Posterior, error) {
	if !(m.W > 0 && m.W < 1) {
		return nil, c.Errorf("model.w", "expected a weight between 0 and 1, both excluded, got %g", m.W)
	}
	for _, x := range []struct {
		key   string
		value float64
	}{{"sigma1", m.Sigma1}, {"sigma2", m.Sigma2}, {"sigma_theta", m.SigmaTheta}} {
		if !(x.value > 1e-50 && x.value < 1e50) {
			return nil, c.Errorf("model."+x.key, "expected a number between 1e-50 and 1e50, got %g", x.value)
		}
	}
	const most = 5000
	lo, hi := min(0, slices.Min(m.X)), max(0, slices.Max(m.X)) // where the modes are
	sigma := min(m.Sigma1, m.Sigma2)
	l := 1 / math.Sqrt(float64(len(m.X))/float64(sigma*sigma)+1/float64(m.SigmaTheta*m.SigmaTheta))
	if n := (hi - lo) / l; !(n <= most) {
		return nil, c.Errorf("data", "quadrature wants data whose range, with 0, is at most %d standard deviations l = %.3g of the posterior; got %g to %g", most, l, lo, hi)
	}
	return exact.NewPosterior(m, g), nil
}

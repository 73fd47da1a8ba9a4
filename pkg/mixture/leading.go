package mixture

import (
	"math"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
)

// Leading is the error of a method to leading order in ε(n)Δt and Δt (propositions prop:SGLD_error
// and prop:Langevin_error). It is empty for methods with more than one B per step.
type Leading []Part

// Part is a term of the error. That of the time step comes before that of the batches.
type Part struct {
	Per    string            // "dt", "dt^2" or "epsilon dt", to which it is proportional
	Slope  estimate.Estimate // the L¹ error
	Masses []float64         // changes of the masses of the bins
}

// Power returns Δt, Δt² or ε(n)Δt.
func (p Part) Power(epsilon, dt float64) float64 {
	switch p.Per {
	case "dt":
		return dt
	case "dt^2":
		return float64(dt * dt)
	}
	return float64(epsilon * dt)
}

// At returns the changes of the masses of the bins.
func (l Leading) At(epsilon, dt float64) []float64 {
	sum := make([]float64, len(l[0].Masses))
	for _, p := range l {
		x := p.Power(epsilon, dt)
		for b, change := range p.Masses {
			sum[b] += float64(x * change)
		}
	}
	return sum
}

// Error returns the L¹ error, and whether it is so small that first order may be near it.
func (l Leading) Error(epsilon, dt float64) (v float64, near bool) {
	const largest = 0.5
	for _, change := range l.At(epsilon, dt) {
		v += math.Abs(change)
	}
	return v, v <= largest
}

// RunLeading runs chains, and computes the leading order of methods in polynomials of a degree.
func (g *Marginal) RunLeading(
	c *experiment.Context, degree int, methods []study.Method, chains []*simulate.Chain,
) (found []*simulate.Samples, all []Leading, err error) {
	all = make([]Leading, len(methods))
	var tasks []*study.Exact
	var of []int
	for i, m := range methods {
		for _, task := range g.leading(m, degree) {
			tasks, of = append(tasks, task), append(of, i)
		}
	}
	found, arrays, err := study.RunWith(c, chains, tasks)
	for k, a := range arrays {
		all[of[k]] = append(all[of[k]], Part{
			tasks[k].Key["per"].(string), estimate.Estimate{Value: a[0][0], StdErr: a[0][1]}, a[1],
		})
	}
	return found, all, err
}

// leading returns the tasks of the parts of a method's error.
func (g *Marginal) leading(m study.Method, degree int) []*study.Exact {
	bins := g.Histogram.Bins
	switch {
	case m.Word == dynamics.SGLD:
		return []*study.Exact{
			g.Slope("dt", "SGLD", 0, degree, bins, func(b *exact.Bias) *exact.Perturbation {
				_, step := b.SGLD()
				return step
			}),
			g.Slope("epsilon dt", "SGLD", 0, degree, bins, func(b *exact.Bias) *exact.Perturbation {
				batch, _ := b.SGLD()
				return batch
			}),
		}
	case m.Word == "OABAO":
		return []*study.Exact{g.StepSlope(m.Gamma, degree), g.BatchSlope(m.Gamma, degree, bins)}
	case strings.Count(m.Word, "B") == 1:
		return []*study.Exact{g.BatchSlope(m.Gamma, degree, bins)}
	}
	return nil
}

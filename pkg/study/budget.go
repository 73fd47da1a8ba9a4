package study

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A Quantity of the posterior is estimated by averages over a run.
type Quantity int

// The means of θ, relative to standard deviations, and the variances, relative to themselves. The
// error of either is the root mean square over the components in the given coordinates.
const (
	Mean Quantity = iota
	Variance
)

// String returns the name of the error of an average in tables.
func (q Quantity) String() string { return [...]string{"rmse mean", "rmse variance"}[q] }

// An Average is a run on a mixture as a source of averages over other lengths of time. The mean
// square error of an average over a time T is bias² + v/T.
//
// Noise of batches makes a variance too large and Δt makes it too small, or the other way round, so
// that at some n, Δt and γ the two cancel. Nobody can choose that point. Therefore the bias of a
// choice is |b − b₀| + |b₀|, where b₀ is the bias of full batches with the same Δt and friction.
// For a shorter Δt than the shortest of full batches b₀ is that at the shortest times the square of
// the ratio, since the schemes have weak order 2.
type Average struct {
	*Run
	Begin float64 // gradients of a datum before the first observation
	Cost  float64 // gradients of a datum in a unit of time

	own, full [][]moment // [component][replica]
	scale     float64    // of the bias of full
}

// moment is the mean of x = (θ_i − μ_i)/σ_i and of x² in a replica.
type moment struct{ x, xx float64 }

// NewAverages returns the averages of the runs whose status is ok, for which full batches with the
// same friction are among the runs and have the status ok.
func NewAverages(runs []*Run) (all []*Average) {
	full := map[string][]*Run{}
	key := func(r *Run) string {
		return fmt.Sprint(r.Friction, r.Chain.Scheme.Word, r.Gamma(), r.Cells()["eta"])
	}
	var good []*Run
	for _, r := range runs {
		row := r.Cells()
		Classify(row, r.Samples, r.Posterior.Criteria(r.Samples))
		if row["status"] != table.OK {
			continue
		}
		if good = append(good, r); r.Epsilon == 0 {
			full[key(r)] = append(full[key(r)], r)
		}
	}
	for _, r := range good {
		var at, least *Run
		for _, f := range full[key(r)] {
			if f.Dt == r.Dt {
				at = f
			}
			if least == nil || f.Dt < least.Dt {
				least = f
			}
		}
		if at == nil && least != nil && r.Dt < least.Dt {
			at = least
		}
		if at != nil {
			all = append(all, newAverage(r, at))
		}
	}
	return all
}

func newAverage(r, full *Run) *Average {
	a := &Average{
		Run: r, Cost: float64(r.N) / r.Dt, Begin: r.Chain.BurnIn * float64(r.N) / r.Dt,
		own: moments(r), full: moments(full), scale: (r.Dt / full.Dt) * (r.Dt / full.Dt),
	}
	if r.Gradient() == Controlled {
		a.Begin += float64(len(r.Mixture().Modes) * r.Chain.Model.Ndata())
	}
	return a
}

// moments returns the moments of θ in every replica.
func moments(r *Run) [][]moment {
	mean, cov := r.Mixture().Moments()
	all := make([][]moment, len(mean))
	for i := range all {
		sd := math.Sqrt(cov[i*len(mean)+i])
		b := r.Theta(i)
		for k := range b.Replicas {
			n, s1, s2 := 0.0, 0.0, 0.0
			for j := k; j < len(b.S1); j += b.Replicas {
				n, s1, s2 = n+float64(b.Count), s1+b.S1[j], s2+b.S2[j]
			}
			m := s1 / n
			all[i] = append(all[i], moment{
				x: (m - mean[i]) / sd, xx: (s2/n - 2*m*mean[i] + mean[i]*mean[i]) / (sd * sd),
			})
		}
	}
	return all
}

// bias returns the relative error of a quantity of one component and the square of its standard
// error. Replica k counts weight[k] times.
func bias(q Quantity, replicas []moment, weight []float64) (b, se2 float64) {
	n, x, xx := 0.0, 0.0, 0.0
	for k, m := range replicas {
		n, x, xx = n+weight[k], x+weight[k]*m.x, xx+weight[k]*m.xx
	}
	x, xx = x/n, xx/n
	for k, m := range replicas {
		f := m.x - x // influence of a replica
		if q == Variance {
			f = m.xx - xx - 2*x*f
		}
		se2 += weight[k] * f * f / (n * (n - 1))
	}
	if q == Variance {
		return xx - x*x - 1, se2
	}
	return x, se2
}

// law is what a set of replicas says about averages: the squares of the bias, with and without
// cancellation, of its standard error, and v.
type law struct{ bias2, plain2, se2, v float64 }

// law returns the law of averages of a quantity. With the part b − b₀ of the bias that is due to
// batches, and the other part b₀,
//
//	(|b − b₀| + |b₀|)² = b² + 4 max(0, −(b − b₀) b₀).
//
// Squares of standard errors are taken off, so that bias2 may be negative.
func (a *Average) law(q Quantity, weight []float64) (y law) {
	n := 0.0
	for _, w := range weight {
		n += w
	}
	d := float64(len(a.own))
	for i := range a.own {
		b, se2 := bias(q, a.own[i], weight)
		y.plain2 += (b*b - se2) / d
		y.se2 += se2 / d
		y.v += se2 * a.Chain.T * n / float64(len(weight)) / d
		if a.Epsilon > 0 {
			b0, se02 := bias(q, a.full[i], weight)
			b0, se02 = a.scale*b0, a.scale*a.scale*se02
			y.bias2 += 4 * max(0, (b0-b)*b0-se02) / d
		}
	}
	y.bias2 += y.plain2
	return y
}

// after returns the mean square error after a budget of gradients of a datum, or Inf where an
// average is over less than the time in which one sample becomes independent. A bias below three
// standard errors is not known beyond the budget of the run itself: there the error is that of the
// run, a bound.
func (a *Average) after(y law, budget float64) (mse float64, bound bool) {
	if end := a.Begin + a.Cost*a.Chain.T; budget > end && y.bias2 < 9*y.se2 {
		budget, bound, y.bias2 = end, true, max(0, y.bias2)
	}
	if noise := y.v * a.Cost / (budget - a.Begin); budget > a.Begin && noise < 1 {
		return y.bias2 + noise, bound
	}
	return math.Inf(1), false
}

// resamples is the number of bootstrap samples of the replicas behind a standard error.
const resamples = 200

// weights returns the weights of all replicas, then those of the bootstrap samples.
func weights(replicas int) [][]float64 {
	all := make([][]float64, 1+resamples)
	r := rand.New(rand.NewPCG(17, 18))
	for k := range all {
		w := make([]float64, replicas)
		for j := range w {
			if k == 0 {
				w[j] = 1
			} else { // the halves that Best needs are kept apart
				w[r.IntN(replicas/2)*2+j%2]++
			}
		}
		all[k] = w
	}
	return all
}

// Bias returns the root mean square bias of a run, and Noise the gradients of a datum for one
// independent sample, v n/Δt.
func (a *Average) Bias(q Quantity) estimate.Estimate {
	return a.spread(q, func(y law) float64 { return math.Sqrt(max(0, y.plain2)) })
}

// Noise returns the gradients of a datum that are worth one independent sample: v n/Δt.
func (a *Average) Noise(q Quantity) estimate.Estimate {
	return a.spread(q, func(y law) float64 { return y.v * a.Cost })
}

func (a *Average) spread(q Quantity, of func(law) float64) estimate.Estimate {
	var x []float64
	for _, w := range weights(a.Chain.Replicas) {
		x = append(x, of(a.law(q, w)))
	}
	return spread(x)
}

// spread returns the first value with the standard deviation of the others.
func spread(x []float64) estimate.Estimate {
	others := estimate.Mean(x[1:])
	return estimate.Estimate{Value: x[0], StdErr: others.StdErr * math.Sqrt(float64(len(x)-1))}
}

// A Best is the smallest error after a budget.
type Best struct {
	Budget float64
	Error  estimate.Estimate // root mean square, with a standard error by bootstrap
	Choice *Average          // the best of all replicas
}

// FindBest returns the smallest error of averages after each budget, without the budgets at which
// none is known. The average is chosen on one half of the replicas and its error measured on the
// other half, both ways, so that no error is small by choice. To choose, the bias counts with its
// standard error: otherwise, of many averages, one whose noise hides its bias would be the best.
// All must have as many replicas.
func FindBest(q Quantity, averages []*Average, budgets []float64) (all []Best) {
	if len(averages) == 0 {
		return nil
	}
	whole := weights(averages[0].Chain.Replicas)
	laws := make([][3][]law, len(whole)) // [sample][all, even, odd replicas][average]
	for k, w := range whole {
		for half := range 3 {
			part := make([]float64, len(w))
			for j := range w {
				if half == 0 || j%2 == half-1 {
					part[j] = w[j]
				}
			}
			for _, a := range averages {
				laws[k][half] = append(laws[k][half], a.law(q, part))
			}
		}
	}
	for _, budget := range budgets {
		least := func(laws []law) (best int, bound bool) {
			mse := math.Inf(1)
			for i, a := range averages {
				y := laws[i]
				y.bias2 = max(0, y.bias2)
				if e, b := a.after(y, budget); e+y.se2 < mse {
					best, mse, bound = i, e+y.se2, b
				}
			}
			if math.IsInf(mse, 1) {
				return -1, true
			}
			return best, bound
		}
		choice, bound := least(laws[0][0])
		if bound {
			continue
		}
		var x []float64
		for k := range laws {
			sum, parts := 0.0, 0.0
			for half := 1; half <= 2; half++ {
				i, _ := least(laws[k][half])
				if i < 0 {
					continue
				}
				e, _ := averages[i].after(laws[k][3-half][i], budget)
				if !math.IsInf(e, 1) {
					sum, parts = sum+e, parts+1
				}
			}
			x = append(x, math.Sqrt(max(0, sum/max(parts, 1))))
		}
		all = append(all, Best{Budget: budget, Error: spread(x), Choice: averages[choice]})
	}
	return all
}

// BestRows adds the smallest errors of quantities after each budget, with the choice of n, Δt and
// γ, for every group of averages with the same cells in columns. The rows have these cells and
// those that more returns, and in the column "inside" the smallest error of averages whose Δt and γ
// are not the least or the largest of the group: if it is as small, the grid is wide enough.
func BestRows(
	t *table.Table, columns []string, averages []*Average, budgets []float64,
	more func(Best) table.Row, quantities ...Quantity,
) {
	var keys []string
	groups := map[string][]*Average{}
	for _, a := range averages {
		key, cells := "", a.Cells()
		for _, c := range columns {
			key += fmt.Sprintln(cells[c])
		}
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], a)
	}
	for _, key := range keys {
		inside := interior(groups[key])
		for _, q := range quantities {
			least := map[float64]float64{}
			for _, b := range FindBest(q, inside, budgets) {
				least[b.Budget] = b.Error.Value
			}
			for _, b := range FindBest(q, groups[key], budgets) {
				row := table.Row{
					"status": table.OK, "source": table.Simulation, "budget": b.Budget,
					"n": b.Choice.N, "dt": b.Choice.Dt, "gamma": b.Choice.Gamma(),
				}
				for _, c := range columns {
					row[c] = b.Choice.Cells()[c]
				}
				if e, ok := least[b.Budget]; ok {
					row["inside"] = e
				}
				maps.Copy(row, more(b))
				t.Measure(row, q.String(), b.Error)
			}
		}
	}
}

// interior returns the averages whose Δt and γ are between others, if there are others.
func interior(all []*Average) (inside []*Average) {
	between := func(a *Average, of func(*Average) float64) bool {
		less, more := false, false
		for _, b := range all {
			less, more = less || of(b) < of(a), more || of(b) > of(a)
		}
		return less == more
	}
	dt := func(a *Average) float64 { return a.Dt }
	gamma := func(a *Average) float64 { return a.Gamma() }
	for _, a := range all {
		if between(a, dt) && between(a, gamma) {
			inside = append(inside, a)
		}
	}
	return inside
}

// MomentRows adds the relative errors of the mean and of the variance of θ of a run on a mixture.
func MomentRows(t *table.Table, row table.Row, r *Run) {
	means, cov := r.Mixture().Moments()
	for i, mean := range means {
		v := cov[i*len(means)+i]
		e := []estimate.Estimate{estimate.Unknown(), estimate.Unknown()}
		if !r.Diverged {
			sd, b := math.Sqrt(v), r.Theta(i)
			m := b.Mean()
			e[0] = estimate.Estimate{Value: (m.Value - mean) / sd, StdErr: m.StdErr / sd}
			e[1] = estimate.RelError(b.Variance(), v)
		}
		t.Measure(row, fmt.Sprint("mean error ", i+1), e[0])
		t.Measure(row, fmt.Sprint("variance error ", i+1), e[1])
	}
}

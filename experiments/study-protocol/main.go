// Command study-protocol answers whether a run with the paper's settings shows the stationary
// distribution (section 3.4): it repeats the runs of Figures 8 to 10 from θ = p = 0 and ξ = γI,
// without a burn-in, and takes from each copy the result of a single run.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
	N         []int       `toml:"n" spec:"min=1,nonempty,distinct"`
	Posterior study.Draws `toml:"posterior"`

	// Stationary are the runs of Figure 10.
	Stationary struct {
		Replicas int     `toml:"replicas" spec:"min=8,max=1024"`
		BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
		T        float64 `toml:"T" spec:"positive"` // total time
		Small    struct {
			N int     `toml:"n" spec:"nonnegative"`
			T float64 `toml:"T" spec:"positive"` // minimum with batches of at most N data
		} `toml:"small"`
	} `toml:"stationary"`
}

var program = experiment.Program[Spec]{
	Name:  "study-protocol",
	Title: "Bayesian logistic regression: copies of one trajectory from θ = p = 0",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, with the paper's settings and as in Figure 10.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, p := range ps {
		p.Draw(s.Posterior)
		for j := len(s.N) - 1; j >= 0; j-- {
			for _, k := range s.Friction {
				if err := s.add(c, p, k, j); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := study.SampleRegression(c, ps); err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt"}, "raw", "floor", "s")
	for _, p := range ps {
		for _, run := range p.Runs {
			rows(t, p, run)
		}
	}
	return t, nil
}

// add adds the runs with a friction and n[j]: with the paper's settings, and stationary.
func (s Spec) add(
	c *experiment.Context, p *study.RegressionPosterior, k study.Friction, j int,
) error {
	key, n, of := fmt.Sprintf("n[%d]", j), s.N[j], s.Stationary
	p.Replicas, p.BurnIn = s.Replicas, s.BurnIn
	run, err := p.Add(c, key, k, n, s.T*float64(s.Replicas))
	if err != nil {
		return err
	}
	run.Print()
	run.Chain.Blocks = 2 // keeps results small; nothing uses their trend
	run.Chain.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Theta{}}}
	T := of.T
	if n <= of.Small.N {
		T = max(T, of.Small.T)
	}
	p.Replicas, p.BurnIn = of.Replicas, of.BurnIn
	_, err = p.Add(c, key, k, n, T)
	return err
}

// oneRun are the quantities of the median, and of the ends of the band with nine in ten copies.
var (
	oneRun = []string{
		"error of one run: median", "error of one run: 5 %", "error of one run: 95 %",
	}
	shares = []float64{0.5, 0.05, 0.95}
)

// rows adds the error of the variances over all copies of a run and, with the paper's settings, the
// errors of single copies.
func rows(t *table.Table, p *study.RegressionPosterior, run *study.RegressionRun) {
	row := p.Row(run)
	if run.Printed {
		row["method"] = "printed protocol"
	}
	if run.Diverged {
		t.Measure(row, table.Error, estimate.Unknown())
		return
	}
	v := estimate.NewVariances(run.All(dynamics.Theta{}))
	if run.Printed {
		var each []float64
		v, each = copies(p, run)
		slices.Sort(each)
		for i, share := range shares {
			k := int(math.Round(share * float64(len(each)-1)))
			t.Measure(row, oneRun[i], estimate.Estimate{Value: each[k], StdErr: math.NaN()})
		}
	}
	t.MeasureL1(row, "error", v.Error(p.Variances()).L1)
}

// copies returns the variances of copies about their own means: the mean over the copies, and the
// error of each copy.
func copies(
	p *study.RegressionPosterior, run *study.RegressionRun,
) (v estimate.Variances, each []float64) {
	want := p.Variances().Value
	each = make([]float64, run.Chain.Replicas)
	for i, b := range run.All(dynamics.Theta{}) {
		of := b.ReplicaVariances()
		mean := 0.0
		for r, x := range of {
			each[r] += math.Abs(x/want[i]-1) / float64(len(want))
			mean += x / float64(len(of))
		}
		for r := range of {
			of[r] /= mean
		}
		v.Value, v.Each = append(v.Value, mean), append(v.Each, of)
	}
	return v, each
}

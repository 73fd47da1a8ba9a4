// Command study-protocol answers whether a run with the paper's settings shows the stationary
// distribution (section 3.4): it repeats the runs of Figures 8 to 10 from θ = p = 0 and ξ = γI,
// without a burn-in, and takes from each copy the result of a single run.
package main

import (
	"cmp"
	_ "embed"
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
	Posterior study.WeightedDraws `toml:"posterior"`

	// Printed are the copies of the runs with the paper's settings, in the table of the same name.
	Printed struct {
		Replicas int     `toml:"replicas" spec:"min=8,max=1024"`
		T        float64 `toml:"T" spec:"positive"` // of each copy
	} `toml:"printed"`
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
		p.Weigh(s.Posterior)
		if err := p.List(c); err != nil {
			return nil, err
		}
		for _, r := range p.Runs {
			if r.Table == printed {
				s.print(r.Chain)
			}
		}
		place := func(r *study.Run) int { return slices.Index(s.Friction, r.Friction) }
		slices.SortStableFunc(p.Runs, func(a, b *study.Run) int { // slow runs first
			return cmp.Or(b.N-a.N, place(a)-place(b))
		})
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

// printed is the table of runs with the paper's settings.
const printed = "printed"

// print makes the chain start as in the paper, at θ = p = 0 and ξ = γI, without a burn-in. Two
// blocks keep results small; nothing uses their trend.
func (s Spec) print(c *simulate.Chain) {
	c.Replicas, c.T, c.Blocks = s.Printed.Replicas, s.Printed.T*float64(s.Printed.Replicas), 2
	c.Theta, c.Rest, c.XiVar, c.BurnIn = nil, true, 0, 0
	c.Xi = slices.Repeat([]float64{s.Gamma[0]}, c.Model.Dim())
	c.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Theta{}}}
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
func rows(t *table.Table, p *study.RegressionPosterior, run *study.Run) {
	row := run.Row(t)
	if run.Diverged {
		t.Measure(row, table.Error, estimate.Unknown())
		return
	}
	v := estimate.NewVariances(run.All(dynamics.Theta{}))
	if run.Table == printed {
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
	p *study.RegressionPosterior, run *study.Run,
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

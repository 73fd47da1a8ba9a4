// Command study-protocol answers whether a run as the paper prints it shows the stationary
// distribution (section 3.4): it repeats the runs of Figures 8 to 10 from θ = p = 0 and ξ = γI,
// without a burn-in, and takes from each copy what one run would have shown.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
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
			T float64 `toml:"T" spec:"positive"` // at least, with batches of at most N data
		} `toml:"small"`
	} `toml:"stationary"`
}

var program = experiment.Program[Spec]{
	Name:  "study-protocol",
	Title: "Bayesian logistic regression: copies of one trajectory from θ = p = 0",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, as printed and as in Figure 10.
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

// add adds the runs with a friction and n[j], printed and stationary.
func (s Spec) add(
	c *experiment.Context, p *study.RegressionPosterior, k study.Friction, j int,
) error {
	key, n, of := fmt.Sprintf("n[%d]", j), s.N[j], s.Stationary
	p.Replicas, p.BurnIn = s.Replicas, s.BurnIn
	run, err := p.Add(c, key, k, n, float64(s.T*float64(s.Replicas)))
	if err != nil {
		return err
	}
	run.Print()
	run.Chain.Blocks = 2                      // results are small; nothing looks at their trend
	run.Chain.Observe = []simulate.Statistic{ // those of p are in the committed results
		simulate.Moments{Of: dynamics.Theta{}},
		simulate.Moments{Of: dynamics.Momentum{}},
	}
	T := of.T
	if n <= of.Small.N {
		T = max(T, of.Small.T)
	}
	p.Replicas, p.BurnIn = of.Replicas, of.BurnIn
	_, err = p.Add(c, key, k, n, T)
	return err
}

// oneRun are the quantities of the median and the ends of the band with nine in ten copies.
var (
	oneRun = []string{
		"error of one run: median", "error of one run: 5 %", "error of one run: 95 %",
	}
	shares = []float64{0.5, 0.05, 0.95}
)

// rows adds the error of the variances over all copies of a run and, where it is as printed, the
// errors that single copies show.
func rows(t *table.Table, p *study.RegressionPosterior, run *study.RegressionRun) {
	row := p.Row(run)
	if run.Printed {
		row["method"] = "printed protocol"
	}
	if run.Diverged {
		t.Measure(row, "error", estimate.Unknown())
		return
	}
	v := estimate.NewVariances(run.All(dynamics.Theta{}))
	if run.Printed {
		var each []float64
		v, each = copies(p, run)
		slices.Sort(each)
		for i, share := range shares {
			k := int(math.Round(float64(share * float64(len(each)-1))))
			t.AddDiagnostic(row, oneRun[i], each[k])
		}
	}
	t.MeasureL1(row, "error", v.Error(p.Variances).L1)
}

// copies returns the variances that copies show about their own means: their mean over the copies,
// and the error of each copy.
func copies(
	p *study.RegressionPosterior, run *study.RegressionRun,
) (v estimate.Variances, each []float64) {
	want := p.Variances.Value
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

// render draws the error of the variances against ε(n) for each friction: of the stationary
// distribution, of the mean over the copies, and of one copy, the median and the band of nine in
// ten.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("scaling", t.Cell(0, "scaling"))
	f := figure.New(1, len(s.Friction))
	f.Legend = true
	var panels []*figure.Panel
	for i, k := range s.Friction {
		p := f.Panel(0, i)
		panels = append(panels, p)
		p.Title = k.Title()
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, "error of the variances"
		p.X.Log, p.Y.Log = true, true
		of := t.Where("friction", k)
		var ends [3]figure.Line
		for j, q := range oneRun {
			ends[j] = study.Curve(of.Where("quantity", q), study.Column("epsilon"),
				figure.Style{Color: figure.Cycle(0).Color, Width: 1.2})
		}
		ends[0].Name = "one run as printed, median and 90 %"
		p.Add(figure.Band{
			X: ends[1].X, Low: ends[1].Y, High: ends[2].Y, Fill: figure.Tint(figure.Cycle(0).Color, 0.25),
		}, ends[0])
		for i, kind := range []struct{ name, method string }{
			{"mean of runs as printed", "printed protocol"}, {"stationary distribution", "AdL"},
		} {
			series := study.Series{Name: kind.name, Style: figure.Cycle(1 + i)}
			p.Add(series.Points(of.Where("quantity", "error", "method", kind.method))...)
		}
	}
	figure.ShareY(panels...)
	return f, nil
}

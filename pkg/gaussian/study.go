package gaussian

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Study are the keys of a study beside Figure 5.
type Study struct {
	GaussianRuns
	Runs []Grid `toml:"runs" spec:"nonempty"`
}

// Grid is a [[runs]] table of a spec: runs for all combinations of its lists. Lists that
// it leaves out have the value of the spec, and batches are without replacement.
type Grid struct {
	Run string    `toml:"run" spec:"nonempty"` // the name in the table of results
	Dt  []float64 `toml:"dt" spec:"optional,positive,distinct"`
	// instead of Dt
	EpsilonDt []float64            `toml:"epsilon_dt" spec:"optional,positive,distinct"`
	N         []int                `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling  []minibatch.Sampling `toml:"sampling" spec:"optional,in=with|without,distinct"`
	Gamma     []float64            `toml:"gamma" spec:"optional,positive,distinct"`
	Eta       []float64            `toml:"eta" spec:"optional,positive,distinct"`
	S         []float64            `toml:"s" spec:"optional,positive,max=0.999,distinct"`
	Symmetric bool                 `toml:"symmetric" spec:"optional"` // the data are (x, −x)
	SlowXi    bool                 `toml:"slow_xi" spec:"optional"`
	Time      float64              `toml:"time" spec:"optional,positive"` // of T
}

// All loads the data and returns the runs of the spec.
func (s Study) All(c *experiment.Context) (all []*Run, err error) {
	base, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for i, k := range s.Runs {
		runs, err := s.list(c, fmt.Sprintf("runs[%d]", i), k, *base)
		if err != nil {
			return nil, err
		}
		all = append(all, runs...)
	}
	return all, nil
}

// Table is [GaussianRuns.Table] for the runs of the spec.
func (s Study) Table(
	c *experiment.Context, observe func(*Run, *simulate.Chain),
	rows func(*table.Table, table.Row, *Run),
) (*table.Table, error) {
	runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	return s.GaussianRuns.Table(c, runs, observe, rows)
}

// VarianceErrors returns the table of the errors of all runs.
func VarianceErrors(c *experiment.Context, s Study) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, row table.Row, r *Run) { r.AddError(t, row) })
}

// list returns the runs of the table at a key, with the data of base.
func (s Study) list(
	c *experiment.Context, key string, k Grid, base Run,
) (runs []*Run, err error) {
	if (len(k.Dt) == 0) == (len(k.EpsilonDt) == 0) {
		return nil, c.Errorf(key, "expected one of the keys dt and epsilon_dt")
	}
	base.Name, base.SlowXi, base.T = k.Run, k.SlowXi, float64(cmp.Or(k.Time, 1)*s.T)
	if k.Symmetric {
		if err := s.on(c, &base, mirrored(base.Data)); err != nil {
			return nil, err
		}
	}
	total := base.Model.Ndata()
	for _, sampling := range study.Or(k.Sampling, minibatch.Without) {
		for i, n := range k.N {
			if err := sampling.Check(total, n); err != nil {
				return nil, c.Errorf(fmt.Sprintf("%s.n[%d]", key, i), "%v", err)
			}
			base.Point = study.Point{Sampling: sampling, N: n, Epsilon: sampling.Epsilon(total, n)}
			for _, dt := range k.steps(base) {
				base.Dt = dt
				for _, gamma := range study.Or(k.Gamma, s.Gamma) {
					for _, eta := range study.Or(k.Eta, s.Eta) {
						r := base
						r.Gamma, r.Eta = gamma, eta
						runs = append(runs, &r)
					}
				}
			}
		}
	}
	if len(k.S) > 0 {
		return s.louder(c, k.S, runs)
	}
	return runs, nil
}

// steps returns the time steps at the ε(n) of a run: Dt, or those for which ε(n)Δt is in EpsilonDt
// and ξ is nearly frozen.
func (k Grid) steps(r Run) []float64 {
	const small = 0.5 // s up to which a frozen ξ is a good approximation
	steps := slices.Clone(k.Dt)
	for _, x := range k.EpsilonDt {
		r.Dt = x / r.Epsilon
		if r.Epsilon > 0 && r.Noise() <= small {
			steps = append(steps, r.Dt)
		}
	}
	return steps
}

// mirrored returns the first half of data and its mirror image.
func mirrored(d dataset.Data) dataset.Data {
	x := make([]float64, len(d.X))
	for i := range len(x) / 2 {
		x[i], x[len(x)-1-i] = d.X[i], -d.X[i]
	}
	return dataset.Data{X: x, Origin: "mirrored " + d.Origin}
}

// louder returns every run with each s: the data are spread about their mean, which multiplies Σ_x
// and leaves the posterior as it is.
func (s Study) louder(
	c *experiment.Context, values []float64, runs []*Run,
) (all []*Run, err error) {
	for _, r := range runs {
		noise := r.Noise()
		if !(noise > 0) {
			continue
		}
		for _, v := range values {
			k := *r
			if err := s.on(c, &k, spread(r.Data, math.Sqrt(v/noise))); err != nil {
				return nil, err
			}
			all = append(all, &k)
		}
	}
	return all, nil
}

// spread returns the data with their distances from the mean multiplied by a factor.
func spread(d dataset.Data, factor float64) dataset.Data {
	mean := 0.0
	for _, v := range d.X {
		mean += v / float64(len(d.X))
	}
	x := make([]float64, len(d.X))
	for i, v := range d.X {
		x[i] = math.FMA(factor, v-mean, mean)
	}
	return dataset.Data{X: x, Origin: "spread " + d.Origin}
}

// BesideExact draws the simulated values of a quantity against x, a series for each kind. Lines
// join the values of a ξ that stays at its mean, in the column exact.
func BesideExact(
	p *figure.Panel, t *table.Table, quantity string, x func(*table.Table, int) float64,
	kinds ...study.Kind,
) {
	t = t.Where("quantity", quantity)
	for _, k := range kinds {
		u := t.Where(k.Where...)
		s := study.Series{
			Name: k.Name, Style: k.Style, X: x, Signed: true, Linear: !p.Y.Log,
		}
		l := figure.Line{Style: k.Style.Reference()}
		for j := range u.Len() {
			if y := u.Float(j, "exact"); !math.IsNaN(y) {
				l.X, l.Y = append(l.X, x(u, j)), append(l.Y, y)
			}
		}
		if p.Y.Log {
			l.Y = study.Abs(l.Y)
		}
		p.Add(l)
		p.Add(s.Points(u)...)
	}
	if p.Y.Log {
		p.Add(figure.Line{Name: `frozen $\xi$`, Style: figure.Style{}.Reference()})
	}
}

// ByColumn are the rows with each value of a column, which a name in math text stands for.
func ByColumn(t *table.Table, column, name string) (kinds []study.Kind) {
	values := t.Distinct(column)
	for i, v := range values {
		kinds = append(kinds, study.Kind{
			Name: fmt.Sprintf(`$%s = %s$`, name, v), Where: []any{column, v},
			Style: figure.Ramp(i, len(values)),
		})
	}
	return kinds
}

// Compared returns the rows with what f makes of their values and the column exact.
func Compared(
	t *table.Table, f func(e estimate.Estimate, exact float64) estimate.Estimate,
) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			row[c] = t.Cell(i, c)
		}
		e := f(t.Estimate(i), t.Float(i, "exact"))
		row["value"], row["stderr"] = e.Value, e.StdErr
		u.Add(row)
	}
	return u
}

// Model is the [model] table of a spec with a Gaussian model.
type Model struct {
	SigmaX     float64 `toml:"sigma_x" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k Model) Posterior(d dataset.Data) *model.Gaussian {
	return &model.Gaussian{X: d.X, SigmaX: k.SigmaX, SigmaTheta: k.SigmaTheta}
}

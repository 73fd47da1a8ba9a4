// Command study-ratio answers by how much a scalar friction is worse than a matrix (sections 3.3.1
// and 3.3.2): it runs both on the data of Figure 7 and on other sets of the same distribution, and
// predicts the ratio of their errors in three norms.
package main

import (
	_ "embed"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Degree int `toml:"degree" spec:"min=6,max=40"`
}

var program = experiment.Program[Spec]{
	Name:  "study-ratio",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: scalar over full friction",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of the runs and, for each data set, those that theory predicts at the
// points of the first [[runs]].
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Runs[0].Points(c, "runs[0]", g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	sets := []uint64{s.Data.Seed}
	if s.Data.File == "" {
		sets = append(sets, s.Runs[0].Seeds...)
	}
	var tasks []*study.Exact
	for _, seed := range sets {
		of := g
		if seed != s.Data.Seed {
			if of, err = s.Another(c, seed); err != nil {
				return nil, err
			}
		}
		tasks = append(tasks, s.task(of, points))
	}
	if err := s.Run(c, g, runs, tasks...); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t, "L1")
	}
	for i, seed := range sets {
		rows(t, seed, points, tasks[i])
	}
	return t, nil
}

// The norms of the change f of the density per ε(n)Δt: the L¹ error of the distribution of θ₁, that
// of the law of θ, and ‖f‖ in L²(π), by which section 2 bounds errors.
var norms = []string{"L1", "joint L1", "norm of f"}

// forms are those of ξ, and none: Langevin dynamics. A diagonal ξ is not among them, because its
// mean is not γ + ε(n)Δt S*/2, see NOTES.
var forms = []study.Friction{study.Scalar, study.Full, ""}

// task predicts the errors to leading order, with ξ frozen at its mean: an array for each norm,
// with all points for each form.
func (s Spec) task(g *mixture.Marginal, points []study.Point) *study.Exact {
	h := g.Histogram
	var at []float64
	for _, p := range points {
		at = append(at, float64(p.Epsilon*p.Dt))
	}
	var arrays []study.Array
	for _, name := range norms {
		arrays = append(arrays, study.Array{Name: name, Len: len(forms) * len(at)})
	}
	key := spec.Key{
		"is": "norms of bias", "forms": forms, "gamma": s.Gamma, "epsilon dt": at,
		"lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
	}
	return g.FromBias("predicted errors in three norms", key, s.Degree, arrays,
		func(b *exact.Bias) [][]float64 {
			found := make([][]float64, len(norms))
			for _, k := range forms {
				for _, x := range at {
					f := b.Langevin(s.Gamma)
					if k != "" {
						form, _ := k.Form(g.Posterior.Model) // these exist in two dimensions
						f = b.AdL(form, x, s.Gamma)
					}
					for i, v := range []float64{f.L1(0, h.Lo, h.Hi, h.Bins), f.Joint(), f.Norm()} {
						found[i] = append(found[i], float64(x*v))
					}
				}
			}
			return found
		})
}

// rows adds what a task found.
func rows(t *table.Table, seed uint64, points []study.Point, task *study.Exact) {
	for _, name := range norms {
		for j, v := range task.Found(name) {
			p := points[j%len(points)]
			row := table.Row{
				"data": seed, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon, "method": "AdL",
				"status": table.OK, "source": table.Prediction,
			}
			if k := forms[j/len(points)]; k != "" {
				row["friction"] = k
			} else {
				row["method"] = "Langevin"
			}
			t.AddValue(row, name, v)
		}
	}
}

// render draws the error with a scalar friction over that with a matrix against ε(n)Δt: simulated
// on every data set, and predicted in three norms.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	simulated, predicted := f.Panel(0, 0), f.Panel(0, 1)
	simulated.Title, predicted.Title = "simulated", "predicted, all data sets"
	simulated.YLabel = "ratio of errors, scalar over full"
	for _, p := range []*figure.Panel{simulated, predicted} {
		p.XLabel, p.X.Log, p.Y.Log = `$\varepsilon(n)\Delta t$`, true, true
		p.Add(figure.HLine{Y: 3, Style: figure.Level()})
	}
	own := strconv.FormatUint(s.Data.Seed, 10)
	for i, kind := range []struct {
		name string
		keep func(data string) bool
	}{
		{"ten other data sets", func(data string) bool { return data != own }},
		{"data of Figure 7", func(data string) bool { return data == own }},
	} {
		series := study.Series{
			Name: kind.name, Style: figure.Cycle(1 - i), X: study.ScaledNoise,
			Unmixed: study.RarelyExchanged,
		}
		simulated.Add(series.Points(
			ratios(t.Where("quantity", "L1", "source", table.Simulation), kind.keep))...)
	}
	any := func(string) bool { return true }
	for i, name := range norms {
		title := []string{
			`$L^1$, marginal of $\theta_1$`, `$L^1$, distribution of $\theta$`, `$\|f\|$`,
		}[i]
		style := figure.Cycle(2 + i)
		style.Dash = []figure.Dash{figure.Solid, figure.Dashed, figure.Dotted}[i]
		predicted.Add(spread(title, style,
			ratios(t.Where("quantity", name, "source", table.Prediction), any))...)
	}
	figure.ShareY(simulated, predicted)
	return f, nil
}

// ratios returns the values of rows with scalar frictions over those with full ones, of some data
// sets.
func ratios(t *table.Table, keep func(data string) bool) *table.Table {
	var all *table.Table
	for _, data := range t.Distinct("data") {
		if !keep(data) {
			continue
		}
		u := t.Where("data", data)
		r, _ := study.Ratios(u.Where("friction", study.Scalar), u.Where("friction", study.Full))
		if all == nil {
			all = table.New(r.Columns()...)
		}
		all.Append(r)
	}
	return all
}

// spread draws the range of ratios over data sets, and their medians.
func spread(name string, style figure.Style, t *table.Table) []plot.Plotter {
	style.Marker, style.Width = 0, 1.2
	l := figure.Line{Name: name, Style: style}
	b := figure.Band{Fill: figure.Tint(style.Color, 0.25)}
	at := map[float64][]float64{}
	for i := range t.Len() {
		x := study.ScaledNoise(t, i)
		at[x] = append(at[x], t.Float(i, "value"))
	}
	var xs []float64
	for x := range at {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	for _, x := range xs {
		v := slices.Sorted(slices.Values(at[x]))
		l.X, l.Y = append(l.X, x), append(l.Y, v[len(v)/2])
		b.X, b.Low, b.High = append(b.X, x), append(b.Low, v[0]), append(b.High, v[len(v)-1])
	}
	return []plot.Plotter{b, l}
}

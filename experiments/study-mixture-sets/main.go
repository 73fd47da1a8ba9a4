// Command study-mixture-sets answers what of Figure 4 depends on the data (sections 2.3.2, 2.4.3
// and 5): it predicts the slopes of the errors for many data sets of the same distribution, and
// computes the norm of Σ_x and how far each posterior is from a normal distribution.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml. The data sets have the seeds of Data and those after it.
type Spec struct {
	Count     int             `toml:"count" spec:"min=1,max=10000"`
	Degree    int             `toml:"degree" spec:"min=2,max=40"`
	Gamma     float64         `toml:"gamma" spec:"positive"`
	Histogram study.Histogram `toml:"histogram"`
	Data      dataset.Source  `toml:"data"`
	Model     mixture.Model   `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name:  "study-mixture-sets",
	Title: "SGLD and Langevin dynamics, mixtures of Gaussians: other data sets",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// quantities are the predicted L¹ slopes, the norm of Σ_x, and the Kolmogorov distances of the
// marginals from normal distributions.
var quantities = []struct{ quantity, method, per string }{
	{"slope", "SGLD", "epsilon dt"},
	{"slope", "Langevin", "epsilon dt"},
	{"norm of Sigma", "", ""},
	{"distance of theta1 to normal", "", ""},
	{"distance of theta2 to normal", "", ""},
}

func (s Spec) values(p *exact.MixtureGrid, degree int) []float64 {
	b, h := exact.NewRoughBias(p, degree), s.Histogram
	sgld, _ := b.SGLD()
	return []float64{
		sgld.L1(0, h.Lo, h.Hi, h.Bins), b.Langevin(s.Gamma).L1(0, h.Lo, h.Hi, h.Bins),
		p.GradCovNorm(), p.NormalDistance(0), p.NormalDistance(1),
	}
}

// compute adds the values of every data set, with its seed.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	tasks, err := s.tasks(c)
	if err != nil {
		return nil, err
	}
	if err := study.Compute(c, tasks...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method"}, "per", "data set")...)
	seed := s.Data.Seed
	for _, x := range tasks {
		for v := range slices.Chunk(x.Found("values"), len(quantities)) {
			for i, q := range quantities {
				row := table.Row{"data set": seed, "status": table.OK, "source": table.Exact}
				if q.method != "" {
					row["method"], row["per"], row["source"] = q.method, q.per, table.Prediction
				}
				t.AddValue(row, q.quantity, v[i])
			}
			seed++
		}
	}
	return t, nil
}

// share is the number of data sets of a task.
const share = 10

// tasks returns the tasks of the values.
func (s Spec) tasks(c *experiment.Context) (tasks []*study.Exact, err error) {
	if err := s.Histogram.Check(c); err != nil {
		return nil, err
	}
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	if _, err := mixture.NewPosterior(c, s.Model.Posterior(data), exact.Grid{}); err != nil {
		return nil, err
	}
	if s.Data.File != "" {
		s.Count = 1
	}
	for first := 0; first < s.Count; first += share {
		count := min(share, s.Count-first)
		var models []*model.Mixture
		var all []float64
		for i := range count {
			source := s.Data
			source.Seed += uint64(first + i)
			d, err := source.Load()
			if err != nil {
				return nil, err
			}
			models, all = append(models, s.Model.Posterior(d)), append(all, d.X...)
		}
		tasks = append(tasks, &study.Exact{
			Title: fmt.Sprintf("predictions for data sets %d to %d", first+1, first+count),
			Key: spec.Key{
				"is": "predictions of data sets", "degree": s.Degree, "gamma": s.Gamma, "count": count,
				"lo": s.Histogram.Lo, "hi": s.Histogram.Hi, "bins": s.Histogram.Bins,
				"model": models[0].Key(),
			},
			Digest: dataset.Data{X: all}.Digest(),
			Arrays: []study.Array{{Name: "values", Len: count * len(quantities)}},
			Digits: study.Digits,
			Of: func() [][]float64 {
				var v []float64
				for _, m := range models {
					v = append(v, s.values(exact.NewMixtureGrid(m, exact.Grid{}), s.Degree)...)
				}
				return [][]float64{v}
			},
			Part: func() []float64 {
				m := *models[0]
				m.X = m.X[:min(5, len(m.X))]
				return s.values(exact.NewMixtureGrid(&m, exact.Grid{}), 4)
			},
		})
	}
	return tasks, nil
}

// render draws the slopes against the norm of Σ_x, and histograms of the distances.
func render(_ Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$\|\Sigma_x\|$`, `$L^1$ error per $\varepsilon(n)\Delta t$, predicted`
	p.X.Log, p.Y.Log = true, true
	norms := t.Where("quantity", "norm of Sigma").Floats("value")
	for i, method := range t.Distinct("method") {
		style := figure.Cycle(i)
		style.Dash = figure.NoLine
		p.Add(figure.Line{
			Name: method, X: norms, Y: t.Where("method", method).Floats("value"), Style: style,
		})
	}
	p = f.Panel(0, 1)
	p.XLabel, p.YLabel = "distance of the marginal from a normal distribution", "data sets"
	for i := range 2 {
		const bins, width = 20, 0.02 // the last bin is open
		style := figure.Cycle(i + 2)
		style.Marker, style.Dash = 0, []figure.Dash{figure.Solid, figure.Dashed}[i]
		h := figure.Histogram{
			Name: fmt.Sprintf(`$\theta_%d$`, i+1), Edges: linalg.LinSpace(0, bins*width, bins+1),
			Heights: make([]float64, bins), Style: style,
		}
		for _, d := range t.Where("quantity", quantities[3+i].quantity).Floats("value") {
			h.Heights[min(int(d/width), bins-1)]++
		}
		p.Add(h)
	}
	return f, nil
}

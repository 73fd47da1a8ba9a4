// Command study-ratio answers by how much a scalar friction is worse than a matrix (sections 3.3.1
// and 3.3.2): it runs both on the data of Figure 7 and on other data sets from the same
// distribution, and predicts the ratio of their errors.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Degree int `toml:"degree" spec:"min=6,max=40"`
}

var program = experiment.Program[Spec]{
	Name:  "study-ratio",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: scalar over full friction",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of the runs and, for each data set, the errors predicted at the points of
// the first table of runs.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var points []study.Point // of the first table
	for _, r := range runs {
		if r.Table == runs[0].Table && !slices.Contains(points, r.Point) {
			points = append(points, r.Point)
		}
	}
	sets, tasks := []*study.MixturePosterior{g}, []*study.Exact{s.predict(g, points)}
	for _, r := range runs {
		if g := r.Mixture(); !slices.Contains(sets, g) {
			sets, tasks = append(sets, g), append(tasks, s.predict(g, points))
		}
	}
	if err := study.Sample(c, runs, tasks...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		r.L1(t, r.Row(t))
	}
	for i, g := range sets {
		rows(t, g.Seed, points, tasks[i])
	}
	return t, nil
}

// forms are forms of ξ, and "" for Langevin dynamics. A diagonal ξ is not among them, because its
// mean is not γ + ε(n)Δt S*/2 (see NOTES).
var forms = []study.Friction{study.Scalar, study.Full, ""}

// predict is the task of the L¹ errors of the distribution of θ₁ to leading order, with ξ fixed at
// its mean, at all points for each form.
func (s Spec) predict(g *study.MixturePosterior, points []study.Point) *study.Exact {
	h := g.Histogram
	var at []float64
	for _, p := range points {
		at = append(at, p.Epsilon*p.Dt)
	}
	key := spec.Key{"is": "norms of bias", "forms": forms, "gamma": s.Gamma[0], "epsilon dt": at}
	return g.FromBias(key, s.Degree, "L1", len(forms)*len(at),
		func(b *exact.Bias) (l1 []float64) {
			for _, k := range forms {
				for _, x := range at {
					f := b.Langevin(s.Gamma[0])
					if k != "" {
						form, _ := k.Form(g.Model) // these forms exist in two dimensions
						f = b.AdL(form, x, s.Gamma[0])
					}
					l1 = append(l1, x*f.L1(0, h.Lo, h.Hi, h.Bins))
				}
			}
			return l1
		})
}

// rows adds the errors computed by a task.
func rows(t *table.Table, seed uint64, points []study.Point, task *study.Exact) {
	for j, v := range task.Found("L1") {
		p, k := points[j%len(points)], forms[j/len(points)]
		row := table.Row{
			"data": seed, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon, "method": "AdL", "friction": k,
			"status": table.OK, "source": table.Prediction,
		}
		if k == "" {
			row["method"] = "Langevin"
		}
		t.AddValue(row, table.L1, v)
	}
}

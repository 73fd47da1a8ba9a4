// Command study-xi-theta answers how ξ is distributed on a mixture: whether it follows θ (section
// 5), how far a scalar ξ corrects the velocities (section 1), and whether its entries are normal
// with variance 1/η where batches have nearly no effect (section 3.2.1).
package main

import (
	_ "embed"
	"maps"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Cells Cells `toml:"cells"`
}

var program = experiment.Program[Spec]{
	Name:  "study-xi-theta",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: the distribution of ξ",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// inCell is the quantity of an entry of ξ in a cell, before the name of the entry.
const inCell = "xi in cell"

// The methods of the runs, which determine their observables.
const (
	conditional = "conditional"
	momentum    = "momentum"
	law         = "law"
)

// compute observes ξ in the cells of θ, the momenta, or ξ, which starts with the variance of the
// lemma.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	_, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		switch r.Method {
		case conditional:
			r.Chain.Observe = append(r.Chain.Observe, s.Cells.mean())
		case momentum:
			r.Chain.Observe = append(r.Chain.Observe, distribution(dynamics.Momentum{}, 2, 6)...)
		case law:
			r.Chain.XiVar = 1 / r.AdL().Eta
			r.Chain.Observe = append(r.Chain.Observe, ofXi(r)...)
		}
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.MixtureTable("theta1", "theta2", "followed")
	for _, r := range runs {
		s.rows(t, r)
	}
	return t, nil
}

// distribution are the moments of the products of n numbers, and the histograms of the numbers on
// [−reach, reach]. The keys of the results have all of them.
func distribution(o dynamics.Observable, n int, reach float64) []simulate.Statistic {
	all := []simulate.Statistic{simulate.Moments{Of: dynamics.Products{Of: o}}}
	for i := range n {
		all = append(all, simulate.Histogram{
			Of: dynamics.Number{Of: o, I: i}, Lo: -reach, Hi: reach, Bins: 2000,
		})
	}
	return all
}

// ofXi is the distribution of the entries of ξ of a run, and names are the suffixes of their names.
func ofXi(r *study.Run) []simulate.Statistic {
	return distribution(dynamics.Xi{}, len(names(r)), 16)
}

func names(r *study.Run) []string {
	return study.EntryNames(r.AdL().Form, 2)
}

// rows adds, by method, the means of the entries of ξ in the cells and over all θ; the mean of p₁p₂
// at the last D of a step; or the means and variances of the entries with the lemma's, and their
// distances from normal distributions.
func (s Spec) rows(t *table.Table, r *study.Run) {
	row, x := r.Row(t), r.Samples
	if r.Method != momentum {
		study.XiRows(t, row, x, r.Mixture().Sigma, r.Method == law)
	}
	if x.Diverged {
		return
	}
	switch r.Method {
	case conditional:
		s.inCells(t, row, r)
	case momentum:
		t.Measure(row, "pp at the last D 12",
			x.All(dynamics.Products{Of: dynamics.Momentum{}})[1].Mean())
	case law:
		for i, entry := range names(r) {
			h := ofXi(r)[1+i].(simulate.Histogram)
			t.Measure(row, "D of xi"+entry, x.Histogram(h).FromNormal())
		}
	}
}

// inCells adds the means of the entries of ξ in every cell with a twentieth of the posterior. The
// column followed has the means if ξ followed θ: γ + ε(n)Δt Σ_x/2.
func (s Spec) inCells(t *table.Table, row table.Row, r *study.Run) {
	weight, sigma := s.Cells.sigma(r.Mixture().MixtureGrid)
	width, means := (s.Cells.Hi-s.Cells.Lo)/float64(s.Cells.Side), r.Samples.Means(s.Cells.mean())
	for c, w := range weight {
		if w < 0.05 {
			continue
		}
		row := maps.Clone(row)
		row["theta1"] = s.Cells.Lo + (float64(c%s.Cells.Side)+0.5)*width
		row["theta2"] = s.Cells.Lo + (float64(c/s.Cells.Side)+0.5)*width
		for i, gamma := range []float64{r.Gamma(), 0, r.Gamma()} {
			row["followed"] = gamma + r.Epsilon*r.Dt*sigma[c][i]/w/2
			t.Measure(row, inCell+entries[i], estimate.RatioOfMeans(means, c*4+1+i, c*4))
		}
	}
}

// entries are the suffixes of the entries of a full ξ.
var entries = []string{" 11", " 12", " 22"}

// Cells is the [cells] table of the spec: Side² cells of [Lo, Hi]².
type Cells struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Side int     `toml:"side" spec:"min=1,max=20"`
}

// of sorts the entries of ξ by the cells of θ.
func (k Cells) of() dynamics.ByCell {
	return dynamics.ByCell{Of: dynamics.Xi{}, Lo: k.Lo, Hi: k.Hi, Side: k.Side}
}

// mean is the mean of the entries of ξ in the cells.
func (k Cells) mean() simulate.Mean { return simulate.Mean{Of: k.of(), Every: 0.05} }

// sigma returns the mass of the posterior in each cell, and the integral of Σ_x there: entries 11,
// 12, 22.
func (k Cells) sigma(p *exact.MixtureGrid) (weight []float64, sigma [][3]float64) {
	cells := k.of()
	weight, sigma = make([]float64, k.Side*k.Side), make([][3]float64, k.Side*k.Side)
	p.Each(func(theta []float64, mass float64) {
		c := cells.Cell(theta[0], theta[1])
		if c < 0 || mass < 1e-12 {
			return
		}
		cov := exact.GradCov(p.Model, theta)
		weight[c] += mass
		for i, x := range []float64{cov[0], cov[1], cov[3]} {
			sigma[c][i] += mass * x
		}
	})
	return weight, sigma
}

package simulate

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/table"
)

// MinCrossings is how often a replica must go from one mode to the other, on average, for a point to count as mixed: the weights of
// the modes that replicas were started with would otherwise stand for those of the scheme.
const MinCrossings = 10

// Marginal measures what the mixture's figures show (eq. erreur_L1): the L¹ error of the histogram of θ₁, with replicas that start stratified over the modes of
// the posterior.
type Marginal struct {
	Posterior *exact.Posterior
	Bins      Bins
	Mass      []float64 // of the posterior, bin by bin
	Outside   float64   // mass outside the histogram
	Mean      float64   // of θ₁
	Weight    float64   // of the mode that is not the highest, 0 if there is one mode
}

// Histogram is the [histogram] table of a spec: the marginal that is measured, as bins of equal width.
type Histogram struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Bins int     `toml:"bins" spec:"min=1,max=100000"`
}

// NewMarginal computes the posterior's side.
func NewMarginal(p *exact.Posterior, h Histogram) *Marginal {
	below, mass, above := p.MarginalMasses(0, h.Lo, h.Hi, h.Bins)
	mean, _ := p.Moments()
	g := &Marginal{Posterior: p, Bins: Bins{Dim: 0, Lo: h.Lo, Hi: h.Hi, Bins: h.Bins}, Mass: mass, Outside: below + above, Mean: mean[0]}
	if len(p.Modes) > 1 {
		g.Weight = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
	}
	return g
}

// Prepare lets a chain start from the two highest modes in proportion to their weights, and observe the histogram and the crossings.
func (g *Marginal) Prepare(c *Chain) {
	modes := g.Posterior.Modes
	c.Histogram = &g.Bins
	if len(modes) < 2 {
		c.Theta = [][]float64{modes[0].Theta}
		return
	}
	c.Theta = nil
	for r := range c.Replicas {
		k := 0
		if math.Floor(math.FMA(float64(r+1), g.Weight, 0.5)) > math.Floor(math.FMA(float64(r), g.Weight, 0.5)) {
			k = 1
		}
		c.Theta = append(c.Theta, modes[k].Theta)
	}
	a, b := modes[0].Theta, modes[1].Theta
	c.Modes = [][2]float64{{a[0], b[0]}, {a[1], b[1]}}
}

// Rows adds the measurements of one point to a table whose columns include "raw" and "floor", each a copy of row with
//
//	L1           the L¹ error, corrected for noise; raw as it is, and the floor that noise alone would give
//	outside      the mass outside the histogram
//	mean         the mean of θ₁
//	mode weight  the fraction of the time in the second mode
//	crossings    from mode to mode, of a replica
//	R-hat        of θ₁
//
// all with the status of the point: diverged, what row says if that is not ok, unmixed where the replicas crossed less than MinCrossings
// times, or ok.
func (g *Marginal) Rows(t *table.Table, row table.Row, x *Samples) {
	add := func(quantity string, e estimate.Estimate, exact any) {
		row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, exact
		t.Add(row)
	}
	row["raw"], row["floor"] = nil, nil
	if x.Diverged {
		row["status"] = table.Diverged
		add("L1", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}, nil)
		return
	}
	var cross *estimate.Crossings
	if x.Crossings != nil {
		cross = &estimate.Crossings{Time: 1, Count: x.Crossings}
		for _, n := range x.Upper {
			cross.Fraction = append(cross.Fraction, float64(n)/float64(x.Observations()))
		}
		if row["status"] == table.OK && cross.Rate().Value < MinCrossings {
			row["status"] = table.Unmixed
		}
	}
	h := x.Bins(&g.Bins)
	l1 := h.L1(g.Mass)
	row["raw"], row["floor"] = l1.Raw, l1.Floor
	add("L1", estimate.Estimate{Value: l1.Corrected, StdErr: l1.StdErr}, nil)
	row["raw"], row["floor"] = nil, nil
	add("outside", h.Outside(), g.Outside)
	theta := x.Theta(0)
	add("mean", theta.Mean(), g.Mean)
	if cross != nil {
		add("mode weight", cross.Weight(), g.Weight)
		add("crossings", cross.Rate(), nil)
	}
	add("R-hat", estimate.Estimate{Value: theta.RHat()}, 1.0)
}

// Norms adds what the quadrature says about the covariance of the gradient: its norm in L²(π), Frobenius, and its distances from constant
// scalar, diagonal and full matrices (remark rem:adl_xi_cases), and the weight of the second mode.
func (g *Marginal) Norms(t *table.Table) {
	p := g.Posterior.Projections()
	for _, r := range []struct {
		quantity string
		value    float64
	}{
		{"norm of Sigma", p.Norm}, {"norm of Sigma - s I", p.ScalarError}, {"norm of Sigma - D", p.DiagonalError}, {"norm of Sigma - mean", p.FullError},
		{"posterior mode weight", g.Weight}, {"posterior outside", g.Outside}, {"posterior mean", g.Mean},
	} {
		t.Add(table.Row{"quantity": r.quantity, "value": r.value, "stderr": 0, "status": table.OK, "source": table.Exact})
	}
}

// MixtureKey is the [model] table of a spec with a mixture.
type MixtureKey struct {
	W          float64 `toml:"w" spec:"positive"`
	Sigma1     float64 `toml:"sigma1" spec:"positive"`
	Sigma2     float64 `toml:"sigma2" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior is the mixture given data.
func (k MixtureKey) Posterior(d dataset.Data) *model.Mixture {
	return &model.Mixture{X: d.X, W: k.W, Sigma1: k.Sigma1, Sigma2: k.Sigma2, SigmaTheta: k.SigmaTheta}
}

// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics whose gradient
// is estimated from n of N data. Its friction is a combination of K + 1 functions of θ; the error
// is drawn against K, for several time steps.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Mixture
	study.AdL
	Friction study.Friction `toml:"friction"`
	BurnXi   float64        `toml:"burn_in_xi" spec:"nonnegative"`     // in relaxation times of ξ
	Slopes   float64        `toml:"burn_in_slopes" spec:"nonnegative"` // the same for slopes of ξ(θ)
	Others   float64        `toml:"burn_in_more" spec:"nonnegative"`   // and of what is not drawn
	// the scheme of Langevin dynamics
	Langevin string `toml:"langevin"`
	Basis    struct {
		study.Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
	All struct {
		K  []int     `toml:"K" spec:"min=0,distinct"`
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"all"`
	More []More `toml:"more"`
}

// More is a [[more]] table of a spec: runs that claims need and that are not drawn. What it does
// not give is as in the curves.
type More struct {
	Method   string         `toml:"method" spec:"in=eAdL|Langevin|Gaussian noise|law|map|no cap"`
	K        []int          `toml:"K" spec:"optional,min=0,distinct"`
	Friction study.Friction `toml:"friction" spec:"optional"`
	Eta      float64        `toml:"eta" spec:"optional,positive"`
	Cut      float64        `toml:"cut" spec:"optional,positive"` // of both axes
	Sampling string         `toml:"sampling" spec:"optional,in=with|without"`
	N        []int          `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt       []float64      `toml:"dt" spec:"positive,nonempty,distinct"`
	Part     float64        `toml:"part" spec:"positive,max=1"`      // of T
	Longer   float64        `toml:"longer" spec:"optional,positive"` // times burn_in_more
}

var program = experiment.Program[Spec]{
	Name: "fig14",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal " +
		"of θ₁",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal, and Σ_x with its projection.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	b := bases{spec: s, context: c, model: g.Posterior.Model}
	runs, err := s.runs(&b)
	if err != nil {
		return nil, err
	}
	samples, _, err := study.RunEach(c, len(runs), func(i int) (*simulate.Chain, error) {
		return s.chain(c, g, i, runs[i])
	}, nil)
	if err != nil {
		return nil, err
	}
	t := table.New(columns...)
	for i, r := range runs {
		s.measure(t, g, r, samples[i])
	}
	if err := s.theory(t, g, &b); err != nil {
		return nil, err
	}
	g.Norms(t)
	count(t)
	return t, nil
}

var columns = table.Columns(
	[]string{"method", "friction", "K", "d", "cuts", "eta", "sampling", "n", "dt"},
	"exact", "raw", "floor", "s",
)

// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for a matrix and for a scalar friction.
package main

import (
	_ "embed"
	"slices"

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
	BurnInXi float64          `toml:"burn_in_xi" spec:"nonnegative"`
	Friction []study.Friction `toml:"friction" spec:"nonempty,distinct"`

	Prediction struct {
		Degree int     `toml:"degree" spec:"min=6,max=40"`
		Most   float64 `toml:"most" spec:"positive"`
	} `toml:"prediction"`
	Claims struct {
		T        float64          `toml:"T" spec:"positive"`
		Friction []study.Friction `toml:"friction" spec:"distinct"`
		AllData  []float64        `toml:"all_data" spec:"positive,distinct"`
	} `toml:"claims"`
	Langevin struct {
		Scheme string  `toml:"scheme"`
		Gamma  float64 `toml:"gamma" spec:"positive"`
		At     []At    `toml:"at"`
	} `toml:"langevin"`
	Long struct {
		Times float64 `toml:"times" spec:"positive"`
		At    []At    `toml:"at"`
	} `toml:"long"`
	Steps struct {
		Small []At `toml:"small"`
		Large []At `toml:"large"`
	} `toml:"steps"`
	Replacement struct {
		At []At `toml:"at"`
	} `toml:"replacement"`
	Constant struct {
		T      float64 `toml:"T" spec:"positive"`
		Full   []At    `toml:"full"`
		Scalar []At    `toml:"scalar"`
	} `toml:"constant"`
	Order struct {
		Schemes []string `toml:"schemes" spec:"distinct"`
		Full    []At     `toml:"full"`
		Scalar  []At     `toml:"scalar"`
	} `toml:"order"`
	Metastable Metastable `toml:"metastable"`
	Others     struct {
		Seeds []uint64 `toml:"seeds" spec:"distinct"`
		At    []At     `toml:"at"`
	} `toml:"others"`
	Law struct {
		T   float64   `toml:"T" spec:"positive"`
		Eta []float64 `toml:"eta" spec:"positive,distinct"`
		At  []At      `toml:"at"`
	} `toml:"law"`
	Momentum struct {
		At []At `toml:"at"`
	} `toml:"momentum"`
	Conditional Conditional `toml:"conditional"`
	Sets        Sets        `toml:"sets"`
}

var program = experiment.Program[Spec]{
	Name: "fig07", Section: "3.3.2",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs both frictions for every Δt and n, compares the histogram of θ₁ with the posterior's
// marginal, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(c, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	sets, err := s.marginals(c, g)
	if err != nil {
		return nil, err
	}
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		if chains[i], err = s.chain(c, sets[r.seed], r); err != nil {
			return nil, err
		}
	}
	p, err := s.theory(c, g, runs)
	if err != nil {
		return nil, err
	}
	samples, found, err := study.RunWith(c, chains, p.tasks)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	t := table.New(table.Columns(params, "exact", "raw", "floor", "s", "theta1", "theta2", "weight")...)
	for i, r := range runs {
		s.rows(t, sets[r.seed], r, samples[i])
	}
	s.norms(t, sets)
	s.predict(t, p, found)
	return t, nil
}

// marginals returns the posteriors of the figure's data and of the others, by their seeds.
func (s Spec) marginals(
	c *experiment.Context, own *study.Marginal,
) (map[uint64]*study.Marginal, error) {
	sets := map[uint64]*study.Marginal{}
	for _, seed := range slices.Concat(s.seeds(), s.otherSeeds()) {
		g, err := s.Another(c, seed)
		if err != nil {
			return nil, err
		}
		sets[seed] = g
	}
	sets[s.Data.Seed] = own
	return sets, nil
}

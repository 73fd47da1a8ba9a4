// Package sweep runs a sweep, the points of a grid for any model that one TOML file describes, and
// compares the points with the posterior. A spec has the keys of [Keys], among them those of its
// runs, a table [model] whose key kind names a model, a table [data] in the format of the model,
// and a table [sweep] with lists of values for any of these keys. Every combination of values is a
// point:
//
//	scheme = "ODABADO"
//	[sweep]
//	friction = ["scalar", "full"]
//	n        = [1, 5, 20]
package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
)

// Keys are the keys of a point except its model and data.
type Keys struct {
	study.Settings
	study.Runs
	// Control is "none" by default.
	Control study.Control `toml:"control,omitempty" spec:"optional"`
	// Observe names functions of θ: theta (each component), theta1, products such as "theta1 theta2",
	// and "log posterior"; and xi. The default is theta and xi.
	Observe []string `toml:"observe" spec:"optional,nonempty,distinct"`
}

// Spec is the points of a spec.
type Spec struct {
	File map[string]any `toml:"file"` // as read

	axes   []spec.Axis
	points []*point
}

// point is a combination of the values of the axes, for one or more runs on a posterior.
type point struct {
	Keys
	*posterior
	axes []spec.Axis
	at   []int
	// turned is the model of chains along other axes, in which Σ̄ is turnedSigma; nil along the given.
	turned      *model.Rotated
	turnedSigma []float64
	// data names the posterior; load loads its model and data.
	data string
	load func(*experiment.Context) (model.Model, data, error)
}

// data are what a posterior is conditioned on.
type data interface{ Digest() string }

// key returns the place of a key of the point in the spec.
func (p *point) key(name string) string {
	for k, a := range p.axes {
		if a.Key == name {
			return fmt.Sprintf("sweep.%s[%d]", name, p.at[k])
		}
	}
	return name
}

// uses reports whether the runs depend on a key.
func (p *point) uses(key string) bool {
	if key == "eta" && slices.Equal(p.Friction, []study.Friction{study.Fixed}) {
		return false
	}
	words := slices.Clone(p.Scheme)
	for _, t := range p.Tables {
		words = append(words, t.Scheme...)
	}
	return slices.ContainsFunc(words, func(word string) bool { return uses(word, key) })
}

// uses reports whether a scheme depends on a key.
func uses(word, key string) bool {
	switch key {
	case "gamma":
		return word != dynamics.SGLD
	case "friction", "eta":
		return study.Adaptive(word)
	}
	return true
}

// kinds are the readers of specs, by the key kind of the table model.
var kinds = map[string]func(spec.Source) (*Spec, error){
	"gaussian": of((*experiment.Context).Data, study.GaussianModel.Posterior),
	"mixture":  of((*experiment.Context).Data, study.MixtureModel.Posterior),
	"network":  of(labelled, study.NetworkModel.Posterior),
	"logistic": of(labelled, func(m prior, d dataset.Labelled) *model.Logistic {
		return &model.Logistic{Z: d.Z, D: d.D, Y: d.Y, SigmaTheta: m.SigmaTheta}
	}),
	"linear": of((*experiment.Context).Linear, func(m noise, d dataset.Labelled) *model.Linear {
		return &model.Linear{
			Z: d.Z, D: d.D, Y: d.Y, Sigma: m.Sigma, Nu: m.Nu, SigmaTheta: m.SigmaTheta,
		}
	}),
}

// prior is the parameter of a model.Logistic.
type prior struct {
	SigmaTheta float64 `toml:"sigma_theta,omitempty" spec:"optional,positive"` // by default 1
}

// noise are the parameters of a model.Linear.
type noise struct {
	Sigma      float64 `toml:"sigma" spec:"positive"`
	Nu         float64 `toml:"nu" spec:"optional,positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

func labelled(c *experiment.Context, s dataset.LabelledSource) (dataset.Labelled, error) {
	train, _, err := c.Labelled(s)
	return train, err
}

// maxPoints bounds the points of a sweep.
const maxPoints = 1 << 14

// of returns a function that reads the specs of a model with the parameters M and the source S of
// its data.
func of[M, S any, D data, P model.Model](
	load func(*experiment.Context, S) (D, error), posterior func(M, D) P,
) func(spec.Source) (*Spec, error) {
	type keys struct {
		Keys
		Model struct {
			Kind string `toml:"kind"`
			Of   M      `toml:",inline"`
		} `toml:"model"`
		Data S `toml:"data"`
	}
	return func(src spec.Source) (*Spec, error) {
		all, axes, err := spec.Product[keys](src, "sweep", maxPoints)
		if err != nil {
			return nil, err
		}
		s := &Spec{axes: axes}
		for i, k := range all {
			p := &point{Keys: k.Keys, axes: axes, at: make([]int, len(axes))}
			p.Place = p.key
			same := false // as another point, except for keys that the scheme does not use
			for j, a := range slices.Backward(axes) {
				p.at[j], i = i%len(a.Values), i/len(a.Values)
				same = same || p.at[j] > 0 && !p.uses(a.Key)
			}
			if same {
				continue
			}
			name, err := spec.Canonical([]any{k.Model, k.Data, k.Observe, k.Control})
			if err != nil {
				return nil, err
			}
			p.data = string(name)
			m, source := k.Model.Of, k.Data // the function retains no more of the point
			p.load = func(c *experiment.Context) (model.Model, data, error) {
				d, err := load(c, source)
				if err != nil {
					return nil, nil, err
				}
				return posterior(m, d), d, nil
			}
			s.points = append(s.points, p)
		}
		return s, nil
	}
}

// Decode reads a spec, for experiment.Program.
func Decode(src spec.Source) (*Spec, error) {
	tree, err := src.Tree()
	if err != nil {
		return nil, err
	}
	table, _ := tree["model"].(map[string]any)
	kind, _ := table["kind"].(string)
	read := kinds[kind]
	if read == nil {
		known := strings.Join(slices.Sorted(maps.Keys(kinds)), ", ")
		return nil, src.Errorf("model.kind", "expected a table [model] whose kind is one of %s, got "+
			"%q; make new FIG=20 makes a figure with a model of your own", known, kind)
	}
	s, err := read(src)
	if err != nil {
		return nil, err
	}
	s.File = tree
	return s, nil
}

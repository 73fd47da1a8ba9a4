package study

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"

	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Runs are the keys of a spec for its runs: tables [runs.NAME], and keys that hold for every table
// that does not have them; a table with at or dt takes neither, nor most, from the spec. Without
// tables these keys are the only table.
//
//	scheme = "ODABADO"
//	gamma  = 1.0
//	eta    = 0.1
//
//	[runs.curves]
//	friction = ["full", "scalar"]
//	dt = [1e-3, 2e-3]
//	n  = [1, 5, 15]
//
//	[runs.more]
//	friction = "full"
//	at = [{n = 1, dt = 2e-3}, {n = 10, epsilon_dt = 4.0}]
type Runs struct {
	Lists
	Tables []Table `toml:"runs,omitempty" spec:"optional,named"`

	// Place, if not nil, returns the place of a key of the spec for errors.
	Place func(key string) string `toml:"-"`
}

// Table is a table of runs, one for every combination of its lists.
type Table struct {
	Name string  `toml:"-"`
	T    float64 `toml:"T,omitempty" spec:"optional,positive"`          // by default the spec's
	Part float64 `toml:"part,omitempty" spec:"optional,positive,max=1"` // of T
	Lists

	// Keys of an extended friction: the numbers of functions minus one, by default all of the basis;
	// cuts of both axes at Cut; and the burn-in of slopes over the spec's.
	K      []int   `toml:"K,omitempty" spec:"optional,min=0,distinct"`
	Cut    float64 `toml:"cut,omitempty" spec:"optional,positive"`
	Longer float64 `toml:"longer,omitempty" spec:"optional,positive"`
}

// Lists are the keys of runs. The product has the order of the fields; the last changes fastest.
type Lists struct {
	// Method is the method of the rows of the results: by default SGLD, AdL, Langevin for OABAO, or
	// the word of another scheme.
	Method string `toml:"method,omitempty" spec:"optional,nonempty"`
	// Gradient lists ways to estimate the gradient, instead of Sampling and the spec's key control.
	Gradient []Gradient `toml:"gradient,omitempty" spec:"optional,nonempty,distinct"`
	Seeds    []uint64   `toml:"seeds,omitempty" spec:"optional,nonempty,distinct"` // of the data
	Scheme   []string   `toml:"scheme,omitempty" spec:"optional,nonempty,distinct"`
	// Gamma is not for SGLD.
	Gamma []float64 `toml:"gamma,omitempty" spec:"optional,nonempty,positive,distinct"`
	// Friction and Eta are for schemes with ξ, Basis for Rotated and Fixed.
	Friction []Friction `toml:"friction,omitempty" spec:"optional,nonempty,distinct"`
	Basis    Axes       `toml:"basis,omitempty" spec:"optional,nonempty"`
	Eta      []float64  `toml:"eta,omitempty" spec:"optional,nonempty,positive,distinct"`

	// Sampling is without replacement by default.
	Sampling []Sampling `toml:"sampling" spec:"optional,in=with|without|reshuffle|symmetric|Gaussian"`

	At []At      `toml:"at,omitempty" spec:"optional"`
	Dt []float64 `toml:"dt,omitempty" spec:"optional,positive,distinct"`
	// N is all data by default.
	N    []int  `toml:"n,omitempty" spec:"optional,nonempty,min=1,distinct"`
	Most []Most `toml:"most,omitempty" spec:"optional"`
}

// Posterior is what runs sample.
type Posterior interface {
	// Target is the model.
	Target() model.Model
	// Chain returns the chain of a scheme at a point: its start, and what it observes.
	Chain(scheme dynamics.Scheme, p Point) *simulate.Chain
	// Criteria returns what decides the status of a chain. Only S counts if it diverged.
	Criteria(x *simulate.Samples) Criteria
	// Cells returns more cells of the rows of a run.
	Cells(r *Run) table.Row
}

// Varied is a posterior whose data have seeds, and whose gradient has control variates.
type Varied interface {
	// Variants returns the posterior given the data of each seed, or of its own if there is none, with
	// control variates, by default its own, whose key is given. Data from a file have no other seeds.
	Variants(c Context, seeds []uint64, k Control, key string) ([]Posterior, error)
}

// A Run is a chain at a point of a posterior, with its samples after [Sample] has run it.
type Run struct {
	Point
	Table     string   // name of its table in the spec
	Method    string   // of its rows
	Friction  Friction // of Adaptive Langevin dynamics, or Fixed
	Posterior Posterior
	Chain     *simulate.Chain
	*simulate.Samples
}

// AdL returns the friction of Adaptive Langevin dynamics, not extended. It panics for other
// frictions.
func (r *Run) AdL() dynamics.AdL { return r.Chain.Scheme.Friction.(dynamics.AdL) }

// Gamma returns the friction γ, 0 for SGLD.
func (r *Run) Gamma() float64 {
	if _, gamma := formOf(r.Chain.Scheme.Friction); gamma > 0 {
		return gamma
	}
	f, _ := r.Chain.Scheme.Friction.(dynamics.Constant)
	return f.Gamma
}

// On returns the same run on another posterior.
func (r *Run) On(g Posterior) *Run {
	other := *r
	other.Posterior, other.Chain = g, g.Chain(r.Chain.Scheme, r.Point)
	other.Chain.T = r.Chain.T
	return &other
}

// Row returns the cells of the run, with its status, in the columns that the table has.
func (r *Run) Row(t *table.Table) table.Row {
	row := r.Cells()
	Classify(row, r.Samples, r.Posterior.Criteria(r.Samples))
	maps.DeleteFunc(row, func(column string, _ any) bool { return !t.Has(column) })
	return row
}

// Cells returns all cells of the run, with the status ok.
func (r *Run) Cells() table.Row {
	row := r.Point.Row(r.Method)
	maps.Copy(row, table.Row{
		"run": strings.ReplaceAll(r.Table, "_", " "), "gradient": r.Gradient(),
		"scheme": r.Chain.Scheme.Word, "T": r.Chain.T,
	})
	if gamma := r.Gamma(); gamma > 0 {
		row["gamma"] = gamma
	}
	if f, ok := dynamics.BaseOf(r.Chain.Scheme.Friction); ok {
		row["eta"] = f.Eta
	}
	if r.Friction != "" {
		row["friction"] = r.Friction
	}
	maps.Copy(row, r.Posterior.Cells(r))
	return row
}

// List returns the runs of all tables on a posterior, or an error about a key.
func (s Runs) List(c Context, g Posterior) (all []*Run, err error) {
	for _, t := range s.tables(c) {
		runs, err := t.list(c, g)
		if err != nil {
			return nil, err
		}
		all = append(all, runs...)
	}
	if len(all) == 0 {
		return nil, c.Errorf("", "expected one or more runs")
	}
	return all, nil
}

// lists is a table with the keys that it takes from the spec.
type lists struct {
	Table
	spec *Runs
	own  map[string]bool // its own keys
}

// tables returns the tables with the keys that they take from the spec. It prints a line about a
// key that none of them takes.
func (s Runs) tables(c Context) (all []*lists) {
	spec, taken := reflect.ValueOf(s.Lists), map[string]bool{}
	name := func(i int) string {
		key, _, _ := strings.Cut(spec.Type().Field(i).Tag.Get("toml"), ",")
		return key
	}
	for _, t := range or(s.Tables, Table{}) {
		l := &lists{t, &s, map[string]bool{}}
		own, points := reflect.ValueOf(&l.Lists).Elem(), t.At != nil || t.Dt != nil
		for i := range own.NumField() {
			if key := name(i); !own.Field(i).IsZero() {
				l.own[key] = true
			} else if !points || key != "at" && key != "dt" && key != "most" {
				own.Field(i).Set(spec.Field(i))
				taken[key] = true
			}
		}
		all = append(all, l)
	}
	for i := range spec.NumField() {
		if key := name(i); !taken[key] && !spec.Field(i).IsZero() {
			c.Notef("key %s has no effect: every table of runs has its own", key)
		}
	}
	return all
}

// key returns the place of a key in the spec, and place that of the i-th value of its list.
func (t *lists) key(name string) string {
	if t.own[name] {
		return "runs." + t.Name + "." + name
	}
	if t.spec.Place != nil {
		return t.spec.Place(name)
	}
	return name
}

func (t *lists) place(name string, i int) string { return fmt.Sprintf("%s[%d]", t.key(name), i) }

// list returns the runs of the table.
func (t *lists) list(c Context, g Posterior) (runs []*Run, err error) {
	schemes, err := t.schemes(c, g.Target())
	if err != nil {
		return nil, err
	}
	for _, way := range or(t.Gradient, "") {
		x, control := *t, Control("")
		if way != "" {
			var sampling Sampling
			control, sampling = way.Keys()
			x.Sampling = []Sampling{sampling}
		}
		points, err := x.points(c, g.Target().Ndata())
		if err != nil {
			return nil, err
		}
		variants := []Posterior{g}
		if way != "" || t.Seeds != nil {
			v, ok := g.(Varied)
			if !ok {
				return nil, c.Errorf("", "this posterior has no keys gradient and seeds")
			}
			if variants, err = v.Variants(c, t.Seeds, control, "control"); err != nil {
				return nil, err
			}
		}
		for _, given := range variants {
			turned := sync.OnceValues(func() (Posterior, error) { return t.Basis.rotated(given) })
			for _, s := range schemes {
				g := given
				if s.friction.turned() {
					if g, err = turned(); err != nil {
						return nil, c.Errorf(t.key("friction"), "%s: %v", s.friction, err)
					}
				}
				for _, p := range points {
					if s.friction == Fixed && p.Sampling.Along() {
						return nil, c.Errorf(t.key("friction"), "fixed is for independent batches, got %s",
							p.Sampling)
					}
					r := &Run{
						Point: p, Table: t.Name, Method: t.method(s.Word), Friction: s.friction, Posterior: g,
						Chain: g.Chain(s.Scheme, p),
					}
					r.Chain.T = cmp.Or(t.T, r.Chain.T) * cmp.Or(t.Part, 1)
					if _, ok := r.Chain.Model.(*model.GaussianNoise); p.Sampling == minibatch.Gaussian && !ok {
						return nil, c.Errorf(t.key("sampling"), "Gaussian noise is for schemes with ξ on a mixture, "+
							"in the given coordinates")
					}
					runs = append(runs, r)
				}
			}
		}
	}
	return runs, c.Drawable(t.key("method"), t.Method)
}

// method returns the method of a scheme in the table.
func (t *lists) method(word string) string {
	switch {
	case t.Method != "":
		return t.Method
	case Adaptive(word):
		return "AdL"
	case word == "OABAO":
		return "Langevin"
	}
	return word
}

// Adaptive reports whether a scheme has ξ.
func Adaptive(word string) bool { return word != dynamics.SGLD && strings.Contains(word, "D") }

// scheme is a scheme without its time step, and the name of its friction, or "".
type scheme struct {
	dynamics.Scheme
	friction Friction
}

// schemes returns the schemes of the table for a model.
func (t *lists) schemes(c Context, m model.Model) (all []scheme, err error) {
	if t.Scheme == nil {
		return nil, c.Errorf(t.key("scheme"), "missing, expected a list of schemes")
	}
	for i, word := range t.Scheme {
		missing := func(key string) error {
			return c.Errorf(t.key(key), "scheme %s needs it", word)
		}
		gammas, frictions, etas := t.Gamma, []Friction{""}, []float64{0}
		switch {
		case word == dynamics.SGLD:
			gammas = []float64{0}
		case gammas == nil:
			return nil, missing("gamma")
		case Adaptive(word):
			if frictions, etas = t.Friction, t.Eta; frictions == nil {
				return nil, missing("friction")
			} else if etas == nil {
				return nil, missing("eta")
			}
		}
		for _, gamma := range gammas {
			for k, friction := range frictions {
				for j, eta := range etas {
					if friction == Fixed && j > 0 { // it has no η
						continue
					}
					s, err := friction.scheme(word, gamma, eta, m)
					if err != nil {
						return nil, c.Errorf(t.place("friction", k), "%v", err)
					}
					if err := s.Check(); err != nil {
						return nil, c.Errorf(t.place("scheme", i), "%v", err)
					}
					all = append(all, scheme{s, friction})
				}
			}
		}
	}
	return all, nil
}

// scheme returns the scheme of a word with the friction, or without one, for a model.
func (f Friction) scheme(
	word string, gamma, eta float64, m model.Model,
) (s dynamics.Scheme, err error) {
	s = Langevin(word, gamma)
	switch f {
	case "":
	case Fixed:
		s.Word, s.Friction = strings.ReplaceAll(word, "D", ""), dynamics.Fixed{Gamma: gamma}
	case Rotated:
		s.Friction = dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: gamma, Eta: eta}
	default:
		var form dynamics.Form
		form, err = f.Form(m)
		s.Friction = dynamics.AdL{Form: form, Gamma: gamma, Eta: eta}
	}
	return s, err
}

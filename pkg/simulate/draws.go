package simulate

import (
	"fmt"
	"strings"
	"unicode"

	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// Draws is a chain that runs again to keep draws: the values of its observables, and of θ, in some
// of its observations. It is a task of its own, so that neither the key nor the result of the chain
// depends on it.
type Draws struct {
	*Chain     // observes only draws
	Every  int // observations per kept draw
	names  []string
}

// KeepDraws returns the task that keeps every every-th observation. It returns an error if a
// replica has fewer observations.
func (c *Chain) KeepDraws(every int) (*Draws, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if _, steps, per := c.Steps(); every < 1 || every > steps/per {
		return nil, fmt.Errorf("expected every=N with N from 1 to the %d observations of a replica, "+
			"got %d", steps/per, every)
	}
	again := *c
	again.Observe = nil
	d := &Draws{Chain: &again, Every: every}
	keys, names := map[string]bool{}, map[string]int{}
	for _, s := range append([]Statistic{Last{dynamics.Theta{}}}, c.Statistics()...) {
		for _, o := range s.of() {
			if key := canonical(o.Key()); keys[key] || o.Len(c.Model.Dim(), c.Scheme.Friction) == 0 {
				continue
			} else {
				keys[key] = true
			}
			name := plainName(o.Key())
			if names[name]++; names[name] > 1 {
				name = fmt.Sprintf("%s_%d", name, names[name])
			}
			d.names = append(d.names, name)
			again.Observe = append(again.Observe, draws{o, every})
		}
	}
	return d, nil
}

// plainName is the name in an observable's key (for a dynamics.Function, its Name), with _ for
// everything but letters and digits.
func plainName(k spec.Key) string {
	name := fmt.Sprint(k["is"])
	if own, ok := k["name"]; ok {
		name = fmt.Sprint(own)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
}

// Kind is "draws".
func (d *Draws) Kind() string { return "draws" }

// Bytes is the size of the draws.
func (d *Draws) Bytes() int {
	n := 0
	for _, p := range d.plans(false) {
		n += 8 * p.replicas * (p.observed / d.Every) * p.len
	}
	return n
}

// Arrays returns the draws in a result: for every observable an array of the shape (replica, draw,
// number). It returns none if the chain diverged.
func (d *Draws) Arrays(result table.Archive) (table.Archive, error) {
	x, err := d.Read(result)
	if err != nil || x.Diverged {
		return nil, err
	}
	var a table.Archive
	for k, of := range x.arrays {
		a = append(a, table.Entry{Name: d.names[k], Shape: of[0].shape, Data: of[0].values})
	}
	return a, nil
}

// draws are the values of an observable in every every-th observation, of every replica.
type draws struct {
	observable dynamics.Observable
	every      int
}

func (d draws) key() spec.Key {
	return spec.Key{"is": "draws", "of": d.observable.Key(), "every": d.every}
}

func (d draws) of() []dynamics.Observable { return []dynamics.Observable{d.observable} }

func (d draws) arrays(p plan) []*array {
	return []*array{values("draws", p.replicas, p.observed/d.every, p.len)}
}

func (d draws) record(p plan, a []*array, of []*bound) recorder {
	replica := p.observed / d.every * p.len
	return recorder{observe: func(n int) {
		if n%d.every == 0 {
			p.scatter(a[0].values, of[0].value(), (n/d.every-1)*p.len, 1, replica)
		}
	}}
}

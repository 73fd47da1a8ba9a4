package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
)

// lawOfP is what is observed of p: the products of its components, and their histograms, from which
// follows the distance to the normal law of the same mean and variance.
var lawOfP = []simulate.Statistic{
	simulate.Moments{Of: dynamics.Products{Of: dynamics.Momentum{}}},
	histogramOf(dynamics.Momentum{}, 0, 6), histogramOf(dynamics.Momentum{}, 1, 6),
}

// lawOfXi is what is observed of ξ: the products and the histograms of its entries.
func lawOfXi(k study.Friction) []simulate.Statistic {
	obs := []simulate.Statistic{simulate.Moments{Of: dynamics.Products{Of: dynamics.Xi{}}}}
	for i := range entriesOf(k) {
		obs = append(obs, histogramOf(dynamics.Xi{}, i, 16))
	}
	return obs
}

// entriesOf is the number of entries of ξ.
func entriesOf(k study.Friction) int {
	form, err := dynamics.ParseForm(string(k))
	if err != nil {
		panic("fig07: " + err.Error())
	}
	return len(dynamics.Entries(form, 2))
}

// histogramOf is the histogram of number i of an observable on [−reach, reach].
func histogramOf(o dynamics.Observable, i int, reach float64) simulate.Histogram {
	return simulate.Histogram{
		Of: dynamics.Number{Of: o, I: i}, Lo: -reach, Hi: reach, Bins: 2000,
	}
}

// Conditional is the [conditional] table of the spec.
type Conditional struct {
	At   []At      `toml:"at"`
	Eta  []float64 `toml:"eta" spec:"positive,distinct"`
	Lo   float64   `toml:"lo"`
	Hi   float64   `toml:"hi"`
	Side int       `toml:"side" spec:"min=1,max=20"`
}

// cells sorts the entries of ξ by the cells of θ.
func (k Conditional) cells() dynamics.ByCell {
	return dynamics.ByCell{Of: dynamics.Xi{}, Lo: k.Lo, Hi: k.Hi, Side: k.Side}
}

func (k Conditional) xi() simulate.Mean {
	return simulate.Mean{Of: k.cells(), Every: 0.05}
}

// Metastable is the [metastable] table of the spec.
type Metastable struct {
	T     float64   `toml:"T" spec:"positive"`
	Eta   []float64 `toml:"eta" spec:"positive,distinct"`
	Full  []At      `toml:"full"`
	N     []int     `toml:"n" spec:"min=1"`
	Noise []float64 `toml:"noise" spec:"positive"`
	Seeds []uint64  `toml:"seeds" spec:"distinct"`
}

// scalar lists the points of a scalar friction, with ε(n)Δt = Noise.
func (m Metastable) scalar(total int) (at []At) {
	for i, n := range m.N {
		if epsilon := minibatch.Without.Epsilon(total, n); epsilon > 0 && i < len(m.Noise) {
			at = append(at, At{n, m.Noise[i] / epsilon})
		}
	}
	return at
}

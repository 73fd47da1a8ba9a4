package study

import (
	"fmt"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// meanSigma is a mean covariance Σ̄ of one datum's gradient.
var meanSigma = []float64{3, 1, 1, 2}

// onMixture returns a short chain of the mixture with a friction.
func onMixture(form dynamics.Form) *simulate.Chain {
	return &simulate.Chain{
		Model: studytest.Mixture(200), N: 5, Sampling: minibatch.Without, BurnIn: 1, T: 64 * 4 * 2e-3,
		Every: 2e-3, Replicas: 64, Blocks: 4, Scheme: dynamics.Scheme{
			Word: "ODABADO", Dt: 2e-3, Friction: dynamics.AdL{Form: form, Gamma: 1, Eta: 0.5},
		},
		Observe: []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}},
	}
}

func TestSettle(t *testing.T) {
	const epsilon = 200.0 * 195 / 5
	for _, form := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.BlockDiagonal{Order: 2}, dynamics.Full{},
	} {
		c := onMixture(form)
		want, ok := exact.MeanXi(form, meanSigma, epsilon, 1, 2e-3)
		Settle(c, meanSigma, 5)
		if !slices.Equal(c.Xi, linalg.RoundedSym(want, digits)) || !ok {
			t.Errorf("%s: ξ starts at %v, want %v", form.Name(), c.Xi, want)
		}
		f := c.Scheme.Friction.(dynamics.AdL)
		if time := exact.XiTime(f, meanSigma, epsilon, 2e-3); c.BurnIn != 5*linalg.Round(time, digits) {
			t.Errorf("%s: burn-in %g, relaxation time %g", form.Name(), c.BurnIn, time)
		}
		c.BurnIn = 1e6
		if Settle(c, meanSigma, 5); c.BurnIn != 1e6 {
			t.Errorf("%s: the burn-in was shortened to %g", form.Name(), c.BurnIn)
		}
		c.Scheme.Dt = 2e-2 // s is 3.1 or more
		Settle(c, meanSigma, 0)
		for i, x := range exact.ContinuousXi(form, meanSigma, epsilon, 1, 2e-2) {
			studytest.Near(t, form.Name()+", s ≥ 1: ξ at the start", c.Xi[i], linalg.Round(x, digits), 0)
		}
	}
}

// The rows about ξ are named by the places of its entries. Each has its prediction in a separate
// row, where it is right.
func TestXiRows(t *testing.T) {
	entries := []string{" 11", " 12", " 22"}
	for _, c := range []struct {
		form   dynamics.Form
		names  []string
		places []int // in ξ
	}{
		{dynamics.Scalar{}, []string{""}, []int{0}},
		{dynamics.Layers{Sizes: []int{2}}, []string{""}, []int{0}},
		{dynamics.Diagonal{}, []string{" 11", " 22"}, []int{0, 3}},
		{dynamics.Full{}, entries, []int{0, 1, 3}},
		{dynamics.BlockDiagonal{Order: 2}, entries, []int{0, 1, 3}},
	} {
		for _, v := range []struct {
			name            string
			n               int
			sampling        minibatch.Sampling
			mean            []float64
			xi, varianceToo bool // is predicted
		}{
			{"noise", 5, minibatch.Without, meanSigma, true, false},
			{"little noise", 199, minibatch.Without, meanSigma, true, true},
			{"no noise", 200, minibatch.Without, meanSigma, true, true},
			{"no stationary state", 5, minibatch.Without, []float64{1e9, 0, 0, 1e9}, false, false},
			{"along permutations", 5, minibatch.Reshuffle, meanSigma, false, false},
			{"an unknown noise", 5, minibatch.Without, nil, false, false},
		} {
			x := onMixture(c.form)
			x.N, x.Sampling = v.n, v.sampling
			Settle(x, meanSigma, 0)
			samples := studytest.Run(t, x)
			frozen, _ := exact.MeanXi(c.form, meanSigma, x.Epsilon(), 1, 2e-3)
			var want, got []string
			add := func(quantity, source string, v float64) {
				want = append(want, fmt.Sprint(quantity, source, linalg.Round(v, 10)))
			}
			for k, name := range c.names {
				b := samples.Blocks(dynamics.Xi{}, k)
				add("xi"+name, table.Simulation, b.Mean().Value)
				if v.xi {
					add("xi"+name, table.Prediction, frozen[c.places[k]])
				}
				add("var xi"+name, table.Simulation, b.Variance().Value)
				if v.varianceToo { // 1/η, or half of it off the diagonal
					add("var xi"+name, table.Prediction, map[int]float64{0: 2, 1: 1, 3: 2}[c.places[k]])
				}
			}
			tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"})...)
			XiRows(tab, Point{}.Row("AdL"), samples, v.mean, true)
			for i := range tab.Len() {
				got = append(got,
					fmt.Sprint(tab.Cell(i, "quantity"), tab.Cell(i, "source"), tab.Float(i, "value")))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: rows %q, want %q", c.form.Name(), v.name, got, want)
			}
		}
	}
	if got := EntryNames(dynamics.Scalar{}, 1); !slices.Equal(got, []string{""}) {
		t.Errorf("one dimension: %q", got)
	}
}

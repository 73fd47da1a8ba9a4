package simulate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/table"
)

// everything is a chain with every statistic.
func everything() *Chain {
	c := mixtureChain()
	theta := dynamics.Component{I: 1}
	c.Observe = append(c.Observe, Mean{Of: dynamics.Theta{}}, Histogram{theta, -1, 1, 5},
		Joint{dynamics.Component{}, theta, [2]float64{}, [2]float64{1, 1}, 3},
		Crossings{theta, 0, 1}, Autocorrelation{theta, 3}, Last{dynamics.Xi{}})
	return c
}

// An archive that is not what Run stored is one error, in one line, whatever is wrong with it.
func TestReadErrors(t *testing.T) {
	c := everything()
	whole := execute(t, c)
	refused := func(what string, a table.Archive) {
		t.Helper()
		_, err := c.Read(a)
		if err == nil || !strings.HasPrefix(err.Error(), "samples of a chain: ") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i, e := range whole {
		if strings.HasPrefix(e.Name, "probe") { // Verify reads them
			continue
		}
		refused(e.Name+" is missing", slices.Delete(slices.Clone(whole), i, i+1))
		for what, x := range map[string]table.Entry{
			"has another name":  {Name: "x", Shape: e.Shape, Data: e.Data},
			"has another type":  {Name: e.Name, Shape: e.Shape, Data: []uint64{1, 2, 3}},
			"is a text":         {Name: e.Name, Data: json.RawMessage("1")},
			"has another shape": {Name: e.Name, Shape: append([]int{1}, e.Shape...), Data: e.Data},
			"is empty":          {Name: e.Name, Shape: []int{0}, Data: []float64{}},
		} {
			if e.Name == "about" && what == "has another shape" {
				x.Shape = []int{1, 2}
			}
			a := slices.Clone(whole)
			a[i] = x
			refused(e.Name+" "+what, a)
		}
	}
	for k, s := range c.Observe {
		if _, ok := s.(Moments); ok {
			refused("not a number", set(t, whole, fmt.Sprintf("%d.s1", k), 0, math.NaN()))
			refused("infinity", set(t, whole, fmt.Sprintf("%d.s2", k), 1, math.Inf(1)))
		}
	}
	more := table.Entry{Name: "more", Data: []float64{1}}
	refused("an array too many", append(slices.Clone(whole), more))
	refused("nothing", nil)
	steps := int64(c.Units())
	for _, about := range [][]int64{
		{steps, 2}, {steps, -1}, {steps + 1, 0}, {-steps, 0}, {steps}, nil,
	} {
		a := slices.Clone(whole)
		a[0].Data = about
		refused("about", a)
	}
	start, _, _ := c.probeArrays(0)
	diverged := archive([]int64{steps, 1}, []*array{start})
	if x, err := c.Read(diverged); err != nil || !x.Diverged {
		t.Errorf("diverged: %+v, %v", x, err)
	}
	refused("diverged, with numbers", append(diverged, more))

	// What another chain stored is not this one's.
	longer, other := everything(), everything()
	longer.T *= 2
	refused("a longer run", execute(t, longer))
	other.Observe[3] = Histogram{dynamics.Component{I: 1}, -1, 1, 6}
	refused("other bins", execute(t, other))
}

// What was not observed cannot be had.
func TestNotObserved(t *testing.T) {
	x := samples(t, everything())
	for name, get := range map[string]func(){
		"moments":   func() { x.Blocks(dynamics.Component{}, 0) },
		"mean":      func() { x.Means(Mean{dynamics.Theta{}, 1}) },
		"histogram": func() { x.Histogram(Histogram{dynamics.Component{I: 1}, -1, 1, 6}) },
		"last":      func() { x.Last(dynamics.Theta{}) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "simulate: ") {
					t.Errorf("%s: %v", name, s)
				}
			}()
			get()
			t.Errorf("%s: no panic", name)
		}()
	}
}

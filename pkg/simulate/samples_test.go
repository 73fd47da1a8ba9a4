package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// everything is a chain with every statistic.
func everything() *Chain {
	c := mixtureChain()
	theta := dynamics.Component{I: 1}
	c.Observe = append(c.Observe, Mean{Of: dynamics.Theta{}}, Histogram{theta, -1, 1, 5},
		Joint{dynamics.Component{}, theta, [2]float64{}, [2]float64{1, 1}, 3},
		Crossings{theta, 0, 1}, Last{dynamics.Xi{}})
	return c
}

// An archive that Run did not store is one error, in one line, whatever the fault.
func TestReadErrors(t *testing.T) {
	c := everything()
	whole := execute(t, c)
	refused := func(what string, a table.Archive) {
		t.Helper()
		_, err := c.Read(a)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i, e := range whole {
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
	diverged := archive([]int64{steps, 1}, nil)
	if x, err := c.Read(diverged); err != nil || !x.Diverged {
		t.Errorf("diverged: %+v, %v", x, err)
	}
	refused("diverged, with numbers", append(diverged, more))

	// Samples of another chain are rejected.
	longer, other := everything(), everything()
	longer.T *= 2
	refused("a longer run", execute(t, longer))
	other.Observe[3] = Histogram{dynamics.Component{I: 1}, -1, 1, 6}
	refused("other bins", execute(t, other))
}

// Methods panic for statistics that the chain did not observe.
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
				if err, ok := recover().(*NotObserved); !ok {
					t.Errorf("%s: %v", name, err)
				}
			}()
			get()
			t.Errorf("%s: no panic", name)
		}()
	}
}

// A chain without Observe observes the moments of θ and of an adaptive ξ, with the same key as if
// it said so.
func TestDefaultStatistics(t *testing.T) {
	for _, c := range []*Chain{gaussianChain(vec.Replicas), mixtureChain()} {
		c.Observe = []Statistic{Moments{dynamics.Theta{}}}
		if c.Scheme.Word == "ODABADO" {
			c.Observe = append(c.Observe, Moments{dynamics.Xi{}})
		}
		_, want := keys(t, c)
		mean := samples(t, c).Theta(0).Mean()
		c.Observe = nil
		if _, key := keys(t, c); key != want {
			t.Errorf("%s: key %s, want %s", c.Scheme.Word, key, want)
		}
		x, err := c.Sample(context.Background())
		if err != nil || x.Theta(0).Mean() != mean {
			t.Errorf("%s: %v, %v", c.Scheme.Word, x, err)
		}
	}
}

// Sample checks the gradient before it runs.
func TestSampleChecks(t *testing.T) {
	c := gaussianChain(vec.Replicas)
	c.Model = half{c.Model.(*model.Gaussian)}
	if x, err := c.Sample(context.Background()); err == nil ||
		!strings.HasPrefix(err.Error(), "model gaussian: ∂/∂θ_1 log π is ") {
		t.Errorf("%v, %v", x, err)
	}
}

// half is a model with half the gradient of the prior.
type half struct{ *model.Gaussian }

func (m half) GradPrior(g, theta []float64) {
	m.Gaussian.GradPrior(g, theta)
	g[0] /= 2
}

// Estimates from a reduced result agree with estimates from the whole, to the 24 bits of its
// numbers.
func TestReduce(t *testing.T) {
	c := everything()
	c.Blocks = 2 * blocks
	whole := execute(t, c)
	small, err := c.Reduce(whole)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Reduce(small); err != nil || !reflect.DeepEqual(again, small) {
		t.Errorf("a reduced result changes: %v", err)
	}
	if err := c.Valid(small); err != nil {
		t.Error(err)
	}
	x, y := read(t, c, whole), read(t, c, small)
	near := func(what string, a, b float64) {
		t.Helper()
		if !(math.Abs(a-b) <= 1e-5*math.Abs(a)+1e-6) {
			t.Errorf("%s: got %g, want %g", what, b, a)
		}
	}
	same := func(what string, a, b estimate.Estimate) {
		t.Helper()
		near(what, a.Value, b.Value)
		near(what+", standard error", a.StdErr, b.StdErr)
	}
	for i := range 2 {
		same("mean", x.Theta(i).Mean(), y.Theta(i).Mean())
		same("variance", x.Theta(i).Variance(), y.Theta(i).Variance())
		same("trend", x.Theta(i).Trend(), y.Theta(i).Trend())
		near("R-hat", x.Theta(i).RHat(), y.Theta(i).RHat())
	}
	if n := len(y.Theta(0).S1); n != blocks*c.Replicas {
		t.Errorf("%d sums of %d replicas", n, c.Replicas)
	}
	for _, s := range c.Observe {
		switch s := s.(type) {
		case Histogram:
			a, b := x.Histogram(s), y.Histogram(s)
			if b.Replicas != Groups || b.Replicas == a.Replicas ||
				len(b.Counts) != b.Replicas*(b.Bins+2) {
				t.Errorf("%d histograms", b.Replicas)
			}
			for bin := range s.Bins + 2 {
				near("counts of a bin", total(a, bin), total(b, bin))
			}
		case Joint:
			a, b := x.Masses(s), y.Masses(s)
			for i := range a {
				near("mass", a[i].Value, b[i].Value)
			}
		case Crossings:
			if !reflect.DeepEqual(x.Crossings(s), y.Crossings(s)) {
				t.Error("other crossings")
			}
		case Mean:
			near("mean of a replica", x.Means(s)[3][1], y.Means(s)[3][1])
		case Last:
			near("last", x.Last(s.Of)[3][0], y.Last(s.Of)[3][0])
		}
	}
	other := *c
	other.Scheme.Dt *= 2
	if _, err := other.Reduce(whole); err == nil {
		t.Error("reduced the result of another chain")
	}
}

// total is the sum of the counts of a bin.
func total(h *estimate.Histogram, bin int) (n float64) {
	for r := range h.Replicas {
		n += float64(h.Counts[r*(h.Bins+2)+bin])
	}
	return n
}

// A diverged result stays so when it is reduced.
func TestReduceDiverged(t *testing.T) {
	c := mixtureChain()
	c.Scheme.Dt, c.XiMax = 0.5, 1e3
	whole := execute(t, c)
	small, err := c.Reduce(whole)
	if err != nil || !read(t, c, whole).Diverged || !read(t, c, small).Diverged {
		t.Fatalf("%v", err)
	}
	if err := c.Valid(small); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, c *Chain, a table.Archive) *Samples {
	t.Helper()
	x, err := c.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestMerged(t *testing.T) {
	for _, c := range []struct{ from, to, want []int }{
		{[]int{4}, []int{2}, []int{0, 0, 1, 1}},
		{[]int{2, 3}, []int{2, 3}, []int{0, 1, 2, 3, 4, 5}},
		{[]int{2, 4}, []int{1, 2}, []int{0, 0, 1, 1, 0, 0, 1, 1}},
		{[]int{1, 2, 2}, []int{1, 1, 2}, []int{0, 1, 0, 1}},
	} {
		if got := merged(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: got %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

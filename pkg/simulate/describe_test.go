package simulate

import (
	"context"
	"strings"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// Describe names the parameters that differ between the points of a figure.
func TestDescribe(t *testing.T) {
	a, b, c := mixtureChain(), mixtureChain(), mixtureChain()
	b.N, b.Scheme.Dt = 5, 0.005
	other := gaussianNoise()
	c.Scheme = gaussianChain(vec.Replicas).Scheme
	var got strings.Builder
	o := sweep.Options{Cache: sweep.Cache{Dir: t.TempDir()}, Name: "fig00"}
	if err := sweep.Why(context.Background(), &got, []sweep.Task{a, b, c, &other}, o); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"n = 3, Δt = 0.01, ODABADO, full, η = 1",
		"n = 5, Δt = 0.005, ODABADO, full, η = 1",
		"n = 3, Δt = 0.01, OABAO",
		"n = 3, without replacement",
	} {
		if line := strings.Split(got.String(), "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("got %q, want %q", line, want)
		}
	}
}

// The points of a figure share the checks of their model, and those of the batches of a size.
func TestChecks(t *testing.T) {
	names := map[string]bool{}
	add := func(c *Chain) int {
		all := c.Checks()
		for _, x := range all {
			names[x.Name] = true
			if err := x.Run(); err != nil {
				t.Error(err)
			}
		}
		return len(all)
	}
	for _, x := range []struct {
		what             string
		change           func(c *Chain)
		checks, distinct int // of the chain, and of all so far
	}{
		{"the first", func(c *Chain) {}, 2, 2},
		{"a time step", func(c *Chain) { c.Scheme.Dt /= 2 }, 2, 2},
		{"a start", func(c *Chain) { c.Theta = [][]float64{{0.3, 0.2}} }, 2, 2},
		{"n", func(c *Chain) { c.N++ }, 2, 3},
		{"all the data", func(c *Chain) {
			c.N, c.Sampling = c.Model.Ndata(), minibatch.Without
		}, 1, 3},
		{"Gaussian noise", func(c *Chain) {
			c.Model = &model.GaussianNoise{Model: c.Model, Name: "S"}
			c.Sampling = minibatch.Gaussian
		}, 1, 4},
		{"the data", func(c *Chain) { c.Digest = "others" }, 2, 6},
		{"the layout", func(c *Chain) { c.Layout = vec.Components }, 2, 8},
		{"what cannot run", func(c *Chain) { c.N = 0 }, 0, 8},
	} {
		c := mixtureChain()
		x.change(c)
		if n := add(c); n != x.checks || len(names) != x.distinct {
			t.Errorf("%s: %d checks, %d in all, want %d and %d", x.what, n, len(names), x.checks,
				x.distinct)
		}
	}
}

// Draws of the noise check the gradient as well.
func TestNoiseChecks(t *testing.T) {
	z := gaussianNoise()
	if all := z.Checks(); len(all) != 2 || all[0].Run() != nil || all[1].Run() != nil {
		t.Errorf("the checks are %v", all)
	}
	z.Model = upsideDown{z.Model}
	if err := z.Checks()[0].Run(); err == nil || !strings.Contains(err.Error(), "∂/∂θ_1 log π is ") {
		t.Errorf("a gradient of the wrong sign: %v", err)
	}
	z.N = 0
	if all := z.Checks(); all != nil {
		t.Errorf("what cannot run has the checks %v", all)
	}
}

// upsideDown is a model whose gradient has the wrong sign.
type upsideDown struct{ model.Model }

func (m upsideDown) GradDatum(g, theta []float64, i int) {
	m.Model.GradDatum(g, theta, i)
	for k := range g {
		g[k] = -g[k]
	}
}

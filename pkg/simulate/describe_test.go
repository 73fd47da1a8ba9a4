package simulate

import (
	"context"
	"strings"
	"testing"

	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// What differs between the points of a figure is told in its own terms.
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

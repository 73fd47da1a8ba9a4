package main

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// The criterion at kick is that of exact.Gaussian.AdL.
func TestKick(t *testing.T) {
	l := exact.Gaussian{A: 101, V: 0.9}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		edge := 1 / exact.BatchNoise(1, dt, kick(l, dt)[0])
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if _, _, ok := l.AdL(f*edge, 1, dt); ok != (f < 1) {
				t.Errorf("Δt = %g: s = %g: a stationary state: %v", dt, f, ok)
			}
		}
	}
	if k := kick(l, 1); k[0] != l.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", k[0], l.V)
	}
}

// A ξ that grows by 2 in a unit of time has that growth, for even and odd numbers of blocks.
func TestGrowth(t *testing.T) {
	for _, blocks := range []int{4, 5, 16, 17} {
		c := &simulate.Chain{T: 64 * 100, Every: 0.1, Replicas: 64, Blocks: blocks}
		c.Scheme.Dt = 0.01
		_, run, _ := c.Steps()
		b := &estimate.Blocks{Replicas: 64, Count: 1}
		for i := range blocks {
			for range 64 {
				x := 2 * (float64(i) + 0.5) / float64(blocks) * float64(run) * 0.01
				b.S1, b.S2 = append(b.S1, x), append(b.S2, x*x)
			}
		}
		if g := growth(b.Trend(), c); math.Abs(g.Value-2) > 1e-12 {
			t.Errorf("%d blocks: got %g, want 2", blocks, g.Value)
		}
	}
}

// newTable is an empty table.
func newTable() *table.Table {
	params := []string{"method", "sampling", "n", "dt"}
	return table.New(table.Columns(params, "exact", "s", "v", "a")...)
}

// sample is a table with the errors of a frozen ξ, with the standard error noise; scale multiplies
// the part that is due to batches.
func sample(s Spec, noise, scale float64) *table.Table {
	l := exact.Gaussian{A: 101, V: 0.91}
	t := newTable()
	for _, dt := range s.Dt {
		for _, n := range s.N {
			eps := 100 * float64(100-n) / float64(n)
			crit := exact.BatchNoise(eps, dt, kick(l, dt)[0])
			row := table.Row{
				"method": "AdL", "sampling": "without", "n": n, "dt": dt, "epsilon": eps, "s": crit,
				"v": l.V, "a": l.A, "status": table.OK, "source": table.Simulation, "stderr": noise,
			}
			frozen := s.frozen(l, eps, dt)
			if crit >= 1 {
				row["status"] = table.Runaway
			}
			step := -l.A * dt * dt / 4
			row["quantity"], row["value"], row["exact"] = "variance error", step+scale*(frozen-step), frozen
			t.Add(row)
			row["quantity"], row["value"], row["exact"] = "growth of xi", 1.1*max(crit-1, 0), max(crit-1, 0)
			t.Add(row)
			row["quantity"], row["value"], row["exact"] = "var xi", 1.0, 1.0
			t.Add(row)
			row["source"], row["method"], row["status"] = table.Exact, "Langevin", table.OK
			row["quantity"], row["stderr"] = "variance error", 0
			row["value"] = l.Langevin(eps, 1, dt)
			t.Add(row)
		}
	}
	return t
}

func TestClaims(t *testing.T) {
	var s Spec
	s.Word, s.Gamma = "ODABADO", 1
	s.Dt = []float64{1e-3, 2e-3, 5e-3, 8e-3, 1e-2, 1.5e-2, 2e-2}
	s.N = []int{1, 2, 5, 10, 20, 50, 80, 95, 100}
	order := []string{
		"not affected", "affected", "due to the time step", "far below Figure 3",
		"far below Figure 3 with", "bound", "order", "frozen", "mean of ξ", "variance of ξ",
		"no stationary",
	}
	for _, c := range []struct {
		name         string
		noise, scale float64
		want         string // initials of the verdicts
	}{
		// with ξ frozen, batches make most of the error at n = 1, Δt = 0.005, and it grows as ε²Δt⁴
		{"frozen", 1e-6, 1, "hhfhhhfhuhh"},
		{"noise", 1e3, 1, "uuuuuuuuuhu"},
		{"a huge part due to batches", 1e-6, 1e5, "fhffffffuhh"},
	} {
		cs := claims(s, sample(s, c.noise, c.scale))
		if len(cs) != len(order) {
			t.Fatalf("%d claims, want %d", len(cs), len(order))
		}
		for i, got := range cs {
			if !strings.HasPrefix(got.Name, order[i]) || got.Verdict[0] != c.want[i] {
				t.Errorf("%s: %s: %s (%s), want %c", c.name, got.Name, got.Verdict, got.Measured, c.want[i])
			}
		}
	}
	for _, c := range claims(s, newTable()) {
		if c.Verdict != "undecided" {
			t.Errorf("no data: %s %s", c.Name, c.Verdict)
		}
	}
}

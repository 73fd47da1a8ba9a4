package dynamics

import (
	"math"
	"testing"

	"adl/pkg/vec"
)

// TestNoiseBlocks: the normals do not depend on how many are made ahead, nor on how many rows a draw has.
func TestNoiseBlocks(t *testing.T) {
	const rows = 960
	want := vec.Rows(rows)
	vec.NewStream(4, 5).Normals(want)
	for _, k := range []int{1, 2, 3, 32, 40} {
		for _, block := range []int{0, 1, 8, 96} { // 0: as NewNoise makes it
			n := NewNoise(k, 4, 5)
			if block > 0 {
				n.rows = vec.Rows(k * block)
				n.at = len(n.rows)
			}
			for i := 0; i+k <= rows; i += k {
				r := n.Next(k)
				if len(r) != k {
					t.Fatalf("a draw of %d rows has %d", k, len(r))
				}
				for j := range r {
					if r[j] != want[i+j] {
						t.Fatalf("draws of %d in blocks of %d: row %d differs from the stream's", k, block, i+j)
					}
				}
			}
		}
	}
}

// counter notes when it is called.
type counter struct{ at []int }

func (c *counter) Observe(e *Ensemble) { c.at = append(c.at, e.Steps) }

// TestRunCounts: observers look after the multiples of every, counted from the beginning, wherever a run is cut.
func TestRunCounts(t *testing.T) {
	for _, every := range []int{1, 7, 10, 50} {
		for _, cuts := range [][]int{{100}, {3, 97}, {7, 7, 86}, {50, 50}, {0, 99, 1}, {33, 33, 34}} {
			e := NewEnsemble(1, nil, nil, nil, nil)
			c := &counter{}
			for _, n := range cuts {
				e.Run(nil, n, every, c)
			}
			if e.Steps != 100 || len(c.at) != 100/every {
				t.Errorf("every %d, cuts %v: %d steps, %d observations", every, cuts, e.Steps, len(c.at))
			}
			for i, s := range c.at {
				if s != (i+1)*every {
					t.Errorf("every %d, cuts %v: observation %d after step %d", every, cuts, i, s)
				}
			}
		}
	}
}

func TestNewEnsemble(t *testing.T) {
	e := NewEnsemble(3, Full{1, 1}, nil, nil, nil)
	if len(e.Theta) != 3 || len(e.P) != 3 || len(e.F) != 3 || len(e.Xi) != 6 {
		t.Fatalf("%d, %d, %d, %d rows", len(e.Theta), len(e.P), len(e.F), len(e.Xi))
	}
	if e := NewEnsemble(2, nil, nil, nil, nil); len(e.Xi) != 0 {
		t.Error("ξ without a friction")
	}
	// the parts do not overlap
	for i, r := range [][]vec.Row{e.Theta, e.P, e.F, e.Xi, e.spare} {
		vec.Fill(r, float64(i+1))
	}
	for i, r := range [][]vec.Row{e.Theta, e.P, e.F, e.Xi, e.spare} {
		for j := range r {
			if r[j][0] != float64(i+1) || r[j][vec.Lanes-1] != float64(i+1) {
				t.Errorf("part %d is overwritten by part %g", i, r[j][0])
			}
		}
	}
	if !e.Finite() {
		t.Error("a finite ensemble is called infinite")
	}
	for _, r := range [][]vec.Row{e.Theta, e.P, e.Xi} {
		r[1][5] = math.Inf(1)
		if e.Finite() {
			t.Error("an infinite ensemble is called finite")
		}
		r[1][5] = 0
	}
}

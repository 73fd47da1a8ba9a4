package dynamics

import (
	"testing"

	"adl/pkg/vec"
)

// TestCoefficient: every entry of every ξ_k is the one that Start set, in both layouts.
func TestCoefficient(t *testing.T) {
	for _, l := range layouts {
		for _, form := range []Form{Full{}, Diagonal{}, Scalar{}} {
			b := quarters(2)
			cells, m := b.Cells()
			f := Extended{Base: AdL{form, 1, 1}, Basis: b}
			for k := range cells * m {
				x := float64(k)
				f.Xi0 = append(f.Xi0, Project(form, []float64{x + 1, -x, -x, x + 2}))
			}
			s := NewState(l, 2, f, nil, nil, nil)
			f.Start(s, nil)
			for k, want := range f.Xi0 {
				for _, e := range Entries(form, 2) {
					c := Coefficient{k, e.I, e.J}
					if got := c.Bind(l, 2, f)(s)[0][0]; got != want[2*e.I+e.J] {
						t.Errorf("%v, %s: %+v is %g, want %g", l, form.Name(), c, got, want[2*e.I+e.J])
					}
				}
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic without an extended friction")
		}
	}()
	Coefficient{}.Bind(vec.Replicas, 2, AdL{Full{}, 1, 1})
}

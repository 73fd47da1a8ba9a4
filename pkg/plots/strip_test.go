package plots

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Names of rows are where no marks are.
func TestPlace(t *testing.T) {
	c := draw.Canvas{Rectangle: rect(0, 0, 100, 100)}
	for _, test := range []struct {
		marks []vg.Length
		width vg.Length
		at    vg.Length
		align float64
	}{
		{nil, 50, rowGap, 0},
		{[]vg.Length{90, 40}, 50, rowGap, 0},
		{[]vg.Length{90, 22}, 10, rowGap, 0},
		{[]vg.Length{60, 10}, 50, 60 + 2*rowGap, 0},
		{[]vg.Length{90, 20, 30}, 10, 60, 0.5},
	} {
		if at, align := place(c, test.marks, test.width); at != test.at || align != test.align {
			t.Errorf("%v: at %v, %v", test.marks, at, align)
		}
	}
}

//go:build goexperiment.simd && amd64 && go1.26 && !go1.27

package vec

import (
	"fmt"
	"math"
	"testing"
)

// TestNetworkInForms compares the forms for all remainders of blocks, several shapes, and
// parameters that are hard numbers, infinite or NaN.
func TestNetworkInForms(t *testing.T) {
	for s := range uint64(40) {
		inputs, hidden, total := 1+int(s%7), 1+int(s%5), 200+int(s)
		if s%3 == 0 {
			inputs, hidden = 2, 8
		}
		if s == 39 {
			inputs = 70 // more than a block of 32
		}
		d, n := hidden*(inputs+2), 1+int(s)
		x, y := network(inputs, total)
		hards := finiteHard(1, s, 1)
		for i, v := range hards[0][:8] {
			if x[i] = v; math.Abs(v) > 1e100 {
				x[i] = 1e100
			}
		}
		inForms(t, fmt.Sprintf("Network, seed %d", s), func() [][]Row {
			c := NewNetwork(x, y, inputs, hidden, n)
			idx := Indices(n)
			NewStream(s, 2).Uniform(idx, total)
			var out [][]Row
			for _, theta := range [][]Row{normalRows(d, s, 3), finiteHard(d, s, 4), hard(d, s, 5), Rows(d)} {
				f := Rows(d)
				c.Force(f, theta, idx)
				out = append(out, f)
				f = Rows(d)
				c.ForceAll(f, theta)
				out = append(out, f)
			}
			return out
		})
	}
}

package exact

import (
	"math"
	"testing"

	"adl/pkg/estimate"
)

// The distance from the masses of many bins is the same.
func TestNormalDistance(t *testing.T) {
	for seed := range uint64(3) {
		p := NewPosterior(mixture(382+seed, 200), Grid{})
		for dim := range 2 {
			const bins = 4000
			_, mass, _ := p.MarginalMasses(dim, p.Lo[dim], p.Hi[dim], bins)
			edge := binEdges(p.Lo[dim], p.Hi[dim], bins)
			mean, square := 0.0, 0.0
			for b, m := range mass {
				x := (edge[b] + edge[b+1]) / 2
				mean += m * x
				square += m * x * x
			}
			s, f, want := math.Sqrt(square-mean*mean), 0.0, 0.0
			for b, m := range mass {
				f += m
				want = max(want, math.Abs(f-estimate.NormalCDF((edge[b+1]-mean)/s)))
			}
			within(t, "distance", p.NormalDistance(dim), want, 1e-3)
		}
	}
}

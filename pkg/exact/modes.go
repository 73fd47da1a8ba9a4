package exact

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/model"
)

// Mode is a local maximum of a posterior.
type Mode struct {
	Theta      []float64
	LogDensity float64   // log π(θ|x), normalised
	Laplace    []float64 // (−∇² log π(θ|x))⁻¹, the covariance of the Laplace approximation
}

// scan is the number of nodes, in each direction, of the grid on which modes searches.
const scan = 48

// modes finds the local maxima of the posterior, the highest first and, at equal heights, the
// larger θ₁ first, without those lower by more than edge. It climbs from the local maxima of a grid
// on the square that contains the data and 0. Outside the square the gradient points inwards. It
// panics if there are none.
func modes(m *model.Mixture, edge float64) []Mode {
	lo, hi := min(0, slices.Min(m.X)), max(0, slices.Max(m.X))
	t := make([]float64, scan)
	for i := range t {
		t[i] = lo + (hi-lo)*(float64(i)+0.5)/scan
	}
	tab := newTable(m, t, t)
	l := make([]float64, scan*scan)
	for i := range l {
		l[i] = tab.logPosterior(i/scan, i%scan)
	}
	var found []Mode
	for i := range scan {
		for j := range scan {
			if !peak(l, i, j) {
				continue
			}
			theta, l, err := climb(m, []float64{t[i], t[j]})
			known := func(y Mode) bool { // to a thousandth of a standard deviation
				sd := math.Sqrt(min(y.Laplace[0], y.Laplace[3]))
				return floats.Distance(theta, y.Theta, 2) < 1e-3*sd
			}
			if err == nil && !slices.ContainsFunc(found, known) {
				found = append(found, Mode{theta, m.LogPosterior(theta), inverse(l)})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Mode) int {
		if d := b.LogDensity - a.LogDensity; math.Abs(d) > 1e-9 {
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(b.Theta[0], a.Theta[0])
	})
	if len(found) == 0 {
		panic("exact: the posterior has no mode")
	}
	low := func(x Mode) bool { return x.LogDensity < found[0].LogDensity-edge }
	return slices.DeleteFunc(found, low)
}

// peak reports whether none of the eight neighbours of (i, j) is higher.
func peak(l []float64, i, j int) bool {
	for a := max(0, i-1); a <= min(scan-1, i+1); a++ {
		for b := max(0, j-1); b <= min(scan-1, j+1); b++ {
			if l[a*scan+b] > l[i*scan+j] {
				return false
			}
		}
	}
	return true
}

package look

import (
	"io"
	"testing"

	"gonum.org/v1/gonum/integrate"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

const noiseText = `seed = 1
draws = 640
n = [1, 4]
sampling = "without"
theta = [1.0, 0.2]
[histogram]
lo = -4.0
hi = 4.0
bins = 8
atom_bins = 16
`

// The plotters of a table draw: histograms either way, atoms in one dimension and in two.
func TestNoisePlotters(t *testing.T) {
	for d, m := range map[int]model.Model{1: studytest.Gaussian(), 2: studytest.Mixture(10)} {
		text := noiseText
		if d == 1 {
			text = studytest.Change(t, text, "[1.0, 0.2]", "[0.3]")
		}
		var bounds plots.Limits
		type spec = study.GradientNoise
		tab := studytest.Of(t, text, func(c *experiment.Context, s spec) (*table.Table, error) {
			bounds = plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
			return s.Table(c, m, dataset.Data{})
		})
		f := plots.New(1, 2)
		const bins = 4
		for j, n := range []int{1, 4} {
			p, u := f.Panel(0, j), tab.Where("n", n)
			atoms, marginal := NoiseAtoms(bounds, u, bins), NoiseMarginal(bounds, u, d, bins, j > 0)
			if (len(atoms) > 0) != (n == 1) {
				t.Errorf("d = %d, n = %d: %d plotters of atoms", d, n, len(atoms))
			}
			h := marginal[0].(plots.Line)
			if j > 0 { // sideways
				h.X, h.Y = h.Y, h.X
			}
			if p := integrate.Trapezoidal(h.X, h.Y); p < 0.99 || p > 1+1e-9 {
				t.Errorf("d = %d, n = %d: bins have a probability of %g", d, n, p)
			}
			p.Add(atoms...)
			p.Add(marginal...)
		}
		if err := f.PNG(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

package study

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// Equal values are one row; values are in increasing order, and the probabilities add to 1.
func TestAtomRows(t *testing.T) {
	tab := table.New(noiseColumns...)
	atomRows(tab, [][]float64{{2, -1, -1, 2, -1}, {1, 0, 3, 1, 0}}, minibatch.Without, 20)
	want := [][3]float64{{-1, 0, 0.4}, {-1, 3, 0.2}, {2, 1, 0.4}}
	if tab.Len() != len(want) {
		t.Fatalf("%d rows, want %d", tab.Len(), len(want))
	}
	for i, w := range want {
		got := [3]float64{tab.Float(i, "z"), tab.Float(i, "z2"), tab.Float(i, "value")}
		if got != w {
			t.Errorf("row %d: %g, want %g", i, got, w)
		}
	}
}

const noiseText = `seed = 1
draws = 640
n = [1, 4]
n_extra = [2, 4, 9]
sampling = "without"
theta = [1.0, 0.2]
[histogram]
lo = -4.0
hi = 4.0
bins = 8
atom_bins = 16
`

// noiseFigure is the Compute of a figure with the noise of m.
func noiseFigure(m model.Model) func(*experiment.Context, GradientNoise) (*table.Table, error) {
	return func(c *experiment.Context, s GradientNoise) (*table.Table, error) {
		return s.Table(c, m, dataset.Data{})
	}
}

// The table has the rows that the doc comment of Table lists.
func TestNoiseTable(t *testing.T) {
	m := studytest.Mixture(10)
	tab := studytest.Of(t, noiseText, noiseFigure(m))
	sum := func(t *table.Table, column string) (sum float64) {
		for _, x := range t.Floats(column) {
			sum += x
		}
		return sum
	}
	for n, bins := range map[int]int{1: 16, 2: 0, 4: 8, 9: 0} { // the n of N have densities
		u := tab.Where("n", n, "source", table.Simulation)
		rows := append([]string{"skewness", "kolmogorov"}, slices.Repeat([]string{"density"}, bins)...)
		for i := 1; i <= 2; i++ {
			if got := u.Where("coordinate", i).Strings("quantity"); !slices.Equal(got, rows) {
				t.Errorf("n = %d, coordinate %d: rows %q, want %q", n, i, got, rows)
			}
		}
		v, joint := u.Where("coordinate", 2, "quantity", "density"), u.Where("quantity", "joint mass")
		width := 8 / float64(bins)
		for what, mass := range map[string]float64{
			"masses": sum(v, "value") * width, "exact masses": sum(v, "exact") * width,
			"joint masses": sum(joint, "value"),
		} {
			if bins > 0 && !(mass > 0.9 && mass < 1+1e-9) || bins == 0 && joint.Len() > 0 {
				t.Errorf("n = %d: the %s add to %g", n, what, mass)
			}
		}
		for i := range v.Len() { // the marginal of the joint histogram, which all draws are in
			got := sum(joint.Where("z2", v.Float(i, "z")), "value")
			studytest.Near(t, "marginal", got, v.Float(i, "value")*width, 1e-12)
		}
		for i := range u.Len() { // with 640 draws
			value, want := u.Float(i, "value"), u.Float(i, "exact")
			if off := math.Abs(value - want); off > 4.5*u.Float(i, "stderr")+0.02 {
				t.Errorf("n = %d, row %d is %g, want %g", n, i, value, want)
			}
		}
	}
	if got := tab.Where("quantity", "atom").Len(); got != 10 {
		t.Errorf("%d atoms of ten data", got)
	}
	// without n = 1 there are no atoms
	tab = studytest.Of(t, studytest.Change(t, noiseText, "n = [1, 4]", "n = [4]"), noiseFigure(m))
	if n := tab.Where("quantity", "atom").Len(); n != 0 {
		t.Errorf("%d atoms without n = 1", n)
	}
	studytest.Mistakes(t, noiseText, noiseFigure(m), [][3]string{
		{"n = [1, 4]", "n = [1, 10]", `spec.toml:3: key "n[1]": `},
		{"[2, 4, 9]", "[2, 4, 10]", `spec.toml:4: key "n_extra[2]": `},
		{"[1.0, 0.2]", "[1.0]", `spec.toml:6: key "theta": `},
		{"hi = 4.0", "hi = -4.0", `spec.toml:7: key "histogram": `},
	}...)
}

package study

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// noiseTable is an empty table of Noise.
func noiseTable() *table.Table {
	return table.New(table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")...)
}

// Equal values are one row; they stand in increasing order, and the probabilities add to 1.
func TestAtomRows(t *testing.T) {
	tab := noiseTable()
	atomRows(tab, [][]float64{{2, -1, -1, 2, -1}, {1, 0, 3, 1, 0}}, 20)
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

func TestAtomDeviation(t *testing.T) {
	m := &model.Mixture{
		X: []float64{0.1, 0.9, 1.3, -0.2, 0.6, 0.6}, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1,
	}
	atoms := exact.Atoms(m, []float64{1, 0.2})
	tab := noiseTable()
	atomRows(tab, atoms, 30)
	if tab.Len() != 5 {
		t.Errorf("%d rows of five different data", tab.Len())
	}
	if d := atomDeviation(tab); d > 1e-13 {
		t.Errorf("mean and covariance deviate by %g", d)
	}
	for k := range atoms[1] {
		atoms[1][k] *= 1.1
	}
	tab = noiseTable()
	atomRows(tab, atoms, 30)
	if d := atomDeviation(tab); math.Abs(d-0.21) > 1e-12 {
		t.Errorf("a covariance of 1.21 deviates by %g", d)
	}
}

// skewed draws Z for n = 1 and 30 of 60 data whose law is far from normal.
func skewed(t *testing.T) *table.Table {
	t.Helper()
	x := make([]float64, 60)
	for i := range x {
		x[i] = math.Exp(float64(i) / 15)
	}
	m := &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}
	atoms := exact.Atoms(m, []float64{0})
	tab := noiseTable()
	for _, n := range []int{1, 30} {
		z := &simulate.Noise{
			Model: m, Theta: []float64{0}, N: n, Sampling: minibatch.Without, Draws: 64000,
			Lo: -4, Hi: 4, Bins: 16,
		}
		a, err := z.Run(t.Context(), func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		s, err := z.Read(a)
		if err != nil {
			t.Fatal(err)
		}
		coordinateRows(tab, z, s, [][][]float64{noiseLaw(z, 0, atoms[0]).Of()}, true)
	}
	atomRows(tab, atoms, 60*59)
	return tab
}

// wrong is a table with measured numbers far from the exact ones.
func wrong(tab *table.Table) *table.Table {
	w := table.New(tab.Columns()...)
	for i := range tab.Len() {
		row := table.Row{}
		for _, c := range tab.Columns() {
			if s := tab.Cell(i, c); s != "" {
				row[c] = s
			}
			switch c {
			case "z", "z2", "value", "stderr", "exact", "floor":
				if v := tab.Float(i, c); !math.IsNaN(v) {
					row[c] = v
				}
			}
		}
		if v, e := tab.Float(i, "value"), tab.Float(i, "stderr"); e > 0 {
			row["value"] = v + 9*e
		} else if tab.Cell(i, "quantity") == "atom" {
			row["value"] = 0.9 * v
		}
		w.Add(row)
	}
	return w
}

// From draws to verdicts, with a law that is close to normal and one that is not, and with tables
// that contradict them.
func TestNoiseClaims(t *testing.T) {
	tab := skewed(t)
	verdicts := func(tab *table.Table) map[string]string {
		v := map[string]string{}
		for _, c := range NoiseClaims(tab, []int{1, 30, 7}, []int{1, 30}) {
			v[c.Name] = c.Verdict
		}
		return v
	}
	want := map[string]string{
		"mean 0": claim.Holds, "covariance I": claim.Holds, "exactly so": claim.Holds,
		"skewness and kurtosis": claim.Holds, "far from Gaussian, n = 1": claim.Holds,
		"far from Gaussian, n = 30": claim.Fails, "close to Gaussian, n = 1": claim.Fails,
		"close to Gaussian, n = 30": claim.Holds,
	}
	got := verdicts(tab)
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %q, want %q", name, got[name], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d claims, want %d: %v", len(got), len(want), got)
	}
	got = verdicts(wrong(tab))
	for _, name := range []string{"mean 0", "covariance I", "exactly so", "skewness and kurtosis"} {
		if got[name] != claim.Fails {
			t.Errorf("%s with wrong numbers: %s", name, got[name])
		}
	}
}

// The distance is the largest of the coordinates, the exact one where that is known and the draws
// agree with it.
func TestDistance(t *testing.T) {
	type law struct{ measured, stderr, exact float64 }
	unknown := math.NaN()
	for _, c := range []struct {
		laws []law
		want estimate.Estimate
	}{
		{[]law{{0.1, 0.01, 0.12}}, claim.Exact(0.12)},
		{[]law{{0.1, 0.01, unknown}}, estimate.Estimate{Value: 0.1, StdErr: 0.01}},
		{[]law{{0.1, 0.01, 0.2}}, estimate.Estimate{Value: 0.1, StdErr: 0.01}},
		{[]law{{0.1, 0.01, 0.1}, {0.3, 0.01, 0.31}}, claim.Exact(0.31)},
		{[]law{{0.3, 0.01, 0.31}, {0.1, 0.01, 0.1}}, claim.Exact(0.31)},
	} {
		tab := noiseTable()
		for i, l := range c.laws {
			row := table.Row{
				"n": 1, "coordinate": i + 1, "status": table.OK, "source": table.Simulation,
			}
			e := estimate.Estimate{Value: l.measured, StdErr: l.stderr}
			tab.Measure(row, "kolmogorov", e, l.exact)
			tab.Measure(row, "skewness", e, 0)
			tab.Measure(row, "excess kurtosis", e, 0)
		}
		got, text := distance(tab)
		if got != c.want || strings.Count(text, "Kolmogorov distance") != len(c.laws) {
			t.Errorf("%v: got %v, %q", c.laws, got, text)
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

// noise is the Compute of a figure with the noise of m.
func noise(m model.Model, d dataset.Data) func(*experiment.Context, Noise) (*table.Table, error) {
	return func(c *experiment.Context, s Noise) (*table.Table, error) { return s.Table(c, m, d) }
}

// The table has the rows that the doc comment of Table lists.
func TestNoiseTable(t *testing.T) {
	m := mixture(10)
	tab, err := compute(t, noiseText, noise(m, dataset.Data{X: m.X}))
	if err != nil {
		t.Fatal(err)
	}
	moments := []string{"mean", "variance", "skewness", "excess kurtosis", "kolmogorov"}
	shown := append(slices.Clone(moments), "density", "outside")
	for _, n := range []int{1, 2, 4, 9} {
		u := tab.Where("n", n, "source", table.Simulation)
		coordinates := []string{"1", "2", ""}
		for i, want := range [][]string{moments, moments, {"covariance"}} {
			if n == 1 || n == 4 { // of N
				want = [][]string{shown, shown, {"covariance", "joint mass"}}[i]
			}
			got := u.Where("coordinate", coordinates[i]).Distinct("quantity")
			if !slices.Equal(got, want) {
				t.Errorf("n = %d, coordinate %q: rows %q, want %q", n, coordinates[i], got, want)
			}
		}
		bins := map[int]int{1: 16, 4: 8}[n]
		if got := u.Where("coordinate", 1, "quantity", "density").Len(); got != bins {
			t.Errorf("n = %d: %d densities, want %d", n, got, bins)
		}
		if bins == 0 {
			continue
		}
		mass, exactly := 0.0, 0.0
		v := u.Where("coordinate", 2, "quantity", "density")
		for i := range v.Len() {
			mass += v.Float(i, "value") * 8 / float64(bins)
			exactly += v.Float(i, "exact") * 8 / float64(bins)
		}
		outside := u.Where("coordinate", 2, "quantity", "outside")
		near(t, "the mass", mass+outside.Float(0, "value"), 1, 1e-12)
		near(t, "the exact mass", exactly+outside.Float(0, "exact"), 1, 1e-12)
		joint := 0.0
		for _, p := range u.Where("quantity", "joint mass").Floats("value") {
			joint += p
		}
		if !(joint > 0.9 && joint < 1+1e-12) {
			t.Errorf("n = %d: the joint masses add to %g", n, joint)
		}
	}
	if got := tab.Where("quantity", "atom").Len(); got != 10 {
		t.Errorf("%d atoms of ten data", got)
	}
	// with n = 1 shown or extra there are atoms, otherwise none
	tab, err = compute(t, change(t, noiseText, "[1, 4]", "[4]"), noise(m, dataset.Data{X: m.X}))
	if err != nil || tab.Where("quantity", "atom").Len() != 0 {
		t.Errorf("atoms without n = 1, or %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"n = [1, 4]", "n = [1, 10]", `spec.toml:3: key "n[1]": `},
		{"[2, 4, 9]", "[2, 4, 10]", `spec.toml:4: key "n_extra[2]": `},
		{"[1.0, 0.2]", "[1.0]", `spec.toml:6: key "theta": `},
		{"hi = 4.0", "hi = -4.0", `spec.toml:7: key "histogram": `},
	} {
		within(t, change(t, noiseText, c.old, c.new), c.want, noise(m, dataset.Data{X: m.X}))
	}
}

// The plotters of a table draw: histograms either way, atoms in one dimension and in two.
func TestNoisePlotters(t *testing.T) {
	for d, m := range map[int]model.Model{1: gaussian(), 2: mixture(10)} {
		text := noiseText
		if d == 1 {
			text = change(t, text, "[1.0, 0.2]", "[0.3]")
		}
		var s Noise
		tab, err := compute(t, text, func(c *experiment.Context, spec Noise) (*table.Table, error) {
			s = spec
			return s.Table(c, m, dataset.Data{})
		})
		if err != nil {
			t.Fatal(err)
		}
		f := figure.New(1, 2)
		for j, n := range []int{1, 4} {
			p, u := f.Panel(0, j), tab.Where("n", n)
			p.Title = s.Title(tab, n)
			if atoms := strings.Contains(p.Title, "values only"); atoms != (n == 1) {
				t.Errorf("d = %d: title %q", d, p.Title)
			}
			if a := s.Atoms(u); (len(a) > 0) != (n == 1) {
				t.Errorf("d = %d, n = %d: %d plotters of atoms", d, n, len(a))
			}
			p.Add(s.Atoms(u)...)
			p.Add(s.Marginal(u, 1, j > 0)...)
			p.Add(Shape(u, 1)...)
			if shape := Shape(u, 1); len(shape) != 3 {
				t.Errorf("d = %d, n = %d: %d lines about the shape", d, n, len(shape))
			}
			top := 0.0
			for _, v := range u.Where("quantity", "density").Floats("value") {
				top = max(top, v)
			}
			near(t, fmt.Sprintf("d = %d: headroom", d), Headroom(u), 1.35*max(0.4, top), 1e-14)
			if ps := s.Marginal(u, 3, false); ps != nil {
				t.Errorf("%d plotters of a third coordinate", len(ps))
			}
		}
		var b bytes.Buffer
		if err := f.PNG(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&b); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		x, e float64
		want string
	}{
		{-0.0924, 0.0031, `-0.092 \pm 0.003`}, {0.04941, 0.0006, `0.0494 \pm 0.0006`},
		{2.5, 0.4, `2.5 \pm 0.4`}, {1, 0, `1.000 \pm 0.000`},
		{math.NaN(), math.NaN(), `NaN \pm NaN`},
	} {
		if got := rounded(c.x, c.e); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

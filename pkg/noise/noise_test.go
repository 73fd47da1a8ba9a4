package noise

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// Equal values are one row; they stand in increasing order, and the probabilities add to 1.
func TestAtomRows(t *testing.T) {
	tab := newNoiseTable()
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
sampling_extra = "with"
[histogram]
lo = -4.0
hi = 4.0
bins = 8
atom_bins = 16
[others]
sets = 2
first_seed = 3
n = [1, 4]
ndata = [12]
`

// noise is the Compute of a figure with the noise of m, which has the data of a distribution.
func noise(m model.Model) func(*experiment.Context, Noise) (*table.Table, error) {
	law := dataset.Source{
		Kind: "mixture", N: 10, Mu: []float64{0.2, 1}, Sigma: []float64{0.4, 0.4}, W: 0.5,
	}
	return func(c *experiment.Context, s Noise) (*table.Table, error) {
		return s.Table(c, law, func(dataset.Data) model.Model { return m })
	}
}

// The table has the rows that the doc comment of Table lists.
func TestNoiseTable(t *testing.T) {
	m := studytest.Mixture(10)
	tab, err := studytest.Compute(t, noiseText, noise(m))
	if err != nil {
		t.Fatal(err)
	}
	moments := []string{"mean", "variance", "skewness", "excess kurtosis", "kolmogorov"}
	shown := append(slices.Clone(moments), "density", "outside")
	for _, n := range []int{1, 2, 4, 9} {
		u := tab.Where("n", n, "source", table.Simulation, "sampling", "without")
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
		studytest.Near(t, "the mass", mass+outside.Float(0, "value"), 1, 1e-12)
		studytest.Near(t, "the exact mass", exactly+outside.Float(0, "exact"), 1, 1e-12)
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
	// moments of the other sampling, identities of both, and other data sets
	other := tab.Where("sampling", "with", "source", table.Simulation)
	got := other.Distinct("quantity")
	if !slices.Equal(got, []string{"mean", "variance", "covariance"}) || other.Len() != 4*5 {
		t.Errorf("with replacement: %d rows %q", other.Len(), got)
	}
	for _, q := range []string{fromZero, fromIdentity} {
		u := tab.Where("quantity", q)
		if u.Len() != 2*4 || slices.Max(u.Floats("value")) > 1e-13 {
			t.Errorf("%s: %g", q, u.Floats("value"))
		}
	}
	for i, want := range []string{"10 1", "10 1", "10 4", "10 4", "12 3", "12 3"} {
		u := tab.Where("quantity", otherData)
		if got := u.Cell(2*i, "ndata") + " " + u.Cell(2*i, "n"); got != want || u.Len() != 12 ||
			u.Cell(2*i, "set") != fmt.Sprint(3+i%2) || u.Cell(2*i+1, "coordinate") != "2" {
			t.Errorf("data set %d of %d: %q, want %q", i, u.Len(), got, want)
		}
	}
	// with n = 1 shown or extra there are atoms, otherwise none
	text := studytest.Change(t, noiseText, "[1, 4]\nn_extra", "[4]\nn_extra")
	tab, err = studytest.Compute(t, text, noise(m))
	if err != nil || tab.Where("quantity", "atom").Len() != 0 {
		t.Errorf("atoms without n = 1, or %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"n = [1, 4]\nn_extra", "n = [1, 10]\nn_extra", `spec.toml:3: key "n[1]": `},
		{"[2, 4, 9]", "[2, 4, 10]", `spec.toml:4: key "n_extra[2]": `},
		{"[1.0, 0.2]", "[1.0]", `spec.toml:6: key "theta": `},
		{"hi = 4.0", "hi = -4.0", `spec.toml:8: key "histogram": `},
		{"n = [1, 4]\nndata", "n = [1, 10]\nndata", `spec.toml:16: key "others.n[1]": `},
	} {
		studytest.Within(t, studytest.Change(t, noiseText, c.old, c.new), c.want, noise(m))
	}
}

// The plotters of a table draw: histograms either way, atoms in one dimension and in two.
func TestNoisePlotters(t *testing.T) {
	for d, m := range map[int]model.Model{1: studytest.Gaussian(), 2: studytest.Mixture(10)} {
		text := noiseText
		if d == 1 {
			text = studytest.Change(t, text, "[1.0, 0.2]", "[0.3]")
		}
		var s Noise
		compute := func(c *experiment.Context, spec Noise) (*table.Table, error) {
			s = spec
			return noise(m)(c, s)
		}
		tab, err := studytest.Compute(t, text, compute)
		if err != nil {
			t.Fatal(err)
		}
		f := figure.New(1, 2)
		for j, n := range []int{1, 4} {
			p, u := f.Panel(0, j), s.Drawn(tab, n)
			p.Title = s.Title(tab, n)
			if atoms := strings.Contains(p.Title, "values only"); atoms != (n == 1) {
				t.Errorf("d = %d: title %q", d, p.Title)
			}
			if a := s.Atoms(u); (len(a) > 0) != (n == 1) {
				t.Errorf("d = %d, n = %d: %d plotters of atoms", d, n, len(a))
			}
			p.Add(s.Atoms(u)...)
			p.Add(s.Marginal(u, 1, j > 0)...)
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

package main

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/spec"
	"adl/pkg/table"
)

func paper(t *testing.T) Spec {
	t.Helper()
	var s Spec
	src := spec.Source{Name: "spec.toml", Text: specText, Profile: "paper"}
	if err := spec.Decode(&s, src); err != nil {
		t.Fatal(err)
	}
	return s
}

// projection and bias are errors at K = 0, 3, 15, 35 like those of the paper, the latter in units
// of ε(n)Δt/10.
var (
	ks         = []int{0, 3, 15, 35}
	projection = []float64{0.6, 0.5, 0.05, 0.012}
	bias       = []float64{0.06, 0.03, 0.003, 0.001}
)

// sample returns a table of errors: the bias of the bases in their order plus step(Δt), with the
// standard error noise.
func sample(s Spec, noise float64, bias []float64, step func(dt float64) float64) *table.Table {
	params := []string{"method", "friction", "K", "eta", "sampling", "n", "dt"}
	t := table.New(table.Columns(params, "exact", "raw", "floor", "s")...)
	add := func(method string, i, n int, dt, epsilon float64) {
		t.Add(table.Row{
			"method": method, "K": ks[i], "sampling": "without", "n": n, "dt": dt, "epsilon": epsilon,
			"quantity": "L1", "value": bias[i]*epsilon*dt/10 + step(dt), "stderr": noise,
			"status": table.OK, "source": table.Simulation,
		})
	}
	for i, k := range ks {
		for _, dt := range s.Dt {
			for _, n := range s.N {
				add(curve, i, n, dt, 200*float64(200-n)/float64(n))
			}
		}
		for _, dt := range s.Single.Dt {
			add(single, i, 1, dt, 39800)
		}
		for _, dt := range s.All.Dt {
			add(all, i, 200, dt, 0)
		}
		t.Add(table.Row{
			"K": k, "quantity": "projection error", "value": projection[i], "stderr": 0,
			"status": table.OK, "source": table.Exact,
		})
	}
	return t
}

// verdicts returns the verdicts of the claims whose names begin with name.
func verdicts(t *testing.T, cs []claim.Claim, name string) []string {
	t.Helper()
	var v []string
	for _, c := range cs {
		if strings.HasPrefix(c.Name, name) {
			v = append(v, c.Verdict)
		}
	}
	if v == nil {
		t.Errorf("no claim %q", name)
	}
	return v
}

// Claims hold where they are true, fail where they are false, and are undecided where noise hides
// both.
func TestClaims(t *testing.T) {
	s := paper(t)
	none := func(float64) float64 { return 0 }
	square := func(dt float64) float64 { return 1e3 * dt * dt }
	scale := func(k []float64, f ...float64) []float64 {
		x := slices.Clone(k)
		for i := range f {
			x[i] *= f[i]
		}
		return x
	}
	for _, c := range []struct {
		claim   string
		noise   float64
		bias    []float64
		step    func(float64) float64
		verdict string
	}{
		{"decreases with K", 1e-5, bias, none, claim.Holds},
		{"decreases with K", 1e-5, scale(bias, 1, 1, 1, 4), none, claim.Fails},
		{"decreases with K", 1e-5, scale(bias, 1, 2.5), none, claim.Fails},
		{"decreases with K", 1, bias, none, claim.Undecided},
		{"smallest K below AdL", 1e-5, bias, none, claim.Holds},
		{"smallest K below AdL", 1e-5, scale(bias, 1, 2.5), none, claim.Fails},
		{"smallest K below AdL", 1, bias, none, claim.Undecided},
		{"dramatic decrease", 1e-5, bias, none, claim.Holds},
		{"dramatic decrease", 1e-5, scale(bias, 1, 1, 8), none, claim.Fails},
		{"what remains, and all the data", 1e-6, bias, none, claim.Fails},
		{"what remains, at the same ε(n)Δt", 1e-6, bias, none, claim.Fails},
		{"what remains, and all the data", 1e-6, scale(bias, 1, 1, 0, 0), square, claim.Holds},
		{"what remains, at the same ε(n)Δt", 1e-6, scale(bias, 1, 1, 0, 0), square, claim.Holds},
		{"what remains", 1, bias, none, claim.Undecided},
		{"better than AdL at n = 1", 1e-5, scale(bias, 1, 0.5), none, claim.Holds},
		{"better than AdL at n = 1", 1e-5, scale(bias, 1, 1, 20), none, claim.Fails},
		{"same order", 1e-5, bias, none, claim.Holds},
		{"same order", 1e-5, scale(bias, 1, 1, 1, 5), none, claim.Fails},
		{"same order", 1, bias, none, claim.Undecided},
		{"controlled", 1e-5, bias, none, claim.Holds},
		{"controlled", 1e-5, scale(bias, 1, 1, 4), none, claim.Fails},
		{"controlled", 1, bias, none, claim.Undecided},
	} {
		for _, v := range verdicts(t, claims(s, sample(s, c.noise, c.bias, c.step)), c.claim) {
			if v != c.verdict {
				t.Errorf("%s, bias %v, noise %g: %s, want %s", c.claim, c.bias, c.noise, v, c.verdict)
			}
		}
	}
}

// Points of every status are drawn, in any number, and only those that are ok decide a claim.
func TestStatus(t *testing.T) {
	s := paper(t)
	base := sample(s, 1e-5, bias, func(float64) float64 { return 0 })
	for _, status := range []string{table.Runaway, table.Diverged, table.Unmixed} {
		for _, only := range []string{"", "0", "35"} { // K, or all
			u := table.New(base.Columns()...)
			for i := range base.Len() {
				row := table.Row{}
				for _, c := range base.Columns() {
					row[c] = base.Cell(i, c)
				}
				for _, c := range []string{"value", "stderr", "epsilon", "dt"} {
					row[c] = base.Float(i, c)
				}
				if base.Cell(i, "quantity") == "L1" && (only == "" || only == base.Cell(i, "K")) {
					row["status"] = status
					if status == table.Diverged {
						row["value"], row["stderr"] = math.NaN(), math.NaN()
					}
				}
				for c, v := range row {
					if x, ok := v.(float64); v == "" || ok && math.IsNaN(x) && base.Cell(i, c) == "" {
						row[c] = nil
					}
				}
				u.Add(row)
			}
			f, err := render(s, u)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := f.PNG(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s at K = %q: %v", status, only, err)
			}
			for _, c := range claims(s, u) {
				if only == "" && c.Verdict != claim.Undecided {
					t.Errorf("%s everywhere: %s %s", status, c.Name, c.Verdict)
				}
				if only == "" && strings.Contains(c.Measured, "each less") {
					t.Errorf("%s everywhere: %s: %s", status, c.Name, c.Measured)
				}
				if strings.Contains(c.Measured, "NaN") {
					t.Errorf("%s at K = %q: %s: %s", status, only, c.Name, c.Measured)
				}
			}
		}
	}
}

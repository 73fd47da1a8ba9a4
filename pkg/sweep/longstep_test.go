package sweep_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/table"
	"adl/pkg/vec"
)

// The tests choose a form of package vec where the build wastes one, so that no line says it.
func TestMain(m *testing.M) {
	if vec.Wasted() {
		os.Setenv("VEC", "portable")
	}
	os.Exit(m.Run())
}

// The steps that are too long are told before anything runs, in a line for each scheme and
// posterior: from 2/λ for SGLD and 2/√λ for splittings, with λ = 1 + 20 = 21 or 1 + 80 = 81.
func TestTooLongNote(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64", "T = 640", "dt = 1e-2\n", "",
		`scheme = "ODABADO"`+"\n", "", "ndata = 20\n", "",
		"n = [1, 5]", "n = [1, 5]\n"+`scheme = ["SGLD", "OABAO", "ODABADO"]`+"\n"+
			"dt = [0.0245, 0.025, 0.0947, 0.0958, 0.221, 0.224, 0.434, 0.439]\ndata.ndata = [20, 80]\n"+
			`control = ["none", "mode"]`).Replace(small)
	const end = "; mini-batches and nonlinearity, which the limit neglects, may shift it\n"
	want := ""
	for _, line := range []string{
		"[0.025 0.0947 0.0958 0.221 0.224 0.434 0.439], " +
			"above the limit 0.0247 of SGLD for the curvature λ_max = 81",
		"[0.0958 0.221 0.224 0.434 0.439], above the limit 0.0952 of SGLD for the curvature λ_max = 21",
		"[0.224 0.434 0.439], above the limit 0.222 of OABAO for the curvature λ_max = 81",
		"[0.224 0.434 0.439], above the limit 0.222 of ODABADO for the curvature λ_max = 81",
		"[0.439], above the limit 0.436 of OABAO for the curvature λ_max = 21",
		"[0.439], above the limit 0.436 of ODABADO for the curvature λ_max = 21",
	} {
		want += "sweep: step too long: dt = " + line + " at the mode" + end
	}
	if out, log, code := run(t, text, "-plan"); code != 0 || log != want {
		t.Errorf("exit %d, %q, %s, want %s", code, out, log, want)
	}
	text = strings.NewReplacer("T = 64", "T = 640", "dt = 1e-2", "dt = 0.43").Replace(small)
	if _, log, _ := run(t, text, "-plan"); log != "" {
		t.Errorf("a short step: %s", log)
	}
}

// A T that is too short for the blocks is told with the T that runs.
func TestRaisedTime(t *testing.T) {
	t.Parallel()
	const from = "T = 64\nreplicas = 64\nburn_in = 0.5\nobserve_every = 0.05\nblocks = 4\n"
	for _, x := range []struct{ times, want string }{
		{"T = 1e-30\nblocks = 4", "T = 1e-30 is raised to 12.8: each of 64 replicas has 4 "},
		{"T = 12.8\nblocks = 4", ""},
		{"T = 12.8\nblocks = 16", "T = 12.8 is raised to 51.2: each of 64 replicas has 16 "},
		{"T = 76.8\nblocks = 16", ""},
		{"T = 64\nblocks = 16", "T = 64 is raised to 102: each of 64 replicas has 16 "},
		{"sweep.T = [64, 1e-2, 1e-3]\nblocks = 4", "T = 0.001 is raised to 12.8: each of 64 replicas "},
	} {
		text := strings.Replace(small, from, x.times+"\nreplicas = 64\nburn_in = 0.5\n"+
			"observe_every = 0.05\n", 1)
		text = strings.Replace(text, "[sweep]\nn =", "sweep.n =", 1)
		_, log, code := run(t, text, "-plan")
		told := 0
		if x.want != "" {
			told = 1
		}
		if code != 0 || !strings.Contains(log, x.want) || strings.Count(log, "is raised") != told {
			t.Errorf("%q: exit %d, %q, want %q", x.times, code, log, x.want)
		}
	}
}

// With a step above the limit SGLD does not diverge on a logistic regression, whose gradient is
// almost bounded, but a variance is more than 20 times too large.
func TestTooLongStatus(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var data strings.Builder
	for range 100 { // an intercept, and covariates like the distance and the arsenic of wells
		far, arsenic := r.ExpFloat64()/2, 0.5+1.2*r.ExpFloat64()
		y := 0
		if p := 1 / (1 + math.Exp(0.9*far-0.46*arsenic)); r.Float64() < p {
			y = 1
		}
		fmt.Fprintf(&data, "1,%.4f,%.4f,%d\n", far, arsenic, y)
	}
	path := filepath.Join(t.TempDir(), "wells.csv")
	if err := os.WriteFile(path, []byte(data.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	text := `seed = 1
T = 640
replicas = 64
burn_in = 5
observe_every = 0.1
blocks = 4
gamma = 1
[sweep]
scheme = ["SGLD", "OABAO"]
dt = [5e-3, 6e-2]
n = [25]
[model]
kind = "logistic"
[data]
file = "` + path + `"
`
	dir := t.TempDir()
	_, log, code := run(t, text, "-out", dir)
	if code != 0 || strings.Count(log, table.TooLong+": ") != 1 ||
		!strings.Contains(log, "step too long: dt = [0.06], above the limit ") {
		t.Fatalf("exit %d: %s", code, log)
	}
	got, err := table.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Len() {
		scheme, dt, quantity := got.Cell(i, "scheme"), got.Float(i, "dt"), got.Cell(i, "quantity")
		long, status := scheme == "SGLD" && dt == 6e-2, got.Cell(i, "status")
		if (status == table.TooLong) != long {
			t.Errorf("%s, Δt = %g, %s: %s", scheme, dt, quantity, status)
		}
		if x := got.Float(i, "value"); quantity == "variance error theta3" && (x > 20) != long {
			t.Errorf("%s, Δt = %g: the variance has the relative error %g", scheme, dt, x)
		}
	}
}

package sweep_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const small = `seed = 1
T = 64
replicas = 64
burn_in = 0.5
observe_every = 0.05
blocks = 4
scheme = "ODABADO"
friction = "scalar"
gamma = 1
eta = 1
dt = 1e-2
[sweep]
n = [1, 5]
[model]
kind = "gaussian"
sigma_x = 1
sigma_theta = 1
[data]
kind = "gaussian"
ndata = 20
mu = [0]
sigma = [1]
seed = 1
`

// Every mistake is one line that names the file, the line, the key and what is expected.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, from, to, want string }{
		{"unknown key", "replicas", "replica",
			`my.toml:3: key "replica": unknown, did you mean replicas? known here: seed, T, replicas, `},
		{"unknown swept key", "n = [1, 5]", "etta = [1, 5]",
			`my.toml:13: key "sweep.etta": unknown, did you mean eta? known here: seed, T, replicas, `},
		{"unknown swept table", "n = [1, 5]", "date.seed = [1, 5]",
			`my.toml:13: key "sweep.date": unknown, did you mean data? known here: seed, T, replicas, `},
		{"swept value", "n = [1, 5]", "n = [1, 0]",
			`my.toml:13: key "sweep.n": expected an integer (at least 1), got 0`},
		{"swept type", "n = [1, 5]", `n = [1, "five"]`,
			`my.toml:13: key "sweep.n": expected an integer (at least 1), got "five"`},
		{"no list", "n = [1, 5]", "n = 5", `my.toml:13: key "sweep.n": expected a list of one or ` +
			`more values, got 5`},
		{"empty list", "n = [1, 5]", "n = []", `my.toml:13: key "sweep.n": expected a list of one or ` +
			`more values, got []`},
		{"twice", "n = [1, 5]", "n = [5, 5.0]", `my.toml:13: key "sweep.n": expected distinct ` +
			`values, got 5 a second time`},
		{"no table", "[sweep]\nn = [1, 5]\n", "sweep = 1\nn = 1\n", `my.toml:12: key "sweep": expected ` +
			`a table of lists`},
		{"in two places", "n = [1, 5]", "n = [1, 5]\ngamma = [1, 2]", `my.toml:14: key "sweep.gamma": ` +
			`expected a list of values here, and none outside [sweep]`},
		{"missing", "dt = 1e-2\n", "", `my.toml: key "dt": expected time steps, or points at`},
		{"too many points", "n = [1, 5]", "n = " + list(130, func(i int) any { return i + 1 }) +
			"\nT = " + list(130, func(i int) any { return i + 1 }), `my.toml`},
		{"no model", `kind = "gaussian"` + "\nsigma_x = 1", `kind = "gauss"` + "\nsigma_x = 1",
			`my.toml:15: key "model.kind": expected a table [model] whose kind is one of gaussian, ` +
				`linear, logistic, mixture, network, got "gauss"; make new FIG=20 makes a figure with a ` +
				`model of your own`},
		{"swept model", "n = [1, 5]", `n = [1, 5]` + "\nmodel.kind = [\"gaussian\"]", `my.toml`},
		{"parameter of another model", "sigma_x = 1", "w = 1", `my.toml:16: key "model.w": unknown; `},
		{"data of another model", `mu = [0]`, "pca = \"whiten\"", `my.toml:21: key "data.pca": ` +
			`unknown; `},
		{"no gamma", "gamma = 1\n", "", `my.toml: key "gamma": scheme ODABADO needs it`},
		{"no friction", "friction = \"scalar\"\n", "",
			`my.toml: key "friction": scheme ODABADO needs it`},
		{"unknown friction", `"scalar"`, `"scalr"`, `my.toml:8: key "friction": `},
		{"axes of a network", small[strings.Index(small, "friction"):],
			"friction = \"rotated\"\ngamma = 1\neta = 1\ndt = 1e-2\n[model]\nkind = \"network\"\n" +
				"hidden = 2\n[data]\nkind = \"classes\"\nndata = 900\nc2 = 0.1\nseed = 1\n",
			`my.toml:8: key "friction": rotated: a network has too many modes for the mean of Σ_x`},
		{"no letter", `"ODABADO"`, `"ODAXADO"`, `my.toml:7: key "scheme": `},
		{"a swept scheme", "scheme = \"ODABADO\"", "sweep.scheme = [\"SGLD\", \"OAO\"]",
			`my.toml:7: key "sweep.scheme[1]": `},
		{"too large a batch", "n = [1, 5]", "n = [1, 21]", `my.toml:13: key "sweep.n[1]": `},
		{"swept control variates", "n = [1, 5]", `control = ["none", "mod"]` + "\nn = [5]",
			`my.toml:13: key "sweep.control": expected "none", "mode", "modes" or a list of numbers, ` +
				`got "mod"`},
		{"a centre", "n = [1, 5]", `control = ["none", [1, 2.5, 3]]` + "\nn = [5]\n" +
			`sampling = ["reshuffled"]`, `my.toml:15: key "sweep.sampling": expected a string (with or ` +
			`without or reshuffle or symmetric or Gaussian), got "reshuffled"`},
		{"Gaussian noise", "dt = 1e-2", "dt = 1e-2\nsampling = \"Gaussian\"",
			`my.toml:12: key "sampling": Gaussian noise is for schemes with ξ on a mixture`},
		{"in a table", "[model]", "[runs.b]\n[runs.a]\nfriction = \"layers\"\n[model]",
			`my.toml:16: key "runs.a.friction": friction layers: `},
		{"replicas", "replicas = 64", "replicas = 65", `my.toml:3: key "replicas": expected a multiple ` +
			`of 64 replicas, which advance in lockstep, got 65`},
		{"observable", "T = 64", "T = 64\nobserve = [\"theta2\"]", `my.toml:3: key "observe": expected ` +
			`theta, products of at most 6 of the 1 parameters theta1, "log posterior" or xi, got "theta2"`},
		{"file of data", `kind = "gaussian"` + "\nndata = 20", "file = \"none.txt\"",
			`my.toml:19: key "data.file": `},
		{"data", "mu = [0]", "mu = [0, 1]", `my.toml:21: key "data.mu": kind gaussian: expected 1 ` +
			`numbers, got 2`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(small, x.from, x.to, 1)
			if strings.HasPrefix(x.to, "sweep.") { // before the table
				text = strings.Replace(text, "[sweep]\nn =", "sweep.n =", 1)
			}
			if text == small {
				t.Fatal("the mistake is not in the spec")
			}
			out, log, code := run(t, text, "-plan")
			if code != 2 || out != "" || strings.Count(log, "\n") != 1 ||
				!strings.HasPrefix(log, "sweep: "+x.want) {
				t.Errorf("exit %d, %q, %q, want %q", code, out, log, x.want)
			}
		})
	}
	if out, log, code := run(t, small, "-plan"); code != 0 || !strings.Contains(out, " 2 to do") {
		t.Errorf("the spec itself: exit %d, %q, %q", code, out, log)
	}
	var b strings.Builder
	if code := program.Run(nil, &b, &b); code != 2 ||
		b.String() != "sweep: expected -spec FILE (-h lists the flags)\n" {
		t.Errorf("without a spec: exit %d, %q", code, b.String())
	}
}

// A user's data replace generated data.
func TestOwnData(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my-data.txt")
	if err := os.WriteFile(path, []byte("1\n2\n3.5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(small, "n = [1, 5]", "n = [1, 2]", 1)
	text = text[:strings.Index(text, "[data]")] + "[data]\nfile = \"" + path + "\"\n"
	got := rows(t, text)
	// σ_post² = 1/4 and μ_post = 6.5/4
	for quantity, want := range map[string]string{"mean theta1": "1.625", "variance theta1": "0.25"} {
		if u := got.Where("quantity", quantity); u.Len() != 2 || u.Cell(0, "exact") != want {
			t.Errorf("%s: %d rows, exact %v, want %s", quantity, u.Len(), u.Strings("exact"), want)
		}
	}
}

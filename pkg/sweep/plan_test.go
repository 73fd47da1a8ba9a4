package sweep_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"adl/pkg/experiment"
	"adl/pkg/sweep"
)

var program = experiment.Program[*sweep.Spec]{
	Name: "sweep", Title: "a sweep",
	Decode: sweep.Decode, Compute: sweep.Compute, Render: sweep.Render,
}

// run runs a spec in a separate folder.
func run(t testing.TB, text string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "my.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	args = append([]string{"-spec", path, "-cache", filepath.Join(dir, "cache")}, args...)
	code = program.Run(args, &out, &log)
	return out.String(), strings.ReplaceAll(log.String(), path, "my.toml"), code
}

// list is a TOML list of n numbers.
func list(n int, x func(i int) any) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(x(i)))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// many is a spec of 10,000 points.
var many = strings.NewReplacer("ETA", list(25, func(i int) any { return 0.1 * float64(i+1) }),
	"GAMMA", list(20, func(i int) any { return i + 1 }),
	"DT", list(20, func(i int) any { return 1e-4 * float64(i+1) })).Replace(`
seed = 1
T = 64
replicas = 64
burn_in = 0.1
observe_every = 0.05
blocks = 4
scheme = "ODABADO"
friction = "scalar"
n = 5
[sweep]
eta = ETA
gamma = GAMMA
dt = DT
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
`)

// The run of a reference costs no more than the points. Where that is too short, or the posterior
// is normal, there is none.
func TestReferenceCost(t *testing.T) {
	t.Parallel()
	const text = `seed = 1
T = 640
replicas = 64
burn_in = 5
observe_every = 0.01
blocks = 4
gamma = 1
dt = 5e-3
[sweep]
scheme = ["SGLD"]
n = [10]
[model]
kind = "logistic"
[data]
kind = "correlated"
d = 4
seed = 1
ndata = `
	linear := strings.NewReplacer(`"logistic"`, "\"linear\"\nsigma = 1\nsigma_theta = 1",
		`"correlated"`, `"linear"`, "d = 4", "theta = [1, 1, 1, 1]\nsigma = 1")
	network := strings.NewReplacer(`"logistic"`, "\"network\"\nhidden = 2",
		`"correlated"`, `"classes"`, "d = 4", "c2 = 0.1")
	for _, c := range []struct {
		name, text string
		want       string // of the plan
		note       string
	}{
		{"as costly", strings.Replace(text, "640", "5e5", 1) + "100",
			"2 tasks, 0 cached, 2 to do: 1.1e+08 steps", ""},
		{"too costly", text + "20000", "1 task, 0 cached, 1 to do: 1.92e+05 steps",
			"reference: the Laplace approximation, because a run would cost more than the points"},
		{"normal", linear.Replace(text) + "20000", "1 task, 0 cached, 1 to do: 1.92e+05 steps", ""},
		{"many and normal", linear.Replace(text) + "70000", "1 task, 0 cached, 1 to do: ", ""},
		{"a network", network.Replace(text) + "20000", "1 task, 0 cached, 1 to do: ",
			"no reference and no errors, because a run would cost more than the points"},
	} {
		out, log, code := run(t, c.text, "-plan")
		noted := strings.Contains(log, cmp.Or(c.note, "reference"))
		if code != 0 || !strings.Contains(out, c.want) || noted != (c.note != "") {
			t.Errorf("%s: exit %d, %s%s, want %s %s", c.name, code, out, log, c.want, c.note)
		}
	}
}

// A summary has a line for each run, in 80 columns, and names what is no result.
func TestSummary(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64\n", "T = 6.4e4\n", "dt = 1e-2\n", "",
		`scheme = "ODABADO"`+"\n", "", "n = [1, 5]",
		`scheme = ["SGLD", "ODABADO"]`+"\nn = [5, 20]\ndt = [0.01, 1.0]").Replace(small)
	out, _, code := run(t, text, "-out", t.TempDir())
	const number = `-?[\d.]+(e[-+]\d+)?`
	const measured = `  ` + number + `±` + number + ` +` + number + `±` + number + ` +` + number + ` +`
	for _, line := range []string{
		`scheme   n   dt    mean, sd  .*variance, % .*ESS/s +status`,
		`SGLD     5   0.01` + measured + `ok`, `SGLD     20  0.01` + measured + `ok`,
		`SGLD     20  1     - +- +- +diverged`, `ODABADO  5   0.01` + measured + `ok`,
	} {
		if !regexp.MustCompile(`(?m)^` + line + `$`).MatchString(out) {
			t.Errorf("no line %s", line)
		}
	}
	summary, _, _ := strings.Cut(out, "sweep: ")
	for line := range strings.Lines(summary) {
		if utf8.RuneCountInString(line) > 81 {
			t.Errorf("a long line: %s", line)
		}
	}
	if code != 0 || t.Failed() {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, _, _ := run(t, text, "-out", t.TempDir(), "-q"); out != "" {
		t.Errorf("with -q: %s", out)
	}
}

// Ten thousand points are planned.
func TestPlan(t *testing.T) {
	out, log, code := run(t, many, "-plan")
	if code != 0 || !strings.Contains(out, "10000 tasks, 0 cached") {
		t.Fatal(code, out, log)
	}
}

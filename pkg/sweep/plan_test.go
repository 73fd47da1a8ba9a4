package sweep_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// Ten thousand points are planned.
func TestPlan(t *testing.T) {
	out, log, code := run(t, many, "-plan")
	if code != 0 || !strings.Contains(out, "10000 tasks, 0 cached") {
		t.Fatal(code, out, log)
	}
}

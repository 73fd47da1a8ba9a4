package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// points are points of all figures, of each table of runs.
var points = []string{
	"fig03 scheme=SGLD n=2 dt=1e-3 sampling=with", "fig03 scheme=OABAO n=80 dt=5e-3",
	"fig04 scheme=SGLD n=1 dt=1e-3", "fig04 scheme=OABAO n=5 dt=1e-3 sampling=without",
	"fig05", "fig05 n=1 dt=2e-3",
	"fig07 friction=full n=5 dt=5e-3", "fig07 friction=scalar n=1 dt=1e-2", "fig07 sampling=with n=5",
	"fig14 K=0 n=5 dt=5e-3", "fig14 K=35 n=15 dt=5e-3", "fig14 n=1", "fig14 n=200 K=15 dt=5e-3",
}

// everything is all points.
var everything = []string{
	"fig03", "fig04", "fig05", "fig07", "fig07 sampling=with", "fig14", "fig14 n=1", "fig14 n=200",
}

// compare compares the simulations of a table with the golden rows, byte by byte.
func compare(t *testing.T, point, got string) {
	t.Helper()
	figure, _, _ := strings.Cut(point, " ")
	golden, err := os.ReadFile("../../results/golden/smoke/" + figure + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(golden), "\n")
	runs := 0
	for line := range strings.Lines(got) {
		if strings.Contains(line, ",simulation,") {
			if runs++; !slices.Contains(lines, strings.TrimSuffix(line, "\n")) {
				t.Errorf("%s: not a golden row: %s", point, line)
			}
		}
	}
	if runs == 0 {
		t.Errorf("%s: no runs: %s", point, got)
	}
}

func TestPoints(t *testing.T) {
	for _, point := range points {
		var stdout, stderr bytes.Buffer
		if run(strings.Fields(point), &stdout, &stderr) != 0 {
			t.Errorf("%s: %s", point, &stderr)
		}
		compare(t, point, stdout.String())
	}
}

// Points that the figure does not have come with predictions.
func TestOthers(t *testing.T) {
	for point, want := range map[string][]string{ // cells of a row
		"fig03 scheme=OABAO n=30 dt=2e-3 gamma=2": {"Langevin", "2", "variance error", "simulation"},
		"fig04 scheme=OABAO n=60 dt=1e-3":         {"Langevin", "60", "L1", "prediction"},
		"fig04 scheme=SGLD n=60 dt=1e-4":          {"SGLD", "60", "L1", "prediction"},
		"fig05 n=40 dt=1e-2 eta=0.5":              {"AdL", "0.5", "var xi", "2"},
		"fig07 friction=diagonal n=80 dt=4e-3":    {"AdL", "diagonal", "L1", "prediction"},
		"fig14 K=3 n=20 dt=5e-3 eta=0.1":          {"eAdL", "0.1", "L1", "simulation"},
	} {
		var stdout, stderr bytes.Buffer
		if run(strings.Fields(point), &stdout, &stderr) != 0 {
			t.Fatalf("%s: %s", point, &stderr)
		}
		if !strings.HasSuffix(stderr.String(), "100\n") {
			t.Errorf("%s: progress %q", point, &stderr)
		}
		rows, err := csv.NewReader(&stdout).ReadAll()
		has := func(row []string) bool {
			return !slices.ContainsFunc(want, func(cell string) bool { return !slices.Contains(row, cell) })
		}
		if err != nil || !slices.ContainsFunc(rows, has) {
			t.Errorf("%s: no row with %q: %q (%v)", point, want, rows, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	for point, want := range map[string]string{
		"":            "usage: live fig03|fig04|fig05|fig07|fig14 [KEY=VALUE...]\n",
		"fig08":       "usage: live fig03|fig04|fig05|fig07|fig14 [KEY=VALUE...]\n",
		"fig07 dt=-1": "-set dt=-1: key \"dt\": expected a number (positive), got -1\n",
		"fig05 n=101": "-set n=101: key \"n\": sampling without replacement requires n ≤ " +
			"Nd = 100",
		"fig07 scheme=AXA n=5": "scheme",
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(point), &stdout, &stderr)
		if code != 1 || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
			t.Errorf("%s: code %d, %q, not %q", point, code, &stderr, want)
		}
	}
}

// The module computes the same bits in Node: the points, or everything with LONG=1. BROWSER=1 runs
// it (make test-page).
func TestBrowserModule(t *testing.T) {
	wanted := os.Getenv("BROWSER")
	if wanted == "" {
		t.Skip("the module is not run in Node; make test-page does that")
	}
	if _, err := exec.LookPath("node"); err != nil {
		if wanted == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	script := t.TempDir() + "/live.js"
	if out, err := exec.Command("./build.sh", script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list := points
	if os.Getenv("LONG") != "" {
		list = everything
	}
	for _, point := range list {
		args := append([]string{"testdata/node.mjs", script}, strings.Fields(point)...)
		out, err := exec.Command("node", args...).Output()
		if err != nil {
			t.Errorf("%s: %v", point, err)
		}
		compare(t, point, string(out))
	}
}

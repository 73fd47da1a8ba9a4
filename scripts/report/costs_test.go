package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// bench is a file as make bench ARGS='-csv FILE' writes it.
const bench = `work,competitor,unit,median,least,greatest,reference,times
OABAO mixture n=1,FORM,ns,5,4,6,scalar C,4
OABAO mixture n=1,plain Go,ns,40,39,41,,
OABAO mixture n=1,scalar C,ns,20,19,21,,
OABAO mixture n=10,FORM,ns,10,9,11,scalar C,6
OABAO mixture n=10,plain Go,ns,100,99,110,,
OABAO mixture n=10,scalar C,ns,60,59,61,,
ODABADO full mixture n=5,workers 1,1/s,3e7,3e7,3e7,,
`

// programs writes programs that print JSON, and the results of the bench, and returns their folder.
func programs(t *testing.T, outputs map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, out := range outputs {
		write(name, "#!/bin/sh\necho \"$*\" >> \"$(dirname $0)/log\"\ncat <<'EOF'\n"+out+"EOF\n", 0o777)
	}
	write("bench.csv", strings.ReplaceAll(bench, "FORM", vec.Form()), 0o666)
	write("quick/old", "", 0o666)
	return dir
}

// chain is a line of -costs.
func chain(key string, n int, cached bool, end string) string {
	return fmt.Sprintf(`{"key": %q, "kind": "chain", "params": {"scheme": "OABAO", "n": %d, `+
		`"model": {"is": "Gaussian noise", "model": {"is": "mixture"}}, `+
		`"friction": {"is": "constant"}}, `+
		`"units": 1e9, "probed": 50, "cached": %v, "seconds": 100, `+
		`"origin": {"revision": "abc", "machine": "linux/amd64, go, avx512", "time": %q}}`+"\n",
		key, n, cached, end)
}

func TestCosts(t *testing.T) {
	exact := `{"key": "e", "kind": "exact", "params": {}, "units": 1, "cached": true, ` +
		`"seconds": 7}` + "\n"
	dir := programs(t, map[string]string{
		"fig03": chain("a", 1, true, "2026-01-02T10:00:00Z") + exact,
		"fig12": chain("a", 1, true, "2026-01-02T10:00:00Z") +
			chain("b", 100, true, "2026-01-03T10:00:00Z"),
		"fig04": chain("a", 1, true, "2026-01-02T10:00:00Z") +
			chain("c", 1, false, "2026-01-02T10:00:00Z"),
		"fig05": strings.Replace(chain("d", 1, true, "2026-01-02T10:00:00Z"), "mixture", "network", 1),
		"fig06": "nonsense\n",
	})
	const csv = `figure,tasks,shared,steps,core_seconds,wall_seconds,probed_seconds,` +
		`probed_chain_seconds,c_seconds_projected,go_seconds_projected,first,last,machines,revisions
fig03,2,0,1e+09,107,100,57,50,207,407,2026-01-02,2026-01-02,"linux/amd64, go, avx512",abc
fig12,2,1,1e+09,100,100,50,50,300,500,2026-01-03,2026-01-03,"linux/amd64, go, avx512",abc
all,3,0,2e+09,207,200,107,100,507,907,2026-01-02,2026-01-03,"linux/amd64, go, avx512",abc
`
	for _, c := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{"-profile", "quick", "fig03", "fig12"}, 0, ""},
		{[]string{"-write", "fig03", "fig12"}, 0, ""},
		{
			[]string{"fig03", "fig04"}, 1,
			"costs: fig04: 1 of 2 tasks of profile quick have no result; " +
				"make fig4 PROFILE=quick computes them\n",
		},
		{[]string{"fig05"}, 1, "costs: fig05: task d: bench.csv has no work like OABAO"},
		{[]string{"fig06"}, 1, "costs: fig06 -costs: invalid character"},
		{[]string{"fig99"}, 1, "costs: fig99: "},
		{nil, 2, "costs: expected figures"},
		{[]string{"-foo"}, 2, "flag provided but not defined"},
	} {
		var stdout, stderr bytes.Buffer
		args := append([]string{"costs", "-bin", dir, "-results", dir}, c.args...)
		code := run(nil, args, &stdout, &stderr)
		if code != c.code || !strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%q: exit %d: %s%s", c.args, code, &stdout, &stderr)
		}
		if code != 0 {
			continue
		}
		const printed = "\n     all      3       0  2e+09      3 min      3 min   107 s           2e+07" +
			"  8 min       15 min\n"
		if !strings.Contains(stdout.String(), printed) {
			t.Errorf("%q: printed %s", c.args, &stdout)
		}
		got, err := os.ReadFile(filepath.Join(dir, "quick", "costs.csv"))
		if c.args[0] != "-write" {
			if err == nil {
				t.Errorf("%q: wrote %s", c.args, got)
			}
			continue
		}
		if err != nil || string(got) != csv {
			t.Errorf("got %s, %v\nwant %s", got, err, csv)
		}
		md, err := os.ReadFile(filepath.Join(dir, "quick", "costs.md"))
		const all = "\n| all | 3 | 0 | 2e+09 | 3 min | 3 min | 107 s | 2e+07 | 8 min | 15 min |\n"
		if err != nil || !strings.Contains(string(md), all) {
			t.Errorf("%s, %v", md, err)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || !strings.HasPrefix(string(log), "-costs -q -profile quick\n") {
		t.Errorf("programs were called with %s, %v", log, err)
	}
}

// The nearest works of the bench give the factors, interpolated in log n.
func TestFactors(t *testing.T) {
	s, err := readSpeeds("../../results/bench.csv")
	if err != nil {
		t.Fatal(err)
	}
	inC := func(work string) float64 { return s[work]["scalar C"] / s[work]["avx512"] }
	inGo := func(work, competitor string) float64 { return s[work][competitor] / s[work]["avx512"] }
	const (
		sgld, one, fifty = "SGLD Gaussian n=1", "OABAO mixture n=1", "OABAO mixture n=50"
		few, all         = "ODABADO diagonal network n=1", "ODABADO diagonal network n=25"
		extended         = "eAdL K=35 full mixture n=5"
		logistic         = "ODABADO full logistic n=10"
	)
	for _, c := range []struct {
		params    string
		inC, inGo float64
	}{
		{`{"scheme": "SGLD", "n": 7, "model": {"is": "gaussian"}}`, inC(sgld), inGo(sgld, "plain Go")},
		{`{"n": 1, "model": {"is": "mixture"}, "friction": {"is": "constant"}}`,
			inC(one), inGo(one, "plain Go")},
		{`{"n": 200, "model": {"is": "mixture"}}`, inC(fifty), inGo(fifty, "plain Go")},
		{`{"n": 5, "model": {"is": "network"}, "friction": {"is": "adl"}}`,
			(inC(few) + inC(all)) / 2, (inGo(few, "portable") + inGo(all, "portable")) / 2},
		{`{"n": 5, "model": {"is": "mixture"}, "friction": {"is": "extended"}}`,
			inC(extended), inGo(extended, "portable")},
		{`{"n": 9, "model": {"is": "logistic"}, "friction": {"form": {"is": "blocks-10"}}}`,
			inC(logistic), inGo(logistic, "portable")},
	} {
		inC, inGo, err := s.factors(sweep.Cost{Params: []byte(c.params)}, "avx512")
		if err != nil || math.Abs(inC-c.inC) > 1e-12 || math.Abs(inGo-c.inGo) > 1e-12 {
			t.Errorf("%s: %g and %g, %v; want %g and %g", c.params, inC, inGo, err, c.inC, c.inGo)
		}
	}
	for _, params := range []string{`{"model": {"is": "else"}}`, `7`} {
		if _, _, err := s.factors(sweep.Cost{Params: []byte(params)}, "avx512"); err == nil {
			t.Errorf("%s has factors", params)
		}
	}
	gaussian := sweep.Cost{Params: []byte(`{"model": {"is": "gaussian"}}`)}
	if _, _, err := s.factors(gaussian, "x"); err == nil {
		t.Error("there is no form x")
	}
}

func TestReadSpeeds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bench.csv")
	for text, want := range map[string]string{
		"a,b\n":            "expected the columns",
		"h\nw,c,ns,zero\n": "line 2: expected a time",
		"\"":               "parse error",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readSpeeds(path); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Times that overlap count once.
func TestBusy(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	spans := []span{{at(20), at(30)}, {at(0), at(10)}, {at(5), at(12)}, {at(6), at(7)}}
	if got := busy(spans); got != 22 {
		t.Errorf("busy for %g s, want 22", got)
	}
}

// The table in SPEED.md has the times of results/bench.csv, to three digits.
func TestSpeedTable(t *testing.T) {
	s, err := readSpeeds("../../results/bench.csv")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../experiments/SPEED.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (.*), (ns|µs) \|(.*)\|$`).
		FindAllStringSubmatch(string(text), -1)
	want := map[string]bool{}
	for _, times := range s {
		for _, x := range times {
			want[strconv.FormatFloat(x, 'g', 3, 64)] = true
		}
	}
	seen := 0
	for _, row := range rows {
		for i, cell := range strings.Split(row[3], "|") {
			x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			if err != nil || i > 6 { // ratios
				continue
			}
			if row[2] == "µs" {
				x *= 1000
			}
			if seen++; !want[strconv.FormatFloat(x, 'g', 3, 64)] {
				t.Errorf("%s: %g ns is not in results/bench.csv", row[1], x)
			}
		}
	}
	if seen < len(want)*9/10 {
		t.Errorf("%d times, of %d in results/bench.csv", seen, len(want))
	}
}

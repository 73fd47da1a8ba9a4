package experiment

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

func TestVouched(t *testing.T) {
	dir := t.TempDir()
	if codes, err := Vouched(dir); err != nil || len(codes) > 0 {
		t.Errorf("without a file: %v, %v", codes, err)
	}
	const a, b, c, d = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc", "dddddddddddddddd"
	for _, now := range [][2]string{{a, b}, {c, b}, {c, d}, {c, d}} {
		if err := Vouch(dir, now); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, vouched)
	text, err := os.ReadFile(path)
	if want := c + " " + d + "\n" + c + " " + b + "\n" + a + " " + b + "\n"; err != nil ||
		string(text) != want {
		t.Errorf("got %q, %v, want %q", text, err, want)
	}
	codes, err := Vouched(dir)
	if want := map[string]string{a: c, b: d, c: c, d: d}; err != nil || !maps.Equal(codes, want) {
		t.Errorf("got %v, %v", codes, err)
	}
	if err := os.WriteFile(path, []byte(a+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := path + `: expected two digests of 16 digits a line, got "` + a + `"`
	if _, err := Vouched(dir); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := Vouch(dir, [2]string{a, b}); err == nil {
		t.Error("a damaged file was written over")
	}
}

// The digest for a program's own models has its own source, and there is none without it.
func TestCodes(t *testing.T) {
	source := func(text string) fstest.MapFS { return fstest.MapFS{"main.go": {Data: []byte(text)}} }
	dir := filepath.Join(t.TempDir(), "code")
	const text = "package main\n\ntype m struct{}\n\nfunc (m) GradPrior() int { return "
	a, b := codes(source(text+"1 }\n"), dir, true), codes(source(text+"2 }\n"), dir, true)
	library := simulate.Code(nil)
	if a(sweep.Random) != library || b(sweep.Random) != library || a(sweep.Own) == b(sweep.Own) ||
		a(sweep.Own) == a(sweep.Random) {
		t.Errorf("%s, %s and %s, %s", a(sweep.Random), a(sweep.Own), b(sweep.Random), b(sweep.Own))
	}
	if c := codes(nil, dir, true); c(sweep.Own) != "" || c(sweep.Random) != a(sweep.Random) {
		t.Errorf("without source: %q", c(sweep.Own))
	}
}

// A digest is remembered in a file by the text that it is of, and made again if that is damaged.
func TestRemembered(t *testing.T) {
	dir, times := filepath.Join(t.TempDir(), "code"), 0
	const right = "0123456789abcdef"
	get := func(part sweep.Part, source string) {
		t.Helper()
		tree := fstest.MapFS{"main.go": {Data: []byte(source)}}
		if d := remembered(dir, true, part, tree, func() string { times++; return right }); d != right {
			t.Errorf("digest %q", d)
		}
	}
	for i, c := range []struct {
		part   sweep.Part
		source string
		times  int
	}{
		{sweep.Random, "a", 1}, {sweep.Random, "b", 1}, {sweep.Exact, "a", 2}, {sweep.Own, "a", 3},
		{sweep.Own, "a", 3}, {sweep.Own, "b", 4},
	} {
		if get(c.part, c.source); times != c.times {
			t.Errorf("%d: digests made %d times, want %d", i, times, c.times)
		}
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(paths) != times {
		t.Fatalf("%q, %v", paths, err)
	}
	for _, damaged := range []string{"", "0123456789abcdeg", right + "0"} {
		for _, p := range paths {
			if err := os.WriteFile(p, []byte(damaged), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		before := times
		if get(sweep.Own, "b"); times != before+1 {
			t.Errorf("the damaged file %q serves", damaged)
		}
	}
}

// long is a time long ago.
var long = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

func TestOrigin(t *testing.T) {
	o := origin()
	if !strings.HasPrefix(o.Machine, runtime.GOOS+"/"+runtime.GOARCH+", go") ||
		!strings.HasSuffix(o.Machine, ", "+vec.Form()) || !o.Time.IsZero() {
		t.Errorf("got %+v", o)
	}
	build := func(settings ...string) *debug.BuildInfo {
		b := new(debug.BuildInfo)
		for i := 0; i < len(settings); i += 2 {
			b.Settings = append(b.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return b
	}
	const id = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		info         *debug.BuildInfo
		passed, want string
	}{
		{nil, "", ""},
		{nil, "v1", "v1"},
		{build("GOOS", "linux"), "v1", "v1"},
		{build("vcs.revision", id, "vcs.modified", "false"), "v1", "0123456789ab"},
		{build("vcs.revision", id, "vcs.modified", "true"), "", "0123456789ab and changes"},
	} {
		if got := revisionOf(c.info, c.passed); got != c.want {
			t.Errorf("%v, %q: got %q, want %q", c.info, c.passed, got, c.want)
		}
	}
}

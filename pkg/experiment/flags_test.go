package experiment

import (
	"errors"
	"flag"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestParseFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want options
	}{
		{nil, options{workers: runtime.GOMAXPROCS(0), vouch: -1}},
		{
			[]string{"-profile", "smoke", "-set", "x=1", "-set=y=2", "-spec", "a.toml", "-workers", "3"},
			options{profile: "smoke", set: []string{"x=1", "y=2"}, spec: "a.toml", workers: 3, vouch: -1},
		},
		{
			[]string{"-out=o", "-cache", "c", "-workers=1", "-fresh", "-bless", "-vouch", "0"},
			options{out: "o", cache: "c", workers: 1, fresh: true, bless: true},
		},
		{
			[]string{"-draws", "every=100", "-plan", "-cached", "-q", "-workers", "2"},
			options{draws: 100, plan: true, cached: true, quiet: true, workers: 2, vouch: -1},
		},
	} {
		var help strings.Builder
		got, err := parseFlags("fig00", "squares", c.args, &help)
		if err != nil || !reflect.DeepEqual(*got, c.want) || help.Len() > 0 {
			t.Errorf("%q: got %+v, %v", c.args, got, err)
		}
	}
}

// An error is one line that names the flag.
func TestParseFlagsErrors(t *testing.T) {
	width := func(s string) string {
		return `invalid value "` + s + `" for flag -width: expected a length from 5cm to 100cm`
	}
	for _, c := range []struct{ args, want string }{
		{"-foo", "flag provided but not defined: -foo"},
		{"x", `unexpected argument "x"`},
		{"-set n=[1] x", `unexpected argument "x"`},
		{"-set n=[1, 2, 5]",
			`unexpected argument "2,"; write lists without blanks, as in -set dt=[2e-3,5e-3]`},
		{"-set n=[1] -set 'dt=[2e-3, 5e-3]'", `unexpected argument "5e-3]'"; write lists without ` +
			"blanks, as in -set dt=[2e-3,5e-3]"},
		{"-workers 0", `invalid value "0" for flag -workers: expected an integer from 1 to 4096`},
		{"-draws 9", `invalid value "9" for flag -draws: expected every=N`},
		{"-draws every=0",
			`invalid value "every=0" for flag -draws: expected an integer from 1 to 2147483647`},
		{"-width wide", width("wide")}, {"-width 0.01cm", width("0.01cm")},
		{"-width 1e9cm", width("1e9cm")}, {"-width NaNcm", width("NaNcm")},
		{"-width 8.5cm", "-width goes with -out: it would replace the figure's own picture"},
		{"-draws every=9 -share", "-draws goes with none of -share and -vouch"},
		{"-share -cached", "-share goes not with -cached"},
	} {
		var help strings.Builder
		_, err := parseFlags("fig00", "squares", strings.Fields(c.args), &help)
		if want := c.want + " (-h lists the flags)"; err == nil || err.Error() != want || help.Len() > 0 {
			t.Errorf("%s: got %v, want %s", c.args, err, want)
		}
	}
	var help strings.Builder
	_, err := parseFlags("fig00", "squares", []string{"-h"}, &help)
	if !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
	for _, f := range []string{"-profile", "-spec", "-set", "-out", "-cache", "-workers", "-share",
		"-cached", "-draws", "-fresh", "-bless", "-plan", "-vouch", "-width", "-q"} {
		if !strings.Contains(help.String(), "\n  "+f) {
			t.Errorf("help lacks %s", f)
		}
	}
}

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
		{nil, options{workers: runtime.GOMAXPROCS(0)}},
		{
			[]string{"-profile", "smoke", "-set", "x=1", "-set=y=2", "-spec", "a.toml", "-workers", "3"},
			options{profile: "smoke", set: []string{"x=1", "y=2"}, spec: "a.toml", workers: 3},
		},
		{
			[]string{"-out=o", "-cache", "c", "-workers=1", "-engine", "local", "-fresh"},
			options{out: "o", cache: "c", workers: 1, fresh: true},
		},
		{
			[]string{"-cached", "-out", "o", "-dpi", "40", "-workers", "2"},
			options{cached: true, out: "o", dpi: 40, workers: 2},
		},
		{
			[]string{"-plan", "-why", "-q", "-workers", "2"},
			options{plan: true, why: true, quiet: true, workers: 2},
		},
		{
			[]string{"-draws", "every=100", "-plan", "-workers", "2"},
			options{draws: 100, plan: true, workers: 2},
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
	for _, c := range []struct{ args, want string }{
		{"-foo", "unknown flag -foo"},
		{"-out", "flag needs an argument: -out"},
		{"-q=maybe", `invalid boolean value "maybe" for -q`},
		{"x", `unexpected argument "x"`},
		{"-workers 0", `invalid value "0" for flag -workers: expected an integer from 1 to 4096`},
		{"-workers two", `invalid value "two" for flag -workers: expected an integer from 1 to 4096`},
		{"-workers 4097", `invalid value "4097" for flag -workers: expected an integer from 1 to 4096`},
		{"-out=", `invalid value "" for flag -out: expected a name`},
		{"-cache=", `invalid value "" for flag -cache: expected a name`},
		{"-spec=", `invalid value "" for flag -spec: expected a name`},
		{"-profile=", `invalid value "" for flag -profile: expected a name`},
		{"-dpi 9", `invalid value "9" for flag -dpi: expected an integer from 10 to 2400`},
		{"-draws 9", `invalid value "9" for flag -draws: expected every=N`},
		{"-draws every=0",
			`invalid value "every=0" for flag -draws: expected an integer from 1 to 2147483647`},
		{"-draws every=9 -share",
			"-draws goes with none of -engine slurm, -share, -pack, -why and -vouch"},
		{"-dpi 40", "-dpi needs -out: pictures without it have 300 dots per inch"},
		{"-engine x", `invalid value "x" for flag -engine: expected local or slurm`},
		{"-detach", "-detach needs -engine slurm"},
		{"-engine slurm -share", "-engine slurm goes with none of -fresh, -share and -pack"},
		{"-engine slurm -fresh", "-engine slurm goes with none of -fresh, -share and -pack"},
		{"-pack=", `invalid value "" for flag -pack: expected a name`},
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
	for _, f := range []string{"-profile", "-spec", "-set", "-out", "-cache", "-workers", "-fresh",
		"-plan", "-why", "-q", "-engine", "-cached", "-dpi", "-draws"} {
		if !strings.Contains(help.String(), "\n  "+f) {
			t.Errorf("help lacks %s", f)
		}
	}
}

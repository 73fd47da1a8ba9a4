package study

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

func TestSettingsCheck(t *testing.T) {
	for _, c := range []struct {
		replicas int
		want     string
	}{
		{64, ""}, {128, ""}, {65536, ""},
		{100, "expected a multiple of 64 replicas, which advance in lockstep, got 100"},
		{65, "expected a multiple of 64 replicas, which advance in lockstep, got 65"},
	} {
		got := ""
		if err := (Settings{Replicas: c.replicas}).Check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d replicas: got %q, want %q", c.replicas, got, c.want)
		}
	}
}

func TestSettingsChain(t *testing.T) {
	m := studytest.Gaussian()
	s := Settings{Seed: 1, T: 2, Replicas: 64, BurnIn: 3, Every: 4, Blocks: 5}
	theta, xi := simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{}}
	yes, no := true, false
	for _, c := range []struct {
		share   *bool
		scheme  dynamics.Scheme
		observe []simulate.Statistic
	}{
		{nil, Method{Word: dynamics.SGLD, Gamma: 1}.Scheme(0.1), []simulate.Statistic{theta}},
		{&no, Method{Word: "BAOAB", Gamma: 2}.Scheme(0.1), []simulate.Statistic{theta}},
		{&yes, Method{Word: "BAOAB", Gamma: 2}.Scheme(0.1), []simulate.Statistic{theta}},
		{nil, dynamics.Scheme{
			Word: "ODABADO", Dt: 0.1,
			Friction: dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 1},
		}, []simulate.Statistic{theta, xi}},
	} {
		s.ShareBatch = c.share
		scheme := c.scheme
		scheme.SplitBatch = c.share == &no
		want := &simulate.Chain{
			Model: m, Digest: "digest", Scheme: scheme, N: 6, Sampling: minibatch.With, T: 2,
			BurnIn: 3, Every: 4, Replicas: 64, Blocks: 5, Observe: c.observe, Seed: 1,
		}
		if got := s.Chain(m, "digest", c.scheme, 6, minibatch.With); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.scheme.Word, got, want)
		}
	}
}

func TestMethod(t *testing.T) {
	if s := (Method{Word: dynamics.SGLD, Gamma: 1}).Scheme(0.1); s.Friction != nil || s.Dt != 0.1 {
		t.Errorf("SGLD: %+v", s)
	}
	s := (Method{Word: "OABAO", Gamma: 2}).Scheme(0.1)
	if s.Friction != (dynamics.Constant{Gamma: 2}) {
		t.Errorf("OABAO: friction %v", s.Friction)
	}
}

// An error of the data, the replicas or a method names the key.
func TestLoad(t *testing.T) {
	type keys struct {
		Settings
		Data   dataset.Source `toml:"data"`
		Method []Method       `toml:"method"`
	}
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad"), filepath.Join(dir, "good")
	for path, text := range map[string]string{
		bad: "# two\n1\n\ntwo\n", good: "# three\n1\n2.5\n-3e-1\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		data, method string
		replicas     int
		want         string
	}{
		{"file = " + quote(good), "scheme = \"OABAO\"\ngamma = 1.0", 64, ""},
		{"file = " + quote(good), `scheme = "SGLD"`, 64, ""},
		{"file = " + quote(good), `scheme = "SGLD"`, 100, `spec.toml:3: key "replicas": expected a ` +
			`multiple of 64 replicas, which advance in lockstep, got 100`},
		{"file = " + quote(good), `scheme = "OABAO"`, 64,
			`spec.toml:9: key "method[0]": scheme OABAO needs the key gamma`},
		{"file = " + quote(good), "scheme = \"OAO\"\ngamma = 1.0", 64,
			`spec.toml:11: key "method[0].scheme": scheme "OAO" lacks `},
		{"file = " + quote(bad), `scheme = "SGLD"`, 64,
			`spec.toml:8: key "data.file": data file ` + bad + `:4: `},
		{`kind = "gaussian"`, `scheme = "SGLD"`, 64, `spec.toml:7: key "data.ndata": `},
	} {
		text := fmt.Sprintf("seed = 1\nT = 1.0\nreplicas = %d\nburn_in = 0.0\nobserve_every = 0.1\n"+
			"blocks = 4\n[data]\n%s\n[[method]]\nname = \"a\"\n%s\n", c.replicas, c.data, c.method)
		studytest.Within(t, text, c.want, func(x *experiment.Context, s keys) (*table.Table, error) {
			d, err := Load(x, s.Data, s.Settings, s.Method...)
			if err == nil && len(d.X) != 3 {
				err = fmt.Errorf("%d data", len(d.X))
			}
			return nil, err
		})
	}
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// The histogram of a spec must not be empty.
func TestHistogramCheck(t *testing.T) {
	type keys struct {
		Histogram Histogram `toml:"histogram"`
	}
	check := func(c *experiment.Context, s keys) (*table.Table, error) {
		return nil, s.Histogram.Check(c)
	}
	studytest.Within(t, "[histogram]\nlo = 0.0\nhi = 1.0\nbins = 5\n", "", check)
	studytest.Within(t, "[histogram]\nlo = 1.0\nhi = 1.0\nbins = 5\n",
		`spec.toml:3: key "histogram.hi": expected more than lo = 1, got 1`, check)
	h := Histogram{Lo: -1, Hi: 2, Bins: 6}.Of(dynamics.Component{I: 1})
	if h != (simulate.Histogram{Of: dynamics.Component{I: 1}, Lo: -1, Hi: 2, Bins: 6}) {
		t.Errorf("%+v", h)
	}
}

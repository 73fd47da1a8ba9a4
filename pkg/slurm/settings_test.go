package slurm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/sweep"
)

// Packs have all the tasks in order, and the size that is asked for or a sensible one.
func TestPack(t *testing.T) {
	work := func(seconds ...float64) []sweep.Work {
		var w []sweep.Work
		for i, s := range seconds {
			w = append(w, sweep.Work{Key: fmt.Sprint(i), Seconds: s})
		}
		return w
	}
	many := make([]float64, 6400)
	for i := range many {
		many[i] = 12
	}
	for _, c := range []struct {
		work       []sweep.Work
		seconds    float64
		cpus, jobs int
		packs      int
		first      float64
	}{
		{nil, 0, 1, 0, 0, 0},
		{work(9, 1, 1, 1), 10, 1, 0, 2, 10},
		{work(30, 9, 1, 1), 10, 1, 0, 3, 30},
		{work(9, 9, 1, 1), 10, 2, 0, 1, 20},
		{work(8, 4, 2), 0, 1, 0, 1, 14},     // a job is not worth less
		{work(many...), 0, 1, 64, 320, 240}, // much to do
		{work(many[:640]...), 0, 1, 64, 128, 60},
		{work(many[:640]...), 0, 2, 64, 128, 60}, // 30 seconds of two CPUs
		{work(many[:640]...), 0, 1, 8, 32, 240},
	} {
		packs := pack(c.work, c.seconds, c.cpus, c.jobs)
		var keys []string
		for _, p := range packs {
			keys = append(keys, p.Keys...)
		}
		for i, w := range c.work {
			if len(keys) != len(c.work) || keys[i] != w.Key {
				t.Fatalf("%+v: keys %v", c, keys)
			}
		}
		if len(packs) != c.packs || len(packs) > 0 && packs[0].Seconds != c.first {
			t.Errorf("%d tasks, %g s on %d CPUs, %d jobs: got %d packs, want %d of %g s",
				len(c.work), c.seconds, c.cpus, c.jobs, len(packs), c.packs, c.first)
		}
	}
}

// A job gets its keys from the manifest, and nonsense is an error.
func TestParsePart(t *testing.T) {
	r, err := begin(t.TempDir(), Manifest{Figure: "fig00", Packs: []Pack{{Keys: []string{"a"}},
		{Keys: []string{"b", "c"}}}})
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	getenv := func(name string) string { return env[name] }
	p, err := ParsePart(r.dir+":1", getenv)
	if err != nil || fmt.Sprint(p.Keys) != "[b c]" || p.Post != "" || p.Figure != "fig00" {
		t.Errorf("got %+v, %v", p, err)
	}
	env["SLURM_ARRAY_JOB_ID"], env["SLURM_ARRAY_TASK_ID"] = "7", "3"
	if p, err = ParsePart(r.dir+":0", getenv); err != nil || p.Post != "7_3" {
		t.Errorf("got %+v, %v", p, err)
	}
	p.Stored("a")
	if s := r.stored(); len(s) != 1 || !s["a"] {
		t.Errorf("stored: %v", s)
	}
	info, err := os.Stat(filepath.Join(r.dir, manifestFile))
	if err != nil || info.Mode().Perm() != 0o444 {
		t.Errorf("the manifest can be changed: %v, %v", info.Mode(), err)
	}
	for name, want := range map[string]string{
		"x":               "expected FOLDER:NUMBER",
		r.dir + ":2":      "expected a pack from 0 to 1, got 2",
		r.dir + ":-1":     "expected a pack from 0 to 1, got -1",
		"/nonexistent:1":  "read /nonexistent/manifest.json: no such file or directory",
		r.dir + ":1 or 2": "expected FOLDER:NUMBER",
	} {
		if _, err := ParsePart(name, getenv); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// A job finds what was prepared for it.
func TestPrepared(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e := &Engine{Dir: t.TempDir(), Program: program, Prepared: map[string][]byte{
		"law of data /1": []byte("x"), "start": nil,
	}}
	r, err := e.prepare(Manifest{Packs: make([]Pack, 1)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ParsePart(r.dir+":0", os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"law of data /1", "start", "law"} {
		want, there := e.Prepared[name]
		if b, ok := p.Prepared(name); string(b) != string(want) || ok != there {
			t.Errorf("%s: %q, %v", name, b, ok)
		}
	}
}

// The environment gives what the spec does not.
func TestWithEnvironment(t *testing.T) {
	env := map[string]string{
		"ADL_SLURM_PARTITION": "long", "ADL_SLURM_CPUS": "4", "ADL_SLURM_PACK": "60.5",
		"ADL_SLURM_PREFIX": "module load x &&", "ADL_SLURM_TIME": "1:00:00",
	}
	getenv := func(name string) string { return env[name] }
	s, err := Settings{Time: "2:00:00"}.WithEnvironment(getenv)
	if err != nil || s.Partition != "long" || s.CPUs != 4 || s.Pack != 60.5 ||
		s.Prefix != "module load x &&" || s.Time != "2:00:00" {
		t.Errorf("got %+v, %v", s, err)
	}
	if got := s.wrong("cpus", "no").Error(); got != "ADL_SLURM_CPUS: no" {
		t.Errorf("got %s", got)
	}
	if got := s.wrong("time", "no").Error(); got != "slurm.time: no" {
		t.Errorf("got %s", got)
	}
	for name, want := range map[string]string{
		"ADL_SLURM_CPUS":  `ADL_SLURM_CPUS: expected an integer from 1 to 100000, got "-x"`,
		"ADL_SLURM_LIMIT": `ADL_SLURM_LIMIT: expected an integer from 1 to 100000, got "-x"`,
		"ADL_SLURM_PACK":  `ADL_SLURM_PACK: expected a positive number of seconds, got "-x"`,
	} {
		env = map[string]string{name: "-x"}
		if _, err := (Settings{}).WithEnvironment(getenv); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

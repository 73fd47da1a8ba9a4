package experiment

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"adl/pkg/dynamics"
	"adl/pkg/plots"
	"adl/pkg/simulate"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// The tests do not choose a form of package vec.
func TestMain(m *testing.M) {
	if vec.Wasted() {
		os.Setenv("VEC", "portable")
	}
	os.Exit(m.Run())
}

type key struct {
	X []float64 `toml:"x" spec:"positive,nonempty"`
}

// program squares numbers; compute is done first.
func program(compute func(c *Context) error) Program[key] {
	return Program[key]{
		Name: "fig00", Title: "squares",
		Spec: []byte("x = [1, 2, 3]\n[profile.quick]\n[profile.smoke]\nx = [4]\n" +
			"[profile.paper]\n"),
		Compute: func(c *Context, s key) (*table.Table, error) {
			if compute != nil {
				if err := compute(c); err != nil {
					return nil, err
				}
			}
			rs, err := c.Do(len(s.X), func(i int) (work.Task, error) { return square(s.X[i]), nil })
			if err != nil {
				return nil, err
			}
			t := table.New(table.Columns([]string{"x"})...)
			for i, r := range rs {
				a, err := r.Load()
				if err != nil {
					return nil, err
				}
				y, err := table.Array[float64](a, "y", 1)
				if err != nil {
					return nil, err
				}
				t.Add(table.Row{
					"x": s.X[i], "quantity": "square", "value": y[0], "stderr": 0,
					"status": table.OK, "source": table.Exact,
				})
			}
			if more {
				t.Add(table.Row{"x": 2, "quantity": "cube", "value": 8, "source": table.Exact})
			}
			return t, nil
		},
		Render: func(s key, t *table.Table) (*plots.Figure, error) {
			f := plots.New(1, 1)
			f.Panel(0, 0).Add(plots.Line{X: t.Floats("x"), Y: t.Floats("value")})
			return f, nil
		},
	}
}

type square float64

func (x square) Kind() string       { return "square" }
func (x square) Params() any        { return map[string]any{"x": float64(x)} }
func (x square) DataDigest() string { return "" }
func (x square) Units() float64     { return float64(x) }

// bent is added to squares, a fault of the code; more adds a row to the table.
var (
	bent float64
	more bool
)

func (x square) Run(context.Context, func(float64)) (table.Archive, error) {
	if x == 7 {
		panic("seven")
	}
	return table.Archive{{Name: "y", Data: []float64{float64(x*x) + bent}}}, nil
}

func (x square) Valid(a table.Archive) error {
	_, err := table.Array[float64](a, "y", 1)
	return err
}

// outcome is a run of the program and what is expected of it.
type outcome struct {
	name           string
	args           []string
	compute        func(c *Context) error
	code           int
	stdout, stderr string // prefixes
	written        bool   // the outputs are new
	full           bool   // standard output is full
}

// outcomes are runs one after another in the folder dir.
func outcomes(dir string) []outcome {
	return []outcome{
		{
			name: "help", args: []string{"-h"},
			stdout: "fig00: squares\n\nusage: fig00 [flags]\n\n  -bless\n",
		}, {
			name: "plan that nobody gets", args: []string{"-plan"}, code: 1, full: true,
			stderr: "fig00: cannot write to standard output: no space left on device\n",
		}, {
			name: "codes in a flag", args: []string{"-\x1b[31m"}, code: 2,
			stderr: "fig00: flag provided but not defined: -�[31m (-h lists the flags)\n",
		}, {
			name: "codes in a name", args: []string{"-out", "/dev/null/\x1b[31m"}, code: 1,
			stderr: "fig00: cannot write /dev/null/�[31m/fig00.csv: not a directory\n",
		}, {
			name: "spec", args: []string{"-set", "x=[-1]"}, code: 2,
			stderr: "fig00: -set x=[-1]: key \"x[0]\": expected a number (positive), got -1\n",
		}, {
			name: "plan", args: []string{"-plan", "-q"},
			stdout: "fig00: 3 tasks, 0 cached, 3 to do: 6 steps, about 0.",
		}, {
			name: "too long", args: []string{"-set", "x=[1e30]"}, code: 2,
			stderr: "fig00: experiments/fig00/spec.toml: a task would have 1e+30 steps, expected fewer " +
				"than 2^53: one of the keys T, burn_in, eta and dt is far from usual; assigned are " +
				"[\"x=[1e30]\"]\n",
		}, {
			name: "not cached", args: []string{"-cached"}, code: 3,
			stderr: "fig00: not all results are in the cache: 3 tasks, 0 cached, 3 to do: 6 steps, " +
				"about 0.",
		}, {
			name:    "error",
			compute: func(*Context) error { return errors.New("broken") }, code: 1,
			stderr: "fig00: broken\n",
		}, {
			name:    "error about a key",
			compute: func(c *Context) error { return c.Errorf("x", "too few, got %d", 3) }, code: 2,
			stderr: "fig00: experiments/fig00/spec.toml:1: key \"x\": too few, got 3\n",
		}, {
			name: "panic", compute: func(*Context) error { panic("a bug") }, code: 1,
			stderr: "fig00: internal error: a bug\ngoroutine ",
		}, {
			name: "not observed", code: 1, compute: func(*Context) error {
				panic(&simulate.NotObserved{
					Chain: &simulate.Chain{}, Statistic: simulate.Last{Of: dynamics.Theta{}},
				})
			},
			stderr: "fig00: simulate: the chain does not observe {\"is\":\"last\",\"of\":{\"is\":" +
				"\"theta\"}}, but {\"is\":\"moments\",\"of\":{\"is\":\"theta\"}}: add it to " +
				"Chain.Observe\n",
		}, {
			name: "panic of a task", code: 1,
			args:   []string{"-set", "x=[7]", "-q", "-out", filepath.Join(dir, "cache", "out")},
			stderr: "fig00: task ",
		}, {
			name: "note", code: 1, compute: func(c *Context) error {
				c.Notef("%d notes", 1)
				return errors.New("broken")
			},
			stderr: "fig00: 1 notes\nfig00: broken\n",
		}, {
			name: "quiet note", args: []string{"-q"}, code: 1, compute: func(c *Context) error {
				c.Notef("%d notes", 1)
				return errors.New("broken")
			},
			stderr: "fig00: broken\n",
		},
		{name: "quiet", args: []string{"-q"}, written: true},
		{
			name: "again", written: true,
			stdout: "fig00: " + filepath.Join(dir, "fig00.png") + ", .pdf and " +
				filepath.Join(dir, "fig00.csv") + " are current\n",
		}, {
			name: "line that nobody gets", written: true, code: 1, full: true,
			stderr: "fig00: cannot write to standard output: no space left on device\n",
		}, {
			name: "cached", args: []string{"-cached", "-q"}, written: true,
		}, {
			name: "planned again", args: []string{"-plan"}, written: true,
			stdout: "fig00: 3 tasks, 3 cached, 0 to do\n",
		},
	}
}

// old is the content of files that a run may replace: it is the manifest.
const old = `{"profile": "quick"}`

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"fig00.png", "fig00.pdf", "fig00.csv", "fig00.json"} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range outcomes(dir) {
		t.Run(c.name, func(t *testing.T) { c.test(t, dir) })
	}
	m, err := os.ReadFile(filepath.Join(dir, "fig00.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"figure": "fig00"`, `"profile": "quick"`, `"x":3}`,
	} {
		if !bytes.Contains(m, []byte(want)) {
			t.Errorf("the manifest lacks %s", want)
		}
	}
}

// full is a standard output that accepts nothing.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

func (c outcome) test(t *testing.T, dir string) {
	cache := filepath.Join(dir, "cache")
	var stdout, stderr bytes.Buffer
	args := append([]string{"-out", dir, "-cache", cache, "-workers", "2"}, c.args...)
	var to io.Writer = &stdout
	if c.full {
		to = full{}
	}
	code := program(c.compute).Run(args, to, &stderr)
	begins := func(b *bytes.Buffer, prefix string) bool {
		return strings.HasPrefix(b.String(), prefix) && (prefix == "") == (b.Len() == 0)
	}
	if code != c.code || !begins(&stdout, c.stdout) || !begins(&stderr, c.stderr) {
		t.Errorf("exit %d\n%s\n%s", code, &stdout, &stderr)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() && f.Name() == "cache" {
			if !c.written && !strings.Contains(c.name, "task") {
				t.Errorf("there is a cache")
			}
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if (string(b) == old) == c.written || strings.HasPrefix(f.Name(), ".") {
			t.Errorf("%s holds %.20q", f.Name(), b)
		}
	}
	if len(files) > 6 {
		t.Errorf("there are %d files", len(files))
	}
	if !c.written {
		if err := os.RemoveAll(cache); err != nil {
			t.Fatal(err)
		}
	}
}

// An interrupted program ends even if its work ignores the interruption, and writes nothing then or
// later.
func TestInterrupted(t *testing.T) {
	ended := make(chan struct{}) // when Run of the deaf program has returned
	for _, c := range []struct {
		name    string
		signal  syscall.Signal
		compute func(c *Context) error
		stderr  string
	}{
		{
			"deaf", syscall.SIGTERM,
			func(*Context) error { <-ended; return nil },
			"fig00: interrupted: the figure and its table were not written; results of tasks that " +
				"were finished are kept\n",
		}, {
			"soon done", syscall.SIGHUP,
			func(*Context) error { time.Sleep(100 * time.Millisecond); return nil },
			"fig00: interrupted before anything was computed\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			began, done := make(chan struct{}), make(chan struct{})
			compute := func(x *Context) error {
				defer close(done)
				close(began)
				return c.compute(x)
			}
			go func() {
				<-began
				if err := syscall.Kill(os.Getpid(), c.signal); err != nil {
					t.Error(err)
				}
			}()
			var stdout, stderr bytes.Buffer
			code := program(compute).Run([]string{"-out", dir, "-cache", dir}, &stdout, &stderr)
			if code != 1 || stderr.String() != c.stderr || stdout.Len() > 0 {
				t.Fatalf("exit %d: %s%s", code, &stdout, &stderr)
			}
			if c.name == "deaf" {
				close(ended)
			}
			<-done
			time.Sleep(300 * time.Millisecond) // for what might still be written
			if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
				t.Errorf("wrote %v, %v", files, err)
			}
		})
	}
}

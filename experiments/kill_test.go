package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"adl/pkg/long"
	"adl/pkg/table"
)

// victim is a figure that computes for about a second and is killed meanwhile. Its checkpoints are
// ten milliseconds apart.
type victim struct {
	name string
	args []string

	once sync.Once
	dir  string // of the undisturbed run
}

// victims differ in the layout of their states, in their frictions and in their observables. The
// short test uses the first one.
var victims = []*victim{
	{name: "fig05", args: []string{
		"-set", "dt=[1e-2]", "-set", "n=[1, 10, 20]", "-set", "T=1e5",
	}},
	// full ξ in 60 dimensions, joint histograms
	{name: "fig08", args: []string{"-set", "T=40"}},
	{name: "fig12", args: []string{
		"-set", "runs.AdL.n=[1, 25]", "-set", "epochs=50", "-set", "T=40",
	}},
	{name: "fig14", args: []string{
		"-set", "runs.curves={dt=1e-2, n=5}", "-set", "T=6000", "-set", "basis.degrees=[1]", "-set",
		"runs.all.dt=[]",
	}},
}

// attacked are the victims of this run.
func attacked() []*victim {
	if long.On() {
		return victims
	}
	return victims[:1]
}

// mortal builds the programs of the victims with checkpoints that are milliseconds apart, and
// returns their folder.
var mortal = sync.OnceValues(func() (string, error) {
	var names []string
	for _, v := range attacked() {
		names = append(names, v.name)
	}
	dir := filepath.Join(bin, "mortal")
	return dir, build(dir, names, nil, "-X=adl/pkg/experiment.interval=10ms")
})

// process is a running program.
type process struct {
	*exec.Cmd
	stderr string // file with its output
	ended  chan struct{}
}

// start starts the victim's program in a folder with the subfolders out and cache.
func (v *victim) start(t *testing.T, dir string, more ...string) *process {
	t.Helper()
	programs, err := mortal()
	if err != nil {
		t.Fatal(err)
	}
	return v.begin(t, programs, dir, more...)
}

func (v *victim) begin(t *testing.T, programs, dir string, more ...string) *process {
	t.Helper()
	args := slices.Concat([]string{
		"-profile", "smoke", "-out", "out", "-cache", "cache", "-workers", "2",
	}, v.args, more)
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	cmd := exec.Command(filepath.Join(programs, v.name), args...)
	cmd.Dir, cmd.Stderr = dir, stderr
	p := &process{cmd, stderr.Name(), make(chan struct{})}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() { p.kill() })
	return p
}

// kill kills the program and reports whether it had not ended by itself.
func (p *process) kill() bool {
	_ = p.Process.Kill()
	<-p.ended
	return p.ProcessState.ExitCode() < 0
}

// until waits for a condition, or the end of the program, and reports whether the program runs on.
func (p *process) until(t *testing.T, condition func() bool) bool {
	t.Helper()
	const guard = 3 * time.Minute
	deadline := time.Now().Add(guard)
	for !condition() {
		select {
		case <-p.ended:
			return false
		case <-time.After(time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing happened for %v", guard)
		}
	}
	return true
}

// said returns what the program has printed to standard error.
func (p *process) said(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(p.stderr)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// wait waits for the end of the program, which has an exit code.
func (p *process) wait(t *testing.T, code int) {
	t.Helper()
	p.until(t, func() bool { return false })
	if got := p.ProcessState.ExitCode(); got != code {
		t.Fatalf("exit %d, want %d: %s", got, code, p.said(t))
	}
}

// whole returns the folder of an undisturbed run of the victim, with the ordinary program. It runs
// at the first call.
func (v *victim) whole(t *testing.T) string {
	t.Helper()
	v.once.Do(func() {
		program(t, v.name)
		dir := filepath.Join(bin, "whole", v.name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		v.begin(t, bin, dir).wait(t, 0)
		v.dir = dir
	})
	if v.dir == "" {
		t.Fatalf("%s failed when nobody disturbed it", v.name)
	}
	return v.dir
}

// finish runs the victim to its end and compares all files with the undisturbed run.
func (v *victim) finish(t *testing.T, dir string) {
	t.Helper()
	v.start(t, dir).wait(t, 0)
	compareTrees(t, dir, v.whole(t))
}

// compareTrees compares the files of two folders: their names, and the bytes of tables, pictures
// and results, except for the time of a result's computation.
func compareTrees(t *testing.T, dir, want string) {
	t.Helper()
	strip := func(dir string) map[string]string {
		files := tree(t, dir)
		for name, text := range files {
			switch filepath.Ext(name) {
			case ".json":
				files[name] = ""
			case ".npz":
				a, err := table.ReadNPZ([]byte(text))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				a = slices.DeleteFunc(a, func(e table.Entry) bool { return e.Name == "about.json" })
				files[name] = a.Digest()
			}
		}
		return files
	}
	if diff := differences(strip(want), strip(dir)); len(diff) > 0 {
		t.Errorf("not as in a run that was not interrupted: %q", diff)
	}
}

// progress maps the tasks of a cache to the number of steps of their checkpoints, and to
// math.MaxInt if there is a result.
func progress(t *testing.T, dir string) map[string]int {
	t.Helper()
	at := map[string]int{}
	paths, _ := filepath.Glob(filepath.Join(dir, "cache", "*", "[0-9a-f]*"))
	for _, path := range paths {
		key, ending, _ := strings.Cut(filepath.Base(path), ".")
		switch ending {
		case "npz":
			at[key] = math.MaxInt
		case "part":
			b, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				continue // there is a result now
			}
			a, err2 := table.ReadNPZ(b)
			tape, err3 := table.Array[uint64](a, "tape")
			if err := errors.Join(err, err2, err3); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			at[key] = max(at[key], int(tape[1]))
		}
	}
	return at
}

// attack starts the victim and kills it at a random moment: up to some milliseconds after up to
// three checkpoints. It reports whether the program was killed before it had ended.
func (v *victim) attack(t *testing.T, dir string, r *rand.Rand) bool {
	t.Helper()
	before := progress(t, dir)
	checkpoints, delay := r.IntN(4), time.Duration(r.Int64N(int64(25*time.Millisecond)))
	last, made := before, 0
	p := v.start(t, dir)
	running := p.until(t, func() bool {
		if now := progress(t, dir); !maps.Equal(now, last) {
			last, made = now, made+1
		}
		return made >= checkpoints
	})
	if running {
		time.Sleep(delay)
	}
	killed := p.kill()
	if code := p.ProcessState.ExitCode(); !killed && code != 0 {
		t.Fatalf("%s: exit %d: %s", v.name, code, p.said(t))
	}
	// At most the work since the last checkpoint is lost.
	after := progress(t, dir)
	for _, earlier := range []map[string]int{before, last} {
		for key, at := range earlier {
			if after[key] < at {
				t.Errorf("%s %s: at step %d, and at %d before", v.name, key[:8], after[key], at)
			}
		}
	}
	return killed
}

// A figure that is killed at random moments, again and again, resumes from its last checkpoints. In
// the end its table, pictures and results have the bytes of an undisturbed run, and no other files
// are left.
func TestKill(t *testing.T) {
	t.Parallel()
	kills := 4
	if long.On() {
		kills = 5 // of each victim
	}
	for i, v := range attacked() {
		t.Run(v.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			for total := 0; total < kills; {
				dir := t.TempDir()
				for total < kills && v.attack(t, dir, r) {
					total++
				}
				v.finish(t, dir)
			}
		})
	}
}

// Three programs on one cache compute each task once. One of them is killed; the others take over
// what it was computing.
func TestTogether(t *testing.T) {
	t.Parallel()
	v, dir := victims[0], t.TempDir()
	var ps []*process
	for i := range 3 {
		ps = append(ps, v.start(t, dir, "-out", fmt.Sprint("out", i), "-workers", "1"))
	}
	cache := filepath.Join(dir, "cache")
	first := map[string]fs.FileInfo{}
	look := func() {
		paths, _ := filepath.Glob(filepath.Join(cache, "*", "*.npz"))
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if old, ok := first[path]; ok && !os.SameFile(old, info) {
				t.Errorf("%s was computed twice", path)
			}
			first[path] = info
		}
	}
	// Each takes a task. The program with the first checkpoint dies.
	dead := -1
	found := func() bool {
		look()
		leases, _ := filepath.Glob(filepath.Join(cache, "*", "*.lease"))
		for _, path := range leases {
			b, _ := os.ReadFile(path)
			if !exists(strings.TrimSuffix(path, ".lease") + ".part") {
				continue
			}
			dead = slices.IndexFunc(ps, func(p *process) bool {
				return bytes.Contains(b, fmt.Appendf(nil, "-%d ", p.Process.Pid))
			})
			if dead >= 0 {
				return true
			}
		}
		return false
	}
	if !ps[0].until(t, found) || !ps[dead].kill() {
		t.Fatalf("they ended too early: %s", ps[0].said(t))
	}
	for i, p := range ps {
		out := filepath.Join(dir, fmt.Sprint("out", i))
		if i != dead {
			p.until(t, func() bool { look(); return false })
			p.wait(t, 0)
			compareTrees(t, out, filepath.Join(v.whole(t), "out"))
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
	look()
	v.finish(t, dir)
}

// An interrupted figure ends within two seconds, keeps results and checkpoints and writes nothing
// else. The next run resumes from there.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP) // programs inherit that it is ignored, as under nohup
	defer signal.Stop(caught)
	line := regexp.MustCompile(
		`\nfig05: interrupted: \d of \d results kept; the same command continues from here\n$`)
	v, dir := victims[0], t.TempDir()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		before := progress(t, dir)
		p := v.start(t, dir)
		if !p.until(t, func() bool { return !maps.Equal(before, progress(t, dir)) }) {
			t.Fatalf("%v: it had ended: %s", sig, p.said(t))
		}
		sent := time.Now()
		if err := p.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		p.wait(t, 1)
		if took := time.Since(sent); took > 2*time.Second {
			t.Errorf("%v: it ended after %v", sig, took)
		}
		if !line.MatchString(p.said(t)) {
			t.Errorf("%v: %s", sig, p.said(t))
		}
		for name := range tree(t, dir) {
			if strings.HasPrefix(name, "out/") || strings.Contains(name, ".tmp") ||
				strings.HasSuffix(name, ".lease") {
				t.Errorf("%v: left behind: %s", sig, name)
			}
		}
	}
	v.finish(t, dir)
}

package experiments

import (
	"bytes"
	"cmp"
	"crypto/sha256"
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
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"adl/pkg/long"
	"adl/pkg/table"
)

// victim is a figure that computes for about a second, in which it is killed. Its checkpoints are
// ten milliseconds apart.
type victim struct {
	name string
	args []string
}

// victims differ in the layout of their states, in their frictions and in what they observe. The
// short run has the first one.
var victims = []victim{
	{"fig05", []string{
		"-set", "dt=[1e-2]", "-set", "n=[1, 10, 20]", "-set", "T=1e5",
	}},
	// full ξ in 60 dimensions, joint histograms
	{"fig08", []string{"-set", "T=40"}},
	{"fig12", []string{
		"-set", "n=[1, 25]", "-set", "epochs=50", "-set", "T=40",
	}},
	{"fig14", []string{
		"-set", "dt=[1e-2]", "-set", "n=[5]", "-set", "T=6000", "-set", "basis.degrees=[1]", "-set",
		"all.dt=[]",
	}},
}

// attacked are the victims of this run.
func attacked() []victim {
	if long.On() {
		return victims
	}
	return victims[:1]
}

// mortal builds the programs of the victims with checkpoints that are milliseconds apart, and
// returns their folder.
var mortal = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(bin, "mortal")
	var names []string
	for _, v := range attacked() {
		names = append(names, v.name)
	}
	return dir, errors.Join(build(dir, names, nil, "-X=adl/pkg/experiment.interval=10ms"),
		os.Chmod(bin, 0o755), os.Chmod(dir, 0o755))
})

// guard is how long a test waits for what a program should do.
const guard = 3 * time.Minute

// start starts the victim's program in a folder, where it writes to out and cache.
func (v victim) start(t *testing.T, dir string, stderr *bytes.Buffer, more ...string) *process {
	t.Helper()
	programs, err := mortal()
	if err != nil {
		t.Fatal(err)
	}
	return begin(t, dir, stderr, append(v.command(programs), more...)...)
}

func (v victim) command(programs string) []string {
	return append([]string{
		filepath.Join(programs, v.name), "-profile", "smoke", "-out", "out", "-cache", "cache",
		"-workers", "2",
	}, v.args...)
}

// process is a program that runs.
type process struct {
	*exec.Cmd
	ended chan struct{}
}

func begin(t *testing.T, dir string, stderr *bytes.Buffer, command ...string) *process {
	t.Helper()
	p := &process{exec.Command(command[0], command[1:]...), make(chan struct{})}
	p.Dir = dir
	if stderr != nil {
		p.Stderr = stderr
	}
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
	status, ok := p.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

// until waits for a condition, or the end of the program, and reports whether the program runs on.
func (p *process) until(t *testing.T, condition func() bool) bool {
	t.Helper()
	deadline := time.Now().Add(guard)
	for !condition() {
		select {
		case <-p.ended:
			return false
		case <-time.After(500 * time.Microsecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing happened for %v", guard)
		}
	}
	return true
}

// wait waits for the end of the program and returns its exit code.
func (p *process) wait(t *testing.T) int {
	t.Helper()
	p.until(t, func() bool { return false })
	return p.ProcessState.ExitCode()
}

// whole returns the folder of a run of the victim that nobody disturbs, with the ordinary program.
// It takes place at the first call.
func (v victim) whole(t *testing.T) string {
	t.Helper()
	name := strings.Join(append([]string{v.name}, v.args...), " ")
	dir := filepath.Join(bin, "whole", fmt.Sprintf("%x", sha256.Sum256([]byte(name))))
	run, _ := wholes.LoadOrStore(name, sync.OnceValue(func() error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		command := v.command(filepath.Dir(program(t, v.name)))
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", v.name, err, out)
		}
		return nil
	}))
	if err := run.(func() error)(); err != nil {
		t.Fatal(err)
	}
	return dir
}

var wholes sync.Map

// finish runs the victim to its end and compares with the folder of a run that nobody disturbed.
func (v victim) finish(t *testing.T, dir, want string, more ...string) {
	t.Helper()
	var stderr bytes.Buffer
	if code := v.start(t, dir, &stderr, more...).wait(t); code != 0 {
		t.Fatalf("%s: exit %d: %s", v.name, code, &stderr)
	}
	v.compare(t, dir, want)
}

// compare compares the files of two folders: their names, and the bytes of tables, pictures and
// results. The time of a result's computation is left out.
func (v victim) compare(t *testing.T, dir, want string) {
	t.Helper()
	got, expected := strip(t, tree(t, dir)), strip(t, tree(t, want))
	if diff := differences(expected, got); len(diff) > 0 {
		t.Errorf("%s: not as in a run that was not interrupted: %q", v.name, diff)
	}
}

// strip takes out of a tree what differs from run to run.
func strip(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
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
			var b bytes.Buffer
			if err := table.WriteNPZ(&b, a); err != nil {
				t.Fatal(err)
			}
			files[name] = b.String()
		}
	}
	return files
}

// progress maps the keys of a cache to the number of steps of their checkpoints, and to math.MaxInt
// where there is a result.
func progress(t *testing.T, dir string) map[string]int {
	t.Helper()
	at := map[string]int{}
	for path := range stamps(filepath.Join(dir, "cache")) {
		key, ending, _ := strings.Cut(filepath.Base(path), ".")
		if ending == "npz" {
			at[key] = math.MaxInt
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, err := table.ReadNPZ(b)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		tape, err := table.Array[uint64](a, "tape")
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		at[key] = max(at[key], int(tape[1]))
	}
	return at
}

// stamps maps the results and checkpoints of a cache to their files.
func stamps(cache string) map[string]fs.FileInfo {
	s := map[string]fs.FileInfo{}
	for _, ending := range []string{"npz", "part"} {
		paths, _ := filepath.Glob(filepath.Join(cache, "*", "[0-9a-f]*."+ending))
		for _, path := range paths {
			if info, err := os.Stat(path); err == nil {
				s[path] = info
			}
		}
	}
	return s
}

// watch returns a function that reports how many results and checkpoints were made since.
func watch(cache string) func() int {
	last, n := stamps(cache), 0
	return func() int {
		for path, info := range stamps(cache) {
			if old, ok := last[path]; !ok || !os.SameFile(old, info) {
				n++
			}
			last[path] = info
		}
		return n
	}
}

// attack starts the victim and kills it at a random moment: up to some milliseconds after up to
// three checkpoints. It reports whether the program was killed before it had ended.
func (v victim) attack(t *testing.T, dir string, r *rand.Rand) bool {
	t.Helper()
	before, changed := progress(t, dir), watch(filepath.Join(dir, "cache"))
	checkpoints, delay := r.IntN(4), time.Duration(r.Int64N(int64(25*time.Millisecond)))
	var stderr bytes.Buffer
	p := v.start(t, dir, &stderr)
	if p.until(t, func() bool { return changed() >= checkpoints }) {
		time.Sleep(delay)
	}
	killed := p.kill()
	if !killed && p.ProcessState.ExitCode() != 0 {
		t.Fatalf("%s: exit %d: %s", v.name, p.ProcessState.ExitCode(), &stderr)
	}
	made, after := changed(), progress(t, dir)
	for key, at := range before {
		if after[key] < at {
			t.Errorf("%s %s: at step %d, and at %d before", v.name, key[:8], after[key], at)
		}
	}
	// At most the work since the last checkpoint is lost: no step is done twice that a
	// checkpoint holds.
	if killed && made >= checkpoints && checkpoints > 0 && maps.Equal(before, after) {
		t.Errorf("%s: %d checkpoints, and none is ahead of %v", v.name, made, before)
	}
	return killed
}

// A figure that is killed at random moments, again and again, goes on from its last checkpoints. In
// the end its table, pictures and results are the bytes of a run that nobody disturbed, and nothing
// else is left.
func TestKill(t *testing.T) {
	t.Parallel()
	kills, figures := 4, attacked()
	if long.On() {
		kills = 60
	}
	for i, v := range figures {
		t.Run(v.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			want, total := v.whole(t), 0
			for total < kills/len(figures) {
				dir, last := t.TempDir(), total
				for total < kills/len(figures) && v.attack(t, dir, r) {
					total++
				}
				v.finish(t, dir, want)
				t.Logf("%d kills", total-last)
			}
		})
	}
}

// A figure that is killed while it writes its outputs leaves what was there or what is new, once it
// has run again, and nothing else.
func TestKillWriting(t *testing.T) {
	t.Parallel()
	kills := 4
	if long.On() {
		kills = 60
	}
	// The order of n changes the table and the pictures, but no task.
	kinds := []victim{victims[0], {victims[0].name, slices.Clone(victims[0].args)}}
	for i, arg := range kinds[1].args {
		if strings.HasPrefix(arg, "n=") {
			kinds[1].args[i] = "n=[20, 10, 1]"
		}
	}
	want := []string{kinds[0].whole(t), kinds[1].whole(t)}
	dir := t.TempDir()
	kinds[0].finish(t, dir, want[0])
	r := rand.New(rand.NewPCG(2, 0))
	out := filepath.Join(dir, "out")
	for total := 0; total < kills; {
		v, delay := kinds[r.IntN(2)], time.Duration(r.Int64N(int64(8*time.Millisecond)))
		var stderr bytes.Buffer
		old := contents(out)
		p := v.start(t, dir, &stderr)
		if p.until(t, func() bool { return !maps.Equal(contents(out), old) }) {
			time.Sleep(delay)
		}
		if p.kill() {
			total++
		} else if code := p.ProcessState.ExitCode(); code != 0 {
			t.Fatalf("exit %d: %s", code, &stderr)
		}
		if k := r.IntN(2); total%4 == 0 {
			kinds[k].finish(t, dir, want[k])
		}
	}
	kinds[1].finish(t, dir, want[1])
}

// contents lists a folder: names, sizes and times.
func contents(dir string) map[string]string {
	files := map[string]string{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files[e.Name()] = fmt.Sprint(info.Size(), info.ModTime())
		}
	}
	return files
}

// Three programs on one cache compute each task once. One of them is killed; the others take over
// what it was computing.
func TestTogether(t *testing.T) {
	t.Parallel()
	v := victims[0]
	want, dir := v.whole(t), t.TempDir()
	var stderr [3]bytes.Buffer
	var ps []*process
	for i := range stderr {
		ps = append(ps, v.start(t, dir, &stderr[i], "-out", fmt.Sprint("out", i), "-workers", "1"))
	}
	cache := filepath.Join(dir, "cache")
	first := map[string]fs.FileInfo{}
	look := func() {
		for path, info := range stamps(cache) {
			if filepath.Ext(path) != ".npz" {
				continue
			}
			if old, ok := first[path]; ok && !os.SameFile(old, info) {
				t.Errorf("%s was computed twice", path)
			}
			first[path] = info
		}
	}
	// Each takes a task. The one with the first checkpoint dies.
	owner := func() int {
		for i, p := range ps {
			leases, _ := filepath.Glob(filepath.Join(cache, "*", "*.lease"))
			for _, path := range leases {
				b, _ := os.ReadFile(path)
				part := strings.TrimSuffix(path, ".lease") + ".part"
				if _, err := os.Stat(part); err == nil &&
					bytes.Contains(b, fmt.Appendf(nil, "-%d ", p.Process.Pid)) {
					return i
				}
			}
		}
		return -1
	}
	if !ps[0].until(t, func() bool { look(); return owner() >= 0 }) {
		t.Fatalf("nobody made a checkpoint: %s", &stderr[0])
	}
	dead := owner()
	if !ps[dead].kill() {
		t.Fatalf("it had ended: %s", &stderr[dead])
	}
	for i, p := range ps {
		if i == dead {
			continue
		}
		p.until(t, func() bool { look(); return false })
		if code := p.ProcessState.ExitCode(); code != 0 {
			t.Fatalf("exit %d: %s", code, &stderr[i])
		}
		out := filepath.Join(dir, fmt.Sprint("out", i))
		got, expected := tree(t, out), tree(t, filepath.Join(want, "out"))
		if diff := differences(strip(t, expected), strip(t, got)); len(diff) > 0 {
			t.Errorf("program %d: other files: %q", i, diff)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, fmt.Sprint("out", dead))); err != nil {
		t.Fatal(err)
	}
	look()
	v.finish(t, dir, want)
}

// A figure that is asked to end keeps a checkpoint of where it stands.
func TestSignals(t *testing.T) {
	t.Parallel()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP) // programs inherit that it is ignored, as under nohup
	defer signal.Stop(caught)
	v := victims[0]
	want, dir := v.whole(t), t.TempDir()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		before, changed := progress(t, dir), watch(filepath.Join(dir, "cache"))
		var stderr bytes.Buffer
		p := v.start(t, dir, &stderr)
		if !p.until(t, func() bool { return changed() > 0 }) {
			t.Fatalf("%v: it had ended: %s", sig, &stderr)
		}
		if err := p.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := p.wait(t); code != 1 || !strings.HasSuffix(stderr.String(),
			" results kept; the same command goes on from here\n") {
			t.Errorf("%v: exit %d: %s", sig, code, &stderr)
		}
		if maps.Equal(before, progress(t, dir)) {
			t.Errorf("%v: no checkpoint", sig)
		}
	}
	v.finish(t, dir, want)
}

// Where no file can grow, there are neither checkpoints nor results. The figure says so and waits;
// the next run goes on.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	v := victims[0]
	want, dir := v.whole(t), t.TempDir()
	programs, err := mortal()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "log")
	limited := append([]string{"sh", "-c", `ulimit -f 4 && exec "$0" "$@" 2>log`},
		v.command(programs)...)
	p := begin(t, dir, nil, limited...)
	said := func(s string) func() bool {
		return func() bool {
			b, _ := os.ReadFile(log)
			return bytes.Contains(b, []byte(s))
		}
	}
	for _, line := range []string{
		"a checkpoint cannot be kept: ", "not all results can be kept in cache: ", "trying again for ",
	} {
		if !p.until(t, said(line)) {
			b, _ := os.ReadFile(log)
			t.Fatalf("it ended without %q: %s", line, b)
		}
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := p.wait(t); code != 1 {
		b, _ := os.ReadFile(log)
		t.Errorf("exit %d: %s", code, b)
	}
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	v.finish(t, dir, want)
}

// A folder of the cache that cannot be read ends the run with a line that names it. The next run
// goes on.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	v := victims[0]
	want, dir := v.whole(t), t.TempDir()
	r := rand.New(rand.NewPCG(3, 0))
	for len(progress(t, dir)) == 0 {
		v.attack(t, dir, r)
	}
	paths := slices.Sorted(maps.Keys(stamps(filepath.Join(dir, "cache"))))
	folder := filepath.Dir(paths[0])
	mode := func(m fs.FileMode) {
		t.Helper()
		if err := os.Chmod(folder, m); err != nil {
			t.Fatal(err)
		}
	}
	mode(0)
	defer os.Chmod(folder, 0o755)
	programs, err := mortal()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(v.command(programs)[0], v.command(programs)[1:]...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	if os.Getuid() == 0 { // whom nothing is forbidden
		const nobody = 65534
		for d := dir; len(d) > len(os.TempDir()); d = filepath.Dir(d) {
			if err := os.Chmod(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			return cmp.Or(err, os.Chown(path, nobody, nobody))
		})
		if err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Credential: &syscall.Credential{Uid: nobody, Gid: nobody},
		}
	}
	err = cmd.Run()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 ||
		!strings.Contains(stderr.String(), filepath.Join("cache", filepath.Base(folder))) ||
		!strings.HasSuffix(stderr.String(), ": permission denied\n") {
		t.Errorf("%v: %s", err, &stderr)
	}
	mode(0o755)
	v.finish(t, dir, want)
}

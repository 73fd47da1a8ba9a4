package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/slurm/slurmtest"
)

// fastPolls lets the engine look at the queue often.
func fastPolls(t *testing.T) {
	old := interval
	interval = "20ms"
	t.Cleanup(func() { interval = old })
}

// runProgram runs fig00 and returns its exit code and output.
func runProgram(args ...string) (code int, stdout, stderr string) {
	var out, log bytes.Buffer
	code = program(nil).Run(args, &out, &log)
	return code, out.String(), log.String()
}

// sameFiles compares what two runs wrote, byte for byte.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	for _, name := range []string{"fig00.csv", "fig00.json", "fig00.png", "fig00.pdf",
		"fig00.svg"} {
		x, err := os.ReadFile(filepath.Join(a, name))
		y, err2 := os.ReadFile(filepath.Join(b, name))
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs: %v, %v", name, err, err2)
		}
	}
}

// Jobs of Slurm compute what this program would, and the outputs are the same bytes, whatever the
// settings of Slurm are. A rerun submits nothing.
func TestSlurm(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	if code, _, stderr := runProgram("-out", "local", "-cache", "a"); code != 0 {
		t.Fatal(stderr)
	}
	args := []string{"-engine", "slurm", "-out", "there", "-cache", "b c"}
	code, stdout, stderr := runProgram(append(args, "-set", "slurm.pack=0.1", "-set",
		`slurm.prefix="A=1"`)...)
	if code != 0 || !strings.Contains(stdout, "3 tasks, 0 cached; 3 computed") {
		t.Fatalf("%d: %s%s", code, stdout, stderr)
	}
	sameFiles(t, "local", "there")
	if n := len(d.Calls("sbatch")); n != 1 {
		t.Errorf("sbatch was called %d times", n)
	}
	if _, err := os.Stat("b c/slurm"); err == nil {
		t.Error("the run's folder is left")
	}
	if code, stdout, stderr = runProgram(args...); code != 0 || len(d.Calls("sbatch")) != 1 {
		t.Errorf("a rerun: %d: %s%s", code, stdout, stderr)
	}

	// a spec that is gone when the job starts, and a list that is in it
	if err := os.WriteFile("my.toml", []byte("x = [5, 6]\n[slurm]\npack = 1\n[profile.smoke]\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	d.Set("slots", "2")
	args = []string{"-spec", "my.toml", "-profile", "smoke"}
	if code, _, stderr := runProgram(append(args, "-engine", "slurm", "-out", "there", "-cache",
		"b", "-set", "slurm.limit=3")...); code != 0 {
		t.Fatal(stderr)
	}
	if code, _, stderr := runProgram(append(args, "-out", "local", "-cache", "a")...); code != 0 {
		t.Fatal(stderr)
	}
	sameFiles(t, "local", "there")
}

// A task that fails is explained, the others are kept, and a rerun submits only this.
func TestSlurmFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	for range 2 {
		code, stdout, stderr := runProgram("-engine", "slurm", "-out", "o", "-cache", "c", "-set",
			"x=[5,7,6]")
		if code != failed || stdout != "" {
			t.Fatalf("%d: %s", code, stdout)
		}
		for _, want := range []string{
			"fig00: 1 of 3 tasks without a result; the same command computes only these\n  task ",
			" (x=7): job ", ": FAILED, exit code 1, on node1\n",
			"      fig00: 1 task failed: task 41310d42: panic: seven\n",
		} {
			if !strings.Contains(stderr, want) {
				t.Errorf("%q is not in %s", want, stderr)
			}
		}
		if _, err := os.Stat("o/fig00.csv"); err == nil {
			t.Error("a table was written")
		}
	}
	manifests, err := filepath.Glob("c/slurm/fig00-*/manifest.json")
	if err != nil || len(manifests) != 2 || len(d.Calls("sbatch")) != 2 {
		t.Fatalf("%q, %v", manifests, err)
	}
	keys := regexp.MustCompile(`"[0-9a-f]{32}"`)
	var counts []int
	for _, m := range manifests {
		b, err := os.ReadFile(m)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, len(keys.FindAll(b, -1)))
	}
	if slices.Sort(counts); !slices.Equal(counts, []int{1, 3}) {
		t.Errorf("the manifests have %v tasks", counts)
	}
}

// A wrong setting gives one line and the exit code of a wrong spec.
func TestSlurmSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	fastPolls(t)
	d := slurmtest.New(t)
	d.Set("partition", "short")
	slurm := []string{"-engine", "slurm", "-cache", "c", "-out", "o"}
	for _, c := range []struct {
		set, env, want string
	}{
		{`slurm.partition="x"`, "", `fig00: -set slurm.partition="x": key "slurm.partition": ` +
			`there is no partition "x"; there are: short` + "\n"},
		{`slurm.parition="x"`, "", `fig00: -set slurm.parition="x": key "slurm.parition": unknown; ` +
			"known here: partition, account, "},
		{"slurm.cpus=0", "", `fig00: -set slurm.cpus=0: key "slurm.cpus": expected an integer ` +
			"(at least 1, at most 4096), got 0\n"},
		{"x=[1]", "nobody", `fig00: ADL_SLURM_ACCOUNT: Slurm refuses the account "nobody"`},
	} {
		t.Setenv("ADL_SLURM_ACCOUNT", c.env)
		code, _, stderr := runProgram(append(slurm, "-set", c.set)...)
		if code != misuse || !strings.HasPrefix(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %d, got\n%swant\n%s", c.set, code, stderr, c.want)
		}
	}
}

// Programs with -share compute the tasks between them, draw nothing, and leave the figure to
// another.
func TestShare(t *testing.T) {
	t.Chdir(t.TempDir())
	const set = "x=[1,2,3,4,5,6,8,9,10,11,12]"
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			code, stdout, stderr := runProgram("-share", "-cache", "c", "-workers", "2", "-set", set)
			if code != 0 || !strings.HasPrefix(stdout, "fig00: the results of all tasks are there; ") {
				t.Errorf("%d: %s%s", code, stdout, stderr)
			}
		})
	}
	wg.Wait()
	for _, dir := range []string{"figures", "results"} {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("there is a folder %s", dir)
		}
	}
	if code, _, stderr := runProgram("-cached", "-cache", "c", "-out", "o", "-set", set); code != 0 {
		t.Errorf("%d: %s", code, stderr)
	}
}

// A job whose pack is not what the program computes says so.
func TestPack(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("run", 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile("run/manifest.json", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const good = `{"figure": "fig00", "packs": [{"keys": ["0123456789abcdef"]}]}`
	for _, c := range []struct {
		text, pack string
		code       int
		want       string
	}{
		{good, "run:0", failed, "pack 0: there is no task 01234567: the program, its spec or its " +
			"data changed after it was submitted"},
		{good, "x", misuse, `-pack: expected FOLDER:NUMBER, got "x"`},
		{good, "run:-1", misuse, "-pack: expected a pack from 0 to 0, got -1"},
		{`{"figure": "fig01", "packs": [{"keys": ["0"]}]}`, "run:0", misuse,
			"-pack: run:0 is about fig01"},
		{`{"figure": "fig`, "run:0", misuse,
			"-pack: read run/manifest.json: unexpected end of JSON input"},
	} {
		write(c.text)
		code, _, stderr := runProgram("-pack", c.pack, "-cache", "c")
		if code != c.code || stderr != "fig00: "+c.want+"\n" {
			t.Errorf("%d, got\n%swant\n%s", code, stderr, c.want)
		}
	}
}

// TestRealSlurm runs figures on a Slurm of two nodes with two CPUs each, which
// scripts/test-slurm.sh starts, with arrays of at most 11 elements and room for 24 jobs.
func TestRealSlurm(t *testing.T) {
	base := os.Getenv("SLURM_TEST")
	if base == "" {
		t.Skip("make test-slurm runs it, on a real Slurm of this machine")
	}
	script, err := filepath.Abs("../../scripts/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	fig05 := filepath.Join(t.TempDir(), "fig05")
	sh(t, "go", "build", "-ldflags=-X=adl/pkg/experiment.interval=300ms "+
		"-X=runtime.godebugDefault=asyncpreemptoff=1", "-o", fig05, "../../experiments/fig05")
	fig00 := filepath.Join(t.TempDir(), "program")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, fig00); err != nil {
		t.Fatal(err)
	}
	wait := []string{"-set", "x=[13,1,2]", "-set", "slurm.pack=1e-8"}

	sub := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			f(t)
			if t.Failed() { // the next one begins with an empty queue
				sh(t, "scancel", "--user=root")
			}
		})
	}
	sub("bytes", func(t *testing.T) {
		args := []string{"-profile", "smoke", "-out", "there", "-cache", "c", "-q"}
		begin := time.Now()
		start(t, fig05, append(args, "-engine", "slurm", "-set", "slurm.pack=0.2")...).ends(t, 0, "")
		t.Logf("fig05 on Slurm took %s", time.Since(begin).Round(time.Millisecond))
		begin = time.Now()
		start(t, fig05, "-profile", "smoke", "-out", "here", "-cache", "d", "-q").ends(t, 0, "")
		t.Logf("and here %s", time.Since(begin).Round(time.Millisecond))
		same(t, "fig05", "here", "there")
		if left := glob(t, "c/slurm/*"); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	})

	sub("failing task", func(t *testing.T) {
		args := []string{"-engine", "slurm", "-out", "o", "-cache", "c", "-set", "x=[5,7,6]"}
		for _, n := range []int{3, 1} {
			p := start(t, fig00, args...)
			p.ends(t, failed, "1 of 3 tasks without a result", "(x=7)", "FAILED, exit code 1, on local",
				"panic: seven", fmt.Sprintf("submitted %d task", n))
		}
	})

	sub("cancelled by somebody", func(t *testing.T) {
		args := append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, wait...)
		p := start(t, fig00, args...)
		id := p.job(t)
		running(t, id+"_0")
		sh(t, "scancel", id+"_0")
		p.ends(t, failed, "1 of 3 tasks without a result", "(x=13)", "CANCELLED")
		touch(t, "go")
		start(t, fig00, args...).ends(t, 0, "submitted 1 task in 1 pack")
		compare(t, fig00, wait)
	})

	sub("controller restarted", func(t *testing.T) {
		p := start(t, fig00, append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, wait...)...)
		running(t, p.job(t)+"_0")
		sh(t, script, "controller", base, "stop")
		touch(t, "go")
		p.says(t, "waiting for Slurm to answer")
		sh(t, script, "controller", base, "start")
		p.ends(t, 0)
		compare(t, fig00, wait)
	})

	sub("requeued", func(t *testing.T) {
		long := []string{"-profile", "smoke", "-set", "T=1e6", "-set", "n=[1]",
			"-set", "dt=[1e-2]"}
		p := start(t, fig05, append(long, "-engine", "slurm", "-cache", "c", "-out", "there")...)
		id := p.job(t)
		within(t, "a checkpoint", func() bool { return len(glob(t, "c/*/*.part")) > 0 })
		sh(t, "scontrol", "requeue", id+"_0")
		// Slurm waits for a few seconds before it starts the job again.
		start(t, fig05, append(long, "-cache", "d", "-out", "here")...).ends(t, 0)
		again(t, id+"_0")
		p.ends(t, 0)
		same(t, "fig05", "here", "there")
	})

	sub("node down", func(t *testing.T) {
		p := start(t, fig00, append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, wait...)...)
		id := p.job(t)
		node := running(t, id+"_0")
		sh(t, "scontrol", "update", "nodename="+node, "state=down", "reason=test")
		again(t, id+"_0")
		if state := sh(t, "sinfo", "-h", "-n", node, "-o", "%T"); strings.HasPrefix(state, "down") {
			sh(t, "scontrol", "update", "nodename="+node, "state=resume")
		}
		touch(t, "go")
		p.ends(t, 0)
		compare(t, fig00, wait)
	})

	sub("interrupted", func(t *testing.T) {
		p := start(t, fig00, append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, wait...)...)
		id := p.job(t)
		running(t, id+"_0")
		// Slurm loses the signal for a program that it is about to start.
		leases := func() []string { return glob(t, "c/*/*.lease") }
		within(t, "a lease", func() bool { return len(leases()) > 0 })
		p.cmd.Process.Signal(os.Interrupt)
		p.ends(t, failed, "interrupted: job", id, " cancelled, results kept; the same command goes on")
		within(t, "an empty queue", func() bool { return sh(t, "squeue", "-h") == "" })
		if left := leases(); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	})

	sub("detached", func(t *testing.T) {
		args := append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, wait...)
		start(t, fig00, append(args, "-detach")...).ends(t, 0, "left running: job")
		p := start(t, fig00, args...)
		p.says(t, "of the tasks are in job")
		touch(t, "go")
		p.ends(t, 0)
		compare(t, fig00, wait)
	})

	sub("settings", func(t *testing.T) {
		for set, want := range map[string]string{
			`slurm.partition="nope"`: `key "slurm.partition": there is no partition "nope"; ` +
				`there are: test`,
			`slurm.time="soon"`:        `key "slurm.time": Slurm refuses the limit "soon"`,
			`slurm.memory="999G"`:      `key "slurm.memory": no node has it: "999G"`,
			`slurm.options="--nonono"`: `key "slurm.options": sbatch: unrecognized option '--nonono'`,
		} {
			p := start(t, fig00, "-engine", "slurm", "-out", "o", "-cache", "c", "-set", set)
			p.ends(t, misuse, "fig00: -set "+set+": "+want)
			if n := strings.Count(p.text(t), "\n"); n != 1 {
				t.Errorf("%d lines: %s", n, p.text(t))
			}
		}
		// what Slurm takes though no node has it
		p := start(t, fig00, "-engine", "slurm", "-out", "o", "-cache", "c", "-set", "slurm.cpus=64")
		p.says(t, "_0 waits for PartitionConfig, which may never come")
		p.cmd.Process.Signal(os.Interrupt)
		p.ends(t, failed, "cancelled")
	})

	sub("full queue", func(t *testing.T) {
		var x []string
		for i := range 26 {
			x = append(x, fmt.Sprint(i+20))
		}
		set := []string{"-set", "x=[" + strings.Join(x, ",") + "]", "-set", "slurm.pack=1e-9"}
		p := start(t, fig00, append([]string{"-engine", "slurm", "-out", "o", "-cache", "c"}, set...)...)
		p.ends(t, 0, "the rest is submitted as the queue empties", "submitted 26 tasks in 26 packs")
		compare(t, fig00, set)
	})
}

// compare compares the outputs in o with those of a local run with more flags.
func compare(t *testing.T, program string, flags []string) {
	t.Helper()
	start(t, program, append([]string{"-out", "here", "-cache", "d"}, flags...)...).ends(t, 0)
	same(t, "fig00", "here", "o")
}

// same compares the outputs of a figure in two folders, byte for byte.
func same(t *testing.T, name, a, b string) {
	t.Helper()
	for _, ending := range []string{".csv", ".json", ".png", ".pdf", ".svg"} {
		x, err := os.ReadFile(filepath.Join(a, name+ending))
		y, err2 := os.ReadFile(filepath.Join(b, name+ending))
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s%s differs: %v, %v", name, ending, err, err2)
		}
	}
}

// process is a program that runs.
type process struct {
	cmd   *exec.Cmd
	log   string // the file of its standard error
	ended chan error
}

func start(t *testing.T, name string, args ...string) *process {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := &process{exec.Command(name, args...), f.Name(), make(chan error, 1)}
	p.cmd.Stderr = f
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

func (p *process) text(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(p.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// says waits until the program has said something.
func (p *process) says(t *testing.T, what string) {
	t.Helper()
	within(t, what, func() bool { return strings.Contains(p.text(t), what) })
}

// submission matches the output of a program about its jobs. There may be several arrays, where the
// last test's jobs still count in the queue.
var submission = regexp.MustCompile(` as jobs? (\d+).*; logs in `)

// job waits for the ID of the first array.
func (p *process) job(t *testing.T) (id string) {
	t.Helper()
	within(t, "a job", func() bool {
		m := submission.FindStringSubmatch(p.text(t))
		if m != nil {
			id = m[1]
		}
		return m != nil
	})
	return id
}

// ends waits for the end of the program and checks its exit code and what it said.
func (p *process) ends(t *testing.T, code int, want ...string) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(guard):
		t.Fatalf("it does not end: %s", p.text(t))
	}
	text := p.text(t)
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("exit code %d: %s", got, text)
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not in %s", w, text)
		}
	}
}

// again waits until an element of an array runs for the second time.
func again(t *testing.T, element string) {
	t.Helper()
	within(t, element+" runs again", func() bool {
		return strings.TrimSpace(sh(t, "squeue", "-h", "-t", "R,CG,CD", "-j", element, "-O",
			"RestartCnt")) == "1"
	})
}

// running waits until an element of an array runs and returns its node.
func running(t *testing.T, element string) (node string) {
	t.Helper()
	within(t, element+" runs", func() bool {
		node = strings.TrimSpace(sh(t, "squeue", "-h", "-t", "R", "-j", element, "-o", "%N"))
		return node != ""
	})
	return node
}

// sh runs a command and returns its standard output.
func sh(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, stderr.String())
	}
	return string(out)
}

// guard is how long a test waits for what Slurm or a program should do: longer than any load of the
// machine explains.
const guard = 5 * time.Minute

// within waits for a condition.
func within(t *testing.T, what string, f func() bool) {
	t.Helper()
	for begin := time.Now(); !f(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > guard {
			t.Fatalf("waited in vain for: %s", what)
		}
	}
}

func touch(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Jobs find the data that the submitting program prepared; if they do not, they compute them.
func TestPrepared(t *testing.T) {
	type numbers struct {
		X []float64
		L dataset.Labelled
	}
	data := dataset.Labelled{Z: []float32{1, -2.5, 3e-40}, D: 3, Y: []float64{1}, Origin: "a"}
	want := numbers{[]float64{0.1, 3}, data}
	calls := 0
	compute := func() (numbers, error) {
		calls++
		return want, nil
	}
	submits := &Context{prepared: map[string][]byte{}}
	job := &Context{find: func(name string) ([]byte, bool) {
		b, ok := submits.prepared[name]
		return b, ok
	}}
	for _, c := range []struct {
		where *Context
		name  string
		calls int
	}{{submits, "a", 1}, {job, "a", 1}, {job, "b", 2}, {&Context{}, "a", 3}} {
		got, err := Prepared(c.where, c.name, compute)
		if err != nil || !reflect.DeepEqual(got, want) || calls != c.calls {
			t.Errorf("%s: %v, %v, after %d calls", c.name, got, err, calls)
		}
	}
	if got := want.L; got.Digest() != data.Digest() || got.Origin != "a" {
		t.Errorf("got %v", got)
	}

	broken := errors.New("broken")
	fails := func() (numbers, error) { return numbers{}, broken }
	if _, err := Prepared(submits, "c", fails); err != broken || submits.prepared["c"] != nil {
		t.Errorf("%v is prepared", err)
	}
	submits.prepared["a"] = submits.prepared["a"][:20]
	if _, err := Prepared(job, "a", compute); err == nil || !strings.Contains(err.Error(),
		"prepared: a: ") {
		t.Errorf("half of it: %v", err)
	}
}

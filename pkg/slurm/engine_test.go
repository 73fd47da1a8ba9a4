package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"adl/pkg/slurm/slurmtest"
	"adl/pkg/sweep"
)

func TestMain(m *testing.M) {
	slurmtest.Main()
	if filepath.Base(os.Args[0]) == programFile {
		os.Exit(work(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// work is the program of the jobs: -workers N -pack FOLDER:NUMBER. It stores an empty file for
// every key, in the folder of the runs' folder. Keys that begin with "fail" have no result, and
// those that begin with "wait" are awaited until there is a file "go".
func work(args []string) int {
	p, err := ParsePart(args[len(args)-1], os.Getenv)
	if err != nil {
		fmt.Println(err)
		return 2
	}
	cache := filepath.Dir(filepath.Dir(p.dir))
	for _, key := range p.Keys {
		if strings.HasPrefix(key, "fail") {
			fmt.Printf("%s cannot be computed by %s\n", key, p.Post)
			return 3
		}
		for strings.HasPrefix(key, "wait") && !there(filepath.Join(cache, "go")) {
			time.Sleep(5 * time.Millisecond)
		}
		if err := os.WriteFile(filepath.Join(cache, key), nil, 0o666); err != nil {
			return 1
		}
		p.Stored(key)
	}
	return 0
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// report keeps what an engine says.
type report struct {
	mu          sync.Mutex
	said, shown []string
	answer      string
	asked       bool
}

func (r *report) Say(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func (r *report) Show(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = append(r.shown, fmt.Sprintf(format, args...))
}

func (r *report) Ask(string) (string, bool) {
	r.asked = true
	return r.answer, r.answer != ""
}

// has waits until something that matches was said or shown.
func (r *report) has(t *testing.T, pattern string) {
	t.Helper()
	re := regexp.MustCompile(pattern)
	defer func() {
		if t.Failed() {
			t.Logf("said: %q, shown: %q", r.said, r.shown)
		}
	}()
	within(t, pattern, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return re.MatchString(strings.Join(r.said, "\n")) || re.MatchString(strings.Join(r.shown, "\n"))
	})
}

func within(t *testing.T, what string, f func() bool) {
	t.Helper()
	for begin := time.Now(); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("waited in vain for: %s", what)
		}
	}
}

// cluster is a double of Slurm with a folder of results.
type cluster struct {
	*slurmtest.Double
	cache string
}

func newCluster(t *testing.T) *cluster {
	return &cluster{slurmtest.New(t), t.TempDir()}
}

func (c *cluster) engine(s Settings) *Engine {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return &Engine{
		Settings: s, Figure: "fig00", Profile: "smoke", Dir: filepath.Join(c.cache, "slurm"),
		Wd: c.cache, Program: self, Every: 10 * time.Millisecond,
	}
}

func (c *cluster) stored(key string) bool { return there(filepath.Join(c.cache, key)) }

// tasks are tasks of 10 seconds with the keys.
func tasks(keys ...string) []sweep.Work {
	var work []sweep.Work
	for _, k := range keys {
		work = append(work, sweep.Work{Key: k, Seconds: 10})
	}
	return work
}

// Submitted tasks are computed, each pack by one job, in as many arrays as Slurm wants, and
// nothing is left.
func TestCompute(t *testing.T) {
	c := newCluster(t)
	c.Set("max", "2")
	c.Set("slots", "2")
	e := c.engine(Settings{Pack: 20, Limit: 6, Prefix: "GREETING=hello", Memory: "1G",
		Options: "--exclusive --qos=low"})
	r := &report{}
	keys := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	if err := e.Compute(context.Background(), tasks(keys...), r); err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if !c.stored(k) || !e.Stored(k) {
			t.Errorf("%s has no result", k)
		}
	}
	calls := c.Calls("sbatch")
	if len(calls) != 3 { // 5 packs in arrays of at most 2
		t.Fatalf("calls: %q", calls)
	}
	want := "sbatch --parsable --array=0-1%2 --job-name=fig00 --chdir=" + c.cache
	for _, s := range []string{want, " --requeue ", " --cpus-per-task=1 ", " --mem=1G ",
		" --exclusive --qos=low ", "/job.sh 0"} {
		if !strings.Contains(calls[0]+" ", s) {
			t.Errorf("%q is not in %q", s, calls[0])
		}
	}
	if !strings.HasSuffix(calls[2], "/job.sh 4") || !strings.Contains(calls[2], "--array=0-0%2 ") {
		t.Errorf("last: %q", calls[2])
	}
	r.has(t, `^submitted 9 tasks in 5 packs of up to 20s as jobs 1, 2, 3; logs in /.*/log$`)
	e.Close(true)
	if there(e.Dir) {
		t.Error("the folder of the run is left")
	}
}

// A missing result is explained by the state of its job and the end of the job's log.
func TestExplain(t *testing.T) {
	c := newCluster(t)
	e := c.engine(Settings{Pack: 10})
	r := &report{}
	ctx := context.Background()
	if err := e.Compute(ctx, tasks("a", "fail", "b"), r); err != nil {
		t.Fatal(err)
	}
	if !c.stored("a") || !c.stored("b") {
		t.Error("the other packs have no result")
	}
	log := regexp.QuoteMeta(e.mine[0].log("1_1"))
	want := regexp.MustCompile(`^job 1_1: FAILED, exit code 3, on node1
the end of ` + log + `:
  fail cannot be computed by 1_1$`)
	if s := e.Explain("fail"); !want.MatchString(s) {
		t.Errorf("got %s, want %s", s, want)
	}
	e.Close(false)
	if !there(e.mine[0].log("1_1")) {
		t.Error("the log is gone")
	}

	// cancelled by somebody else before it ran, and forgotten by squeue
	c.Set("forget", "1")
	c.Set("accounting", "1")
	done := make(chan error)
	go func() { done <- e.Compute(ctx, tasks("wait1", "wait2"), r) }()
	within(t, "a job", func() bool { return c.Jobs()["2_0"].State == "RUNNING" })
	c.SetJob("2_1", slurmtest.Job{State: "CANCELLED", Exit: "15"})
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s := e.Explain("wait2"); !strings.HasPrefix(s,
		"job 2_1: CANCELLED, exit code 0:15\nits log is ") {
		t.Errorf("got %q", s)
	}
	if !c.stored("wait1") {
		t.Error("wait1 has no result")
	}

	// a result that the nodes store elsewhere
	c.Set("accounting", "")
	e.know["2_0"] = job{state: "COMPLETED", exit: "0:0", node: "n"}
	clear(e.whys)
	if s := e.Explain("wait1"); !strings.HasPrefix(s,
		"job 2_0: COMPLETED, on n, but its result is not here: does every node see "+c.cache+"?\n") {
		t.Errorf("got %q", s)
	}
	if s := e.Explain("x"); s != "no job has it" {
		t.Errorf("got %q", s)
	}
	// the run that failed goes as soon as its results are there
	if err := e.Compute(ctx, tasks("fail"), r); err != nil {
		t.Fatal(err)
	}
	e.Close(true)
	if n := len(runs(e.Dir, "fig00")); n != 1 { // that of wait2
		t.Errorf("%d runs are left", n)
	}
}

// Requeued jobs, and those that a node takes down, are waited for; held ones are told.
func TestRequeue(t *testing.T) {
	c := newCluster(t)
	e := c.engine(Settings{Pack: 10})
	r := &report{}
	done := make(chan error)
	go func() { done <- e.Compute(context.Background(), tasks("wait", "a"), r) }()
	within(t, "a job", func() bool { return c.Jobs()["1_0"].State == "RUNNING" })
	r.has(t, `(?m)^0 of 2 tasks, 1 running, 1 waiting, 0 failed, about \d+s left; `+
		`jobs wait for Resources$`)
	c.SetJob("1_0", slurmtest.Job{State: "PENDING", Reason: "JobHeldUser"})
	r.has(t, `job 1_0 is held \(JobHeldUser\); scontrol release 1_0 lets it go`)
	c.SetJob("1_0", slurmtest.Job{State: "PENDING", Reason: "BeginTime"})
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	if err := <-done; err != nil || !c.stored("wait") {
		t.Errorf("%v, stored: %v", err, c.stored("wait"))
	}
}

// A controller that does not answer is waited for, and so is room in a queue that is full.
func TestWait(t *testing.T) {
	c := newCluster(t)
	c.Set("full", "3")
	e := c.engine(Settings{Pack: 10})
	r := &report{}
	done := make(chan error)
	go func() { done <- e.Compute(context.Background(), tasks("a", "b", "c", "wait", "d", "e"), r) }()
	r.has(t, `sbatch: Slurm temporarily unable .*; the rest is submitted as the queue empties`)
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	within(t, "e", func() bool { return c.stored("e") })
	if err := <-done; err != nil {
		t.Fatal(err)
	}

	os.Remove(filepath.Join(c.cache, "go"))
	os.Remove(filepath.Join(c.cache, "wait"))
	c.Set("full", "")
	go func() { done <- e.Compute(context.Background(), tasks("wait"), r) }()
	r.has(t, `as job \d+;`)
	c.Set("down", "1")
	r.has(t, `squeue: slurm_load_jobs error: .*; waiting for Slurm to answer`)
	c.Set("down", "")
	r.has(t, `Slurm answers again`)
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	if err := <-done; err != nil || !c.stored("wait") {
		t.Error(err)
	}
}

// Interrupted, the jobs are cancelled or left, as the user says; without one they are cancelled.
// The next run waits for jobs that were left running, and submits only the rest.
func TestInterrupt(t *testing.T) {
	for _, v := range []struct {
		answer string
		signal syscall.Signal
		left   bool
	}{
		{"", syscall.SIGTERM, false}, {"c", syscall.SIGINT, false}, {"L", syscall.SIGINT, true},
		{"", syscall.SIGHUP, true},
	} {
		c := newCluster(t)
		e := c.engine(Settings{Pack: 10})
		r := &report{answer: v.answer}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- e.Compute(ctx, tasks("wait"), r) }()
		within(t, "a job", func() bool { return c.Jobs()["1_0"].State == "RUNNING" })
		syscall.Kill(os.Getpid(), v.signal)
		time.Sleep(20 * time.Millisecond) // the signal is there before the context is done
		cancel()
		err := <-done
		state := c.Jobs()["1_0"].State
		if v.left {
			if err == nil || !strings.Contains(err.Error(), "job 1 left running") || state != "RUNNING" {
				t.Errorf("%+v: %v, %s", v, err, state)
			}
		} else if err == nil || !strings.Contains(err.Error(), "job 1 cancelled") ||
			state != "CANCELLED" {
			t.Errorf("%+v: %v, %s", v, err, state)
		}
		if !v.left {
			continue
		}
		if v.signal == syscall.SIGHUP && r.asked {
			t.Error("a terminal that is gone was asked")
		}
		e, r = c.engine(Settings{Pack: 10}), &report{}
		go func() { done <- e.Compute(context.Background(), tasks("wait", "a"), r) }()
		r.has(t, `1 of the tasks are in job 1 already`)
		r.has(t, `submitted 1 task in 1 pack of up to 10s as jobs 1, 2;`)
		os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
		if err := <-done; err != nil || !c.stored("wait") || !c.stored("a") {
			t.Error(err)
		}
		e.Close(true)
		if there(e.Dir) {
			t.Error("folders of runs are left")
		}
	}
}

// With Detach nothing is waited for.
func TestDetach(t *testing.T) {
	c := newCluster(t)
	e := c.engine(Settings{})
	e.Detach = true
	r := &report{}
	if err := e.Compute(context.Background(), tasks("wait"), r); !errors.Is(err, ErrDetached) {
		t.Fatal(err)
	}
	r.has(t, `left running: job 1; make plan ARGS=-jobs tells how far`)
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	within(t, "the result", func() bool { return len(e.mine[0].stored()) == 1 })
	c.engine(Settings{}).Close(true) // of the next program, which has nothing to compute
	if there(e.Dir) {
		t.Error("the folder of the run is left")
	}
}

// A setting that Slurm refuses is an error about its key, and leaves nothing.
func TestRefused(t *testing.T) {
	c := newCluster(t)
	c.Set("partition", "short\nlong")
	t.Setenv("ADL_SLURM_ACCOUNT", "nobody")
	env, err := Settings{}.WithEnvironment(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		s    Settings
		want string
	}{
		{Settings{Partition: "x"}, `slurm.partition: there is no partition "x"; there are: short, long`},
		{env, `ADL_SLURM_ACCOUNT: Slurm refuses the account "nobody", or it in this partition (sbatch: ` +
			`Batch job submission failed: Invalid account or account/partition combination specified)`},
		{Settings{Options: "--nonsense=1"},
			`slurm.options: sbatch: unrecognized option '--nonsense'`},
	} {
		e := c.engine(v.s)
		err := e.Compute(context.Background(), tasks("a"), &report{})
		if err == nil || err.Error() != v.want {
			t.Errorf("got  %v\nwant %s", err, v.want)
		}
		if len(runs(e.Dir, "")) > 0 {
			t.Error("the folder of a run is left")
		}
	}
	t.Setenv("PATH", t.TempDir())
	err = c.engine(Settings{}).Compute(context.Background(), tasks("a"), &report{})
	const want = "there is no sbatch on this machine: -engine slurm "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("without Slurm: %v", err)
	}
}

// The submitting program looks at the shared folder once in a while, whatever the number of tasks.
func TestLooks(t *testing.T) {
	c := newCluster(t)
	e := c.engine(Settings{Pack: 1e6})
	e.Every = 50 * time.Millisecond
	keys := []string{"wait"}
	for i := range 300 {
		keys = append(keys, fmt.Sprint("wait", i))
	}
	done := make(chan error)
	go func() { done <- e.Compute(context.Background(), tasks(keys...), &report{}) }()
	within(t, "a job", func() bool { return c.Jobs()["1_0"].State == "RUNNING" })
	time.Sleep(100 * time.Millisecond) // the job has begun
	var looks, most float64
	for try := 0; looks < 1 && try < 20; try++ { // on a loaded machine it looks less often
		begin := time.Now()
		stop := watch(t, c.cache)
		time.Sleep(time.Second)
		looks, most = stop(), time.Since(begin).Seconds()/e.Every.Seconds()
	}
	if looks < 1 || looks > most+1 {
		t.Errorf("%.0f operations, expected up to %.1f", looks, most+1)
	}
	os.WriteFile(filepath.Join(c.cache, "go"), nil, 0o666)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

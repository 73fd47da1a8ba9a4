// Package slurmtest is a double of Slurm's commands for tests: sbatch, squeue, scontrol, sacct,
// sinfo and scancel are the test program itself under other names. Job arrays run on this machine,
// as many elements at a time as the double has slots.
package slurmtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// variable names the folder of the double.
const variable = "SLURMTEST"

// Double is a double of Slurm: a folder.
type Double struct{ Dir string }

// Job is an element of an array as squeue shows it.
type Job struct {
	State, Exit, Node, Reason string
}

// New puts the double's commands in front of the PATH of the test t, and ends its jobs with it. The
// TestMain of the test program calls [Main] first.
func New(t *testing.T) *Double {
	t.Helper()
	d := &Double{t.TempDir()}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"bin", "jobs"} {
		if err := os.Mkdir(filepath.Join(d.Dir, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sbatch", "squeue", "scontrol", "sacct", "sinfo", "scancel"} {
		if err := os.Symlink(self, filepath.Join(d.Dir, "bin", name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(d.Dir, "bin")+":"+os.Getenv("PATH"))
	t.Setenv(variable, d.Dir)
	t.Cleanup(func() {
		d.Set("end", "1")
		for begin := time.Now(); time.Since(begin) < 10*time.Second && d.has("runner-"); {
			time.Sleep(10 * time.Millisecond)
		}
	})
	return d
}

// Set sets a value that the commands look at:
//
//	slots      elements that run at a time (1)
//	full       the queue takes so many elements
//	max        MaxArraySize
//	down       squeue and scancel do not reach the controller
//	partition  the only partition
//	forget     squeue does not list what has ended
//	accounting sacct answers
//
// An empty value removes it.
func (d *Double) Set(name, value string) {
	path := filepath.Join(d.Dir, name)
	if value == "" {
		os.Remove(path)
	} else if err := os.WriteFile(path, []byte(value), 0o666); err != nil {
		panic(err)
	}
}

func (d *Double) value(name string) string {
	b, _ := os.ReadFile(filepath.Join(d.Dir, name))
	return string(b)
}

func (d *Double) has(prefix string) bool {
	list, _ := filepath.Glob(filepath.Join(d.Dir, prefix+"*"))
	return len(list) > 0
}

// Calls returns the calls of a command, with their arguments in a line each.
func (d *Double) Calls(name string) []string {
	var calls []string
	for line := range strings.Lines(d.value("calls")) {
		if strings.HasPrefix(line, name+" ") {
			calls = append(calls, strings.TrimSpace(line))
		}
	}
	return calls
}

// Jobs returns the elements by name, as 1_0.
func (d *Double) Jobs() map[string]Job {
	jobs := make(map[string]Job)
	entries, _ := os.ReadDir(filepath.Join(d.Dir, "jobs"))
	for _, e := range entries {
		var j Job
		b, _ := os.ReadFile(filepath.Join(d.Dir, "jobs", e.Name()))
		if json.Unmarshal(b, &j) == nil {
			jobs[e.Name()] = j
		}
	}
	return jobs
}

// SetJob changes what squeue shows of an element.
func (d *Double) SetJob(name string, j Job) {
	b, _ := json.Marshal(j)
	path := filepath.Join(d.Dir, "jobs", name)
	temporary := filepath.Join(d.Dir, "new-"+name)
	if os.WriteFile(temporary, b, 0o666) != nil || os.Rename(temporary, path) != nil {
		panic("slurmtest: cannot write " + path)
	}
}

// Main acts as a command and ends the program if it was called by the name of one.
func Main() {
	dir, name := os.Getenv(variable), filepath.Base(os.Args[0])
	if dir == "" {
		return
	}
	d, args := &Double{dir}, os.Args[1:]
	commands := map[string]func([]string) int{
		"sbatch": d.sbatch, "squeue": d.squeue, "scontrol": d.scontrol, "sacct": d.sacct,
		"sinfo": d.sinfo, "scancel": d.scancel, "slurmtest-runner": d.runner,
	}
	act, ok := commands[name]
	if !ok {
		return
	}
	f, err := os.OpenFile(filepath.Join(dir, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		fmt.Fprintf(f, "%s %s\n", name, strings.Join(args, " "))
		f.Close()
	}
	os.Exit(act(args))
}

func complain(lines ...string) int {
	for _, line := range lines {
		fmt.Fprintln(os.Stderr, line)
	}
	return 1
}

func (d *Double) sbatch(args []string) int {
	options := make(map[string]string)
	var rest []string
	for _, a := range args {
		name, value, _ := strings.Cut(a, "=")
		switch {
		case len(rest) > 0 || !strings.HasPrefix(a, "--"):
			rest = append(rest, a)
		case name == "--nonsense":
			return complain("sbatch: unrecognized option '--nonsense'",
				`Try "sbatch --help" for more information`)
		default:
			options[name] = value
		}
	}
	if p := options["--partition"]; p != "" && p != d.value("partition") {
		return complain("sbatch: error: invalid partition specified: "+p,
			"sbatch: error: Batch job submission failed: Invalid partition name specified")
	}
	if options["--account"] == "nobody" {
		return complain("sbatch: error: Batch job submission failed: " +
			"Invalid account or account/partition combination specified")
	}
	span, _, _ := strings.Cut(options["--array"], "%")
	last, err := strconv.Atoi(strings.TrimPrefix(span, "0-"))
	if most, e := strconv.Atoi(d.value("max")); err != nil || e == nil && last >= most {
		return complain("sbatch: error: Batch job submission failed: Invalid job array specification")
	}
	if room, err := strconv.Atoi(d.value("full")); err == nil {
		for _, j := range d.Jobs() {
			if j.State == "PENDING" || j.State == "RUNNING" {
				room--
			}
		}
		if last >= room {
			complain("sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying")
			time.Sleep(time.Minute)
			return 1
		}
	}
	id := 1
	for d.has(fmt.Sprintf("jobs/%d_", id)) {
		id++
	}
	for k := range last + 1 {
		d.SetJob(fmt.Sprintf("%d_%d", id, k), Job{State: "PENDING", Reason: "Resources"})
	}
	self, _ := os.Executable()
	log := strings.ReplaceAll(options["--output"], "%A", fmt.Sprint(id))
	cmd := exec.Command(self, append([]string{fmt.Sprint(id), fmt.Sprint(last), log,
		options["--chdir"]}, rest...)...)
	cmd.Args[0] = "slurmtest-runner"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return complain("sbatch: " + err.Error())
	}
	d.Set(fmt.Sprintf("runner-%d", cmd.Process.Pid), "1")
	fmt.Println(id)
	return 0
}

// runner runs the elements of an array until all have ended. An element whose state a test or
// scancel sets while it runs is ended, and started again if that state is PENDING.
func (d *Double) runner(args []string) int {
	id, log, wd, script := args[0], args[2], args[3], args[4:]
	defer d.Set(fmt.Sprintf("runner-%d", os.Getpid()), "")
	last, _ := strconv.Atoi(args[1])
	running := make(map[string]*exec.Cmd)
	ended := make(chan string, last+1)
	for {
		slots, _ := strconv.Atoi(d.value("slots"))
		slots = max(1, slots)
		jobs := d.Jobs()
		left := 0
		for k := range last + 1 {
			name := fmt.Sprintf("%s_%d", id, k)
			j := jobs[name]
			cmd, busy := running[name]
			switch {
			case d.value("end") != "" || busy && j.State != "RUNNING":
				if busy {
					syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
				}
			case j.State == "PENDING" && j.Reason != "JobHeldUser" && len(running) < slots:
				f, err := os.OpenFile(strings.ReplaceAll(log, "%a", fmt.Sprint(k)),
					os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
				if err != nil {
					return 1
				}
				c := exec.Command("/bin/sh", script...)
				c.Dir, c.Stdout, c.Stderr = wd, f, f
				c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
				c.Env = append(os.Environ(), "SLURM_ARRAY_JOB_ID="+id, fmt.Sprint("SLURM_ARRAY_TASK_ID=", k))
				d.SetJob(name, Job{State: "RUNNING", Node: "node1"})
				if c.Start() != nil {
					return 1
				}
				running[name] = c
				go func() {
					c.Wait()
					f.Close()
					ended <- name
				}()
			}
			if j.State == "PENDING" || j.State == "RUNNING" {
				left++
			}
		}
		if len(running) == 0 && (left == 0 || d.value("end") != "") {
			return 0
		}
		select {
		case name := <-ended:
			c := running[name]
			delete(running, name)
			if d.Jobs()[name].State != "RUNNING" {
				continue
			}
			j := Job{State: "COMPLETED", Node: "node1", Exit: "0"}
			if status := c.ProcessState.Sys().(syscall.WaitStatus); status != 0 {
				j.State, j.Exit = "FAILED", fmt.Sprint(int(status))
			}
			d.SetJob(name, j)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (d *Double) squeue(args []string) int {
	if d.value("down") != "" {
		return complain("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
	}
	ids := strings.Split(args[slices.Index(args, "-j")+1], ",")
	jobs := d.Jobs()
	known := false
	for name, j := range jobs {
		id, k, _ := strings.Cut(name, "_")
		if !slices.Contains(ids, id) || d.value("forget") != "" && j.Exit != "" {
			continue
		}
		known = true
		fmt.Printf("%s|%s|%s|%s|%s|%s|\n", id, k, j.State, j.Exit, j.Node, j.Reason)
	}
	if !known {
		return complain("slurm_load_jobs error: Invalid job id specified")
	}
	return 0
}

func (d *Double) scontrol([]string) int {
	most := d.value("max")
	if most == "" {
		most = "1001"
	}
	fmt.Printf("MaxArraySize            = %s\nMaxJobCount             = 10000\n", most)
	return 0
}

func (d *Double) sacct(args []string) int {
	if d.value("accounting") == "" {
		return complain("Slurm accounting storage is disabled")
	}
	j := d.Jobs()[args[slices.Index(args, "-j")+1]]
	status, _ := strconv.Atoi(j.Exit)
	fmt.Printf("%s|%d:%d|%s\n", j.State, status>>8, status&0x7f, j.Node)
	return 0
}

func (d *Double) sinfo([]string) int {
	fmt.Println(d.value("partition"))
	return 0
}

func (d *Double) scancel(args []string) int {
	if d.value("down") != "" {
		return complain("scancel: error: slurm_kill_job2() failed Unable to contact slurm controller")
	}
	for name, j := range d.Jobs() {
		id, _, _ := strings.Cut(name, "_")
		if (slices.Contains(args, id) || slices.Contains(args, name)) &&
			(j.State == "PENDING" || j.State == "RUNNING") {
			d.SetJob(name, Job{State: "CANCELLED", Exit: "15", Node: j.Node})
		}
	}
	return 0
}

package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// job is the state of an element of an array, as Slurm reports it.
type job struct {
	state  string // PENDING, RUNNING, …
	exit   string // as 1:0
	node   string
	reason string // why it waits
}

// ended reports whether the job will not run again.
func (j job) ended() bool {
	switch j.state {
	case "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL",
		"DEADLINE", "PREEMPTED", "REVOKED":
		return true
	}
	return false
}

func (j job) running() bool { return j.state == "RUNNING" || j.state == "COMPLETING" }

// held reports whether the job waits for somebody to let it go.
func (j job) held() bool {
	return j.state == "REQUEUE_HOLD" || j.state == "SPECIAL_EXIT" ||
		j.state == "PENDING" && strings.Contains(strings.ToLower(j.reason), "held")
}

// stuck reports whether the job asks for what its partition or account does not have.
func (j job) stuck() bool {
	switch j.reason {
	case "PartitionConfig", "PartitionNodeLimit", "PartitionTimeLimit", "PartitionDown",
		"PartitionInactive", "BadConstraints", "AccountNotAllowed", "InvalidAccount", "QOSNotAllowed",
		"InvalidQOS":
		return j.state == "PENDING"
	}
	return j.state == "PENDING" && (strings.HasPrefix(j.reason, "AssocMax") ||
		strings.HasPrefix(j.reason, "QOSMax")) && strings.Contains(j.reason, "PerJob")
}

// String is the state with the exit code and the node.
func (j job) String() string {
	s := j.state
	if j.exit != "" && j.exit != "0:0" {
		s += ", exit code " + strings.TrimSuffix(j.exit, ":0")
	}
	if j.node != "" {
		s += ", on " + j.node
	}
	return s
}

// commandError is the end of a command of Slurm that failed.
type commandError struct {
	name   string
	stderr string
	err    error
}

func (e *commandError) Error() string {
	if errors.Is(e.err, exec.ErrNotFound) {
		return "there is no " + e.name + " on this machine: -engine slurm needs Slurm's commands " +
			"(-share works with any scheduler)"
	}
	if s := e.text(); s != "" {
		return e.name + ": " + s
	}
	return fmt.Sprintf("%s: %v", e.name, e.err)
}

func (e *commandError) Unwrap() error { return e.err }

// text returns the output of the command in a line.
func (e *commandError) text() string {
	var lines []string
	for line := range strings.Lines(e.stderr) {
		line = strings.TrimSpace(line)
		for _, prefix := range []string{e.name + ": ", "error: "} {
			line = strings.TrimPrefix(line, prefix)
		}
		if line != "" && !strings.HasPrefix(line, "Try ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

func (e *commandError) says(words ...string) bool {
	s := strings.ToLower(e.stderr)
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// command runs a command of Slurm and returns its output. It ends it after a minute, or as soon as
// it says one of the words enough.
func command(ctx context.Context, enough []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout bytes.Buffer
	stderr := &watcher{words: enough, seen: cancel}
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return stdout.String(), &commandError{name, stderr.b.String(), err}
	}
	return stdout.String(), nil
}

// watcher is a buffer that looks for words.
type watcher struct {
	b     bytes.Buffer
	words []string
	seen  func()
}

func (w *watcher) Write(p []byte) (int, error) {
	n, err := w.b.Write(p)
	for _, word := range w.words {
		if strings.Contains(strings.ToLower(w.b.String()), word) {
			w.seen()
		}
	}
	return n, err
}

// full lists the messages of sbatch if the queue takes no more jobs for now, or not so many.
// sbatch tries again by itself, for two minutes.
var full = []string{
	"queue full", "temporarily unable", "job submit limit", "maxsubmitjob", "submission limit",
}

// maxArray returns the number of elements that an array may have.
func maxArray(ctx context.Context) int {
	out, err := command(ctx, nil, "scontrol", "show", "config")
	if err == nil {
		for line := range strings.Lines(out) {
			if name, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(name) == "MaxArraySize" {
				if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n > 0 {
					return n
				}
			}
		}
	}
	return 1001 // Slurm's own default
}

// queue returns what Slurm says of the elements of arrays. Those that ended some minutes ago are
// not among them.
func queue(ctx context.Context, ids []string) (map[string]job, error) {
	out, err := command(ctx, nil, "squeue", "-h", "-r", "-t", "all", "-j", strings.Join(ids, ","),
		"-O", "ArrayJobID:|,ArrayTaskID:|,State:|,exit_code:|,NodeList:|,Reason:|")
	var ce *commandError
	if errors.As(err, &ce) && ce.says("invalid job id") {
		return map[string]job{}, nil
	} else if err != nil {
		return nil, err
	}
	jobs := make(map[string]job)
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimRight(line, "\n"), "|")
		if len(f) < 6 {
			continue
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		j := job{state: f[2], exit: f[3], node: f[4], reason: f[5]}
		if status, err := strconv.Atoi(j.exit); err == nil { // of wait
			j.exit = fmt.Sprintf("%d:%d", status>>8, status&0x7f)
		}
		jobs[f[0]+"_"+f[1]] = j
	}
	return jobs, nil
}

// queueOf is queue for the arrays of some runs.
func queueOf(ctx context.Context, list []*run) (map[string]job, error) {
	if ids := idsOf(list); len(ids) > 0 {
		return queue(ctx, ids)
	}
	return nil, nil
}

// history returns what Slurm's accounting, where it has any, remembers of an element that squeue no
// longer lists.
func history(ctx context.Context, element string) (job, bool) {
	out, err := command(ctx, nil, "sacct", "-n", "-X", "-P", "-D", "-j", element,
		"-o", "State,ExitCode,NodeList")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); err == nil {
		// the last of several incarnations
		if f := strings.Split(lines[len(lines)-1], "|"); len(f) == 3 {
			state, _, _ := strings.Cut(f[0], " ") // CANCELLED by 1000
			return job{state: state, exit: f[1], node: f[2]}, true
		}
	}
	return job{}, false
}

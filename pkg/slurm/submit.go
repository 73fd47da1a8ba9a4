package slurm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"adl/pkg/files"
	"adl/pkg/sweep"
)

// submit makes a run of the work and submits it.
func (e *Engine) submit(ctx context.Context, work []sweep.Work, r sweep.Report) error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return &commandError{name: "sbatch", err: exec.ErrNotFound}
	}
	m := Manifest{Figure: e.Figure, Profile: e.Profile, Time: time.Now().UTC().Truncate(time.Second),
		CPUs: e.cpus(), Packs: pack(work, e.Pack, e.cpus(), e.Limit)}
	run, err := e.prepare(m)
	if err != nil {
		return fmt.Errorf("a run cannot be kept in %s: %w", e.Dir, err)
	}
	for i, p := range m.Packs {
		for _, key := range p.Keys {
			e.expect(key, place{run, i})
		}
	}
	e.mine = append(e.mine, run)
	if err := e.submitPacks(ctx, run, r); err != nil {
		if len(run.arrays) == 0 {
			os.RemoveAll(run.dir)
		}
		return err
	}
	longest := 0.0
	for _, p := range m.Packs {
		longest = max(longest, p.Seconds)
	}
	r.Say("submitted %s in %s of up to %s as %s; logs in %s", sweep.Count(len(work), "task"),
		sweep.Count(len(m.Packs), "pack"), sweep.Duration(longest/float64(e.cpus())), e.ids(),
		filepath.Join(run.dir, logFolder))
	return nil
}

// prepare makes the folder of a run: the manifest, the program, its spec and the script of its
// jobs.
func (e *Engine) prepare(m Manifest) (*run, error) {
	run, err := begin(e.Dir, m)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(run.dir, programFile)
	from, err := os.Open(e.Program)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	if err := files.Write(program, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	}); err != nil {
		return nil, err
	}
	if err := os.Chmod(program, 0o755); err != nil {
		return nil, err
	}
	args := slices.Clone(e.Args)
	if e.Spec != nil {
		path := filepath.Join(run.dir, "spec.toml")
		if err := files.WriteBytes(path, e.Spec); err != nil {
			return nil, err
		}
		args = append(args, "-spec", path)
	}
	for name, b := range e.Prepared {
		if err := files.WriteBytes(preparedFile(run.dir, name), b); err != nil {
			return nil, err
		}
	}
	return run, files.WriteBytes(filepath.Join(run.dir, scriptFile), []byte(e.script(run, args)))
}

// script returns the script of a job. Its argument is the pack of the array's first element.
func (e *Engine) script(run *run, args []string) string {
	command := "exec"
	if e.Prefix != "" {
		command = e.Prefix
	}
	for _, word := range append([]string{filepath.Join(run.dir, programFile)}, args...) {
		command += " " + quote(word)
	}
	return fmt.Sprintf(`#!/bin/sh
export GOMAXPROCS="${GOMAXPROCS:-%d}"
%s -workers %d -pack %s:$(($1 + SLURM_ARRAY_TASK_ID))
`, e.cpus(), command, e.cpus(), quote(run.dir))
}

// quote quotes a word for the shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// submitPacks submits the packs of a run. Where the queue takes no more, it waits until it does.
func (e *Engine) submitPacks(ctx context.Context, run *run, r sweep.Report) error {
	most := maxArray(ctx)
	chunks := (len(run.Packs) + most - 1) / most
	size := (len(run.Packs) + chunks - 1) / chunks
	told := false
	for first := 0; first < len(run.Packs); {
		n := min(size, len(run.Packs)-first)
		id, err := e.sbatch(ctx, run, first, n, chunks)
		var ce *commandError
		switch {
		case err == nil:
			if err := run.submitted(array{id, first, n}); err != nil {
				return fmt.Errorf("array %s was submitted, but is not noted: %w", id, err)
			}
			first += n
		case errors.As(err, &ce) && ce.says(full...):
			if !told {
				r.Say("%s; the rest is submitted as the queue empties", strings.TrimRight(ce.Error(), "."))
				told = true
			}
			if size = n / 2; size >= 1 {
				continue
			}
			size = 1
			r.Show("%d of %d packs submitted, waiting for room in the queue", first, len(run.Packs))
			if err := pause(ctx, 5*e.every()); err != nil {
				return err
			}
		default:
			return e.refused(ctx, err)
		}
	}
	return nil
}

// sbatch submits n packs from the first on.
func (e *Engine) sbatch(
	ctx context.Context, run *run, first, n, chunks int,
) (id string, err error) {
	elements := fmt.Sprintf("--array=0-%d", n-1)
	if e.Limit > 0 {
		elements += fmt.Sprintf("%%%d", max(1, e.Limit/chunks))
	}
	args := []string{"--parsable", elements, "--job-name=" + e.Figure, "--chdir=" + e.Wd,
		"--output=" + strings.ReplaceAll(filepath.Join(run.dir, logFolder), "%", "%%") +
			"/%A_%a.txt", "--open-mode=append",
		"--requeue", "--nodes=1", "--ntasks=1", fmt.Sprintf("--cpus-per-task=%d", e.cpus())}
	for _, o := range []struct{ flag, value string }{
		{"--partition=", e.Partition}, {"--account=", e.Account}, {"--time=", e.Time},
		{"--mem=", e.Memory},
	} {
		if o.value != "" {
			args = append(args, o.flag+o.value)
		}
	}
	args = append(args, strings.Fields(e.Options)...)
	args = append(args, filepath.Join(run.dir, scriptFile), fmt.Sprint(first))
	// An array whose ID nobody reads would be left alone: so an interruption waits for sbatch.
	out, err := command(context.WithoutCancel(ctx), full, "sbatch", args...)
	if err != nil {
		return "", err
	}
	id, _, _ = strings.Cut(strings.TrimSpace(out), ";") // "id" or "id;cluster"
	if id == "" {
		return "", errors.New("sbatch printed no job ID")
	}
	return id, nil
}

// refused turns an error of sbatch into one about the setting that it is about.
func (e *Engine) refused(ctx context.Context, err error) error {
	var ce *commandError
	if !errors.As(err, &ce) || ctx.Err() != nil {
		return err
	}
	// The first message of sbatch is about the value, the last about the kind of error.
	text := ce.Error()
	switch {
	case ce.says("invalid partition") || ce.says("partition name"):
		reason := fmt.Sprintf("there is no partition %q", e.Partition)
		if out, err := command(ctx, nil, "sinfo", "-h", "-o", "%R"); err == nil && out != "" {
			reason += "; there are: " + strings.Join(strings.Fields(out), ", ")
		}
		return e.wrong("partition", "%s", reason)
	case ce.says("invalid account", "account/partition"):
		return e.wrong("account", "Slurm refuses the account %q, or it in this partition (%s)",
			e.Account, text)
	case ce.says("--time", "time limit"):
		return e.wrong("time", "Slurm refuses the limit %q (%s)", e.Time, text)
	case ce.says("unrecognized option", "invalid option", "unknown option"):
		return e.wrong("options", "%s", text)
	case ce.says("memory"):
		return e.wrong("memory", "no node has it: %q (%s)", e.Memory, text)
	case ce.says("cpu count", "node configuration"):
		return e.wrong("cpus", "no node has what is asked for: %d CPUs a job (%s)", e.cpus(), text)
	}
	return err
}

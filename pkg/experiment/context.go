package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Context gives Compute the data, the tasks and the errors of its program.
type Context struct {
	ctx            context.Context
	src            spec.Source
	opt            *options
	cache          sweep.Cache
	stdout, stderr io.Writer
	name, root     string
	begun          time.Time
	spec           any // as decoded

	altered []string // differences from the figure's own spec
	foreign bool     // the figure has no spec of its own
	data    []table.Digest
	results []sweep.Result
	files   paths
}

// errPlanned ends Compute where the flags ask for no figure.
var errPlanned = errors.New("planned")

// Errorf returns an error about the value of a key of the spec.
func (c *Context) Errorf(key, format string, args ...any) error {
	return c.src.Errorf(key, format, args...)
}

// Notef prints a note on standard error, unless the program is quiet.
func (c *Context) Notef(format string, args ...any) {
	if !c.opt.quiet {
		fmt.Fprintf(c.stderr, "%s: %s\n", c.name, files.Printable(fmt.Sprintf(format, args...)))
	}
}

// Inherits reports whether the run has something of its own, but at a key the value of the figure's
// own spec, which is about other data perhaps.
func (c *Context) Inherits(key string) bool {
	return c.isAltered() && !c.foreign && !slices.ContainsFunc(c.altered, func(change string) bool {
		return strings.HasPrefix(change, key+" = ")
	})
}

// Data loads the data that the table data of the spec describes.
func (c *Context) Data(s dataset.Source) (dataset.Data, error) {
	d, err := s.Load()
	return d, c.loaded(s.File, d.Origin, d.Digest, err)
}

// Linear is Data for a linear regression.
func (c *Context) Linear(s dataset.LinearSource) (dataset.Labelled, error) {
	l, err := s.Load()
	return l, c.loaded(s.File, l.Origin, l.Digest, err)
}

// Labelled is Data for labelled data, with those held out.
func (c *Context) Labelled(
	s dataset.LabelledSource,
) (train, heldOut dataset.Labelled, err error) {
	train, heldOut, err = s.Load(c.root)
	return train, heldOut, c.loaded(s.File, train.Origin, train.Digest, err)
}

// loaded notes the digest of the data, or returns err as an error about their table.
func (c *Context) loaded(file, origin string, digest func() string, err error) error {
	var k *dataset.KeyError
	switch {
	case errors.As(err, &k):
		return c.Errorf("data."+k.Key, "%s", k.Reason)
	case err != nil && file != "":
		return c.Errorf("data.file", "%v", err)
	case err != nil:
		return err
	}
	c.data = append(c.data, table.Digest{Name: "data: " + origin, SHA256: digest()})
	return nil
}

// Tests set these when they link a program.
var (
	interval string // between two checkpoints of a task
	dots     string // per inch of PNG files
)

// Bounds of the steps of a task, since a float64 holds all integers up to it, and of the tasks.
const (
	maxUnits = 1 << 53
	maxTasks = 1 << 16
)

// Sweep runs n tasks and returns their results, in order. Compute calls Sweep once and returns its
// error unchanged.
func (c *Context) Sweep(
	n int, task func(i int) (sweep.Task, error),
) (results []sweep.Result, err error) {
	if n > maxTasks {
		return nil, c.Errorf("", "expected at most %d tasks, got %d: the lists are too long", maxTasks, n)
	}
	tasks := make([]sweep.Task, n)
	for i := range tasks {
		if tasks[i], err = task(i); err != nil {
			return nil, err
		}
		if u := tasks[i].Units(); !(u < maxUnits) {
			return nil, c.Errorf("", "a task would have %.3g steps, expected fewer than 2^53: one of the "+
				"keys T, burn_in, eta and dt is far from usual; assigned are %q", u, c.src.Set)
		}
	}
	if vec.Wasted() {
		c.Notef("built without SIMD, several times slower than this processor can be; make builds it " +
			"well")
	}
	o := c.options()
	o.Took = c.took()
	// Until here, drawing, and what it computes of every task.
	o.Besides = time.Since(c.begun).Seconds() + 0.2 + 0.02*float64(n)
	drawings, err := c.drawings(tasks)
	if err != nil {
		return nil, err
	}
	switch {
	case c.opt.plan:
		for _, d := range drawings {
			tasks = append(tasks, d.Drawing)
		}
		return nil, cmp.Or(sweep.Plan(c.ctx, c.stdout, tasks, o), errPlanned)
	case c.opt.vouch >= 0:
		return nil, cmp.Or(c.vouch(tasks, o), errPlanned)
	case c.opt.share:
		return nil, cmp.Or(c.serve(tasks, o), errPlanned)
	}
	if err := c.settle(); err != nil { // before hours of work
		return nil, err
	}
	if c.results, err = sweep.Run(c.ctx, tasks, o); err != nil {
		return nil, err
	}
	return c.results, c.draw(drawings)
}

// serve runs tasks beside other programs. A job of Slurm that is requeued takes over what it had.
func (c *Context) serve(tasks []sweep.Task, o sweep.Options) error {
	o.Share, o.Keep, o.Reduce = true, false, false
	if job := os.Getenv("SLURM_ARRAY_JOB_ID"); job != "" {
		o.Cache.Post = job + "_" + os.Getenv("SLURM_ARRAY_TASK_ID")
	}
	_, err := sweep.Run(c.ctx, tasks, o)
	if err == nil {
		c.Notef("the results of all tasks are there")
	}
	return err
}

// vouch examines the results that the project keeps, and notes that they are those of this code.
func (c *Context) vouch(tasks []sweep.Task, o sweep.Options) error {
	if !c.keeps() {
		return flagError{errors.New("-vouch is for the figure's own spec at profile paper")}
	}
	done, err := sweep.Vouch(c.ctx, tasks, o, c.opt.vouch)
	if err == nil {
		err = writeExamined(filepath.Dir(c.cache.Kept), c.name, c.cache.Code)
	}
	if err == nil && !c.opt.quiet {
		_, err = fmt.Fprintf(c.stdout, "%s: %s\n", c.name, done)
	}
	return err
}

// keeps reports whether the project keeps the results of the run.
func (c *Context) keeps() bool {
	return c.src.Profile == "paper" && c.isOwn() && c.opt.out == ""
}

// options are the settings of a sweep.
func (c *Context) options() sweep.Options {
	o := sweep.Options{
		Workers: c.opt.workers, Fresh: c.opt.fresh, Cached: c.opt.cached, Cache: c.cache,
		Log: c.stderr, Quiet: c.opt.quiet, Name: c.name,
		// The figure is drawn from the results that the project can keep.
		Reduce: c.src.Profile == "paper", Keep: c.keeps(),
	}
	o.Interval, _ = time.ParseDuration(interval)
	return o
}

// took returns the seconds of tasks in the project's own results, if there are any.
func (c *Context) took() map[string]float64 {
	took := map[string]float64{}
	m, err := table.ReadManifest(outputs(c.root, "", c.src.Profile, c.name).table + ".json")
	if err == nil {
		for _, t := range m.Tasks {
			took[t.Key] = t.Seconds
		}
	}
	return took
}

// manifest records where the table came from.
func (c *Context) manifest(title string, t *table.Table) table.Manifest {
	m := table.Manifest{
		Figure: c.name, Title: title, Profile: c.src.Profile, Altered: c.altered, Spec: c.spec,
		Data: c.data, Modules: table.Modules(), CSV: t.Digest(),
	}
	for _, r := range c.results {
		m.Tasks = append(m.Tasks, table.Task{
			Key: r.Key, Seconds: math.Round(1e3*r.Seconds) / 1e3, Steps: r.Units, Params: r.Params,
		})
		m.OtherCode = m.OtherCode || r.Other
	}
	return m
}

// effort describes the work of this run. cpu is the processor time in seconds.
func (c *Context) effort(cpu float64) string {
	computed, steps, total := 0, 0.0, 0.0
	for _, r := range c.results {
		if !r.Cached {
			computed++
			steps += r.Units
			total += r.Seconds
		}
	}
	line := fmt.Sprintf("%s, %d computed", sweep.Count(len(c.results), "result"), computed)
	if total > 0 {
		line += fmt.Sprintf("; %.3g steps, %.3g a second and core", steps, steps/total)
	}
	return line + fmt.Sprintf("; CPU %.1fs, %s", cpu, vec.Form())
}

// summary tells how many marks of simulated points a picture shows, by their status, how many are
// beyond its axes, and how many panels are empty, in a line if there are any.
func summary(seen map[string]int, outside, empty int) string {
	var parts []string
	for _, s := range table.Statuses() {
		if seen[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", seen[s], s))
		}
	}
	if outside > 0 {
		parts = append(parts, fmt.Sprintf("%d beyond the axes", outside))
	}
	if empty > 0 {
		parts = append(parts, sweep.Count(empty, "panel")+" with nothing to show")
	}
	if len(parts) == 0 {
		return ""
	}
	return "  marks drawn: " + strings.Join(parts, ", ") + "\n"
}

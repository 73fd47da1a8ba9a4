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
	"strings"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Context gives Compute the data, the tasks and the errors of the program that runs it.
type Context struct {
	ctx            context.Context
	src            spec.Source
	opt            *options
	cache          sweep.Cache
	stdout, stderr io.Writer
	name, root     string
	spec           any // as decoded

	altered []string // differences from the figure's own spec
	foreign bool     // the figure has no spec of its own
	data    []table.Digest
	results []sweep.Result

	settled bool
	files   paths // when it is settled
}

// errPlanned ends Compute where the flags ask for no figure.
var errPlanned = errors.New("planned")

// Errorf returns an error about the value of a key of the spec. The program then exits with 2.
func (c *Context) Errorf(key, format string, args ...any) error {
	return c.src.Errorf(key, format, args...)
}

// Notef prints a note on standard error, unless the program is quiet.
func (c *Context) Notef(format string, args ...any) {
	if !c.opt.quiet {
		fmt.Fprintf(c.stderr, "%s: %s\n", c.name, files.Printable(fmt.Sprintf(format, args...)))
	}
}

// Data loads the data that the table key of the spec describes.
func (c *Context) Data(key string, s dataset.Source) (dataset.Data, error) {
	d, err := s.Load()
	return d, c.loaded(key, s.File, d.Origin, d.Digest, err)
}

// Pairs loads the covariates and responses that the table key of the spec describes.
func (c *Context) Pairs(key string, s dataset.PairsSource) (dataset.Pairs, error) {
	p, err := s.Load()
	return p, c.loaded(key, s.File, p.Origin, p.Digest, err)
}

// Labelled loads the labelled data that the table key of the spec describes, and the data held out.
// Scores that are expensive to compute from images are kept in the folder of the cache.
func (c *Context) Labelled(
	key string, s dataset.LabelledSource,
) (train, heldOut dataset.Labelled, err error) {
	train, heldOut, err = s.Load(dataset.Places{Root: c.root, Cache: dataset.Cache{
		Dir: c.cache.Dir, ReadOnly: c.opt.reports(),
		Failed: func(err error) { c.Notef("%v; going on without", err) },
	}})
	return train, heldOut, c.loaded(key, s.File, train.Origin, train.Digest, err)
}

// loaded notes the digest of the data that the table key describes, or returns err as an error
// about that table.
func (c *Context) loaded(key, file, origin string, digest func() string, err error) error {
	var k *dataset.KeyError
	switch {
	case errors.As(err, &k):
		return c.Errorf(key+"."+k.Key, "%s", k.Reason)
	case err != nil && file != "":
		return c.Errorf(key+".file", "%v", err)
	case err != nil:
		return err
	}
	c.data = append(c.data, table.Digest{Name: key + ": " + origin, SHA256: digest()})
	return nil
}

// interval, if set, is the time between two checkpoints of a task. Tests that kill programs set it
// when they link them.
var interval string

// dots, if set, are the dots per inch of PNG files. Tests of pictures set it when they link.
var dots string

// maxUnits bounds the steps of a task: a float64 holds all integers up to it.
const maxUnits = 1 << 53

// maxTasks bounds the tasks of a figure.
const maxTasks = 1 << 16

// Sweep runs n tasks and returns their results, in order. Compute calls Sweep once and returns its
// error unchanged.
func (c *Context) Sweep(n int, task sweep.Make) ([]sweep.Result, error) {
	if n > maxTasks {
		return nil, c.Errorf("", "expected at most %d tasks, got %d: the lists are too long", maxTasks, n)
	}
	tasks, err := sweep.All(n, task)
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if u := t.Units(); !(u < maxUnits) {
			return nil, c.Errorf("", "a task would have %.3g steps, expected fewer than 2^53: one of the "+
				"keys T, burn_in, eta and dt is far from usual; assigned are %q", u, c.src.Set)
		}
	}
	if vec.Wasted() {
		c.Notef("%s", wasted(c.name))
	}
	o := c.options()
	drawings, err := c.drawings(tasks)
	if err != nil {
		return nil, err
	}
	switch {
	case c.opt.plan:
		for _, d := range drawings {
			tasks = append(tasks, d.Drawing)
		}
		err = sweep.Plan(c.ctx, c.stdout, tasks, o)
		return nil, cmp.Or(err, errPlanned)
	case c.opt.vouch >= 0:
		return nil, cmp.Or(c.vouch(tasks, o), errPlanned)
	case c.opt.share:
		return nil, cmp.Or(c.serve(tasks, o), errPlanned)
	}
	if err := c.settle(); err != nil { // before hours of work
		return nil, err
	}
	if c.results, err = sweep.Run(c.ctx, tasks, o); err == nil {
		err = c.draw(drawings)
	}
	return c.results, err
}

// serve runs tasks beside other programs. A job of Slurm that runs again takes over what it had.
func (c *Context) serve(tasks []sweep.Task, o sweep.Options) error {
	o.Share, o.Keep, o.Reduce = true, false, false
	if job := os.Getenv("SLURM_ARRAY_JOB_ID"); job != "" {
		o.Cache.Post = job + "_" + os.Getenv("SLURM_ARRAY_TASK_ID")
	}
	r, err := sweep.Run(c.ctx, tasks, o)
	if err != nil || c.opt.quiet {
		return err
	}
	computed := 0
	for _, x := range r {
		if !x.Cached {
			computed++
		}
	}
	_, err = fmt.Fprintf(c.stdout, "%s: the results of all tasks are there; %d computed here\n",
		c.name, computed)
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
	if d, err := time.ParseDuration(interval); err == nil {
		o.Interval, o.Overhead = d, 1
	}
	return o
}

// manifest records where the table came from.
func (c *Context) manifest(title string, t *table.Table) table.Manifest {
	m := table.Manifest{
		Figure: c.name, Title: title, Profile: c.src.Profile, Altered: c.altered, Spec: c.spec,
		Data: c.data, Modules: table.Modules(), CSV: t.Digest(),
	}
	for _, r := range c.results {
		m.Tasks = append(m.Tasks, table.Task{Key: r.Key, Params: r.Params})
		m.OtherCode = m.OtherCode || r.Other
	}
	return m
}

// effort describes the work of this run. cpu is the processor time in seconds.
func (c *Context) effort(cpu float64) string {
	keys := map[string]bool{}
	computed, steps, total := 0, 0.0, 0.0
	least, most := math.Inf(1), 0.0
	for _, r := range c.results {
		keys[r.Key] = true
		if r.Cached {
			continue
		}
		computed++
		steps += r.Units
		total += r.Seconds
		least, most = min(least, r.Seconds), max(most, r.Seconds)
	}
	line := fmt.Sprintf("%d tasks, %d cached", len(keys), len(keys)-computed)
	if computed > 0 {
		line += fmt.Sprintf("; %d computed in %.2g to %.2g s each: %.3g steps", computed, least, most,
			steps)
		if total > 0 {
			line += fmt.Sprintf(", %.3g a second and core", steps/total)
		}
	}
	return line + fmt.Sprintf("; CPU %.1fs, %s", cpu, vec.Form())
}

// summary tells in a line how many points a figure shows, by their status; nothing if it shows
// none.
func summary(points map[string]string) string {
	if len(points) == 0 {
		return ""
	}
	drawn := sweep.Count(len(points), "point") + " drawn"
	var parts []string
	for _, s := range table.Statuses() {
		n := 0
		for _, status := range points {
			if status == s {
				n++
			}
		}
		switch {
		case n == len(points):
			return drawn + ", all " + table.InWords(s)
		case n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", n, table.InWords(s)))
		}
	}
	return drawn + ": " + strings.Join(parts, ", ")
}

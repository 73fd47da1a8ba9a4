package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/pkg/plots"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// Context provides Compute with data, with results of tasks, and with errors about the spec.
type Context struct {
	ctx            context.Context
	src            spec.Source
	opt            *options
	cache          work.Cache
	code, kept     code // of this program, and of the results that the project keeps
	stdout, stderr io.Writer
	root           string
	begun          time.Time
	foreign        bool   // the figure has no spec of its own
	prefix         string // of the keys of the spec (In)

	manifest *table.Manifest // as far as it is known
	results  []work.Result
	did      bool   // Do was called
	sampled  string // what vouch did
	others   int    // results of other code
	keeps    bool   // the outputs are the committed ones
	adds     bool   // the project keeps the results of the tasks, too
	drawn    bool   // from an earlier table
	files    paths
}

// errPlanned ends Compute if the flags ask for no figure.
var errPlanned = errors.New("planned")

// In returns a context for a table of the spec, to which its keys are relative. Only the context of
// the whole spec may call Sweep.
func (c *Context) In(table string) *Context {
	in := *c
	in.prefix += table + "."
	return &in
}

// Errorf returns an error about the value of a key of the spec.
func (c *Context) Errorf(key, format string, args ...any) error {
	return c.src.Errorf(c.prefix+key, format, args...)
}

// Drawable returns an error about the value of a key, a text, if no picture can show it.
func (c *Context) Drawable(key, text string) error {
	if err := plots.CheckText(text); err != nil {
		return c.Errorf(key, "%v", err)
	}
	return nil
}

// Notef prints a note on standard error, unless the program is quiet.
func (c *Context) Notef(format string, args ...any) {
	if !c.opt.quiet {
		text := files.Printable(fmt.Sprintf(format, args...))
		fmt.Fprintf(c.stderr, "%s: %s\n", c.manifest.Figure, text)
	}
}

// Inherits reports whether the run differs from the figure's own spec, but not at this key, whose
// value may belong to other data.
func (c *Context) Inherits(key string) bool {
	own := func(change string) bool { return strings.HasPrefix(change, c.prefix+key+" = ") }
	return c.isAltered() && !c.foreign && !slices.ContainsFunc(c.manifest.Altered, own)
}

// Data loads the data described by the table data of the spec.
func (c *Context) Data(s dataset.Source) (dataset.Data, error) {
	d, err := s.Load()
	return d, c.loaded(s.File, d.Origin, d.Digest, err)
}

// Linear is Data for a linear regression.
func (c *Context) Linear(s dataset.LinearSource) (dataset.Labelled, error) {
	l, err := s.Load()
	return l, c.loaded(s.File, l.Origin, l.Digest, err)
}

// Labelled is Data for labelled data, and returns the held-out data too.
func (c *Context) Labelled(
	s dataset.LabelledSource,
) (train, heldOut dataset.Labelled, err error) {
	train, heldOut, err = s.Load(c.root)
	return train, heldOut, c.loaded(s.File, train.Origin, train.Digest, err)
}

// loaded records the digest of the data, or returns err as an error about their table.
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
	c.manifest.Data = append(c.manifest.Data, table.Digest{Name: "data: " + origin, SHA256: digest()})
	return nil
}

// Tests set this when they link a program: the interval between two checkpoints of a task.
var interval string

// Bounds of the steps of a task (a float64 represents all integers up to it) and of the number of
// tasks.
const (
	maxUnits = 1 << 53
	maxTasks = 1 << 16
)

// Do runs n tasks and returns their results, in order. Compute calls Do once and returns its
// error unchanged.
func (c *Context) Do(
	n int, task func(i int) (work.Task, error),
) (results []work.Result, err error) {
	if n > maxTasks {
		return nil, c.Errorf("", "expected at most %d tasks, got %d: the lists are too long", maxTasks, n)
	}
	tasks := make([]work.Task, n)
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
		c.Notef("built by %s without SIMD, several times slower than this processor can be; make with "+
			"Go 1.26 (GOTOOLCHAIN=go1.26.8) builds it well", runtime.Version())
	}
	o := c.options()
	c.did = true
	// The time until here, for drawing, and for the estimates of every task.
	o.Besides = time.Since(c.begun).Seconds() + 0.2 + 0.02*float64(n)
	drawings, err := c.drawings(tasks)
	if err != nil {
		return nil, err
	}
	switch {
	case c.opt.plan:
		tasks = append(tasks, drawings...)
		return nil, cmp.Or(work.Plan(c.ctx, c.stdout, tasks, o), errPlanned)
	case c.opt.vouch >= 0:
		if err := c.vouch(tasks, &o); err != nil {
			return nil, err
		}
	case c.opt.share:
		return nil, cmp.Or(c.serve(tasks, o), errPlanned)
	}
	if c.opt.vouch < 0 {
		if err := c.settle(); err != nil { // before hours of work
			return nil, err
		}
	}
	if c.results, err = work.Run(c.ctx, tasks, o); err != nil {
		return nil, err
	}
	for _, r := range c.results {
		seconds := math.Round(1e3*r.Seconds) / 1e3
		if was := o.Took[r.Key]; was > 0 && !c.adds { // a committed manifest stays as it is
			seconds = was
		}
		c.manifest.Tasks = append(c.manifest.Tasks, table.Task{
			Key: r.Key, Seconds: seconds, Steps: r.Units, Params: r.Params,
		})
		if r.Other {
			c.others++
		}
	}
	c.manifest.OtherCode = c.others > 0
	return c.results, c.draw(drawings)
}

// serve runs tasks together with other programs. A requeued Slurm job takes over its tasks.
func (c *Context) serve(tasks []work.Task, o work.Options) error {
	o.Share, o.Keep, o.Reduce = true, false, false
	if job := os.Getenv("SLURM_ARRAY_JOB_ID"); job != "" {
		o.Cache.Post = job + "_" + os.Getenv("SLURM_ARRAY_TASK_ID")
	}
	_, err := work.Run(c.ctx, tasks, o)
	if err == nil {
		c.Notef("the results of all tasks are there")
	}
	return err
}

// vouch checks a sample of the results that the project keeps against this code, and sets options
// to read them.
func (c *Context) vouch(tasks []work.Task, o *work.Options) (err error) {
	c.sampled, err = work.Vouch(c.ctx, tasks, *o, c.opt.vouch)
	switch {
	case errors.Is(err, work.ErrMoved):
		return fmt.Errorf("%w; make %s PROFILE=quick draws the new numbers, make bless FIG=%s accepts "+
			"them", err, table.Target(c.manifest.Figure), table.Short(c.manifest.Figure))
	case errors.Is(err, work.ErrMissing):
		return cmp.Or(c.examined(code{c.code.tasks, unknown}), err)
	}
	o.Cache.Vouched, o.Keep = true, false
	return err
}

// vouched compares the table with the one that the project keeps, and records the code.
func (c *Context) vouched(t *table.Table) error {
	committed := outputs(c.root, "", "paper", c.manifest.Figure).table
	was, err := table.ReadFile(committed + ".csv")
	if err != nil {
		return err
	}
	if len(table.Compare(was, t)) > 0 {
		err := fmt.Errorf("%s, but they give another table than %s.csv; make bless FIG=%s replaces it",
			c.sampled, committed, table.Short(c.manifest.Figure))
		return cmp.Or(c.examined(code{c.code.tasks, unknown}), err)
	}
	return cmp.Or(c.examined(c.code),
		c.Printf("%s: %s, and the same table\n", c.manifest.Figure, c.sampled))
}

// Seconds returns the processor time that the i-th task of Do took.
func (c *Context) Seconds(i int) float64 { return c.results[i].Seconds }

// Printf prints on standard output, unless the program is quiet.
func (c *Context) Printf(format string, args ...any) error {
	if c.opt.quiet {
		return nil
	}
	_, err := io.WriteString(c.stdout, files.Printable(fmt.Sprintf(format, args...)))
	return err
}

// own reports whether the project keeps results of the run's spec.
func (c *Context) own() bool {
	return c.src.Profile == "paper" && !c.foreign && !c.isAltered() && c.opt.out == ""
}

// options are the settings of the work.
func (c *Context) options() work.Options {
	o := work.Options{
		Workers: c.opt.workers, Fresh: c.opt.fresh, Cached: c.opt.cached, Cache: c.cache,
		Own: c.opt.bless || c.src.Profile != "paper" || c.foreign || c.isAltered(),
		Log: c.stderr, Quiet: c.opt.quiet, Name: c.manifest.Figure,
		// The figure is drawn from reduced results, which the project can keep.
		Reduce: c.src.Profile == "paper", Keep: c.adds, Took: map[string]float64{},
	}
	o.Interval, _ = time.ParseDuration(interval)
	m, err := table.ReadManifest(outputs(c.root, "", c.src.Profile, c.manifest.Figure).table + ".json")
	if err == nil {
		for _, t := range m.Tasks {
			o.Took[t.Key] = t.Seconds
		}
	}
	return o
}

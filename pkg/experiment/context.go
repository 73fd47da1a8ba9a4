package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adl/pkg/claim"
	"adl/pkg/dataset"
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
	files          paths
	stdout, stderr io.Writer
	name           string

	data    []table.Digest
	results []sweep.Result
}

// errPlanned ends Compute where the flags ask only for a plan.
var errPlanned = errors.New("planned")

// Errorf returns an error about the value of a key of the spec. The program then exits with 2.
func (c *Context) Errorf(key, format string, args ...any) error {
	return c.src.Errorf(key, format, args...)
}

// Notef prints a note on standard error, unless the program is quiet.
func (c *Context) Notef(format string, args ...any) {
	if !c.opt.quiet {
		fmt.Fprintf(c.stderr, "%s: %s\n", c.name, fmt.Sprintf(format, args...))
	}
}

// Data loads the data that the table key of the spec describes.
func (c *Context) Data(key string, s dataset.Source) (dataset.Data, error) {
	d, err := s.Load()
	return d, c.loaded(key, s.File, d.Origin, d.Digest, err)
}

// Labelled loads the labelled data that the table key of the spec describes, and the data held out.
// The files of MNIST are in $MNIST_DIR or in data/mnist of the project. What is expensive to
// compute from them is kept in the folder of the cache.
func (c *Context) Labelled(
	key string, s dataset.LabelledSource,
) (train, heldOut dataset.Labelled, err error) {
	dir := dataset.MNISTDir()
	if os.Getenv("MNIST_DIR") == "" {
		dir = filepath.Join(root(), dir)
	}
	train, heldOut, err = s.Load(dir, c.cache.Dir)
	return train, heldOut, c.loaded(key, s.File, train.Origin, train.Digest, err)
}

// loaded notes the digest of the data that the table key describes. If they could not be loaded, it
// returns err as an error about that table.
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

// maxUnits bounds the steps of a task: a float64 holds all integers up to it.
const maxUnits = 1 << 53

// Sweep runs the tasks and returns their results, in order. Compute calls it once and returns its
// error unchanged.
func (c *Context) Sweep(tasks []sweep.Task) ([]sweep.Result, error) {
	for _, t := range tasks {
		if u := t.Units(); !(u < maxUnits) {
			return nil, c.Errorf("", "a task has %.3g steps, which is too many: "+
				"T or burn_in is too large, or dt too small", u)
		}
	}
	log := c.stderr
	if c.opt.quiet {
		log = nil
	}
	o := sweep.Options{
		Workers: c.opt.workers, Fresh: c.opt.fresh, Cached: c.opt.cached, Cache: c.cache, Log: log,
		Name: c.name,
	}
	if c.opt.why || c.opt.plan {
		report := sweep.Plan
		if c.opt.why {
			report = sweep.Why
		}
		if err := report(c.ctx, c.stdout, tasks, o); err != nil {
			return nil, err
		}
		return nil, errPlanned
	}
	if err := c.files.ready(); err != nil { // before hours of work
		return nil, err
	}
	r, err := sweep.Run(c.ctx, tasks, o)
	c.results = append(c.results, r...)
	return r, err
}

// manifest records the origin of the table.
func (c *Context) manifest(
	name, title string, s any, claims []claim.Claim, t *table.Table,
) table.Manifest {
	m := table.Manifest{
		Figure: name, Title: title, Profile: c.src.Profile, Spec: s, Data: c.data, Claims: claims,
		Versions: table.CurrentVersions(vec.Form()), CSV: t.Digest(),
	}
	seconds := 0.0
	for _, r := range c.results {
		m.Tasks = append(m.Tasks,
			table.Task{Key: r.Key, Params: r.Params, Cached: r.Cached, Seconds: r.Seconds})
		if !r.Cached {
			m.Steps += uint64(r.Units)
			seconds += r.Seconds
		}
	}
	if seconds > 0 {
		m.StepsPerSecond = float64(m.Steps) / seconds
	}
	return m
}

package experiment

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"adl/pkg/slurm"
	"adl/pkg/sweep"
)

// whole is a spec with keys beside the figure's: where it is computed.
type whole[S any] struct {
	Spec  S              `toml:",inline"`
	Slurm slurm.Settings `toml:"slurm" spec:"optional"`
}

// cluster returns the engine of -engine slurm.
func (c *Context) cluster() (*slurm.Engine, error) {
	settings, err := c.slurm.WithEnvironment(os.Getenv)
	if err != nil {
		return nil, err
	}
	e := &slurm.Engine{
		Settings: settings, Figure: c.name, Profile: c.src.Profile, Detach: c.opt.detach,
		Prepared: c.prepared,
	}
	if e.Wd, err = os.Getwd(); err != nil {
		return nil, err
	}
	if e.Program, err = os.Executable(); err != nil {
		return nil, err
	}
	cache, err := filepath.Abs(c.cache.Dir)
	if err != nil {
		return nil, err
	}
	e.Dir = filepath.Join(cache, "slurm")
	if c.opt.spec != "" {
		e.Spec = c.src.Text
	}
	e.Args = []string{"-q", "-cache", cache}
	if c.src.Profile != "" {
		e.Args = append(e.Args, "-profile", c.src.Profile)
	}
	for _, s := range c.src.Set {
		e.Args = append(e.Args, "-set", s)
	}
	if d, err := time.ParseDuration(interval); err == nil { // of a test
		e.Every = d
	}
	return e, nil
}

// parsePart returns the pack that the flag -pack names.
func (c *Context) parsePart() (*slurm.Part, error) {
	p, err := slurm.ParsePart(c.opt.pack, os.Getenv)
	if err != nil {
		return nil, flagError{fmt.Errorf("-pack: %w", err)}
	}
	if p.Figure != c.name {
		return nil, flagError{fmt.Errorf("-pack: %s is about %s", c.opt.pack, p.Figure)}
	}
	return p, nil
}

// servePack runs those of n tasks that the pack has, and makes no others.
func (c *Context) servePack(n int, task sweep.Make) error {
	p := c.part
	tasks, err := sweep.Select(n, task, p.Keys, p.At)
	if err != nil {
		return fmt.Errorf("pack %d: %w: the program, its spec or its data changed after it was "+
			"submitted", p.Number, err)
	}
	o := c.options()
	o.Found, o.Cache.Post = p.Stored, p.Post
	o.Only = true // who submitted the pack has decided that these are to be computed
	return c.serve(tasks, o, fmt.Sprintf("the results of pack %d are there", p.Number))
}

// serve runs tasks for other programs and says which results are there then.
func (c *Context) serve(tasks []sweep.Task, o sweep.Options, what string) error {
	o.Share, o.Keep, o.Reduce = true, "", false
	begin := time.Now()
	r, err := sweep.Run(c.ctx, tasks, o)
	if err != nil {
		return err
	}
	computed := 0
	for _, x := range r {
		if !x.Cached {
			computed++
		}
	}
	if !c.opt.quiet || c.opt.pack != "" {
		fmt.Fprintf(c.stdout, "%s: %s; %d computed here in %s\n", c.name, what, computed,
			time.Since(begin).Round(time.Millisecond))
	}
	return errPlanned
}

// Prepared returns the value of compute, which takes a while and is needed to make tasks. A job of
// a cluster does not compute it again, but reads it, by its name within the figure, from the
// folder of its run, where the program that submitted the job has left it. Package gob must be
// able to encode T.
func Prepared[T any](c *Context, name string, compute func() (T, error)) (x T, err error) {
	if c.find != nil {
		if b, ok := c.find(name); ok {
			if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&x); err != nil {
				return x, fmt.Errorf("what the job was to find prepared: %s: %w", name, err)
			}
			return x, nil
		}
	}
	if x, err = compute(); err != nil || c.prepared == nil {
		return x, err
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&x); err != nil {
		return x, fmt.Errorf("prepare %s: %w", name, err)
	}
	c.prepared[name] = b.Bytes()
	return x, nil
}

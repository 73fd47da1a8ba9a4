// Package experiment runs a figure's program: flags, the spec, the tasks, the table, the picture
// and the exit code. A program supplies a Spec to decode, Compute, which makes a table and never
// draws, and Render, which draws from the table alone.
package experiment

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"adl/pkg/files"
	"adl/pkg/plots"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// Program is a figure.
type Program[S any] struct {
	Name  string // "fig03"
	Title string // in the manifest and on the terminal
	Spec  []byte // the text of spec.toml; nil if -spec must name one

	// Decode, if not nil, replaces spec.Decode, for specs whose keys depend on their content.
	Decode  func(src spec.Source) (S, error)
	Compute func(c *Context, s S) (*table.Table, error)
	Render  func(s S, t *table.Table) (*plots.Figure, error)
}

// Exit codes.
const (
	done    = 0
	failed  = 1 // the message names the cause
	misuse  = 2 // the spec or the flags are wrong; the message names the place
	missing = 3 // with -cached: some results are missing
)

// grace is how long an interrupted program may take to end by itself.
const grace = 1500 * time.Millisecond

var errInterrupted = errors.New("interrupted: the figure and its table were not written; " +
	"results of tasks that were finished are kept")

// Main runs the program with the arguments, the output and the exit code of the process.
func (p Program[S]) Main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is no reason to end
	os.Exit(p.Run(os.Args[1:], os.Stdout, os.Stderr))
}

// Run is the program's main function. It returns the exit code. SIGINT, SIGTERM and SIGHUP end it
// within two seconds.
func (p Program[S]) Run(args []string, stdout, stderr io.Writer) int {
	stdout = output{stdout}
	o, err := parseFlags(p.Name, p.Title, args, stdout)
	if err == nil {
		err = p.guarded(o, stdout, stderr)
	}
	if err == nil || err == flag.ErrHelp {
		return done
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, files.Printable(err.Error()))
	_, wrong := errors.AsType[*spec.Error](err)
	_, wrongFlag := errors.AsType[flagError](err)
	switch {
	case wrong || wrongFlag:
		return misuse
	case errors.Is(err, work.ErrMissing):
		return missing
	}
	return failed
}

// guarded calls run and returns its error, or its panic as an error. If run takes too long to end
// after an interruption, it returns errInterrupted.
func (p Program[S]) guarded(o *options, stdout, stderr io.Writer) error {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // not under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	result := make(chan error, 1)
	go func() {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case *simulate.NotObserved:
				result <- v
			default:
				result <- fmt.Errorf("internal error: %v\n%s", v, debug.Stack())
			}
		}()
		result <- p.run(ctx, o, stdout, stderr)
	}()
	late := make(chan time.Time, 1)
	context.AfterFunc(ctx, func() { late <- <-time.After(grace) })
	select {
	case err := <-result:
		return err
	case <-late:
		return errInterrupted
	}
}

// run does everything after the flags.
func (p Program[S]) run(ctx context.Context, o *options, stdout, stderr io.Writer) error {
	c := &Context{
		ctx: ctx, opt: o, stdout: stdout, stderr: stderr, begun: time.Now(), root: root(),
		foreign:  p.Spec == nil,
		manifest: &table.Manifest{Figure: p.Name, Title: p.Title, Modules: table.Modules()},
	}
	err := p.open(c)
	if err != nil {
		return err
	}
	var s S
	if p.Decode != nil {
		s, err = p.Decode(c.src)
	} else {
		err = spec.Decode(&s, c.src)
	}
	if err != nil {
		return err
	}
	c.manifest.Profile, c.manifest.Spec, c.manifest.Code = c.src.Profile, s, c.code.table
	if c.manifest.Altered, err = p.alterations(c.src, s); err != nil {
		return err
	}
	if err := c.place(); err != nil {
		return err
	}
	t := c.current()
	if t == nil {
		if t, err = p.Compute(c, s); errors.Is(err, errPlanned) {
			return nil
		} else if err != nil {
			return err
		}
		if !c.did {
			panic("experiment: Compute did not call Do")
		}
		if c.opt.vouch >= 0 {
			return c.vouched(t)
		}
		if t, err = c.divert(t); err != nil {
			return err
		}
	} else if c.isDrawn() {
		return c.Printf("%s: %s.png, .pdf and %s.csv are current\n", p.Name, c.files.picture,
			c.files.table)
	}
	if t.Len() < 1<<14 { // drawing leaves much garbage, a small table little else
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	fig, err := p.Render(s, t)
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	return c.write(t, fig)
}

// open finds the spec and the cache of a run.
func (p Program[S]) open(c *Context) (err error) {
	if err := vec.FormError(); err != nil {
		return flagError{err}
	}
	if c.src, err = p.source(c.opt, c.root); err != nil {
		return err
	}
	paper := filepath.Join(c.root, "results", "paper")
	c.cache.Dir = cmp.Or(c.opt.cache, filepath.Join(c.root, "results", "cache"))
	if c.src.Profile == "paper" { // which analyses reduced results
		c.cache.Kept = filepath.Join(paper, "tasks")
	}
	if inside(c.cache.Dir, paper) {
		return flagError{fmt.Errorf("-cache %s: that is the folder of committed results; expected "+
			"another", c.opt.cache)}
	}
	if c.code, err = codeOf(p.Name, importPath()); err != nil {
		return err
	}
	codes, err := readExamined(paper)
	c.cache.Code, c.kept = c.code.tasks, codes[p.Name]
	c.cache.Vouched = c.kept.tasks == c.code.tasks
	return err
}

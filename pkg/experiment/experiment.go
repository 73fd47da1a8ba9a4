// Package experiment runs a figure's program: flags, the spec, the tasks, the table, the picture
// and the exit code. A program supplies a Spec to decode, Compute, which makes a table and never
// draws, and Render, which draws from the table alone.
package experiment

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"adl/pkg/figure"
	"adl/pkg/files"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Program is a figure.
type Program[S any] struct {
	Name  string // "fig03"
	Title string // in the manifest and on the terminal
	Spec  []byte // the text of spec.toml; nil if -spec must name one

	// Decode, if not nil, replaces spec.Decode, for specs whose form depends on what they say.
	Decode  func(src spec.Source) (S, error)
	Compute func(c *Context, s S) (*table.Table, error)
	Render  func(s S, t *table.Table) (*figure.Figure, error)
}

// Exit codes.
const (
	done    = 0
	failed  = 1 // the message names the cause
	misuse  = 2 // the spec or the flags are wrong; the message names the place
	missing = 3 // with -cached: there is something to compute
)

// grace is how long an interrupted program may take to end by itself.
const grace = 1500 * time.Millisecond

// errInterrupted is the end of a program that was interrupted while no task ran.
var errInterrupted = errors.New("interrupted: the figure and its table were not written; " +
	"results of tasks that were finished are kept")

// Main runs the program with the arguments, the output and the exit code of the process.
func (p Program[S]) Main() {
	signal.Ignore(syscall.SIGPIPE) // who does not listen any more is no reason to end
	os.Exit(p.Run(os.Args[1:], os.Stdout, os.Stderr))
}

// Run is the program's main function. It returns the exit code. SIGINT, SIGTERM and SIGHUP end it
// within two seconds.
func (p Program[S]) Run(args []string, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	code := p.code(args, out, stderr)
	if err := out.error(); err != nil && code == done {
		fmt.Fprintf(stderr, "%s: cannot write to standard output: %v\n", p.Name, files.Cause(err))
		return failed
	}
	return code
}

// code is Run without a look at whether stdout takes all output.
func (p Program[S]) code(args []string, stdout *output, stderr io.Writer) int {
	o, err := parseFlags(p.Name, p.Title, args, stdout)
	if err == nil {
		err = vec.FormError()
	}
	if err == nil {
		err = p.guarded(o, stdout, stderr)
	} else if !errors.Is(err, flag.ErrHelp) {
		err = flagError{err}
	}
	if err == nil || err == flag.ErrHelp || err == stdout.error() { // of which Run tells
		return done
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, files.Printable(err.Error()))
	var b bug
	var wrong *spec.Error
	var wrongFlag flagError
	switch {
	case errors.As(err, &b):
		stderr.Write(b.stack)
	case errors.As(err, &wrong), errors.As(err, &wrongFlag):
		return misuse
	case errors.Is(err, sweep.ErrMissing):
		return missing
	}
	return failed
}

// guarded calls run and returns its error, or a bug if it panics. After an interruption it returns
// errInterrupted if run takes too long to end and has not begun to write its outputs.
func (p Program[S]) guarded(o *options, stdout, stderr io.Writer) error {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // not under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	var writing sync.Mutex
	result := make(chan error, 1)
	go func() {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case *simulate.NotObserved:
				result <- v
			default:
				result <- bug{v, debug.Stack()}
			}
		}()
		result <- p.run(ctx, o, &writing, stdout, stderr)
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-result:
		return err
	case <-time.After(grace):
	}
	if writing.TryLock() { // it will never write
		return errInterrupted
	}
	return <-result
}

// bug is a panic.
type bug struct {
	value any
	stack []byte
}

func (b bug) Error() string { return fmt.Sprintf("internal error: %v", b.value) }

// run does everything after the flags. It locks writing before it writes the outputs.
func (p Program[S]) run(
	ctx context.Context, o *options, writing sync.Locker, stdout, stderr io.Writer,
) error {
	start, cpu, root := time.Now(), cpuTime(), root()
	src, err := p.source(o, root)
	if err != nil {
		return err
	}
	var s S
	if p.Decode != nil {
		s, err = p.Decode(src)
	} else {
		err = spec.Decode(&s, src)
	}
	if err != nil {
		return err
	}
	altered, err := p.alterations(src, s)
	if err != nil {
		return err
	}
	c, err := p.context(o, src, root)
	if err != nil {
		return err
	}
	c.ctx, c.spec, c.altered = ctx, s, altered
	c.stdout, c.stderr = stdout, stderr
	t, err := p.Compute(c, s)
	if errors.Is(err, errPlanned) {
		return nil
	} else if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := c.settle(); err != nil {
		return err
	}
	m := c.manifest(p.Title, t)
	outputs, points, err := p.outputs(c, s, t, &m)
	if err != nil {
		return err
	}
	if err := c.files.ready(); err != nil {
		return err
	}
	writing.Lock()
	defer writing.Unlock()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := files.WriteAll(outputs...); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	if c.keeps() && !m.OtherCode { // all of this code
		err = writeExamined(filepath.Dir(c.cache.Kept), c.name, c.cache.Code)
	}
	c.report(&m, points, start, cpu)
	return err
}

// context returns the context of a run but for its spec.
func (p Program[S]) context(o *options, src spec.Source, root string) (*Context, error) {
	c := &Context{foreign: p.Spec == nil, src: src, opt: o, root: root, name: p.Name}
	code, err := codeOf(p.Name)
	if err != nil {
		return nil, err
	}
	paper := filepath.Join(root, "results", "paper")
	codes, err := readExamined(paper)
	if err != nil {
		return nil, err
	}
	c.cache = sweep.Cache{
		Dir:  cmp.Or(o.cache, filepath.Join(root, "results", "cache")),
		Code: code, Kept: filepath.Join(paper, "tasks"), Vouched: codes[p.Name] == code,
	}
	if inside(c.cache.Dir, paper) || inside(c.cache.Dir, c.cache.Kept) {
		return nil, flagError{fmt.Errorf("-cache %s: that is the folder of committed results; expected "+
			"another", o.cache)}
	}
	return c, nil
}

// report prints the result of a run that began at start, with the processor time cpu used before.
func (c *Context) report(m *table.Manifest, points string, start time.Time, cpu float64) {
	if c.opt.quiet {
		return
	}
	w, elapsed := c.stdout, time.Since(start).Round(100*time.Millisecond)
	profile := ""
	if c.src.Profile != "" {
		profile = ", profile " + c.src.Profile
	}
	fmt.Fprintf(w, "%s%s: %s\n", c.name, profile, m.Title)
	if c.isAltered() {
		fmt.Fprintf(w, "  altered: %s\n", strings.Join(c.altered, "; "))
	}
	if points != "" {
		fmt.Fprintf(w, "  %s\n", points)
	}
	fmt.Fprintf(w, "wrote %s.png, .pdf, .svg, %s.csv, .json in %s\n",
		relative(c.root, c.files.picture), relative(c.root, c.files.table), elapsed)
	fmt.Fprintln(w, c.effort(cpuTime()-cpu))
}

// outputs draws the figure and returns the files of the program, the manifest m among them, and the
// summary of the points.
func (p Program[S]) outputs(
	c *Context, s S, t *table.Table, m *table.Manifest,
) (outputs []files.File, points string, err error) {
	if t.Len() < 1<<14 { // a drawing leaves much garbage, and a small table little else
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	fig, err := p.Render(s, t)
	if err != nil {
		return nil, "", fmt.Errorf("drawing: %w", err)
	}
	if n, err := strconv.Atoi(dots); err == nil {
		fig.DPI = n
	}
	if fig.Origin, err = c.origin(*m); err != nil {
		return nil, "", err
	}
	if c.isAltered() {
		fig.Remark = "Altered: " + strings.Join(c.altered, "; ") + "."
	}
	outputs = []files.File{{Path: c.files.table + ".csv", Write: t.WriteCSV}}
	for _, f := range []files.File{
		{Path: c.files.picture + ".png", Write: fig.PNG},
		{Path: c.files.picture + ".pdf", Write: fig.PDF},
		{Path: c.files.picture + ".svg", Write: fig.SVG},
		{Path: c.files.table + ".json", Write: m.Write}, // last: it has the digests of all
	} {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			return nil, "", fmt.Errorf("making %s: %w", filepath.Base(f.Path), err)
		}
		outputs = append(outputs, files.File{Path: f.Path, Write: files.Bytes(b.Bytes())})
		m.Pictures = append(m.Pictures, table.Digest{
			Name: filepath.Base(f.Path), SHA256: fmt.Sprintf("%x", sha256.Sum256(b.Bytes())),
		})
	}
	return outputs, summary(fig.Points()), nil
}

// Redraw draws the figure of a profile from its table.
func (p Program[S]) Redraw(profile string, t *table.Table) (*figure.Figure, error) {
	var s S
	if err := spec.Decode(&s, p.own(profile)); err != nil {
		return nil, err
	}
	return p.Render(s, t)
}

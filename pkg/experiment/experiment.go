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
	"syscall"
	"time"

	"adl/pkg/files"
	"adl/pkg/plots"
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
	Render  func(s S, t *table.Table) (*plots.Figure, error)
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
	stdout = output{stdout}
	o, err := parseFlags(p.Name, p.Title, args, stdout)
	if err == nil {
		err = p.guarded(o, stdout, stderr)
	}
	if err == nil || err == flag.ErrHelp {
		return done
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, files.Printable(err.Error()))
	var wrong *spec.Error
	var wrongFlag flagError
	switch {
	case errors.As(err, &wrong), errors.As(err, &wrongFlag):
		return misuse
	case errors.Is(err, sweep.ErrMissing):
		return missing
	}
	return failed
}

// guarded calls run and returns its error, also if it panics. If run takes too long to end after an
// interruption, it returns errInterrupted.
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
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-result:
		return err
	case <-time.After(grace):
		return errInterrupted
	}
}

// run does everything after the flags.
func (p Program[S]) run(ctx context.Context, o *options, stdout, stderr io.Writer) error {
	start, cpu := time.Now(), sweep.CPUTime(syscall.RUSAGE_SELF)
	c, err := p.context(o)
	if err != nil {
		return err
	}
	c.ctx, c.stdout, c.stderr, c.begun = ctx, stdout, stderr, start
	var s S
	if p.Decode != nil {
		s, err = p.Decode(c.src)
	} else {
		err = spec.Decode(&s, c.src)
	}
	if err != nil {
		return err
	}
	c.spec = s
	if c.altered, err = p.alterations(c.src, s); err != nil {
		return err
	}
	t, err := p.Compute(c, s)
	if errors.Is(err, errPlanned) {
		return nil
	} else if err != nil {
		return err
	}
	if c.files == (paths{}) {
		panic("experiment: Compute did not call Sweep")
	}
	m := c.manifest(p.Title, t)
	outputs, points, err := p.outputs(c, s, t, &m)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := files.WriteAll(outputs...); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	if c.keeps() && !m.OtherCode { // all of this code
		err := writeExamined(filepath.Dir(c.cache.Kept), c.name, c.cache.Code)
		if err != nil {
			return err
		}
	}
	if o.quiet {
		return nil
	}
	profile := ""
	if c.src.Profile != "" {
		profile = ", profile " + c.src.Profile
	}
	_, err = fmt.Fprintf(stdout, "%s%s: %s\n%swrote %s.png, .pdf, %s.csv, .json in %s\n%s\n",
		c.name, profile, p.Title, points, files.Printable(c.files.picture),
		files.Printable(c.files.table), time.Since(start).Round(100*time.Millisecond),
		c.effort(sweep.CPUTime(syscall.RUSAGE_SELF)-cpu))
	return err
}

// context returns the context of a run but for what its spec decides.
func (p Program[S]) context(o *options) (*Context, error) {
	c := &Context{foreign: p.Spec == nil, opt: o, root: root(), name: p.Name}
	err := vec.FormError()
	if err != nil {
		return nil, flagError{err}
	}
	if c.src, err = p.source(o, c.root); err != nil {
		return nil, err
	}
	code, err := codeOf(p.Name)
	if err != nil {
		return nil, err
	}
	paper := filepath.Join(c.root, "results", "paper")
	codes, err := readExamined(paper)
	if err != nil {
		return nil, err
	}
	c.cache = sweep.Cache{
		Dir:  cmp.Or(o.cache, filepath.Join(c.root, "results", "cache")),
		Code: code, Kept: filepath.Join(paper, "tasks"), Vouched: codes[p.Name] == code,
	}
	if inside(c.cache.Dir, paper) || inside(c.cache.Dir, c.cache.Kept) {
		return nil, flagError{fmt.Errorf("-cache %s: that is the folder of committed results; expected "+
			"another", o.cache)}
	}
	return c, nil
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
	if w := c.opt.width; w > 0 {
		fig.Width = w
	}
	digest, err := m.SpecDigest()
	if err != nil {
		return nil, "", err
	}
	fig.Origin = plots.Origin{
		Figure: m.Figure, Title: m.Title, Profile: m.Profile, Command: c.command(),
		Spec: digest, Table: m.CSV,
	}
	if c.isAltered() {
		fig.Remark = "Altered: " + strings.Join(c.altered, "; ") + "."
	}
	for _, f := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{c.files.table + ".csv", t.WriteCSV},
		{c.files.picture + ".png", fig.PNG},
		{c.files.picture + ".pdf", fig.PDF},
		{c.files.table + ".json", m.Write}, // last: it has the digests of the others
	} {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return nil, "", fmt.Errorf("making %s: %w", filepath.Base(f.path), err)
		}
		outputs = append(outputs, files.File{Path: f.path, Content: b.Bytes()})
		if filepath.Ext(f.path) != ".csv" {
			m.Pictures = append(m.Pictures, table.Digest{
				Name: filepath.Base(f.path), SHA256: fmt.Sprintf("%x", sha256.Sum256(b.Bytes())),
			})
		}
	}
	return outputs, summary(fig.Painted()), nil
}

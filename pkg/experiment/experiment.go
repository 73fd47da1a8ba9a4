// Package experiment is the glue of a figure's program: flags, the spec, the work, the table, the picture, the claims, and the exit code.
//
// A program says what is its own: a Spec to decode, Compute that makes a table and never draws, Render that draws from the table alone,
// and Claims that decide what the paper says from the table.
package experiment

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"adl/pkg/figure"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Program is a figure.
type Program[S any] struct {
	Name  string // "fig03"
	Title string // of the manifest and the terminal
	Spec  []byte // the text of spec.toml

	Compute func(c *Context, s S) (*table.Table, error)
	Render  func(s S, t *table.Table) (*figure.Figure, error)
	Claims  func(s S, t *table.Table) []Claim
}

// Exit codes.
const (
	done   = 0
	failed = 1 // says what
	misuse = 2 // the spec or the flags are wrong; says where
)

// options are the flags.
type options struct {
	profile, spec, out, cache, engine string
	set                               list
	workers                           int
	fresh, plan, why, quiet           bool
}

type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// Run is the program's main function: it returns the exit code.
func (p Program[S]) Run(args []string, stdout, stderr io.Writer) int {
	var o options
	fs := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&o.profile, "profile", "", "smoke, quick or paper (default: paper once its table is in results/paper, quick until then)")
	fs.StringVar(&o.spec, "spec", "", "`file` to read instead of the program's own spec.toml")
	fs.Var(&o.set, "set", "`key=value` to set in the spec; may be repeated")
	fs.StringVar(&o.out, "out", "", "`folder` for the picture and the table (default: figures/ and results/)")
	fs.StringVar(&o.cache, "cache", "", "`folder` of the results of tasks (default: results/cache)")
	fs.IntVar(&o.workers, "workers", runtime.NumCPU(), "tasks that run at a time")
	fs.StringVar(&o.engine, "engine", "local", "where tasks run: local")
	fs.BoolVar(&o.fresh, "fresh", false, "compute every task again")
	fs.BoolVar(&o.plan, "plan", false, "say what there is to do and how long it may take, and do nothing")
	fs.BoolVar(&o.why, "why", false, "say of every task whether its result is there, and if not why, and do nothing")
	fs.BoolVar(&o.quiet, "q", false, "print nothing but errors")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return done
	} else if err != nil {
		return misuse // flag has said why
	}
	complain := func(format string, a ...any) { fmt.Fprintf(stderr, "%s: %s\n", p.Name, fmt.Sprintf(format, a...)) }
	switch {
	case fs.NArg() > 0:
		complain("unexpected argument %q", fs.Arg(0))
		return misuse
	case o.workers < 1:
		complain("-workers: expected a positive number, got %d", o.workers)
		return misuse
	case o.engine != "local":
		complain("-engine: expected local, got %q", o.engine)
		return misuse
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.quiet {
		stdout = io.Discard
	}
	err := p.run(ctx, &o, stdout, stderr)
	var wrong *spec.Error
	switch {
	case err == nil:
		return done
	case errors.As(err, &wrong):
		complain("%v", err)
		return misuse
	default:
		complain("%v", err)
		return failed
	}
}

func (p Program[S]) run(ctx context.Context, o *options, stdout, stderr io.Writer) error {
	root := root()
	src := spec.Source{Name: filepath.Join("experiments", p.Name, "spec.toml"), Text: p.Spec}
	if o.spec != "" {
		var err error
		if src, err = spec.Read(o.spec); err != nil {
			return err
		}
	}
	src.Profile, src.Set = o.profile, o.set
	if src.Profile == "" {
		src.Profile = "quick"
		if _, err := os.Stat(filepath.Join(root, "results", "paper", p.Name+".csv")); err == nil {
			src.Profile = "paper"
		}
	}
	var s S
	if err := spec.Decode(&s, src); err != nil {
		return err
	}

	files := outputs(root, o.out, src.Profile, p.Name)
	cache := sweep.Cache{Dir: o.cache, Lower: []string{filepath.Join(root, "results", "paper", "tasks")}}
	if cache.Dir == "" {
		cache.Dir = filepath.Join(root, "results", "cache")
	}
	c := &Context{ctx: ctx, src: src, opt: o, cache: cache, stdout: stdout, stderr: stderr, name: p.Name}
	if !o.plan && !o.why {
		for _, f := range []string{files.png, files.csv} { // before hours of work
			if err := writable(filepath.Dir(f)); err != nil {
				return err
			}
		}
	}
	start := time.Now()
	cpu := cpuTime()
	t, err := p.Compute(c, s)
	if errors.Is(err, errPlanned) {
		return nil
	} else if err != nil {
		return err
	}
	claims := p.Claims(s, t)
	fig, err := p.Render(s, t)
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	var png, pdf, csv, manifest bytes.Buffer
	if err := fig.PNG(&png); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	if err := fig.PDF(&pdf); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	if err := t.WriteCSV(&csv); err != nil {
		return err
	}
	m := c.manifest(p.Name, p.Title, s, claims, t)
	m.Wall = time.Since(start).Seconds()
	m.CPU = cpuTime() - cpu
	if err := m.Write(&manifest); err != nil {
		return err
	}
	for _, f := range []struct {
		path string
		b    *bytes.Buffer
	}{{files.csv, &csv}, {files.json, &manifest}, {files.png, &png}, {files.pdf, &pdf}} {
		if err := table.WriteFile(f.path, func(w io.Writer) error { _, err := w.Write(f.b.Bytes()); return err }); err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "%s, profile %s: %s\n", p.Name, src.Profile, p.Title)
	Print(stdout, claims)
	fmt.Fprintf(stdout, "wrote %s, .pdf, %s, .json in %s\n", relative(root, files.png), relative(root, files.csv), time.Since(start).Round(100*time.Millisecond))
	return nil
}

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
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"adl/pkg/claim"
	"adl/pkg/figure"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Program is a figure.
type Program[S any] struct {
	Name  string // "fig03"
	Title string // of the manifest and the terminal
	Spec  []byte // the text of spec.toml

	Compute func(c *Context, s S) (*table.Table, error)
	Render  func(s S, t *table.Table) (*figure.Figure, error)
	Claims  func(s S, t *table.Table) []claim.Claim
}

// Exit codes.
const (
	done   = 0
	failed = 1 // says what
	misuse = 2 // the spec or the flags are wrong; says where
)

// grace is how long an interrupted program may go on before it is given up.
const grace = 1500 * time.Millisecond

// errInterrupted is the end of a program that was interrupted where no task ran.
var errInterrupted = errors.New("interrupted: the figure and its table were not written; results of tasks that were finished are kept")

// Run is the program's main function: it returns the exit code. SIGINT and SIGTERM end it within two seconds.
func (p Program[S]) Run(args []string, stdout, stderr io.Writer) int {
	complain := func(s string) { fmt.Fprintf(stderr, "%s: %s\n", p.Name, s) }
	o, err := parseFlags(p.Name, p.Title, args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return done
	} else if err != nil {
		complain(err.Error())
		return misuse
	}
	if err := vec.FormError(); err != nil {
		complain(err.Error())
		return misuse
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	var writing sync.Mutex
	result := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				result <- bug{v, debug.Stack()}
			}
		}()
		result <- p.run(ctx, o, &writing, stdout, stderr)
	}()
	select {
	case err = <-result:
	case <-ctx.Done():
		select {
		case err = <-result:
		case <-time.After(grace):
			if writing.TryLock() { // and never will it write
				err = errInterrupted
			} else {
				err = <-result
			}
		}
	}

	var wrong *spec.Error
	var b bug
	switch {
	case err == nil:
		return done
	case errors.As(err, &b):
		fmt.Fprintf(stderr, "%s: %v\n%s", p.Name, b, b.stack)
		return failed
	case errors.As(err, &wrong):
		complain(err.Error())
		return misuse
	default:
		complain(err.Error())
		return failed
	}
}

// bug is a panic.
type bug struct {
	value any
	stack []byte
}

func (b bug) Error() string { return fmt.Sprintf("internal error: %v", b.value) }

// run does everything after the flags. It locks writing before it writes the outputs.
func (p Program[S]) run(ctx context.Context, o *options, writing sync.Locker, stdout, stderr io.Writer) error {
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

	cache := sweep.Cache{Dir: o.cache, Lower: []string{filepath.Join(root, "results", "paper", "tasks")}}
	if cache.Dir == "" {
		cache.Dir = filepath.Join(root, "results", "cache")
	}
	files := outputs(root, o.out, src.Profile, p.Name)
	c := &Context{ctx: ctx, src: src, opt: o, cache: cache, files: files, stdout: stdout, stderr: stderr, name: p.Name}
	start := time.Now()
	cpu := cpuTime()
	t, err := p.Compute(c, s)
	if errors.Is(err, errPlanned) {
		return nil
	} else if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return errInterrupted
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
	if err := files.ready(); err != nil {
		return err
	}
	writing.Lock()
	defer writing.Unlock()
	if err := ctx.Err(); err != nil {
		return errInterrupted
	}
	err = replace([]output{{files.csv, csv.Bytes()}, {files.json, manifest.Bytes()}, {files.png, png.Bytes()}, {files.pdf, pdf.Bytes()}})
	if err != nil {
		return err
	}
	if o.quiet {
		return nil
	}
	fmt.Fprintf(stdout, "%s, profile %s: %s\n", p.Name, src.Profile, p.Title)
	claim.Print(stdout, claims)
	fmt.Fprintf(stdout, "wrote %s, .pdf, %s, .json in %s\n", relative(root, files.png), relative(root, files.csv), time.Since(start).Round(100*time.Millisecond))
	return nil
}

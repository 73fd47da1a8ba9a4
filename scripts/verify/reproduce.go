package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"gonum.org/v1/plot/cmpimg"

	"adl/pkg/table"
)

// goldenTests runs the golden tests of figures.
func goldenTests(ctx context.Context, names []string, stdout, stderr io.Writer) error {
	pattern := "TestGolden/^(" + strings.Join(names, "|") + ")$"
	cmd := exec.CommandContext(ctx, "go", "test", "./experiments", "-count=1", "-timeout=30m",
		"-run="+pattern)
	return await(cmd, stdout, stderr)
}

// await runs a command that ends by itself when it is interrupted.
func await(cmd *exec.Cmd, stdout, stderr io.Writer) error {
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	return cmd.Run()
}

// golden runs the golden tests of figures.
type golden func(ctx context.Context, names []string, stdout, stderr io.Writer) error

// reproduce computes figures from scratch and compares the results with the committed ones. It runs
// the golden tests of the figures, which are about profile smoke, and then every program with an
// empty cache and without the results that the project keeps. Its table must be the committed one,
// of which rows that are not simulated may differ by rounding; so must, at profile paper, its
// picture. Tables of profile quick are then compared with those of profile paper, within their
// noise. The last line has the answer, as has the exit code.
//
// The programs are in the folder -bin. The cache and all outputs are in the folder -out, by default
// a temporary one, which is removed if all is well.
func reproduce(args []string, run golden, stdout, stderr io.Writer) int {
	r := &reproduction{stdout: stdout, stderr: stderr}
	f := newFlags("reproduce", stderr)
	f.StringVar(&r.profile, "profile", "quick", "`name` of the profile")
	f.StringVar(&r.bin, "bin", ".bin", "`folder` of the programs")
	f.StringVar(&r.root, "root", ".", "`folder` of the project, with results/ and figures/")
	f.StringVar(&r.out, "out", "", "`folder` for cache and outputs, which must not exist yet "+
		"(default: a temporary one)")
	if f.Parse(args) != nil {
		return 2
	}
	if r.names = f.Args(); len(r.names) == 0 {
		fmt.Fprintln(stderr, "reproduce: expected figures, such as fig07")
		return 2
	}
	return exit("reproduce", r.run(run), stderr)
}

// run computes and compares everything.
func (r *reproduction) run(golden golden) (err error) {
	temporary := r.out == ""
	start := time.Now()
	if temporary {
		r.out, err = os.MkdirTemp("", "reproduce")
	} else {
		err = os.Mkdir(r.out, 0o777)
	}
	if err != nil {
		return err
	}
	defer func() {
		if err == nil && temporary {
			os.RemoveAll(r.out)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM,
		syscall.SIGHUP)
	defer stop()

	fmt.Fprintln(r.stdout, "golden numbers and pictures of profile smoke")
	if err := golden(ctx, r.names, r.stdout, r.stderr); err != nil {
		r.fail("golden numbers", "%v", err)
	}
	for i, name := range r.names {
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(r.stdout, "%s of profile %s from nothing (%d of %d)\n", name, r.profile, i+1,
			len(r.names))
		r.figure(ctx, name)
	}
	if ctx.Err() == nil {
		r.compare()
	}
	switch elapsed := time.Since(start).Round(time.Second); {
	case ctx.Err() != nil:
		fmt.Fprintf(r.stdout, "not decided: interrupted after %s; what was computed is in %s\n",
			elapsed, r.out)
		return errFailed
	case len(r.failed) > 0:
		fmt.Fprintf(r.stdout, "NOT reproduced: %s; what was computed in %s is in %s\n",
			strings.Join(r.failed, ", "), elapsed, r.out)
		return errFailed
	default:
		fmt.Fprintf(r.stdout, "reproduced: the committed results of profile %s are what comes out of "+
			"%s, from nothing, in %s\n", r.profile, strings.Join(r.names, ", "), elapsed)
		return nil
	}
}

// reproduction is figures that are computed again.
type reproduction struct {
	profile, bin, root, out string
	names                   []string
	stdout, stderr          io.Writer
	failed                  []string // those not reproduced
}

// fail prints why something is not reproduced.
func (r *reproduction) fail(what, format string, args ...any) {
	if !slices.Contains(r.failed, what) {
		r.failed = append(r.failed, what)
	}
	fmt.Fprintf(r.stdout, "%s: %s\n", what, fmt.Sprintf(format, args...))
}

// committed is the path of a figure's committed table.
func (r *reproduction) committed(name string) string {
	if r.profile == "smoke" {
		return filepath.Join(r.root, "results", "golden", "smoke", name+".csv")
	}
	return filepath.Join(r.root, "results", r.profile, name+".csv")
}

// results is the folder of the new tables, laid out as the committed ones are.
func (r *reproduction) results() string { return filepath.Join(r.out, "results") }

// figure computes a figure and compares its files with the committed ones.
func (r *reproduction) figure(ctx context.Context, name string) {
	out := filepath.Join(r.results(), r.profile)
	program, err := filepath.Abs(filepath.Join(r.bin, name))
	if err != nil {
		r.fail(name, "%v", err)
		return
	}
	cmd := exec.CommandContext(ctx, program, "-profile", r.profile, "-fresh",
		"-out", out, "-cache", filepath.Join(r.out, "cache"))
	if err := await(cmd, io.Discard, r.stderr); err != nil {
		if ctx.Err() == nil {
			r.fail(name, "%v", err)
		}
		return
	}
	for _, compare := range []func(name, out string) error{r.table, r.picture} {
		if err := compare(name, out); err != nil {
			r.fail(name, "%v", err)
		}
	}
}

// table compares a figure's table with the committed one.
func (r *reproduction) table(name, out string) error {
	path := r.committed(name)
	want, err := table.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no committed table %s", path)
	} else if err != nil {
		return err
	}
	got, err := table.ReadFile(filepath.Join(out, name+".csv"))
	if err != nil {
		return err
	}
	switch diff := table.Compare(want, got, 1e-9); {
	case len(diff) > 0:
		return fmt.Errorf("the table is not %s; if that is meant, %s\n%s: %s", path,
			r.remedy(name), name, strings.Join(diff, "\n"+name+": "))
	case want.Digest() == got.Digest():
		fmt.Fprintf(r.stdout, "%s: the same bytes as %s\n", name, path)
	default:
		fmt.Fprintf(r.stdout, "%s: as %s, but for the last bits of what is not simulated\n", name, path)
	}
	return nil
}

// remedy says what to run if a change of a figure is meant.
func (r *reproduction) remedy(name string) string {
	if r.profile == "smoke" {
		return "make golden FIG=" + table.Short(name)
	}
	return "make " + table.Target(name) + " PROFILE=" + r.profile
}

// picture compares a figure's picture with the committed one. Only those of profile paper are
// committed; the golden tests compare those of profile smoke.
func (r *reproduction) picture(name, out string) error {
	if r.profile != "paper" {
		return nil
	}
	path := filepath.Join(r.root, "figures", name+".png")
	want, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	got, err := os.ReadFile(filepath.Join(out, name+".png"))
	if err != nil {
		return err
	}
	switch same, err := cmpimg.EqualApprox("png", want, got, 0.02); {
	case err != nil:
		return err
	case !same:
		return fmt.Errorf("the picture is not %s; if that is meant, %s", path, r.remedy(name))
	}
	return nil
}

// compare compares the new tables of profile quick with those of profile paper.
func (r *reproduction) compare() {
	if r.profile != "quick" {
		return
	}
	fmt.Fprintln(r.stdout, "profile quick against profile paper, within their noise")
	old := filepath.Join(r.root, "results", "paper")
	c := &comparison{w: r.stdout, rel: 1e-9, level: 0.01, long: true}
	switch agree, err := c.noise(filepath.Join(r.results(), "quick"), old, r.names...); {
	case err != nil:
		r.fail("quick against paper", "%v", err)
	case !agree:
		r.fail("quick against paper", "tables differ by more than their noise")
	}
}

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
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

// reproduce computes figures by the programs in .bin, at profile smoke and then at the profile of
// -profile, with an empty cache and without the results that the project keeps. Tables must agree
// with the committed tables (table.Compare); full-length pictures must be equal too. It then
// compares tables of profile quick with the full-length tables. The last line has the answer. Cache
// and outputs are in a temporary folder, which is removed if all is well.
func reproduce(args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("reproduce", flag.ContinueOnError)
	f.SetOutput(stderr)
	profile := f.String("profile", "quick", "`name` of the profile")
	if f.Parse(args) != nil || f.NArg() == 0 {
		return errUsage
	}
	if !slices.Contains([]string{"smoke", "quick", "paper"}, *profile) {
		return fmt.Errorf("-profile %s: %w", *profile, errUsage)
	}
	start := time.Now()
	dir, err := os.MkdirTemp("", "reproduce")
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM,
		syscall.SIGHUP)
	defer stop()
	failed := 0
	check := func(err error) {
		if err != nil {
			failed++
			fmt.Fprintln(stdout, err)
		}
	}
	for _, profile := range slices.Compact([]string{"smoke", *profile}) {
		for i, name := range f.Args() {
			fmt.Fprintf(stdout, "%s of profile %s from nothing (%d of %d)\n", name, profile, i+1, f.NArg())
			err := figure(ctx, profile, name, dir, stderr)
			if ctx.Err() != nil {
				return fmt.Errorf("not decided: interrupted; what was computed is in %s", dir)
			}
			check(err)
		}
	}
	if *profile == "quick" {
		fmt.Fprintln(stdout, "profile quick against the full-length tables, within their noise")
		check(compare(stdout, filepath.Join(dir, "quick"), paper, f.Args()))
	}
	elapsed := time.Since(start).Round(time.Second)
	if failed > 0 {
		return fmt.Errorf("NOT reproduced: %d times, see above; what was computed in %s is in %s",
			failed, elapsed, dir)
	}
	fmt.Fprintf(stdout, "reproduced: the committed results of profile %s are what comes out of %s, "+
		"from nothing, in %s\n", *profile, strings.Join(f.Args(), ", "), elapsed)
	return os.RemoveAll(dir)
}

// figure computes a figure in a folder of dir, and compares its files with the committed ones.
func figure(ctx context.Context, profile, name, dir string, stderr io.Writer) error {
	out := filepath.Join(dir, profile)
	cmd := exec.CommandContext(ctx, filepath.Join(".bin", name), "-profile", profile, "-fresh",
		"-out", out, "-cache", filepath.Join(dir, "cache"))
	cmd.Stderr = stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it ends by itself
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	path := filepath.Join("results", profile, name+".csv")
	if profile == "smoke" {
		path = filepath.Join("results", "golden", profile, name+".csv")
	}
	want, err1 := table.ReadFile(path)
	got, err2 := table.ReadFile(filepath.Join(out, name+".csv"))
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	remedy := "if that is meant, make bless FIG=" + table.Short(name)
	if diff := table.Compare(want, got); len(diff) > 0 {
		return fmt.Errorf("%s: the table is not %s; %s\n%s", name, path, remedy,
			strings.Join(diff, "\n"))
	}
	if profile != "paper" {
		return nil
	}
	path = filepath.Join("figures", name+".png")
	was, err1 := os.ReadFile(path)
	is, err2 := os.ReadFile(filepath.Join(out, name+".png"))
	same, err := cmpimg.EqualApprox("png", was, is, 0.02)
	if err = cmp.Or(err1, err2, err); err == nil && !same {
		err = fmt.Errorf("%s: the picture is not %s; %s", name, path, remedy)
	}
	return err
}

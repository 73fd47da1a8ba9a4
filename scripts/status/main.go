// Command status prints how far the runs on Slurm are that -engine slurm submitted, a line each:
//
//	go run ./scripts/status [-cache DIR] [fig04 …]
//
// of the figures that are named, or of all. The exit code is 1 if a task failed or Slurm does not
// answer.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/slurm"
	"adl/pkg/sweep"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("status", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: status [-cache DIR] [fig04 …]")
		fs.PrintDefaults()
	}
	dir := fs.String("cache", filepath.Join("results", "cache"), "`folder` of the results of tasks")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	}
	cache := sweep.Cache{Dir: *dir}
	lines, err := slurm.Status(context.Background(), filepath.Join(*dir, "slurm"),
		fs.Args(), cache.Has)
	code := 0
	for _, line := range lines {
		fmt.Fprintln(stdout, line)
		if !strings.Contains(line, " 0 failed") {
			code = 1
		}
	}
	if len(lines) == 0 {
		fmt.Fprintf(stdout, "no run on Slurm in %s\n", *dir)
	}
	if err != nil {
		fmt.Fprintf(stderr, "status: %v\n", err)
		code = 1
	}
	return code
}

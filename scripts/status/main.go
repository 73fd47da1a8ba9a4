// Command status prints how far the runs on Slurm are that -engine slurm submitted, a line each:
//
//	go run ./scripts/status [-cache DIR] [fig04 …]
//
// of the figures that are named, or of all, and in a last line what the cache holds and how long
// that was computed. The exit code is 1 if a task failed or Slurm does not answer.
package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/ledger"
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
	n, size, seconds, e := count(*dir)
	if err = errors.Join(err, e); err != nil {
		fmt.Fprintf(stderr, "status: %v\n", err)
		code = 1
	}
	fmt.Fprintf(stdout, "%s: %d results, %s of computing, %.1f MB\n", *dir, n,
		ledger.Duration(seconds), float64(size)/1e6)
	return code
}

// count returns the number of the results in a cache, the size of all its files, and the time in
// which the results were computed.
func count(dir string) (n int, size int64, seconds float64, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // no cache, or a file that was just removed
			return nil
		} else if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		var about struct{ Seconds float64 }
		if r, err := zip.OpenReader(path); err == nil {
			b, err := fs.ReadFile(r, "about.json")
			if err == nil && json.Unmarshal(b, &about) == nil { // and not a result otherwise
				n, seconds = n+1, seconds+about.Seconds
			}
			r.Close()
		}
		return nil
	})
	return n, size, seconds, err
}

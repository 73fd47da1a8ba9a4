// Command figures runs the programs of figures and studies, and looks after what they make:
//
//	go run ./scripts/figures draw | status | new [flags] …
//
// Its verbs say more with -h.
package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"adl/pkg/sweep"
	"adl/scripts/internal/tool"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	verbs := []tool.Verb{drawVerb, statusVerb, newVerb}
	return tool.Run("figures", verbs, args, stdout, stderr)
}

// statusVerb prints what the cache holds and how long that was computed.
var statusVerb = tool.Verb{
	Name: "status",
	Text: "prints what the cache holds",
	Start: func(c *tool.Call) func() error {
		dir := c.Flags.String("cache", filepath.Join("results", "cache"),
			"`folder` of the results of tasks")
		return func() error {
			n, size, seconds, err := count(*dir)
			fmt.Fprintf(c.Stdout, "%s: %d results, %s of computing, %.1f MB\n", *dir, n,
				sweep.Duration(seconds), float64(size)/1e6)
			return err
		}
	},
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

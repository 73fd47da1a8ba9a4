// Command data writes the data sets that the figures' specs generate to data/, one file a set, and their SHA-256 sums, so that they can be looked
// at, used elsewhere, or exchanged. The figures do not read them.
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"adl/pkg/dataset"
	"adl/pkg/table"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("data", flag.ContinueOnError)
	fs.SetOutput(stderr)
	out := fs.String("out", "data", "`folder` to write to")
	root := fs.String("root", ".", "`folder` of the project")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	sets, err := generate(*root)
	if err == nil {
		err = write(*out, sets, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "data:", err)
		return 1
	}
	return 0
}

// generate returns the files by name: kind and number of data.
func generate(root string) (map[string][]byte, error) {
	specs, err := filepath.Glob(filepath.Join(root, "experiments", "fig*", "spec.toml"))
	if err != nil || len(specs) == 0 {
		return nil, fmt.Errorf("no experiments/fig*/spec.toml below %s", root)
	}
	slices.Sort(specs)
	sets := map[string][]byte{}
	for _, path := range specs {
		var s struct {
			Data *dataset.Source `toml:"data"`
		}
		if _, err := toml.DecodeFile(path, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if s.Data == nil || s.Data.File != "" {
			continue
		}
		d, err := s.Data.Load()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		var b bytes.Buffer
		if err := d.Write(&b); err != nil {
			return nil, err
		}
		name := fmt.Sprintf("%s%d.csv", s.Data.Kind, s.Data.N)
		if old, ok := sets[name]; ok && !bytes.Equal(old, b.Bytes()) {
			return nil, fmt.Errorf("%s: another spec has other data for %s", path, name)
		}
		sets[name] = b.Bytes()
	}
	return sets, nil
}

// write writes the files and SHA256SUMS.
func write(dir string, sets map[string][]byte, stdout io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var names []string
	for name := range sets {
		names = append(names, name)
	}
	slices.Sort(names)
	var sums bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(sets[name]), name)
	}
	sets["SHA256SUMS"] = sums.Bytes()
	for _, name := range append(names, "SHA256SUMS") {
		path := filepath.Join(dir, name)
		err := table.WriteFile(path, func(w io.Writer) error { _, err := w.Write(sets[name]); return err })
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, "wrote", path)
	}
	return nil
}

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"adl/pkg/dataset"
	"adl/pkg/files"
)

// generate returns the contents of the files by name, which is the kind and number of data.
func generate(root string) (map[string][]byte, error) {
	specs, err := filepath.Glob(filepath.Join(root, "experiments", "fig*", "spec.toml"))
	if err != nil || len(specs) == 0 {
		return nil, fmt.Errorf("no experiments/fig*/spec.toml below %s", root)
	}
	slices.Sort(specs)
	sets := map[string][]byte{}
	for _, path := range specs {
		name, content, err := one(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if old, ok := sets[name]; ok && !bytes.Equal(old, content) {
			return nil, fmt.Errorf("%s: another spec has other data for %s", path, name)
		}
		if name != "" {
			sets[name] = content
		}
	}
	return sets, nil
}

// one returns the file of a spec. The name is empty if its data are read from files, or stand for
// such data.
func one(path string) (name string, content []byte, err error) {
	var s struct {
		Data *struct {
			File, Kind string
			N          int `toml:"ndata"`
		}
	}
	if _, err := toml.DecodeFile(path, &s); err != nil {
		return "", nil, err
	}
	if s.Data == nil || s.Data.File != "" || s.Data.Kind == "mnist" || s.Data.Kind == "images" {
		return "", nil, nil
	}
	load := points
	if s.Data.Kind == "classes" {
		load = labelled
	}
	d, err := load(path)
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	err = d.Write(&b)
	return fmt.Sprintf("%s%d.csv", s.Data.Kind, s.Data.N), b.Bytes(), err
}

// data is a data set.
type data interface{ Write(w io.Writer) error }

func points(path string) (data, error) {
	var s struct{ Data dataset.Source }
	if _, err := toml.DecodeFile(path, &s); err != nil {
		return nil, err
	}
	return s.Data.Load()
}

func labelled(path string) (data, error) {
	var s struct{ Data dataset.LabelledSource }
	if _, err := toml.DecodeFile(path, &s); err != nil {
		return nil, err
	}
	d, _, err := s.Data.Load("")
	return d, err
}

// write writes the files and SHA256SUMS.
func write(dir string, sets map[string][]byte, stdout io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(sets))
	var sums bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(sets[name]), name)
	}
	sets["SHA256SUMS"] = sums.Bytes()
	for _, name := range append(names, "SHA256SUMS") {
		path := filepath.Join(dir, name)
		if err := files.WriteBytes(path, sets[name]); err != nil {
			return err
		}
		fmt.Fprintln(stdout, "wrote", path)
	}
	return nil
}

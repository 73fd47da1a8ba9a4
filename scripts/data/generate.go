package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"adl/pkg/dataset"
	"adl/pkg/files"
)

// generate writes the data sets and SHA256SUMS to a folder.
func generate(dir string, stdout io.Writer) error {
	specs, _ := filepath.Glob("experiments/fig*/spec.toml")
	if len(specs) == 0 {
		return errors.New("there are no experiments/fig*/spec.toml; run it in the project's folder")
	}
	sets := map[string][]byte{}
	for _, path := range specs {
		name, content, err := one(path)
		if old, ok := sets[name]; err == nil && ok && !bytes.Equal(old, content) {
			err = fmt.Errorf("another spec has other data for %s", name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if name != "" {
			sets[name] = content
		}
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

// one returns the data of a spec as a file, named by the kind and number of data. The name is empty
// if the data are read from files, or replace such data.
func one(path string) (name string, content []byte, err error) {
	var points struct{ Data dataset.Source }
	if _, err := toml.DecodeFile(path, &points); err != nil {
		return "", nil, err
	}
	d, text := points.Data, bytes.Buffer{}
	switch {
	case d.File != "" || d.Kind == "" || d.Kind == "mnist" || d.Kind == "images":
		return "", nil, nil
	case d.Kind == "classes":
		var classes struct{ Data dataset.LabelledSource }
		if _, err := toml.DecodeFile(path, &classes); err != nil {
			return "", nil, err
		}
		set, _, err2 := classes.Data.Load("")
		err = errors.Join(err2, set.Write(&text))
	default:
		set, err2 := d.Load()
		err = errors.Join(err2, set.Write(&text))
	}
	return fmt.Sprintf("%s%d.csv", d.Kind, d.N), text.Bytes(), err
}

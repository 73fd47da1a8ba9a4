package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/scripts/internal/tool"
)

// generateVerb writes the data sets that the figures' specs generate to data/, one file per set,
// and their SHA-256 checksums, so that people can look at them, use them elsewhere, or replace
// them. The figures do not read them.
var generateVerb = tool.Verb{
	Name: "generate",
	Text: "writes the data sets of the figures' specs, and their checksums",
	Start: func(c *tool.Call) func() error {
		out := c.Flags.String("out", "data", "`folder` to write to")
		root := c.Flags.String("root", ".", "`folder` of the project")
		return func() error {
			sets, err := generate(*root)
			if err != nil {
				return err
			}
			return write(*out, sets, c.Stdout)
		}
	},
}

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
	var kind struct {
		Data *struct{ File, Kind string } `toml:"data"`
	}
	if _, err := toml.DecodeFile(path, &kind); err != nil {
		return "", nil, err
	}
	if kind.Data == nil || kind.Data.File != "" {
		return "", nil, nil
	}
	var b bytes.Buffer
	n := 0
	switch kind.Data.Kind {
	case "mnist", "images":
		return "", nil, nil
	case "classes":
		var s struct {
			Data dataset.LabelledSource `toml:"data"`
		}
		if _, err := toml.DecodeFile(path, &s); err != nil {
			return "", nil, err
		}
		l, _, err := s.Data.Load(dataset.Places{})
		if err != nil {
			return "", nil, err
		}
		n, err = s.Data.N, l.Write(&b)
		if err != nil {
			return "", nil, err
		}
	default:
		var s struct {
			Data dataset.Source `toml:"data"`
		}
		if _, err := toml.DecodeFile(path, &s); err != nil {
			return "", nil, err
		}
		d, err := s.Data.Load()
		if err != nil {
			return "", nil, err
		}
		n, err = s.Data.N, d.Write(&b)
		if err != nil {
			return "", nil, err
		}
	}
	return fmt.Sprintf("%s%d.csv", kind.Data.Kind, n), b.Bytes(), nil
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
		err := files.WriteBytes(path, sets[name])
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, "wrote", path)
	}
	return nil
}

// scoresVerb computes the principal scores of the images of 7 and 9 from the four files of MNIST,
// in data/mnist or $MNIST_DIR, and compares them with the project's file, data/mnist79.npz. With
// -write it writes that file instead.
var scoresVerb = tool.Verb{
	Name: "scores",
	Text: "compares the principal scores of MNIST with data/mnist79.npz, or writes them",
	Start: func(c *tool.Call) func() error {
		dir := c.Flags.String("dir", dataset.MNISTDir(), "`folder` of the four files of MNIST")
		root := c.Flags.String("root", ".", "`folder` of the project")
		write := c.Flags.Bool("write", false, "write the file of scores instead of comparing with it")
		return func() error {
			line, err := scores(*dir, filepath.Join(*root, dataset.ScoresFile), *write)
			if err == nil {
				fmt.Fprintln(c.Stdout, line)
			}
			return err
		}
	},
}

// scores compares the file at path with the scores of the images in dir, or writes it.
func scores(dir, path string, write bool) (line string, err error) {
	again, err := dataset.Rebuild(dir)
	if err != nil {
		return "", err
	}
	if write {
		return "wrote " + path, again.Write(path)
	}
	s, err := dataset.ReadScores(path)
	if err != nil {
		return "", err
	}
	if err := s.Agree(again); err != nil {
		return "", fmt.Errorf("%s does not agree with the images in %s: %w", path, dir, err)
	}
	return fmt.Sprintf("%s: agrees with the scores of the images in %s", path, dir), nil
}

package main

import (
	"fmt"
	"path/filepath"

	"adl/pkg/dataset"
	"adl/scripts/internal/tool"
)

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

// Command scores computes the principal scores of the images of 7 and 9 from the four files of
// MNIST, in data/mnist or $MNIST_DIR, and compares them with the project's file, data/mnist79.npz.
// With -write it writes that file instead.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adl/pkg/dataset"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("scores", flag.ContinueOnError)
	fs.SetOutput(stderr)
	dir := fs.String("dir", dataset.MNISTDir(), "`folder` of the four files of MNIST")
	root := fs.String("root", ".", "`folder` of the project")
	write := fs.Bool("write", false, "write the file of scores instead of comparing with it")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	line, err := scores(*dir, filepath.Join(*root, dataset.ScoresFile), *write)
	if err != nil {
		fmt.Fprintln(stderr, "scores:", err)
		return 1
	}
	fmt.Fprintln(stdout, line)
	return 0
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

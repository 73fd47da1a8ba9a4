package experiment

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adl/pkg/files"
)

// output is standard output.
type output struct{ io.Writer }

func (o output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("cannot write to standard output: %w", files.Cause(err))
	}
	return n, err
}

// root returns the project's folder: the nearest one, from the working directory upwards, that has
// a go.mod and a folder experiments, or else the working directory.
func root() string {
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if exists(filepath.Join(dir, "go.mod")) && exists(filepath.Join(dir, "experiments")) {
			return dir
		}
		if abs, err := filepath.Abs(dir); err != nil || abs == filepath.Dir(abs) {
			return "."
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// paths are the files of a figure, without the endings.
type paths struct{ table, picture string }

// list has the manifest last.
func (p paths) list() []string {
	return []string{p.table + ".csv", p.picture + ".png", p.picture + ".pdf", p.table + ".json"}
}

// outputs returns the files of a figure: in out, or if it is empty, the table in results/<profile>/
// and the picture in figures/ for the full length, and in figures/<profile>/ for others.
func outputs(root, out, profile, name string) paths {
	pic, tab := out, out
	if out == "" {
		pic, tab = filepath.Join(root, "figures"), filepath.Join(root, "results", profile)
		if profile != "paper" {
			pic = filepath.Join(pic, profile)
		}
	}
	return paths{table: filepath.Join(tab, name), picture: filepath.Join(pic, name)}
}

// ready makes the folders, clears away what killed programs left in them, and returns an error if
// one of the files cannot be written.
func (p paths) ready() error {
	for _, path := range p.list() {
		if err := files.Writable(path); err != nil {
			return fmt.Errorf("cannot write %s: %w", path, err)
		}
	}
	files.Clean(filepath.Dir(p.table))
	files.Clean(filepath.Dir(p.picture))
	return nil
}

// inside reports whether path is a folder or in it, whatever links lead there. Both need not exist.
func inside(path, folder string) bool {
	want, _ := os.Stat(folder)
	path, _ = filepath.Abs(path)
	for below := ""; path != below; below, path = path, filepath.Dir(path) {
		if at, _ := os.Stat(path); os.SameFile(at, want) {
			return true
		}
	}
	return false
}

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

// root returns the project's folder: the nearest folder, from the working directory upwards, with a
// go.mod and a folder experiments; or the working directory if there is none.
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

// paths are the files of a figure, without extensions.
type paths struct{ table, picture string }

// list returns the files, the manifest last.
func (p paths) list() []string {
	return []string{p.table + ".csv", p.picture + ".png", p.picture + ".pdf", p.table + ".json"}
}

// outputs returns the files of a figure: in out or, if out is empty, the table in
// results/<profile>/ and the picture in figures/ for the profile paper and in figures/<profile>/
// for other profiles.
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

// ready makes the folders, removes temporary files of killed programs, and returns an error if one
// of the files cannot be written.
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

// inside reports whether path is the folder or in it, after following links. Neither needs to
// exist.
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

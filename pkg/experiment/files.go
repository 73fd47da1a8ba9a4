package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"adl/pkg/files"
)

// root returns the project's folder: the nearest one, from the working directory upwards, that has
// a go.mod and a folder experiments, or else the working directory.
func root() string {
	wd, err := os.Getwd()
	if err != nil {
		return "."
	}
	for d := wd; ; d = filepath.Dir(d) {
		if exists(filepath.Join(d, "go.mod")) && exists(filepath.Join(d, "experiments")) {
			return d
		}
		if d == filepath.Dir(d) {
			return wd
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// paths are the files of a figure.
type paths struct{ png, pdf, svg, csv, json string }

func (p paths) list() []string { return []string{p.csv, p.json, p.png, p.pdf, p.svg} }

// outputs returns the files of a figure. If out is not empty, all are in out. Otherwise the picture
// is in figures/ for profile paper and in figures/<profile>/ for others, and the table in
// results/<profile>/.
func outputs(root, out, profile, name string) paths {
	pic, tab := out, out
	if out == "" {
		pic, tab = filepath.Join(root, "figures"), filepath.Join(root, "results", profile)
		if profile != "paper" {
			pic = filepath.Join(pic, profile)
		}
	}
	return paths{
		png: filepath.Join(pic, name+".png"), pdf: filepath.Join(pic, name+".pdf"),
		svg: filepath.Join(pic, name+".svg"),
		csv: filepath.Join(tab, name+".csv"), json: filepath.Join(tab, name+".json"),
	}
}

// ready makes the folders if they are missing, clears away what killed programs left in them, and
// returns an error if one of the files cannot be written.
func (p paths) ready() error {
	seen := ""
	for _, path := range p.list() {
		dir := filepath.Dir(path)
		if dir != seen {
			if err := files.Writable(dir); err != nil {
				return fmt.Errorf("cannot write to the folder %s: %w", dir, err)
			}
			if err := files.Finish(dir); err != nil {
				return fmt.Errorf("cannot %w", err)
			}
			files.Clean(dir, false)
			seen = dir
		}
		if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
			return fmt.Errorf("cannot write %s: it is not a regular file", path)
		}
	}
	return nil
}

// relative returns path as messages show it.
func relative(root, path string) string {
	if r, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(r, "..") {
		path = r
	}
	return files.Printable(path)
}

// cpuTime returns the processor time of this process so far, in seconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	t := func(v syscall.Timeval) float64 { return float64(v.Sec) + float64(v.Usec)/1e6 }
	return t(u.Utime) + t(u.Stime)
}

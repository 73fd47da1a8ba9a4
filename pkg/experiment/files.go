package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// root is the project's folder: the nearest above the working directory that has a go.mod and experiments, else the working
// directory.
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
type paths struct{ png, pdf, csv, json string }

// outputs are all in out if that is given; else the picture is in figures/, or figures/<profile>/, and the table in results/<profile>/.
func outputs(root, out, profile, name string) paths {
	pic, tab := out, out
	if out == "" {
		pic, tab = filepath.Join(root, "figures"), filepath.Join(root, "results", profile)
		if profile != "paper" {
			pic = filepath.Join(pic, profile)
		}
	}
	return paths{filepath.Join(pic, name+".png"), filepath.Join(pic, name+".pdf"), filepath.Join(tab, name+".csv"), filepath.Join(tab, name+".json")}
}

// writable makes the folder if need be and reports why no file can be made in it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	f, err := os.CreateTemp(dir, ".try-*")
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	f.Close()
	return os.Remove(f.Name())
}

func relative(root, path string) string {
	if r, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(r, "..") {
		return r
	}
	return path
}

// cpuTime is the processor time of this process so far, in seconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	t := func(v syscall.Timeval) float64 { return float64(v.Sec) + float64(v.Usec)/1e6 }
	return t(u.Utime) + t(u.Stime)
}

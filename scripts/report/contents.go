package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// contents returns the files that the crate names, with slashes and sorted: those of git's index,
// or all that are there if the folder is no checkout.
func contents(root string) ([]string, error) {
	list, err := tracked(root)
	if err != nil {
		list, err = present(root)
	}
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(p string) bool { return !described(p) })
	slices.Sort(list)
	if len(list) == 0 {
		return nil, fmt.Errorf("%s holds neither data nor results", root)
	}
	return list, nil
}

func tracked(root string) ([]string, error) {
	git := func(args ...string) ([]byte, error) {
		all := []string{"-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-C", root}
		return exec.Command("git", append(all, args...)...).Output()
	}
	up, err := git("rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(up)) > 0 {
		return nil, fmt.Errorf("%s is a folder of another checkout", root)
	}
	out, err := git("ls-files", "-z")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

func present(root string) (list []string, err error) {
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		if rel = filepath.ToSlash(rel); d.Type().IsRegular() {
			list = append(list, rel)
		}
		if d.IsDir() && (ignored(rel) || strings.HasPrefix(d.Name(), ".") && rel != ".") {
			return fs.SkipDir
		}
		return nil
	})
	return list, err
}

// ignored reports whether git ignores a folder.
func ignored(dir string) bool {
	return slices.Contains([]string{
		"data/mnist", "figures/smoke", "results/smoke", "results/altered", "results/cache",
	}, dir)
}

// described reports whether the crate names a file by itself. The code is described as folders, and
// so are the results of single tasks.
func described(p string) bool {
	if strings.HasPrefix(path.Base(p), ".") || strings.HasSuffix(p, ".go") {
		return false
	}
	top, rest, nested := strings.Cut(p, "/")
	switch top {
	case "data", "figures":
		return true
	case "results":
		return !strings.Contains(rest, "/tasks/")
	case "experiments":
		return path.Base(p) == "spec.toml" || path.Ext(p) == ".md" || path.Base(p) == "caption.txt"
	}
	return !nested && slices.Contains([]string{"README.md", "LICENSE", "CITATION.cff"}, p)
}

package experiment

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"adl"
	"adl/pkg/files"
)

// code is digests of what computes the results of tasks, and of what makes the table from them.
type code struct{ tasks, table string }

// codeOf returns the code of a figure's program, whose main package has an import path. For a
// program in another module, and where the source does not tell all, it is the digest of the
// executable.
func codeOf(name, path string) (code, error) {
	folder, ours := strings.CutPrefix(path, "adl/experiments/")
	if ours && folder != name {
		return code{}, fmt.Errorf("experiments/%s/main.go: expected Name: %q, as the folder, got %q, "+
			"whose results it would replace", folder, folder, name)
	}
	if tasks, table, ok := adl.Code(name); ok && ours {
		return code{tasks, table}, nil
	}
	exe, err := os.Executable()
	if err != nil {
		return code{}, err
	}
	b, err := os.ReadFile(exe)
	sum := sha256.Sum256(b)
	digest := fmt.Sprintf("%x", sum[:8])
	return code{digest, digest}, err
}

// importPath returns the path of the main package, or nothing in a test.
func importPath() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || flag.Lookup("test.v") != nil {
		return ""
	}
	return info.Path
}

// codeFile names the code that gives the results in the folder tasks beside it and the tables: one
// line per figure with the digests of its program's code.
const codeFile = "code.txt"

// unknown stands for the code of a table that this code does not make.
const unknown = "-"

// readExamined returns the code by figure.
func readExamined(dir string) (map[string]code, error) {
	path := filepath.Join(dir, codeFile)
	b, err := files.Read(path, 1<<16)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	codes := map[string]code{}
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) != 3 {
			return nil, fmt.Errorf("%s: expected a figure and two digests in every line, got %.60q", path,
				strings.TrimSpace(line))
		}
		codes[words[0]] = code{words[1], words[2]}
	}
	return codes, nil
}

// examined records the code that gives the figure's results and table that the project keeps.
func (c *Context) examined(by code) error {
	dir := filepath.Dir(c.cache.Kept)
	codes, err := readExamined(dir)
	if err != nil || codes[c.manifest.Figure] == by {
		return err
	}
	codes[c.manifest.Figure] = by
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(codes)) {
		text = fmt.Appendln(text, name, codes[name].tasks, codes[name].table)
	}
	return files.WriteBytes(filepath.Join(dir, codeFile), text)
}

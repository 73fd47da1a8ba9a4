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

// codeOf returns the digest of the code of a figure's program, whose main package has an import
// path. For a program in another module, and where the source does not tell all, it is the digest
// of the executable.
func codeOf(name, path string) (string, error) {
	folder, ours := strings.CutPrefix(path, "adl/experiments/")
	if ours && folder != name {
		return "", fmt.Errorf("experiments/%s/main.go: expected Name: %q, as the folder, got %q, whose "+
			"results it would replace", folder, folder, name)
	}
	if code, ok := adl.Code(name); ok && ours {
		return code, nil
	}
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(exe)
	sum := sha256.Sum256(b)
	return fmt.Sprintf("%x", sum[:8]), err
}

// importPath returns the path of the main package, or nothing in a test.
func importPath() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || flag.Lookup("test.v") != nil {
		return ""
	}
	return info.Path
}

// codeFile names the code that gives the results in the folder tasks beside it: one line per figure
// with the digest of its program's code.
const codeFile = "code.txt"

// readExamined returns the digests by figure.
func readExamined(dir string) (map[string]string, error) {
	path := filepath.Join(dir, codeFile)
	b, err := files.Read(path, 1<<16)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	codes := map[string]string{}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		name, code, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("%s: expected a figure and a digest in every line, got %.60q", path,
				line)
		}
		codes[name] = code
	}
	return codes, nil
}

// examined records that the code of the run gives the figure's results that the project keeps.
func (c *Context) examined() error {
	dir := filepath.Dir(c.cache.Kept)
	codes, err := readExamined(dir)
	if err != nil || codes[c.manifest.Figure] == c.cache.Code {
		return err
	}
	codes[c.manifest.Figure], c.cache.Vouched = c.cache.Code, true
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(codes)) {
		text = fmt.Appendln(text, name, codes[name])
	}
	return files.WriteBytes(filepath.Join(dir, codeFile), text)
}

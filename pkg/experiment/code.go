package experiment

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"adl/pkg"
	"adl/pkg/files"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/vec"
)

// vouched is the file, in the folder of the tables of profile paper, with the digests of code that
// gives the project's own results: a line each time, the last first, with the digests for
// simulations and for exact computations.
const vouched = "code.txt"

// Vouched maps the digests of all code that gives the results in dir/tasks to the digest of the
// code that was vouched for last.
func Vouched(dir string) (map[string]string, error) {
	lines, err := readVouched(dir)
	codes := map[string]string{}
	for _, l := range lines {
		for k := range l {
			codes[l[k]] = lines[0][k]
		}
	}
	return codes, err
}

func readVouched(dir string) (lines [][2]string, err error) {
	path := filepath.Join(dir, vouched)
	b, err := files.Read(path, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) != 2 || len(words[0]) != 16 || len(words[1]) != 16 {
			return nil, fmt.Errorf("%s: expected two digests of 16 digits a line, got %.60q; make vouch "+
				"makes it again once it is removed", path, strings.TrimSpace(line))
		}
		lines = append(lines, [2]string(words))
	}
	return lines, nil
}

// Vouch notes that the present code, with these digests, gives the results in dir/tasks, as the
// code did that was vouched for before.
func Vouch(dir string, now [2]string) error {
	lines, err := readVouched(dir)
	if err != nil {
		return err
	}
	text := now[0] + " " + now[1] + "\n"
	for _, l := range lines {
		if l != now {
			text += l[0] + " " + l[1] + "\n"
		}
	}
	return files.WriteBytes(filepath.Join(dir, vouched), []byte(text))
}

// codes returns the function for sweep.Options.Code of a program with this source of its own. It
// finds digests in a folder, and keeps them there if told so: they take a tenth of a second each.
func codes(source fs.FS, dir string, keep bool) func(sweep.Part) string {
	digests := map[sweep.Part]func() string{
		sweep.Random: func() string { return simulate.Code(nil) },
		sweep.Exact:  simulate.ExactCode,
		sweep.Own:    func() string { return simulate.Code(source) },
	}
	for part, digest := range digests {
		digests[part] = sync.OnceValue(func() string {
			return remembered(dir, keep, part, source, digest)
		})
	}
	return func(part sweep.Part) string {
		if part == sweep.Own && source == nil {
			return ""
		}
		return digests[part]()
	}
}

// remembered returns a digest of a part of the library and a program's own source, from dir if one
// was made of the same text by the same compiler before.
func remembered(
	dir string, keep bool, part sweep.Part, source fs.FS, digest func() string,
) string {
	h := sha256.New()
	fmt.Fprintln(h, part, runtime.Version())
	trees := []fs.FS{pkg.Source}
	if part == sweep.Own {
		trees = append(trees, source)
	}
	for _, tree := range trees {
		if err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := fs.ReadFile(tree, name)
			fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
			return err
		}); err != nil {
			return digest()
		}
	}
	path := filepath.Join(dir, fmt.Sprintf("%x", h.Sum(nil)[:16]))
	b, err := files.Read(path, 16)
	if _, wrong := hex.DecodeString(string(b)); err == nil && wrong == nil && len(b) == 16 {
		return string(b)
	}
	text := digest()
	if keep && os.MkdirAll(dir, 0o777) == nil {
		_ = files.WriteBytes(path, []byte(text)) // an error costs the next run the same work
	}
	return text
}

// vouch is the report of -vouch.
func (c *Context) vouch(
	ctx context.Context, w io.Writer, tasks []sweep.Task, o sweep.Options,
) error {
	return sweep.Vouch(ctx, w, tasks, o, c.opt.vouch)
}

// revision is the revision of the code where the build does not know it:
//
//	go build -buildvcs=false -ldflags=-X=adl/pkg/experiment.revision=…
var revision string

// origin is that of what this program computes.
func origin() sweep.Origin {
	info, _ := debug.ReadBuildInfo()
	words := []string{runtime.GOOS + "/" + runtime.GOARCH, runtime.Version()}
	if m := processor(); m != "" {
		words = append(words, m)
	}
	words = append(words, vec.Form())
	return sweep.Origin{
		Revision: revisionOf(info, revision), Machine: strings.Join(words, ", "),
	}
}

// revisionOf returns the revision that a build has recorded, or else the one that was passed in.
func revisionOf(info *debug.BuildInfo, passed string) string {
	settings := map[string]string{}
	if info != nil {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	r := settings["vcs.revision"]
	if r == "" {
		return passed
	}
	r = r[:min(len(r), 12)]
	if settings["vcs.modified"] == "true" {
		r += " and changes"
	}
	return r
}

// processor returns the model of the processor, or nothing where it is not to be had.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, model, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.Join(strings.Fields(model), " ")
		}
	}
	return ""
}

// wasted is the line about a build without the instructions that the processor has.
func wasted(name string) string {
	return "built without SIMD, so several times slower than this processor can be; make, or " +
		"GOEXPERIMENT=simd go build -ldflags=-X=runtime.godebugDefault=asyncpreemptoff=1 " +
		"./experiments/" + name + " with Go 1.26, builds it well"
}

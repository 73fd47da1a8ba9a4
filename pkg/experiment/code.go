package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"adl/pkg/files"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
)

// vouched is the file, in the folder of the tables of profile paper, with the digests of code that
// gives the project's own results: a line each time, the last first, with that of simulations and
// that of exact computations.
const vouched = "code.txt"

// Vouched returns the digests of the present code and of earlier code that gives the results in
// dir/tasks, with the digest of the code that was vouched for last. It returns nil if the file is
// missing.
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

// codes returns the digest of the library's code, or of that and a program's own source, each made
// once. A job of a cluster finds them prepared.
func (c *Context) codes(source fs.FS) func(main bool) string {
	once := func(name string, main fs.FS) func() string {
		return sync.OnceValue(func() string {
			s, err := Prepared(c, name, func() (string, error) { return simulate.Code(main), nil })
			if err != nil {
				panic("experiment: " + err.Error())
			}
			return s
		})
	}
	library, together := once("code", nil), once("code with main", source)
	return func(main bool) string {
		switch {
		case !main:
			return library()
		case source == nil:
			return ""
		}
		return together()
	}
}

// vouch is the report of -vouch.
func (c *Context) vouch(
	ctx context.Context, w io.Writer, tasks []sweep.Task, o sweep.Options,
) error {
	return sweep.Vouch(ctx, w, tasks, o, c.opt.vouch)
}

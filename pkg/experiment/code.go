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
// gives the project's own results.
const vouched = "code.txt"

// Vouched returns the digests of the code that gives the results in dir/tasks: that which was
// vouched for last, and those before it. There are none where the file is missing.
func Vouched(dir string) ([]string, error) {
	path := filepath.Join(dir, vouched)
	b, err := files.Read(path, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	codes := strings.Fields(string(b))
	for _, c := range codes {
		if len(c) != 16 {
			return nil, fmt.Errorf("%s: expected digests of 16 digits, got %.40q; make vouch makes it "+
				"again once it is removed", path, c)
		}
	}
	return codes, nil
}

// Vouch notes that the present code of the library gives the results in dir/tasks, as the code did
// that was vouched for before, and returns its digest.
func Vouch(dir string) (string, error) {
	old, err := Vouched(dir)
	if err != nil {
		return "", err
	}
	now := simulate.Code(nil)
	text := now + "\n"
	for _, c := range old {
		if c != now {
			text += c + "\n"
		}
	}
	return now, files.WriteBytes(filepath.Join(dir, vouched), []byte(text))
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
func (c *Context) vouch(ctx context.Context, w io.Writer, tasks []sweep.Task, o sweep.Options) error {
	return sweep.Vouch(ctx, w, tasks, o, c.opt.vouch)
}

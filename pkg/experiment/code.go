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

// vouchedPath is the file with the digests of code that gives the results in results/paper/tasks.
func vouchedPath(root string) string {
	return filepath.Join(root, "results", "paper", "code.txt")
}

// Vouched returns the digests of the code that gives the project's own results: that which was
// vouched for last, and those before it. There are none where the file is missing.
func Vouched(root string) ([]string, error) {
	path := vouchedPath(root)
	b, err := files.Read(path, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	codes := strings.Fields(string(b))
	for _, c := range codes {
		if len(c) != 16 {
			return nil, fmt.Errorf("%s: expected digests of 16 digits, got %.40q", path, c)
		}
	}
	return codes, nil
}

// Vouch writes that the present code of the library gives the project's own results, as the code
// did that was vouched for before, and returns its digest.
func Vouch(root string) (string, error) {
	old, err := Vouched(root)
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
	return now, files.Write(vouchedPath(root), files.Bytes([]byte(text)))
}

// codes returns the digest of the library's code, or of that and a program's, each made once.
func codes(source fs.FS) func(main bool) string {
	together := sync.OnceValue(func() string { return simulate.Code(source) })
	return func(main bool) string {
		switch {
		case !main:
			return simulate.Code(nil)
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

package sweep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"adl/pkg/files"
)

// Digest writes to w what tells the entries of keys from others: a SHA-256 of every file that may
// hold one, in the order in which they are searched. It returns an error if a key has no file, or
// one that cannot be read.
func (c Cache) Digest(w io.Writer, keys []string) error {
	for _, key := range keys {
		found := false
		for i, dir := range append([]string{c.Dir}, c.Lower...) {
			path := file(dir, key, result)
			b, err := files.Read(path, maxEntry)
			switch {
			case err == nil:
				found = true
				fmt.Fprintf(w, "%s %d %x\n", key, i, sha256.Sum256(b))
			case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
				return fmt.Errorf("read %s: %w", path, files.Cause(err))
			}
		}
		if !found {
			return fmt.Errorf("there is no entry of %s", key)
		}
	}
	return nil
}

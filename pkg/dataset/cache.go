package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"adl/pkg/files"
)

// A cache file holds the scores of two sets of labelled data in package gob's format, and the
// SHA-256 of that.

// readCache returns the sets in the file at path. It reports false if there is no such file or if
// it is damaged; the scores are then computed again.
func readCache(path string) (sets [2]Labelled, ok bool) {
	b, err := os.ReadFile(path)
	end := len(b) - sha256.Size
	if err != nil || end < 0 || sha256.Sum256(b[:end]) != [sha256.Size]byte(b[end:]) {
		return sets, false
	}
	err = gob.NewDecoder(bytes.NewReader(b)).Decode(&sets)
	return sets, err == nil
}

// writeCache writes the file that readCache reads, whole or not at all. It makes the folder.
func writeCache(path string, sets [2]Labelled) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(sets); err != nil {
		return err
	}
	sum := sha256.Sum256(b.Bytes())
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("write %s: %w", path, files.Cause(err))
	}
	return files.WriteBytes(path, append(b.Bytes(), sum[:]...))
}

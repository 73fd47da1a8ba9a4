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

// maxCache bounds the size of a cache file.
const maxCache = 1 << 30

// readCache returns the sets in the file at path. It reports false if there is no such file or if
// it is damaged; the scores are then computed again.
func readCache(path string) (sets [2]Labelled, ok bool) {
	b, err := files.Read(path, maxCache)
	if err != nil {
		return sets, false
	}
	return decodeCache(b)
}

// decodeCache returns the sets in the content of a file.
func decodeCache(b []byte) (sets [2]Labelled, ok bool) {
	end := len(b) - sha256.Size
	if end < 0 || sha256.Sum256(b[:end]) != [sha256.Size]byte(b[end:]) {
		return sets, false
	}
	sets, err := decodeScores(b[:end])
	return sets, err == nil
}

// decodeScores returns the sets in what writeCache encoded.
func decodeScores(b []byte) (sets [2]Labelled, err error) {
	if err = gob.NewDecoder(bytes.NewReader(b)).Decode(&sets); err != nil {
		return [2]Labelled{}, err
	}
	for _, l := range sets {
		if l.D < 1 || l.D != sets[0].D || len(l.Z)%l.D != 0 || len(l.Z)/l.D != len(l.Y) {
			return [2]Labelled{}, fmt.Errorf("%d numbers are not %d data of dimension %d", len(l.Z),
				len(l.Y), l.D)
		}
	}
	return sets, nil
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

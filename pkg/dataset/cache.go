package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"adl/pkg/files"
)

// A cache file holds the scores of two sets of labelled data: the hash of what they were computed
// from, the scores and the labels of both (little endian, one byte per label), and the SHA-256 of
// all that.

// readCache returns the sets of n and held data in dimension d from the file at path. It reports
// false if there is no such file, if it was computed from something else, or if it is damaged; the
// scores are then computed again.
func readCache(path string, key [32]byte, n, held, d int) (train, rest Labelled, ok bool) {
	b, err := os.ReadFile(path)
	size := len(key) + (n+held)*(4*d+1)
	if err != nil || len(b) != size+sha256.Size {
		return Labelled{}, Labelled{}, false
	}
	if sum := sha256.Sum256(b[:size]); string(sum[:]) != string(b[size:]) ||
		string(key[:]) != string(b[:len(key)]) {
		return Labelled{}, Labelled{}, false
	}
	z, y := b[len(key):size-n-held], b[size-n-held:size]
	take := func(n int) Labelled {
		l := Labelled{Z: make([]float32, n*d), D: d, Y: make([]float64, n)}
		for i := range l.Z {
			l.Z[i] = math.Float32frombits(binary.LittleEndian.Uint32(z[4*i:]))
		}
		for i := range l.Y {
			l.Y[i] = float64(y[i])
		}
		z, y = z[4*n*d:], y[n:]
		return l
	}
	return take(n), take(held), true
}

// writeCache writes the file that readCache reads, whole or not at all. It makes the folder.
func writeCache(path string, key [32]byte, train, rest Labelled) error {
	b := append([]byte(nil), key[:]...)
	for _, l := range []Labelled{train, rest} {
		for _, z := range l.Z {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(z))
		}
	}
	for _, l := range []Labelled{train, rest} {
		for _, y := range l.Y {
			b = append(b, byte(y))
		}
	}
	sum := sha256.Sum256(b)
	b = append(b, sum[:]...)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("write %s: %w", path, files.Cause(err))
	}
	return files.WriteBytes(path, b)
}

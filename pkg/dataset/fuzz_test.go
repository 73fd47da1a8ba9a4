package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"os"
	"path/filepath"
	"testing"
)

// FuzzIDX: no bytes make the reader of MNIST's format panic, and sizes and elements agree.
func FuzzIDX(f *testing.F) {
	for _, s := range []string{
		"", "\x00\x00\x08\x01\x00\x00\x00\x02ab", "\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x01" +
			"\x00\x00\x00\x01x", "\x00\x00\x08\x00z", "\x00\x00\x08\xff",
		"\x00\x00\x08\x02\xff\xff\xff\xff\xff\xff\xff\xff", "\x1f\x8b\x08\x00\x00\x00\x00\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		b, err := inflate(b)
		if err != nil {
			return
		}
		sizes, data, err := readIDX(b)
		if err != nil {
			return
		}
		n := 1
		for _, s := range sizes {
			n *= s
		}
		if n != len(data) {
			t.Errorf("sizes %d, %d elements", sizes, len(data))
		}
		// as images and as labels, with others that fit and that do not
		labels := []byte("\x00\x00\x08\x01\x00\x00\x00\x02\x07\x09")
		images := []byte("\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x01ab")
		for _, parts := range [][][]byte{{b, labels}, {images, b}, {b, b}, {images, labels, b, labels}} {
			d, err := parseMNIST(parts, 7, 9)
			if err == nil && len(d.images) != len(d.y) {
				t.Errorf("%d images, %d labels", len(d.images), len(d.y))
			}
		}
	})
}

// FuzzScores: no bytes make the reader of principal scores panic, and of what it accepts all data
// can be taken.
func FuzzScores(f *testing.F) {
	write := func(s *Scores) []byte {
		path := filepath.Join(f.TempDir(), "s.npz")
		if err := s.Write(path); err != nil {
			f.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		return b
	}
	good := *fewScores()
	f.Add(write(&good))
	for _, edit := range []func(s *Scores){
		func(s *Scores) { s.Label[0] = 3 }, func(s *Scores) { s.SD[0] = -1 },
		func(s *Scores) { s.Train = 9 },
	} {
		s := fewScores()
		edit(s)
		f.Add(write(s))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		s, err := parseScores(b)
		if err != nil {
			return
		}
		n := len(s.Label)
		train, held := s.Labelled("scale", s.D, s.Train, n-s.Train)
		if len(train.Y)+len(held.Y) != n || len(train.Z)+len(held.Z) != n*s.D {
			t.Errorf("%d and %d data of %d", len(train.Y), len(held.Y), n)
		}
	})
}

// FuzzCache: no bytes make the reader of cached scores panic, and what it accepts has the shape
// that it says, so that all rows can be read. The target gives them the checksum that they need.
func FuzzCache(f *testing.F) {
	sets := [2]Labelled{newLabelled(3, 2, "a"), newLabelled(1, 2, "b")}
	for _, s := range [][2]Labelled{sets, {sets[0], {}}, {{D: -1}, {D: -1}}, {{D: 1 << 62}, {}}} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(s); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		sum := sha256.Sum256(b)
		if _, ok := decodeCache(b); ok {
			t.Error("accepted without its checksum")
		}
		sets, ok := decodeCache(append(bytes.Clone(b), sum[:]...))
		if !ok {
			return
		}
		for _, l := range sets {
			for i := range l.Y {
				if len(l.Row(i)) != sets[0].D {
					t.Errorf("row %d has %d numbers", i, len(l.Row(i)))
				}
			}
		}
	})
}

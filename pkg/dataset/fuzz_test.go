package dataset

import "testing"

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
		dimensions := 1
		if len(b) > 3 {
			dimensions = int(b[3])
		}
		sizes, data, err := imageFile{"x", b}.parse(dimensions)
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
		// as images and as labels, with matching and other counterparts
		labels := []byte("\x00\x00\x08\x01\x00\x00\x00\x02\x07\x09")
		images := []byte("\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x01ab")
		for _, parts := range [][][]byte{{b, labels}, {images, b}, {b, b}, {images, labels, b, labels}} {
			d, err := parseImages(named(parts...), 7, 9)
			if err == nil && len(d.images) != len(d.y) {
				t.Errorf("%d images, %d labels", len(d.images), len(d.y))
			}
		}
	})
}

// FuzzScores: no bytes make the reader of principal scores panic, and all data of accepted files
// can be taken.
func FuzzScores(f *testing.F) {
	f.Add(fewScores().write(f))
	for _, edit := range []func(s *scores){
		func(s *scores) { s.label[0] = 3 }, func(s *scores) { s.sd[0] = -1 },
		func(s *scores) { s.train = 9 },
	} {
		s := fewScores()
		edit(s)
		f.Add(s.write(f))
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
		n := len(s.label)
		train, held := s.labelled("scale", s.d, s.train, n-s.train)
		if len(train.Y)+len(held.Y) != n || len(train.Z)+len(held.Z) != n*s.d {
			t.Errorf("%d and %d data of %d", len(train.Y), len(held.Y), n)
		}
	})
}

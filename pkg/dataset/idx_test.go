package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// idx encodes an array.
func idx(x array) []byte {
	b := []byte{0, 0, 8, byte(len(x.dims))}
	for _, d := range x.dims {
		b = binary.BigEndian.AppendUint32(b, uint32(d))
	}
	return append(b, x.data...)
}

func zip(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

func TestReadIDX(t *testing.T) {
	images := array{[]int{2, 3, 4}, []byte("abcdefghijklmnopqrstuvwx")}
	labels := array{[]int{5}, []byte{7, 9, 0, 255, 1}}
	for _, x := range []array{images, labels, {[]int{1, 1, 1, 1}, []byte{3}}} {
		for name, b := range map[string][]byte{"plain": idx(x), "gzip": zip(idx(x))} {
			got, err := readIDX(bytes.NewReader(b), len(x.data))
			if err != nil || !slices.Equal(got.dims, x.dims) || !bytes.Equal(got.data, x.data) {
				t.Errorf("%s %v: got %v, %v", name, x.dims, got, err)
			}
			if _, err := readIDX(bytes.NewReader(b), len(x.data)-1); err == nil ||
				!strings.Contains(err.Error(), "elements in all") {
				t.Errorf("%s %v: above the limit: %v", name, x.dims, err)
			}
			// every way to cut it short
			for k := range b {
				if got, err := readIDX(bytes.NewReader(b[:k]), 100); err == nil || got.data != nil ||
					!errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%s %v, cut to %d of %d bytes: %v", name, x.dims, k, len(b), err)
				}
			}
		}
		for _, tail := range []string{"\x00", "xyz"} {
			for name, b := range map[string][]byte{
				"plain": append(idx(x), tail...), "in gzip": zip(append(idx(x), tail...)),
				"behind gzip": append(zip(idx(x)), tail...),
			} {
				if _, err := readIDX(bytes.NewReader(b), 100); err == nil ||
					strings.Contains(err.Error(), "\n") {
					t.Errorf("%v with %d bytes more, %s: %v", x.dims, len(tail), name, err)
				}
			}
		}
	}
	// A wrong bit in a compressed file is seen, unless it is one of the up to 7 that fill the last
	// byte of the compressed data.
	b := zip(idx(images))
	unseen := 0
	for k := 8 * 10; k < 8*len(b); k++ {
		bad := bytes.Clone(b)
		bad[k/8] ^= 1 << (k % 8)
		switch got, err := readIDX(bytes.NewReader(bad), 100); {
		case err == nil && !bytes.Equal(got.data, images.data):
			t.Errorf("bit %d is wrong, so are the data, and no error", k)
		case err == nil:
			unseen++
		}
	}
	if unseen > 7 {
		t.Errorf("%d wrong bits are not seen", unseen)
	}

	huge := []byte{0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}
	for _, c := range []struct {
		name string
		b    []byte
		want string
	}{
		{
			"text", []byte("hello world"),
			"expected an IDX array of bytes, which begins with 00 00 08 and 1 to 4 dimensions, got 68 " +
				"65 6c 6c",
		},
		{"floats", []byte{0, 0, 0x0d, 1, 0, 0, 0, 1, 0, 0, 0, 0}, "got 00 00 0d 01"},
		{"no dimension", []byte{0, 0, 8, 0, 1}, "got 00 00 08 00"},
		{"five dimensions", append([]byte{0, 0, 8, 5}, make([]byte, 20)...), "got 00 00 08 05"},
		{
			"size 0", []byte{0, 0, 8, 2, 0, 0, 0, 3, 0, 0, 0, 0},
			"dimension 2 is 0, expected 1 to 33 (at most 100 elements in all)",
		},
		{"huge", huge, "dimension 1 is 4294967295, expected 1 to 100"},
		{
			"product too large", []byte{0, 0, 8, 2, 0, 0, 0, 50, 0, 0, 0, 3},
			"dimension 2 is 3, expected 1 to 2",
		},
		{"header cut", []byte{0, 0, 8, 2, 0, 0, 0}, "IDX header cut short: unexpected EOF"},
		{"data cut", append([]byte{0, 0, 8, 1, 0, 0, 0, 9}, "abc"...), "3 of 9 elements: unexpected EOF"},
		{
			"data in excess", append([]byte{0, 0, 8, 1, 0, 0, 0, 2}, "abc"...),
			"goes on after its 2 elements",
		},
	} {
		for _, b := range [][]byte{c.b, zip(c.b)} {
			if _, err := readIDX(bytes.NewReader(b), 100); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", c.name, err, c.want)
			}
		}
	}
}

// FuzzIDX: no input makes readIDX panic or allocate more than the limit, and what it accepts is
// what the header says, to the last byte.
func FuzzIDX(f *testing.F) {
	small := idx(array{[]int{2, 3}, []byte("abcdef")})
	for _, b := range [][]byte{
		nil, small, zip(small), small[:9], zip(small)[:20], append(bytes.Clone(small), 0),
		{0x1f, 0x8b}, {0, 0, 8, 1, 0xff, 0xff, 0xff, 0xff},
	} {
		f.Add(b)
	}
	const limit = 1 << 12
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := readIDX(bytes.NewReader(b), limit)
		if err != nil {
			if x.data != nil || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v with %v", x, err)
			}
			return
		}
		n := 1
		for _, d := range x.dims {
			n *= d
		}
		if n != len(x.data) || n < 1 || n > limit {
			t.Fatalf("%v with %d elements", x.dims, len(x.data))
		}
		if len(b) > 1 && b[0] == 0x1f {
			z, err := gzip.NewReader(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if b, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(b, idx(x)) {
			t.Fatalf("%x is read as %v", b, x)
		}
	})
}

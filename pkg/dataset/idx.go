package dataset

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// array is an array of bytes in row-major order, the content of a file in the IDX format whose
// elements are unsigned bytes:
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements
type array struct {
	dims []int // 1 to 4 sizes, each at least 1; the first index varies slowest
	data []byte
}

// readIDX reads an array of at most limit elements, plain or compressed by gzip, up to the end of
// r. It returns an error if r is not such an array, is cut short, or continues after its last
// element. It checks the sizes before it allocates memory.
func readIDX(r io.Reader, limit int) (array, error) {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return array{}, fmt.Errorf("gzip: %w", unexpected(err))
		}
		x, err := plainIDX(z, limit)
		if err != nil && (errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)) {
			err = fmt.Errorf("damaged: %w", err)
		}
		return x, err
	}
	return plainIDX(b, limit)
}

// plainIDX reads an array that is not compressed.
func plainIDX(r io.Reader, limit int) (array, error) {
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return array{}, fmt.Errorf("no IDX header: %w", unexpected(err))
	}
	if magic[0] != 0 || magic[1] != 0 || magic[2] != 8 || magic[3] < 1 || magic[3] > 4 {
		return array{}, fmt.Errorf(
			"expected an IDX array of bytes, which begins with 00 00 08 and 1 to 4 dimensions, got % x",
			magic,
		)
	}
	sizes := make([]byte, 4*int(magic[3]))
	if _, err := io.ReadFull(r, sizes); err != nil {
		return array{}, fmt.Errorf("IDX header cut short: %w", unexpected(err))
	}
	var x array
	n := 1
	for i := 0; i < len(sizes); i += 4 {
		d := binary.BigEndian.Uint32(sizes[i:])
		if d == 0 || uint64(d) > uint64(limit/n) {
			return array{}, fmt.Errorf("dimension %d is %d, expected 1 to %d (at most %d elements in all)",
				i/4+1, d, limit/n, limit)
		}
		x.dims = append(x.dims, int(d))
		n *= int(d)
	}
	x.data = make([]byte, n)
	if k, err := io.ReadFull(r, x.data); err != nil {
		return array{}, fmt.Errorf("%d of %d elements: %w", k, n, unexpected(err))
	}
	switch _, err := io.ReadFull(r, magic[:1]); {
	case err == nil:
		return array{}, fmt.Errorf("goes on after its %d elements", n)
	case err != io.EOF:
		return array{}, fmt.Errorf("after its %d elements: %w", n, err)
	}
	return x, nil
}

// unexpected returns err, and io.ErrUnexpectedEOF for io.EOF.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

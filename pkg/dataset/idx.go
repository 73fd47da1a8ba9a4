package dataset

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"adl/pkg/files"
)

// IDX is an array of bytes in row-major order, the content of a file in the IDX format with
// elements of one unsigned byte:
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements
type IDX struct {
	Dims []int // the sizes, the first varies slowest; 1 to 4 of them, each at least 1
	Data []byte
}

// OpenIDX is ReadIDX of a file. An error names it.
func OpenIDX(path string, limit int) (IDX, error) {
	f, err := os.Open(path)
	if err != nil {
		return IDX{}, fmt.Errorf("IDX file %s: %w", path, files.Cause(err))
	}
	defer f.Close()
	x, err := ReadIDX(f, limit)
	if err != nil {
		return IDX{}, fmt.Errorf("IDX file %s: %w", path, files.Cause(err))
	}
	return x, nil
}

// ReadIDX reads an array of at most limit elements, plain or compressed by gzip, up to the end of
// r. What is no such array, is cut short or goes on behind its last element is an error that says
// what was expected. The sizes are checked before memory is asked for.
func ReadIDX(r io.Reader, limit int) (IDX, error) {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return IDX{}, fmt.Errorf("gzip: %w", unexpected(err))
		}
		x, err := readIDX(z, limit)
		if err != nil && (errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)) {
			err = fmt.Errorf("damaged: %w", err)
		}
		return x, err
	}
	return readIDX(b, limit)
}

func readIDX(r io.Reader, limit int) (IDX, error) {
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return IDX{}, fmt.Errorf("no IDX header: %w", unexpected(err))
	}
	if magic[0] != 0 || magic[1] != 0 || magic[2] != 8 || magic[3] < 1 || magic[3] > 4 {
		return IDX{}, fmt.Errorf(
			"expected an IDX array of bytes, which begins with 00 00 08 and 1 to 4 dimensions, got % x",
			magic,
		)
	}
	sizes := make([]byte, 4*int(magic[3]))
	if _, err := io.ReadFull(r, sizes); err != nil {
		return IDX{}, fmt.Errorf("IDX header cut short: %w", unexpected(err))
	}
	var x IDX
	n := 1
	for i := 0; i < len(sizes); i += 4 {
		d := binary.BigEndian.Uint32(sizes[i:])
		if d == 0 || uint64(d) > uint64(limit/n) {
			return IDX{}, fmt.Errorf("dimension %d is %d, expected 1 to %d (at most %d elements in all)",
				i/4+1, d, limit/n, limit)
		}
		x.Dims = append(x.Dims, int(d))
		n *= int(d)
	}
	x.Data = make([]byte, n)
	if k, err := io.ReadFull(r, x.Data); err != nil {
		return IDX{}, fmt.Errorf("%d of %d elements: %w", k, n, unexpected(err))
	}
	switch _, err := io.ReadFull(r, magic[:1]); {
	case err == nil:
		return IDX{}, fmt.Errorf("goes on behind its %d elements", n)
	case err != io.EOF:
		return IDX{}, fmt.Errorf("behind its %d elements: %w", n, err)
	}
	return x, nil
}

// unexpected is err, with the end of the input called unexpected.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

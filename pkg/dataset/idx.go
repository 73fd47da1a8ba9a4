package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// readIDX returns the sizes and the elements of an array of bytes in the IDX format,
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements, the first index varying slowest
//
// It returns an error unless there are as many elements as the sizes say.
func readIDX(b []byte) (sizes []int, data []byte, err error) {
	if len(b) < 4 || [3]byte(b) != [3]byte{0, 0, 8} || len(b) < 4+4*int(b[3]) {
		return nil, nil, errors.New("does not start as an array of bytes in the IDX format does")
	}
	n, count := int(b[3]), 1
	data = b[4+4*n:]
	for k := range n {
		size := int(binary.BigEndian.Uint32(b[4+4*k:]))
		sizes = append(sizes, size)
		if size > 0 && count > len(data)/size {
			return nil, nil, fmt.Errorf("has %d elements, its sizes need more", len(data))
		}
		count *= size
	}
	if count != len(data) {
		return nil, nil, fmt.Errorf("has %d elements, its sizes need %d", len(data), count)
	}
	return sizes, data, nil
}

// maxIDX bounds the size of a file of MNIST after it is decompressed.
const maxIDX = 1 << 26

// inflate returns what b holds, which may be compressed by gzip.
func inflate(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	b, err = io.ReadAll(io.LimitReader(z, maxIDX+1))
	if len(b) > maxIDX {
		return nil, fmt.Errorf("expected at most %d bytes, there are more", maxIDX)
	}
	return b, err
}

package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
)

// readIDX returns the sizes and the elements of an array of bytes in the IDX format,
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements, the first index varying slowest
//
// in a file whose checksum has been checked: this vouches for the header.
func readIDX(b []byte) (sizes []int, data []byte) {
	n := int(b[3])
	for k := range n {
		sizes = append(sizes, int(binary.BigEndian.Uint32(b[4+4*k:])))
	}
	return sizes, b[4+4*n:]
}

// inflate returns what b holds, which may be compressed by gzip.
func inflate(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

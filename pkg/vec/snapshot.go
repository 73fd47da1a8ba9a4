package vec

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Codec saves and restores the state of a computation, so that a run can resume exactly where it
// stopped. A type with state passes its fields to a Codec in a fixed order. The same method saves
// and restores, so that the two cannot differ:
//
//	func (s *source) Snapshot(c *vec.Codec) {
//		vec.SnapshotSlice(c, s.words[:])
//		vec.SnapshotValue(c, &s.at)
//	}
//
// A Codec takes the numbers of a state in their order, or gives them back. Each passage of equal
// numbers begins with their size and number, so that a state of another shape is noticed.
type Codec struct {
	bytes     []byte
	restoring bool
	at        int
	err       error
}

// Snapshotter is a type with state that can be saved.
type Snapshotter interface {
	// Snapshot passes all of the state to c.
	Snapshot(c *Codec)
}

// number is an element of a state.
type number interface {
	int | int8 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float64
}

// SaveState returns the state of x.
func SaveState(x Snapshotter) []uint64 {
	var c Codec
	x.Snapshot(&c)
	words := make([]uint64, len(c.bytes)/8)
	decode(c.bytes, words)
	return words
}

// RestoreState gives x the state that SaveState returned for a value of the same shape. After an
// error the state of x is of no use.
func RestoreState(x Snapshotter, words []uint64) error {
	c := Codec{bytes: appendAll(nil, words), restoring: true}
	x.Snapshot(&c)
	if c.err == nil && c.at < len(c.bytes) {
		c.err = errShape
	}
	return c.err
}

var errShape = errors.New("vec: the state was saved from another shape")

// SnapshotValue saves or restores one number.
func SnapshotValue[T number](c *Codec, x *T) {
	one := []T{*x}
	SnapshotSlice(c, one)
	*x = one[0]
}

// SnapshotSlice saves or restores the elements of x.
func SnapshotSlice[T number](c *Codec, x []T) {
	var zero T
	width := 8 // of an int
	if n := binary.Size(zero); n > 0 {
		width = n
	}
	head := uint64(len(x))<<8 | uint64(width)
	padded := (len(x)*width + 7) &^ 7
	if !c.restoring {
		c.bytes = appendAll(binary.LittleEndian.AppendUint64(c.bytes, head), x)
		c.bytes = append(c.bytes, make([]byte, padded-len(x)*width)...)
		return
	}
	rest := c.bytes[c.at:]
	if c.err != nil || len(rest) < 8+padded || binary.LittleEndian.Uint64(rest) != head {
		c.err = errShape
		return
	}
	decode(rest[8:8+len(x)*width], x)
	c.at += 8 + padded
}

// appendAll appends the bytes of x.
func appendAll[T number](b []byte, x []T) []byte {
	if ints, ok := any(x).([]int); ok {
		for _, v := range ints {
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
		return b
	}
	b, err := binary.Append(b, binary.LittleEndian, x)
	if err != nil {
		panic(fmt.Sprintf("vec: %v", err)) // every other number has a fixed size
	}
	return b
}

// decode reads the bytes of x.
func decode[T number](b []byte, x []T) {
	if ints, ok := any(x).([]int); ok {
		for i := range ints {
			ints[i] = int(binary.LittleEndian.Uint64(b[8*i:]))
		}
		return
	}
	if _, err := binary.Decode(b, binary.LittleEndian, x); err != nil {
		panic(fmt.Sprintf("vec: %v", err))
	}
}

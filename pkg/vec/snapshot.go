package vec

import (
	"errors"
	"unsafe"
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
// A Codec saves the numbers of a state in order, or restores them. Each slice begins with the size
// and the number of its elements, so that a state of another shape is detected. Numbers are copied
// as in memory, so only machines with the same byte order can exchange states.
type Codec struct {
	words     []uint64 // saved so far, or left to restore
	restoring bool
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
	return c.words
}

// RestoreState gives x the state that SaveState returned for a value of the same shape. After an
// error the state of x is undefined.
func RestoreState(x Snapshotter, words []uint64) error {
	c := Codec{words: words, restoring: true}
	x.Snapshot(&c)
	if c.err == nil && len(c.words) > 0 {
		c.err = errShape
	}
	return c.err
}

var errShape = errors.New("vec: the state was saved from another shape")

// SnapshotValue saves or restores one number.
func SnapshotValue[T number](c *Codec, x *T) { SnapshotSlice(c, unsafe.Slice(x, 1)) }

// SnapshotSlice saves or restores the elements of x.
func SnapshotSlice[T number](c *Codec, x []T) {
	b := bytesOf(x)
	head := uint64(len(x))<<8 | uint64(unsafe.Sizeof(*new(T)))
	padded := (len(b) + 7) / 8
	if !c.restoring {
		c.words = append(append(c.words, head), make([]uint64, padded)...)
		copy(bytesOf(c.words[len(c.words)-padded:]), b)
		return
	}
	if c.err != nil || len(c.words) < 1+padded || c.words[0] != head {
		c.err = errShape
		return
	}
	copy(b, bytesOf(c.words[1:1+padded]))
	c.words = c.words[1+padded:]
}

// bytesOf returns the memory of x.
func bytesOf[T number](x []T) []byte {
	size := int(unsafe.Sizeof(*new(T)))
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), size*len(x))
}

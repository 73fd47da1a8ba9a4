// Package tape writes the memory of a computation down, and from there back into the memory of
// another that was prepared in the same way, which then goes on as the first would have.
//
// What has state passes all of it to a Tape, in a fixed order. The same method records and plays,
// so that the two cannot differ:
//
//	func (s *Source) Tape(t *tape.Tape) {
//		tape.Slice(t, s.words[:])
//		tape.Value(t, &s.at)
//	}
package tape

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Tape is a recording of numbers in their order. Each passage of equal numbers begins with their
// size and number, so that a computation of another shape is noticed.
type Tape struct {
	bytes   []byte
	playing bool
	at      int
	err     error
}

// Snapshotter has state that a Tape can hold.
type Snapshotter interface {
	Tape(t *Tape)
}

// Number is what a Tape can hold.
type Number interface {
	int | int8 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float64
}

// Save returns the state of x.
func Save(x Snapshotter) []uint64 {
	var t Tape
	x.Tape(&t)
	words := make([]uint64, len(t.bytes)/8)
	decode(t.bytes, words)
	return words
}

// Restore puts what Record returned into the state of x, which has the shape of what was recorded.
// After an error the state is of no use.
func Restore(x Snapshotter, words []uint64) error {
	t := Tape{bytes: appendAll(nil, words), playing: true}
	x.Tape(&t)
	if t.err == nil && t.at < len(t.bytes) {
		t.err = errShape
	}
	return t.err
}

var errShape = errors.New("tape: the recording is of a state of another shape")

// Value records or plays one number.
func Value[T Number](t *Tape, x *T) {
	one := []T{*x}
	Slice(t, one)
	*x = one[0]
}

// Slice records or plays the elements of x.
func Slice[T Number](t *Tape, x []T) {
	var zero T
	width := 8 // of an int
	if n := binary.Size(zero); n > 0 {
		width = n
	}
	head := uint64(len(x))<<8 | uint64(width)
	padded := (len(x)*width + 7) &^ 7
	if !t.playing {
		t.bytes = appendAll(binary.LittleEndian.AppendUint64(t.bytes, head), x)
		t.bytes = append(t.bytes, make([]byte, padded-len(x)*width)...)
		return
	}
	rest := t.bytes[t.at:]
	if t.err != nil || len(rest) < 8+padded || binary.LittleEndian.Uint64(rest) != head {
		t.err = errShape
		return
	}
	decode(rest[8:8+len(x)*width], x)
	t.at += 8 + padded
}

// appendAll appends the bytes of x.
func appendAll[T Number](b []byte, x []T) []byte {
	if ints, ok := any(x).([]int); ok {
		for _, v := range ints {
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
		return b
	}
	b, err := binary.Append(b, binary.LittleEndian, x)
	if err != nil {
		panic(fmt.Sprintf("tape: %v", err)) // every other Number has a fixed size
	}
	return b
}

// decode reads the bytes of x.
func decode[T Number](b []byte, x []T) {
	if ints, ok := any(x).([]int); ok {
		for i := range ints {
			ints[i] = int(binary.LittleEndian.Uint64(b[8*i:]))
		}
		return
	}
	if _, err := binary.Decode(b, binary.LittleEndian, x); err != nil {
		panic(fmt.Sprintf("tape: %v", err))
	}
}

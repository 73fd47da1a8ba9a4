package experiment

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"

	"adl/pkg/dataset"
)

// Prepared returns what compute returns, for what takes a while to compute and is needed to make
// tasks. A job of a cluster reads it, by its name within the figure, from the folder of its run,
// where the program that submitted the job has left it: every job would compute it again, and
// nothing else than that program, on the same spec and data, would get the same tasks. T is what
// package gob can encode.
func Prepared[T any](c *Context, name string, compute func() (T, error)) (x T, err error) {
	if c.find != nil {
		if b, ok := c.find(name); ok {
			if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&x); err != nil {
				return x, fmt.Errorf("what the job was to find prepared: %s: %w", name, err)
			}
			return x, nil
		}
	}
	if x, err = compute(); err != nil || c.prepared == nil {
		return x, err
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&x); err != nil {
		return x, fmt.Errorf("prepare %s: %w", name, err)
	}
	c.prepared[name] = b.Bytes()
	return x, nil
}

// labelled are labelled data that package gob takes a millisecond for.
type labelled struct {
	Z      raw
	D      int
	Y      []float64
	Origin string
}

func newLabelled(l dataset.Labelled) labelled { return labelled{l.Z, l.D, l.Y, l.Origin} }

func (l labelled) data() dataset.Labelled {
	return dataset.Labelled{Z: l.Z, D: l.D, Y: l.Y, Origin: l.Origin}
}

// raw are numbers that are encoded by their bits.
type raw []float32

func (r raw) GobEncode() ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, []float32(r))
}

func (r *raw) GobDecode(b []byte) error {
	*r = make(raw, len(b)/4)
	_, err := binary.Decode(b, binary.LittleEndian, []float32(*r))
	return err
}

package main

import (
	"encoding/binary"
	"io"

	"adl/pkg/vec"
	"adl/scripts/internal/tool"
)

// rawbitsVerb writes the raw words of package vec's streams to standard output, eight bytes each,
// little endian, until -words of them are written or the reader stops. It feeds programs that test
// random numbers:
//
//	go run ./scripts/bench rawbits | dieharder -g 200 -d 202
//
// The streams with keys (seed, 0), (seed, step), (seed, 2 step), … are interleaved: the first word
// of every stream, then the second of every stream, and so on. Anything that neighbouring keys have
// in common would show as a correlation at a short distance. With -step 0 all streams are the same,
// and a test that does not notice is useless.
var rawbitsVerb = tool.Verb{
	Name: "rawbits",
	Text: "writes raw words of the random streams, for programs that test them",
	Start: func(c *tool.Call) func() error {
		seed := c.Flags.Uint64("seed", 1, "first `number` of the keys")
		keys := c.Flags.Int("keys", 8, "`number` of streams")
		step := c.Flags.Uint64("step", 1, "`distance` of neighbouring keys")
		words := c.Flags.Uint64("words", 0, "`number` of words to write; 0: until nobody reads them")
		return func() error {
			if *keys < 1 {
				return tool.Usage("-keys: expected a number of at least 1, got %d", *keys)
			}
			limit := *words
			if limit == 0 {
				limit = 1<<64 - 1
			}
			return writeBits(c.Stdout, *seed, *keys, *step, limit)
		}
	},
}

// writeBits writes the first limit words of the interleaved streams.
func writeBits(w io.Writer, seed uint64, keys int, step, limit uint64) error {
	const block = 512 // words of a stream at a time
	streams := make([]*vec.Stream, keys)
	blocks := make([][block]uint64, keys)
	for i := range streams {
		streams[i] = vec.NewStream(seed, uint64(i)*step)
	}
	buf := make([]byte, 0, 8*block*keys)
	for limit > 0 {
		for i, s := range streams {
			s.Bits(blocks[i][:])
		}
		buf = buf[:0]
		for j := range block {
			for i := range blocks {
				buf = binary.LittleEndian.AppendUint64(buf, blocks[i][j])
			}
		}
		if uint64(len(buf)/8) > limit {
			buf = buf[:8*limit]
		}
		limit -= uint64(len(buf) / 8)
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

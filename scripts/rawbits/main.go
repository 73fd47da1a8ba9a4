// Command rawbits writes the raw words of package vec's streams to standard output, eight bytes
// each, little endian, until -words of them are written or the reader stops. It feeds programs that
// test random numbers:
//
//	go run ./scripts/rawbits | dieharder -g 200 -d 202
//
// The streams with keys (seed, 0), (seed, step), (seed, 2 step), … are interleaved: the first word
// of every stream, then the second of every stream, and so on. Anything that neighbouring keys have
// in common would show as a correlation at a short distance. With -step 0 all streams are the same,
// and a test that does not notice is useless.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"

	"adl/pkg/vec"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("rawbits", flag.ContinueOnError)
	fs.SetOutput(stderr)
	seed := fs.Uint64("seed", 1, "first `number` of the keys")
	keys := fs.Int("keys", 8, "`number` of streams")
	step := fs.Uint64("step", 1, "`distance` of neighbouring keys")
	words := fs.Uint64("words", 0, "`number` of words to write; 0: until nobody reads them")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() > 0 || *keys < 1 {
		fmt.Fprintln(stderr, "rawbits: expected flags only, and -keys of at least 1")
		return 2
	}
	limit := *words
	if limit == 0 {
		limit = 1<<64 - 1
	}
	if err := write(stdout, *seed, *keys, *step, limit); err != nil {
		fmt.Fprintln(stderr, "rawbits:", err)
		return 1
	}
	return 0
}

// write writes the first limit words of the interleaved streams.
func write(w io.Writer, seed uint64, keys int, step, limit uint64) error {
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

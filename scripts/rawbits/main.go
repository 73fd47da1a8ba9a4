// Command rawbits writes the raw words of package vec's streams to standard output, eight bytes
// each, little endian, until nobody reads them, for programs that test random numbers:
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
	"os"

	"adl/pkg/vec"
)

func main() {
	seed := flag.Uint64("seed", 1, "first `number` of the keys")
	keys := flag.Int("keys", 8, "`number` of streams")
	step := flag.Uint64("step", 1, "`distance` of neighbouring keys")
	flag.Parse()
	if *keys < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	const block = 512 // words of a stream at a time
	words := make([][block]uint64, *keys)
	var streams []*vec.Stream
	for i := range words {
		streams = append(streams, vec.NewStream(*seed, uint64(i)**step))
	}
	for {
		for i, s := range streams {
			s.Bits(words[i][:])
		}
		var out []byte
		for j := range block {
			for i := range words {
				out = binary.LittleEndian.AppendUint64(out, words[i][j])
			}
		}
		if _, err := os.Stdout.Write(out); err != nil {
			os.Exit(1)
		}
	}
}

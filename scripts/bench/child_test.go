package main

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"adl/pkg/vec"
)

// The words of the streams come in turn, and as many as are asked for.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		args  string
		keys  []uint64 // second numbers, in order
		words int
	}{
		{"-seed 9 -keys 1 -words 5", []uint64{0}, 5},
		{"-seed 9 -keys 3 -words 5000", []uint64{0, 1, 2}, 5000},
		{"-seed 9 -keys 2 -step 7 -words 1024", []uint64{0, 7}, 1024},
		{"-seed 9 -keys 2 -step 0 -words 1025", []uint64{0, 0}, 1025},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields("rawbits "+c.args), &stdout, &stderr)
		if code != 0 || stderr.Len() > 0 {
			t.Fatalf("%s: exit %d: %s", c.args, code, &stderr)
		}
		if stdout.Len() != 8*c.words {
			t.Fatalf("%s: %d bytes, want %d", c.args, stdout.Len(), 8*c.words)
		}
		want := make([][]uint64, len(c.keys))
		for i, k := range c.keys {
			want[i] = make([]uint64, 5008)
			vec.NewStream(9, k).Bits(want[i])
		}
		for i := range c.words {
			got, want := binary.LittleEndian.Uint64(stdout.Next(8)), want[i%len(c.keys)][i/len(c.keys)]
			if got != want {
				t.Fatalf("%s: word %d is %#x, want %#x", c.args, i, got, want)
			}
		}
	}
	for _, args := range []string{"-keys 0", "-keys -1", "1", "-seed x", "-other"} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields("rawbits "+args), &stdout, &stderr)
		if code != 2 || stdout.Len() > 0 ||
			stderr.Len() == 0 {
			t.Errorf("%s: exit %d, %d bytes, %q", args, code, stdout.Len(), &stderr)
		}
	}
}

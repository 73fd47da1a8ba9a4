package work

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"adl/pkg/table"
)

// stored returns an entry, its identity and the bytes that hold it.
func stored(t testing.TB) (entry, identity, []byte) {
	t.Helper()
	id := identity(`{"data":"","kind":"square","params":{"x":2}}`)
	counts := make([]uint32, 64)
	for i := range counts {
		counts[i] = uint32(i * i)
	}
	e := entry{
		arrays: table.Archive{
			{Name: "about", Data: []int64{640, 0}},
			{Name: "counts", Shape: []int{8, 8}, Data: counts},
			{Name: "sums", Data: []float64{4, -1.5}},
		},
		Seconds: 1.5,
	}
	text, err := json.Marshal(entry{
		Identity: json.RawMessage(id), Seconds: e.Seconds, SHA256: e.arrays.Digest(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, e.arrays...)
	if err := table.WriteNPZ(&b, all); err != nil {
		t.Fatal(err)
	}
	return e, id, b.Bytes()
}

// sameArrays reports whether two archives hold the same numbers under the same names.
func sameArrays(a, b table.Archive) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || !reflect.DeepEqual(a[i].Data, b[i].Data) {
			return false
		}
	}
	return true
}

// An entry in which bytes are changed, cut out, doubled or zeroed is rejected, or has the same
// numbers: some bytes of zip files have no meaning.
func TestDamagedBytes(t *testing.T) {
	e, id, good := stored(t)
	if got, err := decode(good, id); err != nil || !sameArrays(got.arrays, e.arrays) {
		t.Fatalf("%v, %v", got, err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused := 0
	check := func(what string, at int, bad []byte) {
		got, err := decode(bad, id)
		if err != nil {
			refused++
			if s := err.Error(); strings.ContainsFunc(s, func(r rune) bool {
				return !unicode.IsPrint(r) || r == unicode.ReplacementChar
			}) {
				t.Errorf("%s at byte %d: raw bytes in %q", what, at, s)
			}
		} else if !sameArrays(got.arrays, e.arrays) {
			t.Errorf("%s at byte %d: other numbers were accepted", what, at)
		}
	}
	for at := range good {
		bad := bytes.Clone(good)
		bad[at] ^= byte(1 + rng.IntN(255))
		check("a changed byte", at, bad)

		to := min(len(good), at+1+rng.IntN(64))
		check("missing bytes", at, append(bytes.Clone(good[:at]), good[to:]...))
		check("doubled bytes", at, append(bytes.Clone(good[:to]), good[at:]...))
		bad = bytes.Clone(good)
		clear(bad[at:to])
		check("zeros", at, bad)
		check("the end", at, good[:at])
	}
	if refused < 3*len(good) {
		t.Errorf("only %d of %d damages were refused", refused, 5*len(good))
	}
}

// FuzzDecode: whatever a file contains, decode neither panics nor accepts another task's result.
func FuzzDecode(f *testing.F) {
	_, id, good := stored(f)
	f.Add(good, []byte(id))
	f.Add(good, []byte(`{"kind":"other"}`))
	f.Add(good[:len(good)-1], []byte(id))
	f.Add([]byte("PK\x05\x06"+string(make([]byte, 18))), []byte(id))
	f.Fuzz(func(t *testing.T, b, name []byte) {
		e, err := decode(b, name)
		if err != nil {
			return
		}
		if !json.Valid(name) {
			t.Errorf("%q: an entry has the name of no task", name)
		}
		for _, a := range e.arrays {
			if a.Name == aboutName {
				t.Errorf("%s is among the arrays", aboutName)
			}
		}
	})
}

// FuzzAbout reaches the text in an entry, which checksums hide from FuzzDecode.
func FuzzAbout(f *testing.F) {
	e, id, _ := stored(f)
	text, err := json.Marshal(entry{Identity: json.RawMessage(id), SHA256: e.arrays.Digest()})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	for _, s := range []string{"", "{}", `{"task":null}`, `{"task":1,"sha256":["a"],"seconds":"x"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b bytes.Buffer
		all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, e.arrays...)
		if err := table.WriteNPZ(&b, all); err != nil {
			t.Fatal(err)
		}
		got, err := decode(b.Bytes(), id)
		if err == nil && !sameArrays(got.arrays, e.arrays) {
			t.Errorf("%q: other arrays were accepted", text)
		}
	})
}

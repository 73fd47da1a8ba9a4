package table

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func sampleArchive() Archive {
	return Archive{
		{Name: "hist", Shape: []int{2, 3}, Data: []uint32{0, 1, 2, 3, 4, math.MaxUint32}},
		{Name: "moments", Data: []float64{1.5, math.Inf(-1), math.Copysign(0, -1), 5e-324}},
		{Name: "counts", Shape: []int{1, 1, 2}, Data: []int64{math.MinInt64, math.MaxInt64}},
		{Name: "short", Data: []float32{1.5, math.MaxFloat32}},
		{Name: "bits", Data: []uint64{math.MaxUint64}},
		{Name: "scores", Data: []int16{-1, 1}},
		{Name: "scalar", Shape: []int{}, Data: []float64{3}},
		{Name: "none", Shape: []int{0, 5}, Data: []float64{}},
		{Name: "meta.json", Data: json.RawMessage(`{"n": 5}`)},
	}
}

func npz(t testing.TB, a Archive) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteNPZ(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestNPZRoundTrip(t *testing.T) {
	want := sampleArchive()
	for i, e := range want {
		if _, isText := e.Data.(json.RawMessage); e.Shape == nil && !isText {
			want[i].Shape = []int{reflect.ValueOf(e.Data).Len()}
		}
	}
	got, err := ReadNPZ(npz(t, sampleArchive()))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, got  %v\nwant %v", err, got, want)
	}
	nan := math.Float64frombits(0x7ff8000000000123)
	got, err = ReadNPZ(npz(t, Archive{{Name: "x", Data: []float64{nan, math.Copysign(0, -1)}}}))
	x, e := Array[float64](got, "x", 2)
	if err != nil || e != nil || math.Float64bits(x[0]) != 0x7ff8000000000123 || !math.Signbit(x[1]) {
		t.Errorf("a NaN or −0 lost its bits: %v, %v, %v", x, err, e)
	}
	if got, err := ReadNPZ(npz(t, nil)); err != nil || len(got) != 0 {
		t.Errorf("an archive of nothing: %v, %v", got, err)
	}
}

// TestNPYFormat compares with the bytes that numpy.save writes.
func TestNPYFormat(t *testing.T) {
	const header = "934e554d5059" + "0100" + "7600" // 118 bytes of text
	for _, test := range []struct {
		e          Entry
		dict, data string
	}{
		{Entry{Data: []float64{1}},
			"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "000000000000f03f"},
		{Entry{Data: []uint32{1, 258}, Shape: []int{2, 1}},
			"{'descr': '<u4', 'fortran_order': False, 'shape': (2, 1), }", "0100000002010000"},
		{Entry{Data: []int64{-2}, Shape: []int{}},
			"{'descr': '<i8', 'fortran_order': False, 'shape': (), }", "feffffffffffffff"},
		{Entry{Data: []uint64{}},
			"{'descr': '<u8', 'fortran_order': False, 'shape': (0,), }", ""},
	} {
		text := test.dict + strings.Repeat(" ", 117-len(test.dict)) + "\n"
		want := header + hex.EncodeToString([]byte(text)) + test.data
		if got := hex.EncodeToString(test.e.content()); got != want {
			t.Errorf("%v:\ngot  %s\nwant %s", test.e, got, want)
		}
	}
}

func TestArchiveAccess(t *testing.T) {
	a := sampleArchive()
	x, err := Array[uint32](a, "hist", 2, 3)
	if err != nil || x[5] != math.MaxUint32 {
		t.Errorf("got %v, %v", x, err)
	}
	get := func(_ any, err error) error { return err }
	for _, test := range []struct {
		err  error
		want string
	}{
		{get(Array[float64](a, "x")), `there is no entry "x"`},
		{get(Array[float64](a, "hist")),
			`array "hist": expected elements of type float64, got a []uint32`},
		{get(Array[float64](a, "meta.json")), "got a json.RawMessage"},
		{get(Array[uint32](a, "hist", 3, 2)), `array "hist": expected the shape [3 2], got [2 3]`},
		{get(Array[uint32](a, "hist", 6)), `array "hist": expected the shape [6], got [2 3]`},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("got %v, want %q in it", test.err, test.want)
		}
	}
}

// A file that WriteNPZ did not write is an error that names the entry.
func TestReadNPZErrors(t *testing.T) {
	file := func(name, content string) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, content)
		}
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	const eight = "12345678"
	npy := func(element string, data string, shape ...int) []byte {
		return file("x.npy", string(npyHeader(element, shape))+data)
	}
	replaced := func(old, new string) []byte {
		return file("x.npy", strings.Replace(string(npyHeader("<f8", []int{1}))+eight, old, new, 1))
	}
	good := npy("<f8", eight, 1)
	if _, err := ReadNPZ(good); err != nil {
		t.Error(err)
	}
	const notNPY = `entry "x.npy": does not start as a NumPy array of version 1.0 in C order`
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a valid zip file"},
		{"cut off", good[:len(good)-30], "not a valid zip file"},
		{"another file", file("x.txt", "1"), `entry "x.txt": does not start as a NumPy array`},
		{"version", replaced("\x01\x00", "\x02\x00"), notNPY},
		{"Fortran", replaced("False", "True "), notNPY},
		{"half", npy("<f2", eight, 4), notNPY},
		{"hole", replaced("(1,)", "(1,,)"), notNPY},
		{"too few", npy("<f8", eight, 2),
			"the shape [2] needs elements of 8 bytes each, got 8 bytes in all"},
		{"odd", npy("<f8", eight+"9", 1), "got 9 bytes in all"},
		{"beyond int", replaced("(1,)", "(99999999999999999999,)"), notNPY},
	} {
		_, err := ReadNPZ(test.data)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q in it", test.name, err, test.want)
		}
	}
}

// TestNPZDamage flips every bit of a file: a read without an error returns the written data, except
// for names, which zip files do not check. A damaged size does not allocate memory.
func TestNPZDamage(t *testing.T) {
	good := npz(t, sampleArchive())
	want, err := ReadNPZ(good)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			got, err := ReadNPZ(bad)
			if err != nil {
				refused++
			} else if !slices.EqualFunc(got, want, func(a, b Entry) bool {
				return reflect.DeepEqual(a.Data, b.Data) && reflect.DeepEqual(a.Shape, b.Shape)
			}) {
				t.Errorf("bit %d of byte %d: read %v", bit, i, got)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / uint64(8*len(good)); n > 1<<20 {
		t.Errorf("a read took %d bytes of memory", n)
	}
	if refused < 2*len(good) {
		t.Errorf("only %d of %d flips were refused", refused, 8*len(good))
	}
	for n := range good {
		if _, err := ReadNPZ(good[:n]); err == nil {
			t.Errorf("the first %d bytes of %d were read", n, len(good))
		}
	}
}

func TestWriteNPZPanics(t *testing.T) {
	for want, a := range map[string]Archive{
		"cannot be a []int8": {{Name: "a", Data: []int8{1}}},
		"shape [2 2]":        {{Name: "a", Shape: []int{2, 2}, Data: []float64{1, 2, 3}}},
	} {
		panics(t, want, func() { _ = WriteNPZ(io.Discard, a) })
	}
}

// An array that is read is written back as it was read.
func FuzzParseNPY(f *testing.F) {
	for _, e := range sampleArchive() {
		f.Add(e.content())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := parseNPY(b)
		if err != nil {
			return
		}
		again, err := parseNPY(e.content())
		if err != nil || !reflect.DeepEqual(again.Shape, e.Shape) {
			t.Errorf("%v became %v, %v", e, again, err)
		}
	})
}

package table

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
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
	data := npz(t, sampleArchive())
	if !bytes.Equal(data, npz(t, sampleArchive())) {
		t.Error("not the same bytes twice")
	}
	got, err := ReadNPZ(data)
	if err != nil {
		t.Fatal(err)
	}
	want := sampleArchive()
	want[1].Shape, want[3].Shape, want[4].Shape = []int{4}, []int{2}, []int{1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	m, err := Array[float64](got, "moments")
	if err != nil || !math.Signbit(m[2]) {
		t.Errorf("-0 became %v, %v", m, err)
	}
	nan := math.Float64frombits(0x7ff8000000000123)
	got, err = ReadNPZ(npz(t, Archive{{Name: "x", Data: []float64{nan}}}))
	if err != nil || math.Float64bits(got[0].Data.([]float64)[0]) != 0x7ff8000000000123 {
		t.Errorf("a NaN lost its bits: %v, %v", got, err)
	}
	if got, err := ReadNPZ(npz(t, nil)); err != nil || len(got) != 0 {
		t.Errorf("an archive of nothing: %v, %v", got, err)
	}
}

// TestNPYFormat compares with the bytes that numpy.save writes.
func TestNPYFormat(t *testing.T) {
	const header = "934e554d5059" + "0100" + "7600" // 118 bytes of text
	dict := func(s string) string {
		return hex.EncodeToString([]byte(s + strings.Repeat(" ", 117-len(s)) + "\n"))
	}
	for _, test := range []struct {
		e    Entry
		want string
	}{
		{
			Entry{Data: []float64{1}},
			header + dict("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }") + "000000000000f03f",
		},
		{
			Entry{Data: []uint32{1, 258}, Shape: []int{2, 1}},
			header + dict("{'descr': '<u4', 'fortran_order': False, 'shape': (2, 1), }") +
				"0100000002010000",
		},
		{
			Entry{Data: []int64{-2}, Shape: []int{}},
			header + dict("{'descr': '<i8', 'fortran_order': False, 'shape': (), }") + "feffffffffffffff",
		},
		{
			Entry{Data: []uint64{}},
			header + dict("{'descr': '<u8', 'fortran_order': False, 'shape': (0,), }"),
		},
	} {
		if got := hex.EncodeToString(test.e.npy()); got != test.want {
			t.Errorf("%v:\ngot  %s\nwant %s", test.e, got, test.want)
		}
	}
}

func TestArchiveAccess(t *testing.T) {
	a := sampleArchive()
	if x, err := Array[uint32](a, "hist", 2, 3); err != nil || x[5] != math.MaxUint32 {
		t.Errorf("got %v, %v", x, err)
	}
	if x, err := Array[float64](a, "moments", 4); err != nil || len(x) != 4 {
		t.Errorf("got %v, %v", x, err)
	}
	var meta struct{ N int }
	if err := a.JSON("meta.json", &meta); err != nil || meta.N != 5 {
		t.Errorf("got %v, %v", meta, err)
	}
	get := func(_ any, err error) error { return err }
	for _, test := range []struct {
		err  error
		want string
	}{
		{get(Array[float64](a, "x")), `there is no entry "x"`},
		{
			get(Array[float64](a, "hist")),
			`array "hist": expected elements of type float64, got a []uint32`,
		},
		{get(Array[float64](a, "meta.json")), "got a json.RawMessage"},
		{get(Array[uint32](a, "hist", 3, 2)), `array "hist": expected the shape [3 2], got [2 3]`},
		{get(Array[uint32](a, "hist", 6)), `array "hist": expected the shape [6], got [2 3]`},
		{a.JSON("hist", &meta), `entry "hist" is an array`},
		{a.JSON("x.json", &meta), `there is no entry "x.json"`},
		{a.JSON("meta.json", new([]int)), `entry "meta.json": json: cannot unmarshal`},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("got %v, want %q in it", test.err, test.want)
		}
	}
}

// rawZip makes a zip file of contents by hand, so that they can be wrong.
func rawZip(t testing.TB, entries ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e[0])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, e[1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadNPZErrors(t *testing.T) {
	file := func(content string) []byte { return rawZip(t, [2]string{"x.npy", content}) }
	npy := func(element string, data string, shape ...int) []byte {
		return file(string(npyHeader(element, shape)) + data)
	}
	replaced := func(old, new string) []byte {
		return file(strings.Replace(string(npyHeader("<f8", []int{1}))+"12345678", old, new, 1))
	}
	const eight = "12345678"
	good := npz(t, sampleArchive())

	// A size that the contents do not have, and a checksum of 0, which stands for
	// none.
	lying := func(size uint64, crc uint32) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.CreateRaw(
			&zip.FileHeader{
				Name:               "x.json",
				Method:             zip.Store,
				CompressedSize64:   4,
				UncompressedSize64: size,
				CRC32:              crc,
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "1234")
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	crc := crc32.ChecksumIEEE([]byte("1234"))
	if _, err := ReadNPZ(lying(4, crc)); err != nil {
		t.Errorf("a truthful file: %v", err)
	}

	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a valid zip file"},
		{"cut off", good[:len(good)-30], "not a valid zip file"},
		{"not a zip", []byte("method,n\nSGLD,5\n"), "not a valid zip file"},
		{"neither", rawZip(t, [2]string{"x.txt", "1"}), `entry "x.txt": is neither an array`},
		{"magic", file(strings.Repeat("x", 100)), "does not start as a NumPy array"},
		{"short", file("\x93NUMPY\x01"), "does not start as a NumPy array"},
		{"version", replaced("\x01\x00", "\x02\x00"), "does not start as a NumPy array of version 1.0"},
		{"header cut off", file("\x93NUMPY\x01\x00\xff\xff{}"), "does not start as a NumPy array"},
		{"header", replaced(", }", "}  "), "does not start as a NumPy array"},
		{"Fortran", replaced("False", "True "), "in C order"},
		{"big endian", npy(">f8", eight, 1), `elements of type ">f8"`},
		{"object", npy("|O", eight, 1), `elements of type "|O"`},
		{
			"too few", npy("<f8", eight, 2),
			"the shape [2] needs elements of 8 bytes each, got 8 bytes in all",
		},
		{
			"too many", npy("<u4", eight, 1),
			"the shape [1] needs elements of 4 bytes each, got 8 bytes in all",
		},
		{"odd", npy("<f8", eight+"9", 1), "got 9 bytes in all"},
		{"huge", npy("<f8", eight, math.MaxInt), "got 8 bytes in all"},
		{"overflow to 1", npy("<f8", "", 1<<32, 1<<32), "got 0 bytes in all"},
		{"beyond int", replaced("(1,)", "(99999999999999999999,)"), "not made of integers"},
		{"no tuple", replaced("(1,)", "(1) "), "does not start as a NumPy array"},
		{"hole", replaced("(1,)", "(1,,)"), "does not start as a NumPy array"},
		{"untrue size", lying(1<<27, crc), "unexpected EOF"},
		{
			"huge size", lying(1<<40, crc),
			`entry "x.json": the entries would have more than 268435456 bytes`,
		},
		{
			"twice", rawZip(t, [2]string{"x.json", "1"}, [2]string{"x.json", "2"}),
			`entry "x.json" occurs twice`,
		},
		{"array named as a text", rawZip(t, [2]string{"x.json.npy", "1"}), "is neither an array"},
		{"too large a size", lying(5, crc), "EOF"},
		{"too small a size", lying(3, crc), "not a valid zip file"},
		{"checksum", lying(4, crc+1), "checksum"},
		{"checksum of 0", lying(4, 0), "checksum"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadNPZ(test.data)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

// bomb makes a zip file of zeros, of which its directory says that there are size.
func bomb(t *testing.T, zeros int, size uint64) []byte {
	t.Helper()
	var packed, b bytes.Buffer
	d, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	for piece := make([]byte, 1<<20); zeros > 0; zeros -= len(piece) {
		if _, err := d.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{
		Name: "x.npy", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()),
		UncompressedSize64: size,
	})
	if err == nil {
		_, err = f.Write(packed.Bytes())
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A small file that unpacks to a huge one is refused before it fills the memory, whatever its
// directory says.
func TestNPZBombs(t *testing.T) {
	const huge, little = 1 << 26, 1 << 22
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"honest", bomb(t, huge, maxUnpacked+1)},
		{"says little", bomb(t, huge, 100)},
		{"says nothing", bomb(t, huge, 0)},
		{"says much and has little", bomb(t, 1, maxUnpacked)},
		{"many", rawZip(t, slices.Repeat([][2]string{{"x.json", "1"}}, 10000)...)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadNPZ(c.data)
		runtime.ReadMemStats(&after)
		memory := after.TotalAlloc - before.TotalAlloc
		if err == nil || strings.Contains(err.Error(), "\n") || memory > 4*little {
			t.Errorf("%s: %v, with %d bytes of memory", c.name, err, memory)
		}
	}
}

// TestNPZDamage flips every bit of a file: a read without an error returns what was
// written, but for the names, which zip files do not check.
func TestNPZDamage(t *testing.T) {
	good := npz(t, sampleArchive())
	want, err := ReadNPZ(good)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			got, err := ReadNPZ(bad)
			if err != nil {
				refused++
				continue
			}
			same := len(got) == len(want)
			for j := range min(len(got), len(want)) {
				same = same && reflect.DeepEqual(got[j].Data, want[j].Data) &&
					reflect.DeepEqual(got[j].Shape, want[j].Shape)
			}
			if !same {
				t.Errorf("bit %d of byte %d: read %v", bit, i, got)
			}
		}
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
	for _, test := range []struct {
		name string
		a    Archive
	}{
		{"array as text", Archive{{Name: "a.json", Data: []float64{}}}},
		{"text as array", Archive{{Name: "a", Data: json.RawMessage("1")}}},
		{"twice", Archive{{Name: "a", Data: []float64{}}, {Name: "a", Data: []float64{}}}},
		{"type", Archive{{Name: "a", Data: []int8{1}}}},
		{"shape", Archive{{Name: "a", Shape: []int{2, 2}, Data: []float64{1, 2, 3}}}},
		{"negative", Archive{{Name: "a", Shape: []int{-1, -1}, Data: []float64{1}}}},
		{"overflow", Archive{{Name: "a", Shape: []int{1 << 32, 1 << 32}, Data: []float64{}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.HasPrefix(r, "table: ") {
					t.Errorf("panic %q", r)
				}
			}()
			_ = WriteNPZ(io.Discard, test.a)
		})
	}
}

// fullDisk takes a number of bytes and then fails.
type fullDisk int

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), int(*d))
	*d -= fullDisk(n)
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

func TestWriteNPZFails(t *testing.T) {
	// Data that deflate cannot shrink, so that much is written before the end.
	x := make([]uint64, 1<<14)
	state := uint64(1)
	for i := range x {
		state = state*6364136223846793005 + 1442695040888963407
		x[i] = state
	}
	whole := len(npz(t, Archive{{Name: "x", Data: x}}))
	for _, limit := range []int{0, 10, 1 << 16, whole - 1} {
		disk := fullDisk(limit)
		if err := WriteNPZ(&disk, Archive{{Name: "x", Data: x}}); err == nil {
			t.Errorf("no error when the disk is full after %d bytes", limit)
		}
	}
}

func FuzzReadNPZ(f *testing.F) {
	f.Add(npz(f, sampleArchive()))
	f.Add(npz(f, Archive{{Name: "x", Data: []float64{1, 2}}}))
	f.Add(rawZip(f, [2]string{"x.npy", "\x93NUMPY\x01\x00\x10\x00{}"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ReadNPZ(data)
		if err != nil {
			return
		}
		again, err := ReadNPZ(npz(t, a))
		if err != nil || len(again) != len(a) {
			t.Errorf("what was read cannot be written and read again: %v", err)
		}
	})
}

// FuzzParseNPY reaches the header of an array, which a checksum hides from
// FuzzReadNPZ.
func FuzzParseNPY(f *testing.F) {
	for _, e := range sampleArchive() {
		if _, isText := e.Data.(json.RawMessage); !isText {
			f.Add(e.npy())
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := parseNPY(b)
		if err != nil {
			return
		}
		again, err := parseNPY(e.npy())
		if err != nil || !reflect.DeepEqual(again.Shape, e.Shape) {
			t.Errorf("%v became %v, %v", e, again, err)
		}
	})
}

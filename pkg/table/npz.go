package table

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Archive is the content of an NPZ file, NumPy's format for several arrays: a zip file of arrays
// and, here, also of JSON texts. numpy.load reads it.
type Archive []Entry

// Entry is an array or a JSON text.
type Entry struct {
	// Name of the array, or file name of the text, which ends in ".json".
	Name string
	// Shape of the array, whose product is the length of Data; nil stands for one
	// dimension. Elements are in C order: the last index runs fastest.
	Shape []int
	// Data is a []float64, []float32, []int16, []uint32, []int64 or []uint64, or a json.RawMessage.
	Data any
}

// Element is the type of the elements of an array.
type Element interface {
	float64 | float32 | int16 | uint32 | int64 | uint64
}

// WriteNPZ writes the entries in their order. The bytes depend only on the entries and the version
// of Go. It panics if a name is not valid for an [Entry] or occurs twice, or if a shape does not
// fit its data.
func WriteNPZ(w io.Writer, a Archive) error { return writeNPZ(w, a, small) }

// WriteNPZFast is WriteNPZ, more than twice as fast; the files are some percent larger.
func WriteNPZFast(w io.Writer, a Archive) error { return writeNPZ(w, a, fast) }

// Digest returns the SHA-256, in hexadecimal digits, of the names, types, shapes and bits of the
// entries.
func (a Archive) Digest() string {
	h := sha256.New()
	for _, e := range a {
		content, ok := e.Data.(json.RawMessage)
		if !ok {
			content = e.npy()
		}
		fmt.Fprintf(h, "%q %d\n", e.Name, len(content))
		h.Write(content)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Packers, of a megabyte each, are used again.
var small, fast = packers(5), packers(flate.BestSpeed)

func packers(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		p, err := flate.NewWriter(nil, level)
		if err != nil {
			panic("table: " + err.Error()) // there are both levels
		}
		return p
	}}
}

func writeNPZ(w io.Writer, a Archive, packers *sync.Pool) error {
	packer := packers.Get().(*flate.Writer)
	defer packers.Put(packer)
	zw := zip.NewWriter(w)
	zw.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		packer.Reset(w)
		return packer, nil
	})
	seen := make(map[string]bool)
	for _, e := range a {
		text, isText := e.Data.(json.RawMessage)
		if seen[e.Name] || strings.HasSuffix(e.Name, ".json") != isText {
			panic(fmt.Sprintf("table: %q is not the name of one entry", e.Name))
		}
		seen[e.Name] = true
		file, content := e.Name, []byte(text)
		if !isText {
			file, content = file+".npy", e.npy()
		}
		f, err := zw.CreateHeader(&zip.FileHeader{
			Name:     file,
			Method:   zip.Deflate,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err == nil {
			_, err = f.Write(content)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	return zw.Close()
}

// elementTypes are the types of elements by NumPy's names.
var elementTypes = map[string]reflect.Type{
	"<f8": reflect.TypeFor[float64](),
	"<f4": reflect.TypeFor[float32](),
	"<i8": reflect.TypeFor[int64](),
	"<u8": reflect.TypeFor[uint64](),
	"<u4": reflect.TypeFor[uint32](),
	"<i2": reflect.TypeFor[int16](),
}

// npy returns the array in NumPy's format 1.0.
func (e Entry) npy() []byte {
	for name, t := range elementTypes {
		v := reflect.ValueOf(e.Data)
		if v.Type() != reflect.SliceOf(t) {
			continue
		}
		shape := e.Shape
		if shape == nil {
			shape = []int{v.Len()}
		}
		if n, ok := product(shape); !ok || n != v.Len() {
			panic(fmt.Sprintf("table: entry %q has the shape %v and %d elements", e.Name, shape, v.Len()))
		}
		b, err := binary.Append(npyHeader(name, shape), binary.LittleEndian, e.Data)
		if err != nil {
			panic(fmt.Sprintf("table: entry %q: %v", e.Name, err))
		}
		return b
	}
	panic(fmt.Sprintf("table: entry %q cannot be a %T", e.Name, e.Data))
}

// npyHeader returns what stands before the elements of an array in C order.
func npyHeader(element string, shape []int) []byte {
	tuple := strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", element, tuple)
	// The elements start at a multiple of 64 bytes, after a line feed.
	const before = "\x93NUMPY\x01\x00" // and two bytes for the length
	dict += strings.Repeat(" ", 63-(len(before)+2+len(dict))%64) + "\n"
	return append([]byte(before), string([]byte{byte(len(dict)), byte(len(dict) >> 8)})+dict...)
}

// product returns the number of elements of a shape, and false if a dimension is
// negative or the number is beyond the range of int.
func product(shape []int) (int, bool) {
	n := 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > math.MaxInt/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// maxUnpacked bounds the size of the entries of an archive, in all.
const maxUnpacked = 1 << 28

// ReadNPZ reads the entries of an NPZ file with the given contents, in their order. It returns an
// error that names the entry if the zip file is damaged (a checksum included), if a name occurs
// twice, if an array does not start as WriteNPZ has it, if a shape does not fit the data, or if the
// entries unpack to more than 256 MiB or than zip's directory has.
func ReadNPZ(data []byte) (Archive, error) {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	if err := checkDirectory(zr.File); err != nil {
		return nil, err
	}
	a := make(Archive, len(zr.File))
	for i, f := range zr.File {
		if a[i], err = readEntry(f); err != nil {
			return nil, fmt.Errorf("entry %.40q: %w", f.Name, err)
		}
	}
	return a, nil
}

// checkDirectory checks the sizes and the names in zip's directory.
func checkDirectory(files []*zip.File) error {
	left := uint64(maxUnpacked)
	seen := make(map[string]bool)
	for _, f := range files {
		if seen[f.Name] {
			return fmt.Errorf("entry %.40q occurs twice", f.Name)
		}
		seen[f.Name] = true
		if f.UncompressedSize64 > left {
			return fmt.Errorf("entry %.40q: the entries would have more than %d bytes when unpacked",
				f.Name, maxUnpacked)
		}
		left -= f.UncompressedSize64
	}
	return nil
}

func readEntry(f *zip.File) (Entry, error) {
	r, err := f.Open()
	if err != nil {
		return Entry{}, err
	}
	defer r.Close()
	// The buffer grows with the data, not with the size that the directory claims.
	content, err := io.ReadAll(io.LimitReader(r, int64(f.UncompressedSize64)+1))
	if err != nil {
		return Entry{}, err
	}
	if uint64(len(content)) != f.UncompressedSize64 {
		return Entry{}, zip.ErrFormat
	}
	// The zip reader treats a checksum of 0 as absent.
	if crc32.ChecksumIEEE(content) != f.CRC32 {
		return Entry{}, zip.ErrChecksum
	}
	if strings.HasSuffix(f.Name, ".json") {
		return Entry{Name: f.Name, Data: json.RawMessage(content)}, nil
	}
	name, ok := strings.CutSuffix(f.Name, ".npy")
	if !ok || strings.HasSuffix(name, ".json") {
		return Entry{}, errors.New("is neither an array (.npy) nor a text (.json)")
	}
	e, err := parseNPY(content)
	e.Name = name
	return e, err
}

var npyDict = regexp.MustCompile(
	`'descr': '([^']*)', 'fortran_order': False, 'shape': \(([0-9, ]*)\)`,
)

var errNotNPY = errors.New("does not start as a NumPy array of version 1.0 in C order does")

// parseNPY parses an array with the header of npyHeader, which is also numpy.save's.
func parseNPY(b []byte) (Entry, error) {
	m := npyDict.FindSubmatch(b[:min(len(b), 1<<10)])
	if m == nil {
		return Entry{}, errNotNPY
	}
	shape := []int{}
	for _, s := range strings.Fields(strings.ReplaceAll(string(m[2]), ",", " ")) {
		d, err := strconv.Atoi(s)
		if err != nil {
			return Entry{}, fmt.Errorf("the shape (%s) is not made of integers", m[2])
		}
		shape = append(shape, d)
	}
	element := string(m[1])
	data, ok := bytes.CutPrefix(b, npyHeader(element, shape))
	if !ok {
		return Entry{}, errNotNPY
	}
	t := elementTypes[element]
	if t == nil {
		return Entry{}, fmt.Errorf("has elements of type %q, expected <f8, <f4, <i8, <u8, <u4 or <i2",
			element)
	}
	size := int(t.Size())
	n, ok := product(shape)
	if !ok || n != len(data)/size || len(data)%size != 0 {
		return Entry{}, fmt.Errorf("the shape %v needs elements of %d bytes each, got %d bytes in all",
			shape, size, len(data))
	}
	x := reflect.MakeSlice(reflect.SliceOf(t), n, n).Interface()
	if _, err := binary.Decode(data, binary.LittleEndian, x); err != nil {
		return Entry{}, err
	}
	return Entry{Shape: shape, Data: x}, nil
}

// Array returns the array of an archive with a name, element type and shape, where no dimensions at
// all stand for any shape. It returns an error if there is no such array.
func Array[T Element](a Archive, name string, shape ...int) ([]T, error) {
	e, err := a.entry(name)
	if err != nil {
		return nil, err
	}
	x, ok := e.Data.([]T)
	if !ok {
		return nil, fmt.Errorf("array %q: expected elements of type %T, got a %T", name, *new(T), e.Data)
	}
	got := e.Shape
	if got == nil {
		got = []int{len(x)}
	}
	if len(shape) > 0 && !slices.Equal(got, shape) {
		return nil, fmt.Errorf("array %q: expected the shape %v, got %v", name, shape, got)
	}
	return x, nil
}

// JSON decodes the text with a name, which ends in ".json", into v as
// [json.Unmarshal] does. It returns an error if there is no such text or if it does
// not fit v.
func (a Archive) JSON(name string, v any) error {
	e, err := a.entry(name)
	if err != nil {
		return err
	}
	text, ok := e.Data.(json.RawMessage)
	if !ok {
		return fmt.Errorf("entry %q is an array, expected a text", name)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("entry %q: %w", name, err)
	}
	return nil
}

func (a Archive) entry(name string) (Entry, error) {
	i := slices.IndexFunc(a, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, fmt.Errorf("there is no entry %q", name)
	}
	return a[i], nil
}

package table

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
// of Go. It panics if a shape does not fit its data.
func WriteNPZ(w io.Writer, a Archive) error {
	zw := zip.NewWriter(w)
	zw.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestSpeed) // the default is slower and saves only some percent
	})
	for _, e := range a {
		file := e.Name
		if _, isText := e.Data.(json.RawMessage); !isText {
			file += ".npy"
		}
		f, err := zw.CreateHeader(&zip.FileHeader{
			Name:     file,
			Method:   zip.Deflate,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err == nil {
			_, err = f.Write(e.content())
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	return zw.Close()
}

// Digest returns the SHA-256, in hexadecimal digits, of the names, types, shapes and bits of the
// entries.
func (a Archive) Digest() string {
	h := sha256.New()
	for _, e := range a {
		content := e.content()
		fmt.Fprintf(h, "%q %d\n", e.Name, len(content))
		h.Write(content)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// lists are the types of Data by NumPy's names of their elements.
var lists = map[string]reflect.Type{
	"<f8": reflect.TypeFor[[]float64](),
	"<f4": reflect.TypeFor[[]float32](),
	"<i8": reflect.TypeFor[[]int64](),
	"<u8": reflect.TypeFor[[]uint64](),
	"<u4": reflect.TypeFor[[]uint32](),
	"<i2": reflect.TypeFor[[]int16](),
}

// content returns the text, or the array in NumPy's format 1.0.
func (e Entry) content() []byte {
	if text, ok := e.Data.(json.RawMessage); ok {
		return text
	}
	for name, t := range lists {
		if t != reflect.TypeOf(e.Data) {
			continue
		}
		if n := reflect.ValueOf(e.Data).Len(); n != product(e.shape()) {
			panic(fmt.Sprintf("table: entry %q has the shape %v and %d elements", e.Name, e.Shape, n))
		}
		b, _ := binary.Append(npyHeader(name, e.shape()), binary.LittleEndian, e.Data) // a type it knows
		return b
	}
	panic(fmt.Sprintf("table: entry %q cannot be a %T", e.Name, e.Data))
}

// shape returns the shape of an array.
func (e Entry) shape() []int {
	if e.Shape == nil {
		return []int{reflect.ValueOf(e.Data).Len()}
	}
	return e.Shape
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// npyHeader returns the bytes before the elements of an array in C order.
func npyHeader(element string, shape []int) []byte {
	tuple := strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", element, tuple)
	// The elements start at a multiple of 64 bytes, after a line feed.
	const before = "\x93NUMPY\x01\x00" // then two bytes for the length
	dict += strings.Repeat(" ", 63-(len(before)+2+len(dict))%64) + "\n"
	return append([]byte(before), string([]byte{byte(len(dict)), byte(len(dict) >> 8)})+dict...)
}

// ReadNPZ reads the entries of an NPZ file with the given contents, in their order. It returns an
// error that names the entry if the zip file is damaged, if an array does not start as in WriteNPZ,
// or if a shape does not fit the data.
func ReadNPZ(data []byte) (Archive, error) {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var a Archive
	for _, f := range zr.File {
		e, err := readEntry(f)
		if err != nil {
			return nil, fmt.Errorf("entry %.40q: %w", f.Name, err)
		}
		a = append(a, e)
	}
	return a, nil
}

func readEntry(f *zip.File) (Entry, error) {
	r, err := f.Open()
	if err != nil {
		return Entry{}, err
	}
	defer r.Close()
	content, err := io.ReadAll(r) // a damaged size must not allocate memory
	if err != nil {
		return Entry{}, err
	}
	if strings.HasSuffix(f.Name, ".json") {
		return Entry{Name: f.Name, Data: json.RawMessage(content)}, nil
	}
	e, err := parseNPY(content)
	e.Name = strings.TrimSuffix(f.Name, ".npy")
	return e, err
}

var npyDict = regexp.MustCompile(
	`'descr': '(<[fiu]\d)', 'fortran_order': False, 'shape': \(([\d, ]*)\)`,
)

var errNotNPY = errors.New("does not start as a NumPy array of version 1.0 in C order does, with " +
	"elements of type <f8, <f4, <i8, <u8, <u4 or <i2")

// parseNPY parses an array with the header of npyHeader, which numpy.save writes too.
func parseNPY(b []byte) (Entry, error) {
	m := npyDict.FindSubmatch(b[:min(len(b), 1<<10)])
	if m == nil {
		return Entry{}, errNotNPY
	}
	shape := []int{}
	for _, s := range strings.Fields(strings.ReplaceAll(string(m[2]), ",", " ")) {
		d, _ := strconv.Atoi(s) // too large a number differs from the header
		shape = append(shape, d)
	}
	t := lists[string(m[1])]
	data, ok := bytes.CutPrefix(b, npyHeader(string(m[1]), shape))
	if t == nil || !ok {
		return Entry{}, errNotNPY
	}
	n, size := product(shape), int(t.Elem().Size())
	if n*size != len(data) {
		return Entry{}, fmt.Errorf("the shape %v needs elements of %d bytes each, got %d bytes in all",
			shape, size, len(data))
	}
	x := reflect.MakeSlice(t, n, n).Interface()
	_, err := binary.Decode(data, binary.LittleEndian, x)
	return Entry{Shape: shape, Data: x}, err
}

// Array returns the array of an archive with a name, an element type and a shape. No dimensions
// stand for any shape. It returns an error if there is no such array.
func Array[T Element](a Archive, name string, shape ...int) ([]T, error) {
	i := slices.IndexFunc(a, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no entry %q", name)
	}
	e := a[i]
	x, ok := e.Data.([]T)
	if !ok {
		return nil, fmt.Errorf("array %q: expected elements of type %T, got a %T", name, *new(T), e.Data)
	}
	if len(shape) > 0 && !slices.Equal(e.shape(), shape) {
		return nil, fmt.Errorf("array %q: expected the shape %v, got %v", name, shape, e.shape())
	}
	return x, nil
}

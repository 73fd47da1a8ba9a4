package table

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
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
	// Name of the array, or file name of the text, which ends in ".json". Both are
	// letters, digits and "_-.".
	Name string
	// Shape of the array, whose product is the length of Data; nil stands for one
	// dimension. Elements are in C order: the last index runs fastest.
	Shape []int
	// Data is a []float64, []uint32, []int64 or []uint64, or a json.RawMessage.
	Data any
}

// Element is the type of the elements of an array.
type Element interface {
	float64 | uint32 | int64 | uint64
}

const (
	npyMagic    = "\x93NUMPY"
	npyVersion  = "\x01\x00"
	maxNPYDims  = 32
	maxInflated = 1032 // deflate cannot shrink by more
)

var entryName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// checkName returns what is wrong with the name of an array or a text.
func checkName(name string, isText bool) error {
	if !entryName.MatchString(name) || strings.HasSuffix(name, ".npy") ||
		strings.HasSuffix(name, ".json") != isText {
		return fmt.Errorf("%q cannot be the name of an entry", name)
	}
	return nil
}

// WriteNPZ writes the entries in their order. The bytes depend only on the entries and the version
// of Go. It panics if a name is not valid for an [Entry] or occurs twice, if a shape does not fit
// its data, or if a text is not JSON.
func WriteNPZ(w io.Writer, a Archive) error {
	zw := zip.NewWriter(w)
	seen := make(map[string]bool)
	for _, e := range a {
		text, isText := e.Data.(json.RawMessage)
		if err := checkName(e.Name, isText); err != nil || seen[e.Name] {
			panic(fmt.Sprintf("table: %q is not the name of one entry", e.Name))
		}
		seen[e.Name] = true
		var content []byte
		file := e.Name
		if isText {
			if !json.Valid(text) || e.Shape != nil {
				panic(fmt.Sprintf("table: entry %q is not a JSON text", e.Name))
			}
			content = text
		} else {
			content = e.npy()
			file += ".npy"
		}
		h := &zip.FileHeader{
			Name:     file,
			Method:   zip.Deflate,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		}
		f, err := zw.CreateHeader(h)
		if err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
		if _, err := f.Write(content); err != nil {
			return fmt.Errorf("write %s: %w", file, err)
		}
	}
	return zw.Close()
}

// npy returns the array in NumPy's format 1.0.
func (e Entry) npy() []byte {
	var descr string
	n := 0
	switch d := e.Data.(type) {
	case []float64:
		descr, n = "<f8", len(d)
	case []int64:
		descr, n = "<i8", len(d)
	case []uint64:
		descr, n = "<u8", len(d)
	case []uint32:
		descr, n = "<u4", len(d)
	default:
		panic(fmt.Sprintf("table: entry %q cannot be a %T", e.Name, e.Data))
	}
	data, err := binary.Append(nil, binary.LittleEndian, e.Data)
	if err != nil {
		panic(fmt.Sprintf("table: entry %q: %v", e.Name, err))
	}
	shape := e.Shape
	if shape == nil {
		shape = []int{n}
	}
	if size, ok := product(shape); !ok || size != n || len(shape) > maxNPYDims {
		panic(fmt.Sprintf("table: entry %q has the shape %v and %d elements", e.Name, e.Shape, n))
	}
	var dims strings.Builder
	for i, d := range shape {
		if i > 0 {
			dims.WriteByte(' ')
		}
		dims.WriteString(strconv.Itoa(d) + ",")
	}
	list := dims.String()
	if len(shape) > 1 {
		list = strings.TrimSuffix(list, ",")
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, list)
	// The data start at a multiple of 64 bytes, after a line feed.
	const before = len(npyMagic) + len(npyVersion) + 2
	pad := 63 - (before+len(dict))%64
	dict += strings.Repeat(" ", pad) + "\n"

	b := append([]byte(npyMagic+npyVersion), byte(len(dict)), byte(len(dict)>>8))
	return append(append(b, dict...), data...)
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

// ReadNPZ reads the entries of an NPZ file with the given contents, in their order.
// It returns an error that gives name and the entry if the zip file is damaged (a
// checksum included), if an array is not of a type that [Entry] lists, if a shape
// does not fit the data, or if a text is not JSON. It allocates memory for
// the real content of the file, whatever a header claims.
func ReadNPZ(name string, data []byte) (Archive, error) {
	a, err := readNPZ(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return a, nil
}

func readNPZ(data []byte) (Archive, error) {
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	left := maxInflated * uint64(len(data))
	a := make(Archive, 0, len(zr.File))
	seen := make(map[string]bool)
	for _, f := range zr.File {
		if seen[f.Name] {
			return nil, fmt.Errorf("entry %q: occurs twice", f.Name)
		}
		seen[f.Name] = true
		// Entries that share their bytes would claim more bytes than there are.
		if f.UncompressedSize64 > left {
			return nil, fmt.Errorf("entry %q: its size of %d bytes cannot be true", f.Name,
				f.UncompressedSize64)
		}
		left -= f.UncompressedSize64
		content, err := inflate(f)
		if err != nil {
			return nil, fmt.Errorf("entry %q: %w", f.Name, err)
		}
		e, err := parseEntry(f.Name, content)
		if err != nil {
			return nil, fmt.Errorf("entry %q: %w", f.Name, err)
		}
		a = append(a, e)
	}
	return a, nil
}

func inflate(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, int64(f.UncompressedSize64)+1))
	if err != nil {
		return nil, err
	}
	if uint64(len(content)) != f.UncompressedSize64 {
		return nil, fmt.Errorf("holds more than the %d bytes that the file says", f.UncompressedSize64)
	}
	// The zip reader treats a checksum of 0 as absent.
	if crc32.ChecksumIEEE(content) != f.CRC32 {
		return nil, zip.ErrChecksum
	}
	return content, nil
}

func parseEntry(file string, content []byte) (Entry, error) {
	if strings.HasSuffix(file, ".json") {
		if err := checkName(file, true); err != nil {
			return Entry{}, err
		}
		if !json.Valid(content) {
			return Entry{}, errors.New("is not JSON")
		}
		return Entry{Name: file, Data: json.RawMessage(content)}, nil
	}
	name, ok := strings.CutSuffix(file, ".npy")
	if !ok {
		return Entry{}, errors.New("is neither an array (.npy) nor a text (.json)")
	}
	if err := checkName(name, false); err != nil {
		return Entry{}, err
	}
	e, err := parseNPY(content)
	e.Name = name
	return e, err
}

var npyDict = regexp.MustCompile(
	`^\{ *'descr' *: *'([^']*)' *, *'fortran_order' *: *(True|False) *, *'shape' *: *\(([0-9, ` +
		`]*)\) *,? *\} *\n$`,
)

// parseNPY parses an array in NumPy's format 1.0.
func parseNPY(b []byte) (Entry, error) {
	fail := func(format string, args ...any) (Entry, error) {
		return Entry{}, fmt.Errorf(format, args...)
	}
	rest, ok := bytes.CutPrefix(b, []byte(npyMagic))
	if !ok || len(rest) < 4 {
		return fail("does not start as a NumPy array does")
	}
	if string(rest[:2]) != npyVersion {
		return fail("is in version %d.%d of NumPy's format, expected 1.0", rest[0], rest[1])
	}
	size := int(rest[2]) | int(rest[3])<<8
	rest = rest[4:]
	if size > len(rest) {
		return fail("the header of %d bytes is cut off", size)
	}
	header, data := rest[:size], rest[size:]
	m := npyDict.FindSubmatch(header)
	if m == nil {
		return fail("the header %q is not that of an array", header)
	}
	if string(m[2]) == "True" {
		return fail("is in Fortran order, expected C order")
	}
	shape, err := parseShape(string(m[3]))
	if err != nil {
		return Entry{}, err
	}
	var e Entry
	switch descr := string(m[1]); descr {
	case "<f8":
		e.Data, err = elements[float64](data, 8, shape)
	case "<i8":
		e.Data, err = elements[int64](data, 8, shape)
	case "<u8":
		e.Data, err = elements[uint64](data, 8, shape)
	case "<u4":
		e.Data, err = elements[uint32](data, 4, shape)
	default:
		return fail("has elements of type %q, expected <f8, <i8, <u8 or <u4", descr)
	}
	e.Shape = shape
	return e, err
}

// parseShape parses the inside of a Python tuple of dimensions.
func parseShape(s string) ([]int, error) {
	shape := []int{}
	parts := strings.Split(strings.TrimSpace(s), ",")
	// A tuple of one element ends in a comma, the empty tuple has none.
	if last := len(parts) - 1; strings.TrimSpace(parts[last]) == "" {
		parts = parts[:last]
	} else if last == 0 {
		return nil, fmt.Errorf("the shape (%s) is not a tuple", s)
	}
	for _, p := range parts {
		d, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil {
			return nil, fmt.Errorf("the shape (%s) is not made of integers", s)
		}
		shape = append(shape, d)
	}
	if len(shape) > maxNPYDims {
		return nil, fmt.Errorf("has %d dimensions", len(shape))
	}
	return shape, nil
}

func elements[T Element](data []byte, size int, shape []int) ([]T, error) {
	n, ok := product(shape)
	if !ok || n != len(data)/size || len(data)%size != 0 {
		return nil, fmt.Errorf("the shape %v needs elements of %d bytes each, got %d bytes in all", shape,
			size, len(data))
	}
	x := make([]T, n)
	if _, err := binary.Decode(data, binary.LittleEndian, x); err != nil {
		return nil, err
	}
	return x, nil
}

// Array returns the array of an archive with a name, element type and shape. A dimension of -1
// stands for any size, and no dimensions at all for any shape. It returns an error if there is no
// such array.
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
	if len(shape) > 0 &&
		!slices.EqualFunc(got, shape, func(g, w int) bool { return g == w || w == -1 }) {
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

package dataset

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// idx encodes an array.
func idx(data []byte, sizes ...int) []byte {
	b := []byte{0, 0, 8, byte(len(sizes))}
	for _, n := range sizes {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return append(b, data...)
}

func zip(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

// small is a database in MNIST's format: 200 and 100 images of 4×5 pixels.
func small(t *testing.T) (dir string, sums []string, contents [][]byte) {
	t.Helper()
	dir = t.TempDir()
	w := newWords(9)
	for part, n := range []int{200, 100} {
		images, labels := make([]byte, 20*n), make([]byte, n)
		for i := range labels {
			labels[i] = byte(w.below(10))
			for j := range 20 {
				images[20*i+j] = byte(w.below(10*j + int(labels[i]) + 2))
			}
		}
		for k, plain := range [][]byte{idx(images, n, 4, 5), idx(labels, n)} {
			sums = append(sums, fmt.Sprintf("%x", sha256.Sum256(plain)))
			contents = append(contents, plain)
			path := filepath.Join(dir, mnistNames[2*part+k]+".gz")
			if err := os.WriteFile(path, zip(plain), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir, sums, contents
}

// named are contents of files with names a, b and so on.
func named(contents ...[]byte) (all []imageFile) {
	for i, b := range contents {
		all = append(all, imageFile{string(rune('a' + i)), b})
	}
	return all
}

var smallSource = LabelledSource{
	Kind: "images", Digits: []int{7, 9}, PCA: "whiten", D: 6, N: 30, HeldOut: 12, Seed: 3,
}

// TestMNISTSplit: every 7 and 9 is in at most one of the two sets, with its label; the split
// depends on the seed; a larger set begins with the smaller, and the held-out data do not change.
func TestMNISTSplit(t *testing.T) {
	dir, sums, contents := small(t)
	d, err := readImages(dir, sums, 7, 9)
	if err != nil {
		t.Fatal(err)
	}
	// expected, in the order of the files
	var images [][]byte
	var y []float64
	for part := range 2 {
		for i, label := range contents[2*part+1][8:] {
			if label == 7 || label == 9 {
				images = append(images, contents[2*part][16:][20*i:20*i+20])
				y = append(y, float64(label-7)/2)
			}
		}
	}
	if len(y) < 45 || !slices.Equal(d.y, y) || !slices.EqualFunc(d.images, images, bytes.Equal) ||
		d.pixels != 20 {
		t.Fatalf("%d images of %d pixels with labels %v, want %d with %v", len(d.images), d.pixels, d.y,
			len(y), y)
	}
	a, b := d.split(30, 12, 1)
	if len(a.y) != 30 || len(b.y) != 12 || len(a.images) != 30 || len(b.images) != 12 ||
		a.pixels != 20 {
		t.Fatalf("split into %d and %d", len(a.y), len(b.y))
	}
	used := map[*byte]bool{}
	for _, s := range []digits{a, b} {
		for i, x := range s.images {
			k := slices.IndexFunc(d.images, func(y []byte) bool { return &y[0] == &x[0] })
			if k < 0 || used[&x[0]] || s.y[i] != d.y[k] {
				t.Fatalf("image %d is image %d of the files, label %g", i, k, s.y[i])
			}
			used[&x[0]] = true
		}
	}
	c, e := d.split(20, 12, 1)
	if !slices.EqualFunc(c.images, a.images[:20], bytes.Equal) ||
		!slices.EqualFunc(e.images, b.images, bytes.Equal) {
		t.Error("a smaller set is not the beginning of the larger one, or the held out differ")
	}
	if f, _ := d.split(30, 12, 2); slices.EqualFunc(f.images, a.images, bytes.Equal) {
		t.Error("two seeds, one split")
	}
	if a, b := d.split(len(d.y), 0, 1); len(a.y) != len(d.y) || len(b.y) != 0 {
		t.Error("all images do not fit in one set")
	}
}

// TestMNISTLoad: scores of the small database, compressed and plain.
func TestMNISTLoad(t *testing.T) {
	dir, sums, contents := small(t)
	train, held, err := smallSource.images(dir, sums)
	if err != nil {
		t.Fatal(err)
	}
	if train.D != 6 || len(train.Y) != 30 || len(train.Z) != 180 || len(held.Y) != 12 ||
		len(held.Z) != 72 || train.Origin != "MNIST 7 against 9, PCA (whiten), split by seed 3" ||
		held.Origin != train.Origin {
		t.Fatalf("%d and %d data, %q", len(train.Y), len(held.Y), train.Origin)
	}
	// unit variance of the data; held-out data are transformed by the same components
	for k := range 6 {
		s, s2 := 0.0, 0.0
		for i := range 30 {
			z := float64(train.Row(i)[k])
			s += z
			s2 += z * z
		}
		if math.Abs(s/30) > 1.0/scoreGrid || math.Abs(s2/29-1) > 4.0/scoreGrid {
			t.Errorf("component %d: mean %g, variance %g", k, s/30, s2/29)
		}
	}
	d, err := parseImages(named(contents...), 7, 9)
	if err != nil {
		t.Fatal(err)
	}
	a, b := d.split(30, 12, 3)
	c, err := fit(a.images, 20, 6, true)
	if err != nil || c.transform(b.images, b.y).Digest() != held.Digest() {
		t.Errorf("held out: other scores, %v", err)
	}
	// other keys give other data
	for _, edit := range []func(*LabelledSource){
		func(s *LabelledSource) { s.PCA = "scale" }, func(s *LabelledSource) { s.D = 5 },
		func(s *LabelledSource) { s.N = 29 }, func(s *LabelledSource) { s.Seed = 4 },
	} {
		s := smallSource
		edit(&s)
		if a, _, err := s.images(dir, sums); err != nil || a.Digest() == train.Digest() {
			t.Errorf("%+v: the same data, %v", s, err)
		}
	}
	for i, name := range mnistNames { // without compression
		if err := os.Remove(filepath.Join(dir, name+".gz")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), contents[i], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plain, _, err := smallSource.images(dir, sums)
	if err != nil || plain.Digest() != train.Digest() {
		t.Errorf("plain: other data, %v", err)
	}
}

func flip(b []byte, at int) []byte {
	b = slices.Clone(b)
	b[at] ^= 4
	return b
}

// TestMNISTMissing: without the files, with some of them, or with damaged ones, there is an error.
func TestMNISTMissing(t *testing.T) {
	dir, sums, contents := small(t)
	for _, none := range []string{t.TempDir(), filepath.Join(dir, "not")} {
		_, _, err := smallSource.images(none, sums)
		if err == nil || !strings.HasPrefix(err.Error(), "there is no file of images "+none) {
			t.Errorf("no files: %v", err)
		}
	}
	path := filepath.Join(dir, mnistNames[2])
	zipped, err := os.ReadFile(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		gz, plain []byte
		want      string
	}{
		{"missing", nil, nil, "there is no file of images " + path +
			".gz (make data gets MNIST; MNIST_DIR is its folder)"},
		{"wrong bit", flip(zipped, 40), nil, "file of images " + path + ".gz: "},
		{"truncated", zipped[:len(zipped)-1], nil, "file of images " + path + ".gz: "},
		{"oversized", append(slices.Clone(zipped), 0), nil, "file of images " + path + ".gz: "},
		{"empty", []byte{}, nil, ".gz: damaged"},
		{"plain, wrong bit", nil, flip(contents[2], 40), "file of images " + path + ": damaged"},
		{"damaged beside a good plain one", flip(zipped, 40), contents[2], ".gz: "},
		{"good beside a damaged plain one", zipped, flip(contents[2], 40), ""},
		{"good", zipped, nil, ""},
	} {
		os.Remove(path)
		os.Remove(path + ".gz")
		for p, b := range map[string][]byte{path + ".gz": c.gz, path: c.plain} {
			if b != nil {
				if err := os.WriteFile(p, b, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, _, err := smallSource.images(dir, sums)
		if c.want == "" && err != nil || c.want != "" &&
			(err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	os.Remove(path + ".gz")
	os.Remove(path)
	for want, make := range map[string]func(string, uint32) error{
		"is a directory":        syscall.Mkdir,
		"is not a regular file": syscall.Mkfifo,
	} {
		if err := make(path+".gz", 0o777); err != nil {
			t.Fatal(err)
		}
		if _, _, err := smallSource.images(dir, sums); err == nil || errors.Is(err, fs.ErrNotExist) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		os.Remove(path + ".gz")
	}
}

// TestMNISTKeys: more data or components than the images allow.
func TestMNISTKeys(t *testing.T) {
	dir, sums, _ := small(t)
	s := smallSource
	for _, c := range []struct {
		n, held, d int
		key        string
	}{{60, 20, 6, "ndata"}, {30, 12, 21, "d"}, {6, 12, 6, "d"}} {
		s.N, s.HeldOut, s.D = c.n, c.held, c.d
		_, _, err := s.images(dir, sums)
		var k *KeyError
		if !errors.As(err, &k) || k.Key != c.key {
			t.Errorf("%+v: error %v", c, err)
		}
	}
}

// TestOtherImages: other digits, and other images without known checksums.
func TestOtherImages(t *testing.T) {
	dir, sums, contents := small(t)
	s := smallSource
	s.Digits = []int{3, 4}
	train, _, err := s.images(dir, sums)
	if err != nil || train.Origin != "MNIST 3 against 4, PCA (whiten), split by seed 3" {
		t.Fatalf("%q, %v", train.Origin, err)
	}
	s.Images = dir
	other, _, err := s.Load("")
	if err != nil || other.Digest() != train.Digest() ||
		other.Origin != "images "+dir+" 3 against 4, PCA (whiten), split by seed 3" {
		t.Errorf("%q, %v", other.Origin, err)
	}
	s.Images = filepath.Join(dir, "none")
	none := "there is no file of images " + filepath.Join(s.Images, mnistNames[0]) + ".gz, "
	if _, _, err = s.Load(""); err == nil || !strings.HasPrefix(err.Error(), "data.images: "+none) {
		t.Errorf("no images: %v", err)
	}

	// A fault of a file is an error about the key that names the file.
	s.Images = dir
	for _, c := range []struct {
		file    int
		content []byte
		want    string
	}{
		{0, contents[0][:99], "has 83 elements, its sizes need 4000"},
		{0, append(contents[0], 1), "has 4001 elements, its sizes need 4000"},
		{0, contents[1], "does not start as an array of bytes with 3 dimensions in the IDX format does"},
		{1, []byte("x"), "does not start as an array of bytes with 1 dimensions in the IDX format does"},
		{2, contents[0], "has 200, there are 100 labels in " + filepath.Join(dir, mnistNames[3]) + ".gz"},
		{2, idx(make([]byte, 600), 100, 2, 3), "has images of 6 pixels, expected 20 as in " +
			filepath.Join(dir, mnistNames[0]) + ".gz"},
	} {
		path := filepath.Join(dir, mnistNames[c.file]) + ".gz"
		old, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, c.content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		var k *KeyError
		want := "file of images " + path + " " + c.want
		if _, _, err = s.Load(""); !errors.As(err, &k) || k.Key != "images" || k.Reason != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if err := os.WriteFile(path, old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMNISTDir(t *testing.T) {
	t.Setenv("MNIST_DIR", "/somewhere/else")
	if got := mnistDir(""); got != "/somewhere/else" {
		t.Errorf("with MNIST_DIR: %s", got)
	}
	t.Setenv("MNIST_DIR", "")
	if got := mnistDir(""); got != filepath.Join("data", "mnist") {
		t.Errorf("without MNIST_DIR: %s", got)
	}
}

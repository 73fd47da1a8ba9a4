package dataset

import (
	"bufio"
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

// small is a database of the form of MNIST: 200 and 100 images of 4×5 pixels.
func small(t *testing.T) (dir string, files []MNISTFile, contents [][]byte) {
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
			b := zip(plain)
			f := MNISTFile{fmt.Sprintf("part%d-%d", part, k), hexSum(b), hexSum(plain)}
			files, contents = append(files, f), append(contents, plain)
			if err := os.WriteFile(filepath.Join(dir, f.Name+".gz"), b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir, files, contents
}

// named are contents of files with names a, b and so on.
func named(contents ...[]byte) (all []imageFile) {
	for i, b := range contents {
		all = append(all, imageFile{string(rune('a' + i)), b})
	}
	return all
}

func hexSum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

var smallSource = LabelledSource{
	Kind: "images", Digits: []int{7, 9}, PCA: "whiten", D: 6, N: 30, HeldOut: 12, Seed: 3,
}

// loadSmall loads from files of a small database.
func (s LabelledSource) loadSmall(dir string, cache Cache, files []MNISTFile) ([2]Labelled, error) {
	return s.load(Places{MNIST: dir, Cache: cache}, files)
}

// TestMNISTSplit: every 7 and 9 is in at most one of the two sets, with its label; the split
// depends on the seed; a smaller set is the beginning of a larger one, and the held out stay.
func TestMNISTSplit(t *testing.T) {
	dir, files, contents := small(t)
	read, err := readImages(dir, files, true)
	if err != nil {
		t.Fatal(err)
	}
	d, err := parseImages(read, 7, 9)
	if err != nil {
		t.Fatal(err)
	}
	// what it must be, in the order of the files
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

// TestMNISTLoad: scores of the small database, plain and compressed, with and without the cache.
func TestMNISTLoad(t *testing.T) {
	dir, files, contents := small(t)
	cache := filepath.Join(t.TempDir(), "a", "b")
	sets, err := smallSource.loadSmall(dir, Cache{}, files)
	if err != nil {
		t.Fatal(err)
	}
	train, held := sets[0], sets[1]
	if train.D != 6 || len(train.Y) != 30 || len(train.Z) != 180 || len(held.Y) != 12 ||
		len(held.Z) != 72 || train.Origin != "MNIST 7 against 9, PCA (whiten), split by seed 3" ||
		held.Origin != train.Origin {
		t.Fatalf("%d and %d data, %q", len(train.Y), len(held.Y), train.Origin)
	}
	// unit variance of the data; the held out are transformed by the same components
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

	same := func(name string, err error, sets [2]Labelled) {
		t.Helper()
		a, b := sets[0], sets[1]
		if err != nil || a.Digest() != train.Digest() || b.Digest() != held.Digest() ||
			a.Origin != train.Origin || b.Origin != held.Origin {
			t.Errorf("%s: other data, %v", name, err)
		}
	}
	load := func() ([2]Labelled, error) { return smallSource.loadSmall(dir, Cache{Dir: cache}, files) }
	sets, err = load()
	same("filling the cache", err, sets)
	entries, _ := os.ReadDir(cache)
	if len(entries) != 1 {
		t.Fatalf("%d files in the cache", len(entries))
	}
	path := filepath.Join(cache, entries[0].Name())
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sets, err = load()
	same("from the cache", err, sets)
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if a, b := mode(t, path), mode(t, plain); a != b {
		t.Errorf("the cache has permissions %v, other new files %v", a, b)
	}

	// it is the cache that is read: another score in it, with a sum that fits, comes back
	other := train
	other.Z = slices.Clone(train.Z)
	other.Z[7]++
	if err := writeCache(path, [2]Labelled{other, held}); err != nil {
		t.Fatal(err)
	}
	if sets, err = load(); err != nil || sets[0].Digest() != other.Digest() ||
		sets[1].Digest() != held.Digest() {
		t.Errorf("the cache is not read: %v", err)
	}
	// a damaged one is not, and is mended
	for name, b := range map[string][]byte{
		"empty": nil, "short": good[:len(good)-1], "long": append(slices.Clone(good), 0),
		"wrong bit": flip(good, 100), "wrong sum": flip(good, len(good)-1),
	} {
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		sets, err = load()
		same(name, err, sets)
		if now, _ := os.ReadFile(path); !bytes.Equal(now, good) {
			t.Errorf("%s: the cache is not mended", name)
		}
	}
	// other keys have other files
	for _, edit := range []func(*LabelledSource){
		func(s *LabelledSource) {
			s.PCA = "scale"
		}, func(s *LabelledSource) { s.D = 5 }, func(s *LabelledSource) {
			s.N = 29
		},
		func(s *LabelledSource) { s.HeldOut = 11 }, func(s *LabelledSource) { s.Seed = 4 },
	} {
		s := smallSource
		edit(&s)
		if sets, err := s.loadSmall(dir, Cache{Dir: cache}, files); err != nil ||
			sets[0].Digest() == train.Digest() && s.HeldOut == 12 {
			t.Errorf("%+v: the same data, %v", s, err)
		}
	}
	if entries, _ = os.ReadDir(cache); len(entries) != 6 {
		t.Errorf("%d files in the cache, want 6", len(entries))
	}
	// a cache that cannot be written is no reason to end
	var failed error
	unwritable := Cache{Dir: filepath.Join(dir, files[0].Name+".gz")}
	sets, err = smallSource.loadSmall(dir, unwritable, files)
	same("below a file", err, sets)
	unwritable.Failed = func(err error) { failed = err }
	sets, err = smallSource.loadSmall(dir, unwritable, files)
	same("below a file", err, sets)
	if failed == nil || !strings.HasPrefix(failed.Error(), "write ") {
		t.Errorf("cache below a file: %v", failed)
	}
	// and one that is only to be read is not touched
	empty := filepath.Join(t.TempDir(), "empty")
	sets, err = smallSource.loadSmall(dir, Cache{Dir: empty, ReadOnly: true}, files)
	same("without a cache", err, sets)
	if _, err := os.Stat(empty); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder was made: %v", err)
	}
	sets, err = smallSource.loadSmall(dir, Cache{Dir: cache, ReadOnly: true}, files)
	same("from a cache to read", err, sets)

	for i, f := range files { // without compression
		if err := os.Remove(filepath.Join(dir, f.Name+".gz")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), contents[i], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sets, err = smallSource.loadSmall(dir, Cache{}, files)
	same("plain", err, sets)
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return st.Mode()
}

func flip(b []byte, at int) []byte {
	b = slices.Clone(b)
	b[at] ^= 4
	return b
}

// TestMNISTMissing: without the files, with some of them, or with damaged ones, there is an error.
func TestMNISTMissing(t *testing.T) {
	dir, files, contents := small(t)
	for _, none := range []string{t.TempDir(), filepath.Join(dir, "not")} {
		_, err := smallSource.loadSmall(none, Cache{Dir: t.TempDir()}, files)
		if err == nil || !strings.HasPrefix(err.Error(), "there is no file of images "+none) {
			t.Errorf("no files: %v", err)
		}
	}
	path := filepath.Join(dir, files[2].Name)
	zipped, err := os.ReadFile(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		gz, plain []byte
		want      string
	}{
		{
			"missing", nil, nil,
			"there is no file of images " + path + ".gz (make data, or MNIST_DIR)",
		},
		{
			"wrong bit", flip(zipped, 40), nil,
			"file of images " + path + ".gz: damaged, or another file: its SHA-256 is ",
		},
		{"truncated", zipped[:len(zipped)-1], nil, ".gz: damaged"},
		{"oversized", append(slices.Clone(zipped), 0), nil, ".gz: damaged"},
		{"empty", []byte{}, nil, ".gz: damaged"},
		{"plain, wrong bit", nil, flip(contents[2], 40), "file of images " + path + ": damaged"},
		{"plain under the name of the compressed one", contents[2], nil, ".gz: damaged"},
		{"damaged beside a good plain one", flip(zipped, 40), contents[2], ".gz: damaged"},
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
		_, err := smallSource.loadSmall(dir, Cache{}, files)
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
		if _, err := smallSource.loadSmall(dir, Cache{}, files); err == nil ||
			errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		os.Remove(path + ".gz")
	}
}

// TestMNISTKeys: more data or components than the images make.
func TestMNISTKeys(t *testing.T) {
	_, _, contents := small(t)
	s := smallSource
	for _, c := range []struct {
		n, held, d int
		key        string
	}{{60, 20, 6, "ndata"}, {30, 12, 21, "d"}, {6, 12, 6, "d"}} {
		s.N, s.HeldOut, s.D = c.n, c.held, c.d
		_, err := s.scores(named(contents...))
		var k *KeyError
		if !errors.As(err, &k) || k.Key != c.key {
			t.Errorf("%+v: error %v", c, err)
		}
	}
}

// TestSums: scripts/mnist.sha256 holds the sums of the compressed files.
func TestSums(t *testing.T) {
	f, err := os.Open("../../scripts/mnist.sha256")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got, want []string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		got = append(got, sc.Text())
	}
	for _, m := range MNISTFiles() {
		want = append(want, m.Sum+"  "+m.Name+".gz")
		if len(m.Plain) != 64 {
			t.Errorf("%s: %q is no sum", m.Name, m.Plain)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("scripts/mnist.sha256 has\n%q, want\n%q", got, want)
	}
}

// TestOtherImages: other digits, and other images without known checksums.
func TestOtherImages(t *testing.T) {
	dir, files, contents := small(t)
	s := smallSource
	s.Digits = []int{3, 4}
	sets, err := s.loadSmall(dir, Cache{}, files)
	if err != nil || sets[0].Origin != "MNIST 3 against 4, PCA (whiten), split by seed 3" {
		t.Fatalf("%q, %v", sets[0].Origin, err)
	}
	for i := range files {
		files[i].Sum, files[i].Plain = "", ""
	}
	s.Images = dir
	cache := Cache{Dir: t.TempDir()}
	for range 2 {
		other, err := s.loadSmall(t.TempDir(), cache, files)
		if err != nil || other[0].Digest() != sets[0].Digest() ||
			other[0].Origin != "images "+dir+" 3 against 4, PCA (whiten), split by seed 3" {
			t.Errorf("%q, %v", other[0].Origin, err)
		}
	}
	s.Images = filepath.Join(dir, "none")
	none := "there is no file of images " + filepath.Join(s.Images, files[0].Name) + ".gz, "
	if _, err = s.loadSmall(dir, cache, files); err == nil ||
		!strings.HasPrefix(err.Error(), "data.images: "+none) {
		t.Errorf("no images: %v", err)
	}

	// What is wrong with a file is said with its name, as an error of the key.
	s.Images = dir
	for _, c := range []struct {
		file    int
		content []byte
		want    string
	}{
		{0, contents[0][:99], "has 83 elements, its sizes need more"},
		{0, append(contents[0], 1), "has 4001 elements, its sizes need 4000"},
		{0, contents[1], "does not start as an array of bytes with 3 dimensions in the IDX format does"},
		{1, []byte("x"), "does not start as an array of bytes with 1 dimensions in the IDX format does"},
		{2, contents[0], "has 200, there are 100 labels in " + filepath.Join(dir, files[3].Name) + ".gz"},
		{2, idx(make([]byte, 600), 100, 2, 3), "has images of 6 pixels, expected 20 as in " +
			filepath.Join(dir, files[0].Name) + ".gz"},
	} {
		path := filepath.Join(dir, files[c.file].Name) + ".gz"
		old, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, c.content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		var k *KeyError
		want := "file of images " + path + " " + c.want
		if _, err = s.loadSmall(dir, Cache{}, files); !errors.As(err, &k) || k.Key != "images" ||
			k.Reason != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if err := os.WriteFile(path, old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMNIST reads the real files, in $MNIST_DIR or data/mnist: the project's scores are theirs, and
// kind images gives the same data as kind mnist.
func TestMNIST(t *testing.T) {
	dir := MNISTDir()
	if !filepath.IsAbs(dir) && os.Getenv("MNIST_DIR") == "" {
		dir = filepath.Join("..", "..", dir)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("MNIST is not there: %v", err)
	}
	committed, err := ReadScores(filepath.Join("..", "..", ScoresFile))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Rebuild(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := committed.Agree(again); err != nil {
		t.Error(err)
	}
	s := scoresSource
	a, b, err := s.Load(Places{MNIST: dir})
	if err != nil {
		t.Fatal(err)
	}
	c, d := committed.Labelled("whiten", 100, 12251, 2000)
	if a.Digest() != c.Digest() || b.Digest() != d.Digest() {
		t.Error("kinds images and mnist have different whitened scores")
	}
	s.N++
	var k *KeyError
	if _, _, err := s.Load(Places{MNIST: dir}); !errors.As(err, &k) || k.Key != "ndata" {
		t.Errorf("one image too many: %v", err)
	}
}

func TestMNISTDir(t *testing.T) {
	t.Setenv("MNIST_DIR", "/somewhere/else")
	if got := MNISTDir(); got != "/somewhere/else" {
		t.Errorf("with MNIST_DIR: %s", got)
	}
	t.Setenv("MNIST_DIR", "")
	if got := MNISTDir(); got != filepath.Join("data", "mnist") {
		t.Errorf("without MNIST_DIR: %s", got)
	}
}

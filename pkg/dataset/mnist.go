package dataset

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/files"
)

// readIDX returns the sizes and the elements of an array of bytes in the IDX format,
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements, the first index varying slowest
//
// It returns an error unless there are as many elements as the sizes say.
func readIDX(b []byte) (sizes []int, data []byte, err error) {
	if len(b) < 4 || [3]byte(b) != [3]byte{0, 0, 8} || len(b) < 4+4*int(b[3]) {
		return nil, nil, errors.New("does not start as an array of bytes in the IDX format does")
	}
	n, count := int(b[3]), 1
	data = b[4+4*n:]
	for k := range n {
		size := int(binary.BigEndian.Uint32(b[4+4*k:]))
		sizes = append(sizes, size)
		if size > 0 && count > len(data)/size {
			return nil, nil, fmt.Errorf("has %d elements, its sizes need more", len(data))
		}
		count *= size
	}
	if count != len(data) {
		return nil, nil, fmt.Errorf("has %d elements, its sizes need %d", len(data), count)
	}
	return sizes, data, nil
}

// maxIDX bounds the size of a file of MNIST after it is decompressed.
const maxIDX = 1 << 26

// inflate returns what b holds, which may be compressed by gzip.
func inflate(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	b, err = io.ReadAll(io.LimitReader(z, maxIDX+1))
	if len(b) > maxIDX {
		return nil, fmt.Errorf("expected at most %d bytes, there are more", maxIDX)
	}
	return b, err
}

// MNISTFile is one of the four files of the MNIST database of handwritten digits.
type MNISTFile struct {
	Name  string // without .gz
	Size  int64  // of the compressed file, in bytes
	Sum   string // SHA-256 of the compressed file, in hexadecimal
	Plain string // SHA-256 of the file without compression
}

// MNISTFiles returns the four files: images and labels for training, then those for testing.
func MNISTFiles() []MNISTFile {
	return []MNISTFile{
		{
			"train-images-idx3-ubyte", 9912422,
			"440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
			"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
		},
		{
			"train-labels-idx1-ubyte", 28881,
			"3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
			"65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
		},
		{
			"t10k-images-idx3-ubyte", 1648877,
			"8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
			"0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
		},
		{
			"t10k-labels-idx1-ubyte", 4542,
			"f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
			"ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
		},
	}
}

// MNISTDir returns the folder of the four files: the value of the environment variable MNIST_DIR,
// or data/mnist if it is not set.
func MNISTDir() string {
	if dir := os.Getenv("MNIST_DIR"); dir != "" {
		return dir
	}
	return filepath.Join("data", "mnist")
}

// Check reads the file in dir, compressed or else plain, checks its SHA-256 and returns its path
// and content. The error is fs.ErrNotExist if there is neither, and names the file and both
// checksums if the checksum differs.
func (f MNISTFile) Check(dir string) (path string, content []byte, err error) {
	for _, c := range []struct{ ext, sum string }{{".gz", f.Sum}, {"", f.Plain}} {
		path = filepath.Join(dir, f.Name+c.ext)
		content, err := files.Read(path, maxIDX)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return path, nil, fmt.Errorf("MNIST file %s: %w", path, files.Cause(err))
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != c.sum {
			return path, nil, fmt.Errorf("MNIST file %s: damaged, or another file: its SHA-256 is %x…, "+
				"expected %s…; remove it and get it again (make data)", path, sum[:6], c.sum[:12])
		}
		return path, content, nil
	}
	return filepath.Join(dir, f.Name+".gz"), nil, fs.ErrNotExist
}

// digits are the images of two of the digits.
type digits struct {
	images [][]byte // in the order of the files, training first
	index  []uint32 // of the images among all of the files
	y      []float64
	pixels int // of an image
}

// readMNIST checks the files and returns what they hold, decompressed, in the order of MNISTFiles.
// An error names the missing or damaged file.
func readMNIST(dir string, files []MNISTFile) ([][]byte, error) {
	var contents [][]byte
	var missing []string
	for _, f := range files {
		path, b, err := f.Check(dir)
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, path)
			continue
		}
		if err == nil {
			b, err = inflate(b)
		}
		if err != nil {
			return nil, err
		}
		contents = append(contents, b)
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("images of MNIST: there is no %s (make data, or MNIST_DIR)",
			strings.Join(missing, ", "))
	}
	return contents, nil
}

// readImages returns what the files of other images hold, under the names of MNIST's with or
// without .gz, decompressed.
func readImages(dir string, names []MNISTFile) ([][]byte, error) {
	var contents [][]byte
	for _, f := range names {
		path := filepath.Join(dir, f.Name)
		b, err := files.Read(path, maxIDX)
		if errors.Is(err, fs.ErrNotExist) {
			path += ".gz"
			b, err = files.Read(path, maxIDX)
		}
		if err == nil {
			b, err = inflate(b)
		}
		if err != nil {
			return nil, fmt.Errorf("images %s: %w", path, files.Cause(err))
		}
		contents = append(contents, b)
	}
	return contents, nil
}

// parseMNIST extracts the images of two digits from the contents of the files, with y = 0 for the
// first digit and 1 for the second.
func parseMNIST(contents [][]byte, zero, one byte) (d digits, err error) {
	first := 0 // of the part, among all images
	for part := 0; part < len(contents); part += 2 {
		sizes, images, err := readIDX(contents[part])
		if err != nil {
			return digits{}, fmt.Errorf("a file of images %w", err)
		}
		counts, labels, err := readIDX(contents[part+1])
		if err != nil {
			return digits{}, fmt.Errorf("a file of labels %w", err)
		}
		if len(sizes) != 3 || len(counts) != 1 || counts[0] != sizes[0] ||
			part > 0 && d.pixels != sizes[1]*sizes[2] {
			return digits{}, fmt.Errorf("%d images do not fit %d labels", sizes, counts)
		}
		d.pixels = sizes[1] * sizes[2]
		for i, label := range labels {
			if label == zero || label == one {
				// A copy, so that the other digits' images can be freed.
				d.images = append(d.images, bytes.Clone(images[i*d.pixels:(i+1)*d.pixels]))
				d.index = append(d.index, uint32(first+i))
				y := 0.0
				if label == one {
					y = 1
				}
				d.y = append(d.y, y)
			}
		}
		first += len(labels)
	}
	return d, nil
}

// keySplit is the key of the stream that splits the images.
const keySplit = 0x73706c69

// split permutes the images by the seed and returns the first n and the last held of them.
func (d digits) split(n, held int, seed uint64) (train, rest digits) {
	p := newWords(seed, keySplit).permutation(len(d.y))
	pick := func(p []int) digits {
		s := digits{pixels: d.pixels}
		for _, i := range p {
			s.images, s.index = append(s.images, d.images[i]), append(s.index, d.index[i])
			s.y = append(s.y, d.y[i])
		}
		return s
	}
	return pick(p[:n]), pick(p[len(p)-held:])
}

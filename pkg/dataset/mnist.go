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

// parse returns the sizes and the elements of an array of bytes in the IDX format,
//
//	0 0 8 k | k sizes of 4 bytes, big endian | the elements, the first index varying slowest
//
// It returns an error unless k is dimensions and there are as many elements as the sizes say.
func (f imageFile) parse(dimensions int) (sizes []int, data []byte, err error) {
	b, start := f.content, []byte{0, 0, 8, byte(dimensions)}
	if !bytes.HasPrefix(b, start) || len(b) < 4+4*dimensions {
		return nil, nil, fmt.Errorf("file of images %s does not start as an array of bytes with %d "+
			"dimensions in the IDX format does", f.path, dimensions)
	}
	count := 1
	data = b[4+4*dimensions:]
	for k := range dimensions {
		size := int(binary.BigEndian.Uint32(b[4+4*k:]))
		sizes = append(sizes, size)
		if size > 0 && count > len(data)/size {
			return nil, nil, fmt.Errorf("file of images %s has %d elements, its sizes need more", f.path,
				len(data))
		}
		count *= size
	}
	if count != len(data) {
		return nil, nil, fmt.Errorf("file of images %s has %d elements, its sizes need %d", f.path,
			len(data), count)
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
	Sum   string // SHA-256 of the compressed file, in hexadecimal
	Plain string // SHA-256 of the file without compression
}

// MNISTFiles returns the four files: images and labels for training, then those for testing.
func MNISTFiles() []MNISTFile {
	return []MNISTFile{
		{
			"train-images-idx3-ubyte",
			"440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
			"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
		},
		{
			"train-labels-idx1-ubyte",
			"3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
			"65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
		},
		{
			"t10k-images-idx3-ubyte",
			"8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
			"0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
		},
		{
			"t10k-labels-idx1-ubyte",
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

// imageFile is the path and the content of a file, without compression.
type imageFile struct {
	path    string
	content []byte
}

// read reads the file in dir, compressed or else plain; if check, its SHA-256 must be the known
// one. The error is fs.ErrNotExist if there is neither, and names the file.
func (f MNISTFile) read(dir string, check bool) (imageFile, error) {
	for _, c := range []struct{ ext, sum string }{{".gz", f.Sum}, {"", f.Plain}} {
		path := filepath.Join(dir, f.Name+c.ext)
		b, err := files.Read(path, maxIDX)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if sum := sha256.Sum256(b); err == nil && check && hex.EncodeToString(sum[:]) != c.sum {
			err = fmt.Errorf("damaged, or another file: its SHA-256 is %x…, expected %s…; remove it and "+
				"get it again (make data)", sum[:6], c.sum[:12])
		}
		if err == nil {
			b, err = inflate(b)
		}
		if err != nil {
			return imageFile{}, fmt.Errorf("file of images %s: %w", path, files.Cause(err))
		}
		return imageFile{path, b}, nil
	}
	return imageFile{}, fs.ErrNotExist
}

// readImages returns the four files in dir, those of MNIST if check. An error names the missing or
// damaged file.
func readImages(dir string, names []MNISTFile, check bool) (all []imageFile, err error) {
	var missing []string
	for _, f := range names {
		file, err := f.read(dir, check)
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, filepath.Join(dir, f.Name+".gz"))
		} else if err != nil {
			return nil, err
		}
		all = append(all, file)
	}
	remedy := ""
	if check {
		remedy = " (make data, or MNIST_DIR)"
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("there is no file of images %s%s", strings.Join(missing, ", "), remedy)
	}
	return all, nil
}

// digits are the images of two of the digits.
type digits struct {
	images [][]byte // in the order of the files, training first
	index  []uint32 // of the images among all of the files
	y      []float64
	pixels int // of an image
}

// parseImages extracts the images of two digits from the four files, with y = 0 for the first digit
// and 1 for the second.
func parseImages(all []imageFile, zero, one byte) (d digits, err error) {
	first := 0 // of the part, among all images
	for part := 0; part < len(all); part += 2 {
		sizes, images, err := all[part].parse(3)
		if err != nil {
			return digits{}, err
		}
		counts, labels, err := all[part+1].parse(1)
		if err != nil {
			return digits{}, err
		}
		pixels := sizes[1] * sizes[2]
		switch {
		case counts[0] != sizes[0]:
			return digits{}, fmt.Errorf("file of images %s has %d, there are %d labels in %s",
				all[part].path, sizes[0], counts[0], all[part+1].path)
		case part > 0 && d.pixels != pixels:
			return digits{}, fmt.Errorf("file of images %s has images of %d pixels, expected %d as in %s",
				all[part].path, pixels, d.pixels, all[0].path)
		}
		d.pixels = pixels
		for i, label := range labels {
			if label == zero || label == one {
				// A copy, so that the other digits' images can be freed.
				d.images = append(d.images, bytes.Clone(images[i*pixels:(i+1)*pixels]))
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

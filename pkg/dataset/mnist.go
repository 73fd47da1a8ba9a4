package dataset

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
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
// It returns an error unless k = dimensions and the number of elements is the product of the sizes.
func (f imageFile) parse(dimensions int) (sizes []int, data []byte, err error) {
	b, start := f.content, []byte{0, 0, 8, byte(dimensions)}
	if !bytes.HasPrefix(b, start) || len(b) < 4+4*dimensions {
		return nil, nil, fmt.Errorf("file of images %s does not start as an array of bytes with %d "+
			"dimensions in the IDX format does", f.path, dimensions)
	}
	count := 1.0
	data = b[4+4*dimensions:]
	for k := range dimensions {
		size := binary.BigEndian.Uint32(b[4+4*k:])
		sizes, count = append(sizes, int(size)), float64(count*float64(size))
	}
	if count != float64(len(data)) {
		return nil, nil, fmt.Errorf("file of images %s has %d elements, its sizes need %.15g", f.path,
			len(data), count)
	}
	return sizes, data, nil
}

// maxIDX bounds the decompressed size of a file.
const maxIDX = 1 << 26

// inflate returns the content of b, decompressed if it is compressed by gzip.
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

// mnistNames are the four files of the MNIST database of handwritten digits: training images and
// labels, then test images and labels. The names may end in .gz.
var mnistNames = []string{
	"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
	"t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte",
}

// mnistSums are the SHA-256 of the decompressed files.
var mnistSums = []string{
	"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
	"65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
	"0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
	"ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}

// mnistDir returns the folder of the four files.
func mnistDir(root string) string {
	return cmp.Or(os.Getenv("MNIST_DIR"), filepath.Join(root, "data", "mnist"))
}

// imageFile is the path and the decompressed content of a file.
type imageFile struct {
	path    string
	content []byte
}

// readFile reads a file of dir, compressed or plain, and checks the SHA-256 of its content unless
// sum is empty. The error is fs.ErrNotExist, or names the file.
func readFile(dir, name, sum string) (f imageFile, err error) {
	for _, ext := range []string{".gz", ""} {
		f.path = filepath.Join(dir, name+ext)
		b, err := files.Read(f.path, maxIDX)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			f.content, err = inflate(b)
		}
		got := fmt.Sprintf("%x", sha256.Sum256(f.content))
		if err == nil && sum != "" && got != sum {
			err = fmt.Errorf("damaged, or another file: its content has the SHA-256 %s…, expected %s…",
				got[:12], sum[:12])
		}
		if err != nil {
			err = fmt.Errorf("file of images %s: %w", f.path, files.Cause(err))
		}
		return f, err
	}
	return f, fs.ErrNotExist
}

// readImages returns the images of two digits from the four files in dir. It checks their contents
// against the SHA-256 sums, if given.
func readImages(dir string, sums []string, zero, one byte) (d digits, err error) {
	var all []imageFile
	var missing []string
	for k, name := range mnistNames {
		sum := ""
		if sums != nil {
			sum = sums[k]
		}
		f, err := readFile(dir, name, sum)
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, filepath.Join(dir, name+".gz"))
		} else if err != nil {
			return d, err
		}
		all = append(all, f)
	}
	if len(missing) > 0 {
		return d, fmt.Errorf("there is no file of images %s", strings.Join(missing, ", "))
	}
	return parseImages(all, zero, one)
}

// digits are the images of two digits.
type digits struct {
	images [][]byte // in the order of the files, training first
	y      []float64
	pixels int // per image
}

// parseImages extracts the images of two digits from the four files, with y = 0 for the first digit
// and 1 for the second.
func parseImages(all []imageFile, zero, one byte) (d digits, err error) {
	for part := 0; part < len(all); part += 2 {
		sizes, images, err := all[part].parse(3)
		if err != nil {
			return d, err
		}
		counts, labels, err := all[part+1].parse(1)
		if err != nil {
			return d, err
		}
		pixels := sizes[1] * sizes[2]
		switch {
		case counts[0] != sizes[0]:
			return d, fmt.Errorf("file of images %s has %d, there are %d labels in %s",
				all[part].path, sizes[0], counts[0], all[part+1].path)
		case part > 0 && d.pixels != pixels:
			return d, fmt.Errorf("file of images %s has images of %d pixels, expected %d as in %s",
				all[part].path, pixels, d.pixels, all[0].path)
		}
		d.pixels = pixels
		for i, label := range labels {
			if label == zero || label == one {
				// A copy, so that the other digits' images can be freed.
				d.images = append(d.images, bytes.Clone(images[i*pixels:(i+1)*pixels]))
				d.y = append(d.y, 0)
				if label == one {
					d.y[len(d.y)-1] = 1
				}
			}
		}
	}
	return d, nil
}

// keySplit is the key of the stream that splits the images.
const keySplit = 0x73706c69

// split permutes the images by the seed and returns the first n and the last held images.
func (d digits) split(n, held int, seed uint64) (train, rest digits) {
	p := newWords(seed, keySplit).permutation(len(d.y))
	pick := func(p []int) digits {
		s := digits{pixels: d.pixels}
		for _, i := range p {
			s.images, s.y = append(s.images, d.images[i]), append(s.y, d.y[i])
		}
		return s
	}
	return pick(p[:n]), pick(p[len(p)-held:])
}

package dataset

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"adl/pkg/files"
	"adl/pkg/vec"
)

// Labelled is a set of N vectors z₁, …, z_N of dimension D with labels y₁, …, y_N in {0, 1}.
type Labelled struct {
	Z         []float32 // N×D, row-major. Where they are the result of a computation they are rounded to float32, which is what Digest sees
	D         int
	Y         []float64 // 0 or 1
	Origin    string    // in words
	Surrogate bool      // stands for data that were asked for and are not there
}

// Row returns z_i, i from 0, as a part of Z.
func (l Labelled) Row(i int) []float32 { return l.Z[i*l.D : (i+1)*l.D : (i+1)*l.D] }

// Digest is the SHA-256 of N and D as integers of 64 bits, the bits of Z and those of Y, all little
// endian, in hexadecimal.
func (l Labelled) Digest() string {
	h := sha256.New()
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(l.Y)))
	b = binary.LittleEndian.AppendUint64(b, uint64(l.D))
	for _, z := range l.Z {
		if b = binary.LittleEndian.AppendUint32(b, math.Float32bits(z)); len(b) >= 4096 {
			h.Write(b)
			b = b[:0]
		}
	}
	for _, y := range l.Y {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(y))
	}
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))
}

// Write writes one datum a line, its D components and its label with commas between them, in the
// shortest form that reads back as the same numbers, below a line of comment.
func (l Labelled) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s: %d components and the label of a datum a line\n", l.Origin, l.D)
	var s []byte
	for i, y := range l.Y {
		s = s[:0]
		for _, z := range l.Row(i) {
			s = append(strconv.AppendFloat(s, float64(z), 'g', -1, 32), ',')
		}
		s = append(strconv.AppendFloat(s, y, 'g', -1, 64), '\n')
		b.Write(s)
	}
	return b.Flush()
}

// maxDim bounds the dimension of labelled data in a file.
const maxDim = 4096

// ReadLabelled reads a file of one datum a line: its components and, last, its label, 0 or 1, with
// commas between them. Components are rounded to float32. Empty lines and lines that begin with #
// do not count. An error names the file, the line and what was expected.
func ReadLabelled(path string) (Labelled, error) {
	f, err := os.Open(path)
	if err != nil {
		return Labelled{}, fmt.Errorf("data file %s: %w", path, files.Cause(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return Labelled{}, fmt.Errorf(
			"data file %s: is a directory, expected a file of one labelled datum a line", path,
		)
	}
	l, err := parseLabelled(f)
	if err != nil {
		return Labelled{}, fmt.Errorf("data file %s:%w", path, err)
	}
	l.Origin = path
	return l, nil
}

func parseLabelled(r io.Reader) (Labelled, error) {
	var l Labelled
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 32*maxDim)
	line := 0
	for sc.Scan() {
		line++
		s := strings.TrimSpace(sc.Text())
		if s == "" || s[0] == '#' {
			continue
		}
		d := strings.Count(s, ",")
		switch {
		case l.D == 0 && (d < 1 || d > maxDim):
			return Labelled{}, fmt.Errorf(
				"%d: expected 1 to %d components and a label with commas between them, got %d commas", line,
				maxDim, d,
			)
		case l.D == 0:
			l.D = d
		case d != l.D:
			return Labelled{}, fmt.Errorf(
				"%d: expected %d components and a label as in the lines before, got %d commas", line, l.D, d,
			)
		}
		if len(l.Y) == vec.MaxIndex {
			return Labelled{}, fmt.Errorf("%d: more than %d data", line, vec.MaxIndex)
		}
		for k := range d + 1 {
			var word string
			word, s, _ = strings.Cut(s, ",")
			word = strings.TrimSpace(word)
			if k == d {
				if word != "0" && word != "1" {
					return Labelled{}, fmt.Errorf("%d: expected the label 0 or 1 at the end, got %q", line,
						short(word))
				}
				l.Y = append(l.Y, float64(word[0]-'0'))
				break
			}
			z, err := strconv.ParseFloat(word, 32)
			if err != nil || math.IsNaN(z) || math.IsInf(z, 0) {
				return Labelled{}, fmt.Errorf(
					"%d: component %d: expected a finite number in single precision, got %q", line, k+1,
					short(word),
				)
			}
			l.Z = append(l.Z, float32(z))
		}
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return Labelled{}, fmt.Errorf("%d: the line is too long for a labelled datum", line+1)
	} else if err != nil {
		return Labelled{}, fmt.Errorf("%d: %w", line+1, files.Cause(err))
	}
	if len(l.Y) == 0 {
		return Labelled{}, errors.New(" no data, expected components and a label in each line")
	}
	return l, nil
}

func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// Rounding of computed scores: to multiples of 2⁻¹². The standard deviation of what this adds is
// 7·10⁻⁵, and pixels in 256 steps have put some 10⁻³ there before. So coarse a grid makes scores
// the same on machines whose eigenvectors differ in their last bits; all are float32 numbers below
// 4096.
const scoreGrid = 1 << 12

func roundScore(z float64) float32 {
	return float32(math.RoundToEven(z*scoreGrid) / scoreGrid)
}

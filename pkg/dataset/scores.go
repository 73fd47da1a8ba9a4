package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"math"

	"adl/pkg/files"
	"adl/pkg/table"
)

// ScoresFile is where the project keeps the principal scores of the images of 7 and 9 in MNIST,
// below its folder. Programs hold it, as it was when they were built. data/README.md describes the
// file and names its authors and its licence.
const ScoresFile = "data/mnist79.npz"

// Scores are principal scores of images of two digits. The components are those of the first Train
// images; the others are held out.
//
//	z_k = Z_k/4096,   raw score = sd_k z_k, rounded to a multiple of 1/4096
//
// The z_k have unit variance over the first Train images. The raw scores are those of pixels in
// [0, 1].
type Scores struct {
	Z     []int16   // N×D, row-major, in units of 1/4096
	D     int       // the number of components
	SD    []float64 // sd_k, decreasing
	Label []uint32  // the digit of an image, 7 or 9
	Index []uint32  // where it is in MNIST, from 0: the training images, then the others from 60000
	Train int
}

// The committed scores are those of kind images with these keys.
var scoresSource = LabelledSource{
	Kind: "images", Digits: []int{7, 9}, PCA: "whiten", D: 100, N: 12251, HeldOut: 2000, Seed: 1,
}

// maxScores bounds the size of a file of scores.
const maxScores = 1 << 26

// ReadScores reads a file that [Scores.Write] wrote. An error names the file and, in one line, what
// is wrong with it.
func ReadScores(path string) (*Scores, error) {
	b, err := files.Read(path, maxScores)
	return decodeScores(path, b, err)
}

// decodeScores returns the scores in a file that was read, or its error.
func decodeScores(path string, b []byte, err error) (*Scores, error) {
	if err != nil {
		return nil, fmt.Errorf("principal scores of MNIST %s: %w", path, files.Cause(err))
	}
	s, err := parseScores(b)
	if err != nil {
		return nil, fmt.Errorf("principal scores of MNIST %s: damaged, or another file: %w", path, err)
	}
	return s, nil
}

// parseScores returns the scores in the content of a file.
func parseScores(b []byte) (*Scores, error) {
	a, err := table.ReadNPZ(b)
	if err != nil {
		return nil, err
	}
	s := &Scores{}
	var errs [5]error
	s.SD, errs[0] = table.Array[float64](a, "sd")
	s.Label, errs[1] = table.Array[uint32](a, "label")
	n := len(s.Label)
	s.D = len(s.SD)
	s.Index, errs[2] = table.Array[uint32](a, "index", n)
	s.Z, errs[3] = table.Array[int16](a, "score", n, s.D)
	train, err := table.Array[uint32](a, "train", 1)
	errs[4] = err
	if err := cmp.Or(errs[:]...); err != nil {
		return nil, err
	}
	if train[0] < 1 || int64(train[0]) > int64(n) {
		return nil, fmt.Errorf("expected 1 to %d data for training, got %d", n, train[0])
	}
	s.Train = int(train[0])
	for k, sd := range s.SD {
		if !(sd > 0 && sd < math.MaxFloat32) {
			return nil, fmt.Errorf("expected positive standard deviations, got %g for component %d", sd,
				k+1)
		}
	}
	for i, y := range s.Label {
		if y != 7 && y != 9 {
			return nil, fmt.Errorf("expected the labels 7 and 9, got %d for datum %d", y, i+1)
		}
	}
	return s, nil
}

// Write writes the file, whole or not at all: the NumPy arrays score (int16, N×D), sd, label, index
// and train of the fields of the same names.
func (s *Scores) Write(path string) error {
	var b bytes.Buffer
	err := table.WriteNPZ(&b, table.Archive{
		{Name: "score", Shape: []int{len(s.Label), s.D}, Data: s.Z},
		{Name: "sd", Data: s.SD},
		{Name: "label", Data: s.Label},
		{Name: "index", Data: s.Index},
		{Name: "train", Data: []uint32{uint32(s.Train)}},
	})
	if err != nil {
		return err
	}
	return files.WriteBytes(path, b.Bytes())
}

// Labelled returns the first d scores of the first n data for training and of the last held ones of
// those held out, with y = 0 for a 7 and 1 for a 9, whitened or raw ("whiten", "scale"). It panics
// if there are not so many, or for another pca.
func (s *Scores) Labelled(pca string, d, n, held int) (train, heldOut Labelled) {
	rest := len(s.Label) - s.Train
	if d < 1 || d > s.D || n < 0 || n > s.Train || held < 0 || held > rest ||
		pca != "whiten" && pca != "scale" {
		panic(fmt.Sprintf("dataset: %q scores of %d components, %d and %d data, expected at most %d, %d "+
			"and %d", pca, d, n, held, s.D, s.Train, rest))
	}
	pick := func(from, n int) Labelled {
		l := newLabelled(n, d, fmt.Sprintf("MNIST 7 against 9, PCA (%s)", pca))
		for i := range n {
			at := from + i
			if s.Label[at] == 9 {
				l.Y[i] = 1
			}
			for k, z := range s.Z[at*s.D : at*s.D+d] {
				x := float64(z) / scoreGrid
				if pca == "scale" {
					x = float64(roundScore(float64(s.SD[k] * x)))
				}
				l.Row(i)[k] = float32(x)
			}
		}
		return l
	}
	return pick(0, n), pick(len(s.Label)-held, held)
}

// Rebuild computes the scores of the project from the four files of MNIST in the folder dir.
func Rebuild(dir string) (*Scores, error) {
	all, err := readImages(dir, MNISTFiles(), true)
	if err != nil {
		return nil, err
	}
	return scoresSource.rebuild(all)
}

// rebuild computes scores, labels and indices.
func (s LabelledSource) rebuild(all []imageFile) (*Scores, error) {
	c, train, heldOut, err := s.fit(all)
	if err != nil {
		return nil, err
	}
	scores := &Scores{D: s.D, Train: s.N}
	for _, lambda := range c.lambda {
		scores.SD = append(scores.SD, math.Sqrt(lambda))
	}
	for _, part := range []digits{train, heldOut} {
		l := c.transform(part.images, part.y)
		for _, z := range l.Z {
			if z = z * scoreGrid; z < math.MinInt16 || z > math.MaxInt16 {
				return nil, fmt.Errorf("a score of %g does not fit 16 bits", z/scoreGrid)
			}
			scores.Z = append(scores.Z, int16(z))
		}
		scores.Index = append(scores.Index, part.index...)
		for _, y := range part.y {
			scores.Label = append(scores.Label, uint32(s.Digits[int(y)]))
		}
	}
	return scores, nil
}

// Agree returns an error that says what differs between scores and those computed again. Scores may
// differ by one unit, which is where eigenvectors that differ in their last bits round another way,
// and standard deviations by a part of 10⁹.
func (s *Scores) Agree(again *Scores) error {
	if s.D != again.D || s.Train != again.Train || len(s.Label) != len(again.Label) {
		return fmt.Errorf("%d of %d data for training and %d components, computed again %d of %d and %d",
			s.Train, len(s.Label), s.D, again.Train, len(again.Label), again.D)
	}
	for i := range s.Label {
		if s.Label[i] != again.Label[i] || s.Index[i] != again.Index[i] {
			return fmt.Errorf("datum %d is image %d, a %d, computed again image %d, a %d",
				i+1, s.Index[i], s.Label[i], again.Index[i], again.Label[i])
		}
	}
	for k, sd := range s.SD {
		if !(math.Abs(sd/again.SD[k]-1) <= 1e-9) {
			return fmt.Errorf("component %d has the standard deviation %g, computed again %g", k+1, sd,
				again.SD[k])
		}
	}
	for i, z := range s.Z {
		if diff := int(z) - int(again.Z[i]); diff < -1 || diff > 1 {
			return fmt.Errorf("score %d of datum %d is %d/4096, computed again %d/4096", i%s.D+1, i/s.D+1,
				z, again.Z[i])
		}
	}
	return nil
}

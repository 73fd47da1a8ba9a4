package dataset

import (
	"cmp"
	"fmt"

	"adl/pkg/table"
)

// ScoresFile is the path, in the repository, of the principal scores of the 7s and 9s in MNIST.
// Programs embed the file when they are built. data/README.md describes the file and names its
// authors and its licence.
const ScoresFile = "data/mnist79.npz"

// scores are principal scores of images of two digits. The components were fitted to the first
// train images; the other images are held out.
//
//	z_k = Z_k/4096,   raw score = sd_k z_k, rounded to a multiple of 1/4096
//
// The z_k have unit variance over the first train images. The raw scores are for pixels in [0, 1].
type scores struct {
	z     []int16   // N×d, row-major, in units of 1/4096
	d     int       // the number of components
	sd    []float64 // sd_k, decreasing
	label []uint32  // the digit of an image, 7 or 9
	train int
}

// parseScores returns the scores in the content of a file.
func parseScores(content []byte) (*scores, error) {
	a, err := table.ReadNPZ(content)
	if err != nil {
		return nil, err
	}
	s := &scores{}
	var train []uint32
	var errs [4]error
	s.sd, errs[0] = table.Array[float64](a, "sd")
	s.label, errs[1] = table.Array[uint32](a, "label")
	s.d = len(s.sd)
	n := len(s.label)
	s.z, errs[2] = table.Array[int16](a, "score", n, s.d)
	train, errs[3] = table.Array[uint32](a, "train", 1)
	if err := cmp.Or(errs[:]...); err != nil {
		return nil, err
	}
	if train[0] < 1 || int64(train[0]) > int64(n) {
		return nil, fmt.Errorf("expected 1 to %d data for training, got %d", n, train[0])
	}
	s.train = int(train[0])
	return s, nil
}

// labelled returns the first d scores, whitened or raw ("whiten", "scale"), of the first n training
// data and of the last held data held out, with y = 0 for a 7 and y = 1 for a 9.
func (s *scores) labelled(pca string, d, n, held int) (train, heldOut Labelled) {
	pick := func(from, n int) Labelled {
		l := newLabelled(n, d, fmt.Sprintf("MNIST 7 against 9, PCA (%s)", pca))
		for i := range n {
			at := from + i
			if s.label[at] == 9 {
				l.Y[i] = 1
			}
			for k, z := range s.z[at*s.d : at*s.d+d] {
				x := float64(z) / scoreGrid
				if pca == "scale" {
					x = float64(roundScore(float64(s.sd[k] * x)))
				}
				l.Row(i)[k] = float32(x)
			}
		}
		return l
	}
	return pick(0, n), pick(len(s.label)-held, held)
}

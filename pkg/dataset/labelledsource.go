package dataset

import (
	"fmt"
	"path"
	"slices"

	"adl/data"
	"adl/pkg/vec"
)

// LabelledSource is the [data] table of a spec: where labelled data come from. With File, all keys
// below except HeldOut are ignored.
//
//	kind        is                                                    needs
//	mnist       the project's principal scores of MNIST's 7s and 9s   pca, d, ndata
//	images      principal scores, computed from images of two digits  pca, d, ndata, digits, seed
//	classes     TwoClasses                                            ndata, c2, seed
//	correlated  Correlated                                            d, ndata, nu, seed
//
// For mnist, the components were fitted to the whole training set; for images, they are fitted to
// the ndata images that the seed picks.
type LabelledSource struct {
	CSV
	Kind string `toml:"kind" spec:"optional,in=mnist|images|classes|correlated"`
	// PCA is "whiten" for scores of unit variance, or "scale" for scores of pixels in [0, 1].
	PCA string `toml:"pca" spec:"optional,in=whiten|scale"`
	// D is the number of principal components or of correlated covariates.
	D int `toml:"d" spec:"optional,min=1,max=784"`
	// N is the number of data.
	N int `toml:"ndata" spec:"optional,min=1,max=10000000"`
	// HeldOut is the number of further data to hold out; in a file, the last data.
	HeldOut int `toml:"held_out" spec:"optional,nonnegative,max=1000000"`
	// Digits are the labels of the images with y = 0 and with y = 1.
	Digits []int `toml:"digits" spec:"optional,nonnegative,max=255"`
	// Images is a folder with four IDX files of images and labels under MNIST's file names. If it is
	// empty, MNIST's own files are read and checked.
	Images string `toml:"images" spec:"optional,nonempty"`
	// Seed is the seed of the split or of the streams.
	Seed uint64 `toml:"seed" spec:"optional"`
	// C2 is the variance of a point about its centre.
	C2 float64 `toml:"c2" spec:"optional,positive"`
	// Nu is the number of degrees of freedom of correlated covariates, 0 for normal ones.
	Nu int `toml:"nu,omitempty" spec:"optional,nonnegative,max=1000"`
}

// Load returns the data and the held-out data. The files of MNIST are in $MNIST_DIR or data/mnist
// below root. An error names the wrong key of the [data] table ([KeyError]), or the file that is
// missing or damaged.
func (s LabelledSource) Load(root string) (train, heldOut Labelled, err error) {
	if err := s.check(); err != nil {
		return train, heldOut, err
	}
	var all Labelled
	switch {
	case s.File != "":
		if all, err = s.read(classes); err != nil {
			return train, heldOut, err
		}
		if len(all.Y) <= s.HeldOut {
			return train, heldOut, wrongKey("held_out", "expected less than the %d data of %s, got %d",
				len(all.Y), s.File, s.HeldOut)
		}
	case s.Kind == "mnist":
		return s.mnist()
	case s.Kind == "images" && s.Images == "":
		return s.images(mnistDir(root), mnistSums)
	case s.Kind == "images":
		return s.images(s.Images, nil)
	case s.Kind == "classes":
		all = TwoClasses(s.N+s.HeldOut, s.C2, s.Seed)
	default:
		all = Correlated(s.N+s.HeldOut, s.D, s.Nu, s.Seed)
	}
	n := len(all.Y) - s.HeldOut
	at := n * all.D
	train, heldOut = all, all
	train.Z, train.Y = all.Z[:at:at], all.Y[:n:n]
	heldOut.Z, heldOut.Y = all.Z[at:], all.Y[n:]
	return train, heldOut, nil
}

// check checks the keys that the kind needs.
func (s LabelledSource) check() error {
	switch {
	case s.File != "":
		return nil
	case !slices.Contains([]string{"mnist", "images", "classes", "correlated"}, s.Kind):
		return wrongKey("kind", "expected mnist, images, classes or correlated (or a file), got %q",
			s.Kind)
	case s.N < 1 || s.N > vec.MaxData:
		return wrongNumber(s.N)
	case s.Kind == "classes" && !(s.C2 > 0):
		return wrongKey("c2", "kind classes: expected a positive variance, got %g", s.C2)
	case s.Kind == "classes":
		return nil
	case s.D < 1 || s.D > 784:
		return wrongKey("d", "kind %s: expected 1 to 784 components, got %d", s.Kind, s.D)
	case s.Kind == "correlated" && s.Nu < 0:
		return wrongKey("nu", "kind correlated: expected degrees of freedom, or 0 for normal "+
			"covariates, got %d", s.Nu)
	case s.Kind == "correlated":
		return nil
	case s.PCA != "whiten" && s.PCA != "scale":
		return wrongKey("pca", "kind %s: expected whiten or scale, got %q", s.Kind, s.PCA)
	case s.Kind == "mnist" && (s.Digits != nil || s.Images != "" || s.Seed != 0):
		return wrongKey("kind", "mnist is the project's scores of 7 and 9; images takes digits, images "+
			"and seed")
	case s.Kind == "mnist":
		return nil
	}
	if k := s.Digits; len(k) != 2 || k[0] == k[1] || min(k[0], k[1]) < 0 || max(k[0], k[1]) > 255 {
		return wrongKey("digits", "kind images: expected two different labels from 0 to 255, got %d", k)
	}
	return nil
}

// mnist returns scores from the project's file.
func (s LabelledSource) mnist() (train, heldOut Labelled, err error) {
	b, err := data.Files.ReadFile(path.Base(ScoresFile))
	if err != nil {
		panic(err) // the file is embedded
	}
	scores, err := parseScores(b)
	if err != nil {
		return train, heldOut, fmt.Errorf("principal scores of MNIST %s: %w", ScoresFile, err)
	}
	for _, k := range []struct {
		key       string
		got, most int
		of        string
	}{
		{"d", s.D, scores.d, "components"}, {"ndata", s.N, scores.train, "data"},
		{"held_out", s.HeldOut, len(scores.label) - scores.train, "data held out"},
	} {
		if k.got > k.most {
			return train, heldOut, wrongKey(k.key, "expected at most the %d %s of %s, got %d (kind images "+
				"has more)", k.most, k.of, ScoresFile, k.got)
		}
	}
	train, heldOut = scores.labelled(s.PCA, s.D, s.N, s.HeldOut)
	return train, heldOut, nil
}

// images computes the scores of the images in a folder. It checks the files against the sums, if
// given. Errors in images other than MNIST's are KeyErrors.
func (s LabelledSource) images(dir string, sums []string) (train, heldOut Labelled, err error) {
	of := "MNIST"
	if s.Images != "" {
		of = "images " + dir
	}
	d, err := readImages(dir, sums, byte(s.Digits[0]), byte(s.Digits[1]))
	switch {
	case err != nil && s.Images != "":
		return train, heldOut, wrongKey("images", "%v", err)
	case err != nil:
		return train, heldOut, fmt.Errorf("%w (make data gets MNIST; MNIST_DIR is its folder)", err)
	case s.N+s.HeldOut > len(d.y):
		return train, heldOut, wrongKey("ndata",
			"expected at most the %d images of %d and %d with those held out, got %d + %d",
			len(d.y), s.Digits[0], s.Digits[1], s.N, s.HeldOut)
	}
	a, b := d.split(s.N, s.HeldOut, s.Seed)
	c, err := fit(a.images, d.pixels, s.D, s.PCA == "whiten")
	if err != nil {
		return train, heldOut, err
	}
	train, heldOut = c.transform(a.images, a.y), c.transform(b.images, b.y)
	train.Origin = fmt.Sprintf("%s %d against %d, PCA (%s), split by seed %d", of, s.Digits[0],
		s.Digits[1], s.PCA, s.Seed)
	heldOut.Origin = train.Origin
	return train, heldOut, nil
}

package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"

	"adl/pkg/vec"
)

// LabelledSource is the [data] table of a spec: where labelled data come from. With File, the rest
// is ignored except for HeldOut.
//
//	kind       is                                                  needs
//	mnist      principal scores of the 7s and 9s of MNIST          pca, d, ndata, seed (of split)
//	surrogate  Surrogate                                           pca, d, ndata, seed
//	classes    TwoClasses                                          ndata, c2, seed
//
// If there are no files of MNIST, mnist is the surrogate with the same keys.
type LabelledSource struct {
	// File has the components and the label of one datum per line, see ReadLabelled.
	File string `toml:"file" spec:"optional"`
	// Kind is mnist, surrogate or classes.
	Kind string `toml:"kind" spec:"optional,in=mnist|surrogate|classes"`
	// PCA is whiten for scores of unit variance, or scale for the scores of pixels in [0, 1].
	PCA string `toml:"pca" spec:"optional,in=whiten|scale"`
	// D is the number of principal components.
	D int `toml:"d" spec:"optional,min=1,max=784"`
	// N is the number of data.
	N int `toml:"ndata" spec:"optional,min=1,max=65536"`
	// HeldOut is the number of further data that are held out; of a file, the last ones.
	HeldOut int `toml:"held_out" spec:"optional,nonnegative,max=1000000"`
	// Seed is the seed of the split or of the streams.
	Seed uint64 `toml:"seed" spec:"optional"`
	// C2 is the variance of a point about its centre.
	C2 float64 `toml:"c2" spec:"optional,positive"`
}

// Load returns the data and the held-out data. It looks for the files of MNIST in the folder dir,
// or in MNISTDir() if dir is empty, and keeps the scores in the folder cache, unless cache is
// empty. An error names the wrong key of the [data] table ([KeyError]), or the file. Damaged files
// of MNIST and an incomplete set are errors. If there are none of the files, the data are the
// surrogate, and their Origin mentions it.
func (s LabelledSource) Load(dir, cache string) (train, heldOut Labelled, err error) {
	if dir == "" {
		dir = MNISTDir()
	}
	return s.load(dir, cache, MNISTFiles())
}

func (s LabelledSource) load(dir, cache string,
	files []MNISTFile) (train, heldOut Labelled, err error) {
	if err := s.check(); err != nil {
		return Labelled{}, Labelled{}, err
	}
	var all Labelled
	n := s.N
	switch {
	case s.File != "":
		if all, err = ReadLabelled(s.File); err != nil {
			return Labelled{}, Labelled{}, err
		}
		if n = len(all.Y) - s.HeldOut; n < 1 {
			reason := fmt.Sprintf("expected less than the %d data of %s, got %d",
				len(all.Y), s.File, s.HeldOut)
			return Labelled{}, Labelled{}, &KeyError{"held_out", reason}
		}
	case s.Kind == "mnist":
		train, heldOut, err = s.mnist(dir, cache, files)
		if !errors.Is(err, errNoMNIST) {
			return train, heldOut, err
		}
		if s.D > maxSurrogateDim {
			reason := fmt.Sprintf("there are no MNIST files in %s (make data), and their surrogate "+
				"has at most %d components, got %d", dir, maxSurrogateDim, s.D)
			return Labelled{}, Labelled{}, &KeyError{"d", reason}
		}
		all = Surrogate(n+s.HeldOut, s.D, s.PCA == "whiten", s.Seed)
		all.Origin += " (there are no MNIST files)"
	case s.Kind == "surrogate":
		all = Surrogate(n+s.HeldOut, s.D, s.PCA == "whiten", s.Seed)
	default:
		all = TwoClasses(n+s.HeldOut, s.C2, s.Seed)
	}
	train, heldOut = all, all
	at := n * all.D
	train.Z, train.Y = all.Z[:at:at], all.Y[:n:n]
	heldOut.Z, heldOut.Y = all.Z[at:], all.Y[n:]
	return train, heldOut, nil
}

// check checks the keys that the kind needs.
func (s LabelledSource) check() error {
	most := 784
	switch s.Kind {
	case "surrogate":
		most = maxSurrogateDim
	case "mnist", "classes":
	default:
		if s.File == "" {
			return &KeyError{
				"kind", fmt.Sprintf("expected mnist, surrogate or classes (or a file), got %q", s.Kind),
			}
		}
	}
	switch {
	case s.HeldOut < 0 || s.HeldOut > 1e6:
		return &KeyError{
			"held_out", fmt.Sprintf("expected a number of data from 0 to 1000000, got %d", s.HeldOut),
		}
	case s.File != "":
		return nil
	case s.N < 1 || s.N > vec.MaxIndex:
		return &KeyError{
			"ndata", fmt.Sprintf("expected a number of data from 1 to %d, got %d", vec.MaxIndex, s.N),
		}
	case s.Kind == "classes" && !(s.C2 > 0):
		return &KeyError{"c2", fmt.Sprintf("kind classes: expected a positive variance, got %g", s.C2)}
	case s.Kind == "classes":
		return nil
	case s.PCA != "whiten" && s.PCA != "scale":
		return &KeyError{"pca", fmt.Sprintf("kind %s: expected whiten or scale, got %q", s.Kind, s.PCA)}
	case s.D < 1 || s.D > most:
		return &KeyError{
			"d", fmt.Sprintf("kind %s: expected 1 to %d components, got %d", s.Kind, most, s.D),
		}
	}
	return nil
}

// mnist computes the scores from the files, or takes them from the cache. The error is errNoMNIST
// if there are no files.
func (s LabelledSource) mnist(dir, cache string,
	files []MNISTFile) (train, heldOut Labelled, err error) {
	contents, err := readMNIST(dir, files)
	if err != nil {
		return Labelled{}, Labelled{}, err
	}
	origin := fmt.Sprintf("MNIST 7 against 9, PCA (%s), split by seed %d", s.PCA, s.Seed)
	// What the scores depend on. The number in front is the version of the computation: increase it
	// with any change that changes scores.
	what := fmt.Sprintf("1 7 9 %s %d %d %d %d", s.PCA, s.D, s.N, s.HeldOut, s.Seed)
	for _, f := range files {
		what += " " + f.Plain
	}
	key := sha256.Sum256([]byte(what))
	path := filepath.Join(cache, fmt.Sprintf("mnist-%x.scores", key[:8]))
	ok := false
	if cache != "" {
		train, heldOut, ok = readCache(path, key, s.N, s.HeldOut, s.D)
	}
	if !ok {
		train, heldOut, err = s.scores(contents, files)
		if err == nil && cache != "" {
			err = writeCache(path, key, train, heldOut)
		}
		if err != nil {
			return Labelled{}, Labelled{}, err
		}
	}
	train.Origin, heldOut.Origin = origin, origin
	return train, heldOut, nil
}

// scores computes the principal scores. The components are fitted to the data, without the held-out
// ones.
func (s LabelledSource) scores(contents [][]byte,
	files []MNISTFile) (train, heldOut Labelled, err error) {
	d, err := parseMNIST(contents, files, 7, 9)
	if err != nil {
		return Labelled{}, Labelled{}, err
	}
	if s.N+s.HeldOut > len(d.y) {
		return Labelled{}, Labelled{}, &KeyError{
			"ndata",
			fmt.Sprintf("expected at most the %d images of 7 and 9 with those held out, got %d + %d",
				len(d.y), s.N, s.HeldOut),
		}
	}
	a, b := d.split(s.N, s.HeldOut, s.Seed)
	c, err := fit(a.images, d.pixels, s.D, s.PCA == "whiten")
	if err != nil {
		return Labelled{}, Labelled{}, err
	}
	return c.transform(a.images, a.y), c.transform(b.images, b.y), nil
}

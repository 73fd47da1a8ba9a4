package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"

	"adl/pkg/vec"
)

// LabelledSource says where labelled data come from: the [data] table of a spec. With File, only
// HeldOut counts beside it.
//
//	kind       is                                                  needs
//	mnist      principal scores of the 7s and 9s of MNIST          pca, d, ndata, seed (of the split)
//	surrogate  Surrogate                                           pca, d, ndata, seed
//	classes    TwoClasses                                          ndata, c2, seed
//
// Without its files, mnist is the surrogate with the same keys.
type LabelledSource struct {
	File    string  `toml:"file"     spec:"optional"`                            // components and label of one datum a line, see ReadLabelled
	Kind    string  `toml:"kind"     spec:"optional,in=mnist|surrogate|classes"` //
	PCA     string  `toml:"pca"      spec:"optional,in=whiten|scale"`            // unit variance, or the scores of pixels in [0, 1]
	D       int     `toml:"d"        spec:"optional,min=1,max=784"`              // number of principal components
	N       int     `toml:"ndata"    spec:"optional,min=1,max=65536"`            // how many data
	HeldOut int     `toml:"held_out" spec:"optional,nonnegative,max=1000000"`    // how many more are held out; of a file, its last ones
	Seed    uint64  `toml:"seed"     spec:"optional"`                            // of the split or the streams
	C2      float64 `toml:"c2"       spec:"optional,positive"`                   // variance of a point about its centre
}

// Load returns the data and those held out. The files of MNIST are looked for in the folder dir, or
// MNISTDir() if it is empty; the scores are kept in the folder cache, unless that is empty. An
// error names the key of the [data] table that is wrong (KeyError), or the file. Damaged files of
// MNIST and an incomplete set are errors; where there are none at all, the data are the surrogate
// and their Origin says so.
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
			return Labelled{}, Labelled{}, &KeyError{
				"held_out",
				fmt.Sprintf("expected less than the %d data of %s, got %d", len(all.Y), s.File, s.HeldOut),
			}
		}
	case s.Kind == "mnist":
		train, heldOut, err = s.mnist(dir, cache, files)
		if !errors.Is(err, errNoMNIST) {
			return train, heldOut, err
		}
		if s.D > MaxSurrogateDim {
			return Labelled{}, Labelled{}, &KeyError{
				"d",
				fmt.Sprintf(
					"there are no MNIST files in %s (make data), and their surrogate has at most %d "+
						"components, got %d",
					dir,
					MaxSurrogateDim,
					s.D,
				),
			}
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

// check compares the keys that the kind needs with what they may be.
func (s LabelledSource) check() error {
	most := 784
	switch s.Kind {
	case "surrogate":
		most = MaxSurrogateDim
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

// mnist reads the files, or takes the scores from the cache. It is errNoMNIST where there are no
// files.
func (s LabelledSource) mnist(dir, cache string,
	files []MNISTFile) (train, heldOut Labelled, err error) {
	contents, err := readMNIST(dir, files)
	if err != nil {
		return Labelled{}, Labelled{}, err
	}
	origin := fmt.Sprintf("MNIST 7 against 9, PCA (%s), split by seed %d", s.PCA, s.Seed)
	// What the scores depend on. The number in front is that of the computation: a change of it that
	// changes scores makes it another.
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

// scores computes the principal scores: the components are fitted to the data alone, not to those
// held out.
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

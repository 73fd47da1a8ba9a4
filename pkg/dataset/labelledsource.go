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
	File string `toml:"file" spec:"optional,nonempty"`
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

// Cache is where the principal scores of images are kept, which take a while to compute. The zero
// value keeps none.
type Cache struct {
	Dir      string // the folder; empty for none
	ReadOnly bool   // use what is there and keep nothing
	// Failed is told why scores cannot be kept, unless it is nil. They are computed again next time.
	Failed func(error)
}

// Load returns the data and the held-out data. It looks for the files of MNIST in the folder dir,
// or in MNISTDir() if dir is empty. An error names the wrong key of the [data] table ([KeyError]), or the file. Damaged files
// of MNIST and an incomplete set are errors. If there are none of the files, the data are the
// surrogate, and their Origin mentions it.
func (s LabelledSource) Load(dir string, cache Cache) (train, heldOut Labelled, err error) {
	if dir == "" {
		dir = MNISTDir()
	}
	sets, err := s.load(dir, cache, MNISTFiles())
	return sets[0], sets[1], err
}

// load returns the data and the held-out data.
func (s LabelledSource) load(
	dir string, cache Cache, files []MNISTFile,
) (sets [2]Labelled, err error) {
	if err := s.check(); err != nil {
		return sets, err
	}
	var all Labelled
	n, kind, missing := s.N, s.Kind, ""
	if s.File == "" && kind == "mnist" {
		sets, err = s.mnist(dir, cache, files)
		if !errors.Is(err, errNoMNIST) {
			return sets, err
		}
		if s.D > maxSurrogateDim {
			return sets, wrongKey("d", "there are no MNIST files in %s (make data), and their surrogate "+
				"has at most %d components, got %d", dir, maxSurrogateDim, s.D)
		}
		kind, missing = "surrogate", " (there are no MNIST files)"
	}
	switch {
	case s.File != "":
		if all, err = ReadLabelled(s.File); err != nil {
			return sets, err
		}
		if n = len(all.Y) - s.HeldOut; n < 1 {
			return sets, wrongKey("held_out", "expected less than the %d data of %s, got %d",
				len(all.Y), s.File, s.HeldOut)
		}
	case kind == "surrogate":
		all = Surrogate(n+s.HeldOut, s.D, s.PCA == "whiten", s.Seed)
		all.Origin += missing
	default:
		all = TwoClasses(n+s.HeldOut, s.C2, s.Seed)
	}
	sets = [2]Labelled{all, all}
	at := n * all.D
	sets[0].Z, sets[0].Y = all.Z[:at:at], all.Y[:n:n]
	sets[1].Z, sets[1].Y = all.Z[at:], all.Y[n:]
	return sets, nil
}

// check checks the keys that the kind needs.
func (s LabelledSource) check() error {
	most := 784
	if s.Kind == "surrogate" {
		most = maxSurrogateDim
	}
	switch {
	case s.File == "" && s.Kind != "mnist" && s.Kind != "surrogate" && s.Kind != "classes":
		return wrongKey("kind", "expected mnist, surrogate or classes (or a file), got %q", s.Kind)
	case s.File != "":
		return nil
	case s.N < 1 || s.N > vec.MaxIndex:
		return wrongNumber(s.N)
	case s.Kind == "classes" && !(s.C2 > 0):
		return wrongKey("c2", "kind classes: expected a positive variance, got %g", s.C2)
	case s.Kind == "classes":
		return nil
	case s.PCA != "whiten" && s.PCA != "scale":
		return wrongKey("pca", "kind %s: expected whiten or scale, got %q", s.Kind, s.PCA)
	case s.D < 1 || s.D > most:
		return wrongKey("d", "kind %s: expected 1 to %d components, got %d", s.Kind, most, s.D)
	}
	return nil
}

// mnist computes the scores from the files, or takes them from the cache. The error is errNoMNIST
// if there are no files.
func (s LabelledSource) mnist(
	dir string, cache Cache, files []MNISTFile,
) (sets [2]Labelled, err error) {
	contents, err := readMNIST(dir, files)
	if err != nil {
		return sets, err
	}
	if cache.Dir == "" {
		return s.scores(contents)
	}
	// What the scores depend on. The number in front is the version of the computation: increase it
	// with any change that changes scores.
	what := fmt.Sprintf("2 7 9 %s %d %d %d %d", s.PCA, s.D, s.N, s.HeldOut, s.Seed)
	for _, f := range files {
		what += " " + f.Plain
	}
	key := sha256.Sum256([]byte(what))
	path := filepath.Join(cache.Dir, fmt.Sprintf("mnist-%x.scores", key[:16]))
	sets, ok := readCache(path)
	if ok {
		return sets, nil
	}
	if sets, err = s.scores(contents); err != nil || cache.ReadOnly {
		return sets, err
	}
	if err := writeCache(path, sets); err != nil && cache.Failed != nil {
		cache.Failed(err)
	}
	return sets, nil
}

// scores computes the principal scores. The components are fitted to the data, without the held-out
// ones.
func (s LabelledSource) scores(contents [][]byte) (sets [2]Labelled, err error) {
	d, err := parseMNIST(contents, 7, 9)
	if err != nil {
		return sets, err
	}
	if s.N+s.HeldOut > len(d.y) {
		return sets, wrongKey("ndata",
			"expected at most the %d images of 7 and 9 with those held out, got %d + %d",
			len(d.y), s.N, s.HeldOut)
	}
	train, heldOut := d.split(s.N, s.HeldOut, s.Seed)
	c, err := fit(train.images, d.pixels, s.D, s.PCA == "whiten")
	if err != nil {
		return sets, err
	}
	for k, part := range []digits{train, heldOut} {
		sets[k] = c.transform(part.images, part.y)
		sets[k].Origin = fmt.Sprintf("MNIST 7 against 9, PCA (%s), split by seed %d", s.PCA, s.Seed)
	}
	return sets, nil
}

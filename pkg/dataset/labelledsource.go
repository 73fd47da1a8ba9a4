package dataset

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"adl/data"
	"adl/pkg/vec"
)

// LabelledSource is the [data] table of a spec: where labelled data come from. With File, what
// follows is ignored except for HeldOut.
//
//	kind     is                                                      needs
//	mnist    the project's principal scores of the 7s and 9s of MNIST  pca, d, ndata
//	images   principal scores, computed from images of two digits      pca, d, ndata, digits, seed
//	classes  TwoClasses                                                ndata, c2, seed
//
// The first d components of the first ndata data of mnist are those of the whole set. The
// components of images are fitted to the ndata images that the seed picks.
type LabelledSource struct {
	CSV
	// Kind is mnist, images or classes.
	Kind string `toml:"kind" spec:"optional,in=mnist|images|classes"`
	// PCA is whiten for scores of unit variance, or scale for the scores of pixels in [0, 1].
	PCA string `toml:"pca" spec:"optional,in=whiten|scale"`
	// D is the number of principal components.
	D int `toml:"d" spec:"optional,min=1,max=784"`
	// N is the number of data.
	N int `toml:"ndata" spec:"optional,min=1,max=65536"`
	// HeldOut is the number of further data that are held out; of a file, the last ones.
	HeldOut int `toml:"held_out" spec:"optional,nonnegative,max=1000000"`
	// Digits are the labels of the images with y = 0 and with y = 1.
	Digits []int `toml:"digits" spec:"optional,nonnegative,max=255"`
	// Images is a folder with four files of images and labels in the IDX format that have the names
	// of MNIST's; if empty, the files are those of MNIST, which are checked.
	Images string `toml:"images" spec:"optional,nonempty"`
	// Seed is the seed of the split or of the streams.
	Seed uint64 `toml:"seed" spec:"optional"`
	// C2 is the variance of a point about its centre.
	C2 float64 `toml:"c2" spec:"optional,positive"`
}

// Places are where LabelledSource.Load finds files that a spec does not name.
type Places struct {
	Data  fs.FS  // has the project's scores; nil for those that the program holds
	Root  string // the folder of the project
	MNIST string // the folder of the four files of MNIST; empty for MNISTDir below Root
	Cache Cache
}

// Cache is where the principal scores of images are kept, which take a while to compute. The zero
// value keeps none.
type Cache struct {
	Dir      string // the folder; empty for none
	ReadOnly bool   // use the files there and keep none
	// Failed is told why scores cannot be kept, unless it is nil. They are computed again next time.
	Failed func(error)
}

// Load returns the data and the held-out data. An error names the wrong key of the [data] table
// ([KeyError]), or the file that is missing or damaged.
func (s LabelledSource) Load(p Places) (train, heldOut Labelled, err error) {
	if p.MNIST == "" {
		if p.MNIST = MNISTDir(); os.Getenv("MNIST_DIR") == "" {
			p.MNIST = filepath.Join(p.Root, p.MNIST)
		}
	}
	sets, err := s.load(p, MNISTFiles())
	return sets[0], sets[1], err
}

// load returns the data and the held-out data.
func (s LabelledSource) load(p Places, files []MNISTFile) (sets [2]Labelled, err error) {
	if err := s.check(); err != nil {
		return sets, err
	}
	var all Labelled
	n := s.N
	switch {
	case s.File != "":
		if all, err = s.read(true); err != nil {
			return sets, err
		}
		if n = len(all.Y) - s.HeldOut; n < 1 {
			return sets, wrongKey("held_out", "expected less than the %d data of %s, got %d",
				len(all.Y), s.File, s.HeldOut)
		}
	case s.Kind == "mnist":
		if p.Data == nil {
			p.Data = data.Files
		}
		return s.mnist(p.Data)
	case s.Kind == "images":
		return s.images(p.MNIST, p.Cache, files)
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
	switch {
	case s.File != "":
		return nil
	case s.Kind != "mnist" && s.Kind != "images" && s.Kind != "classes":
		return wrongKey("kind", "expected mnist, images or classes (or a file), got %q", s.Kind)
	case s.N < 1 || s.N > vec.MaxIndex:
		return wrongNumber(s.N)
	case s.Kind == "classes" && !(s.C2 > 0):
		return wrongKey("c2", "kind classes: expected a positive variance, got %g", s.C2)
	case s.Kind == "classes":
		return nil
	case s.PCA != "whiten" && s.PCA != "scale":
		return wrongKey("pca", "kind %s: expected whiten or scale, got %q", s.Kind, s.PCA)
	case s.D < 1 || s.D > 784:
		return wrongKey("d", "kind %s: expected 1 to 784 components, got %d", s.Kind, s.D)
	}
	if s.Kind == "mnist" {
		for _, k := range []struct {
			key   string
			given bool
		}{{"digits", s.Digits != nil}, {"images", s.Images != ""}, {"seed", s.Seed != 0}} {
			if k.given {
				return wrongKey(k.key, "kind mnist is the project's scores of 7 and 9; use kind images")
			}
		}
		return nil
	}
	if k := s.Digits; len(k) != 2 || k[0] == k[1] || min(k[0], k[1]) < 0 || max(k[0], k[1]) > 255 {
		return wrongKey("digits", "kind images: expected two different labels from 0 to 255, got %d", k)
	}
	return nil
}

// mnist returns scores of the project's file.
func (s LabelledSource) mnist(folder fs.FS) (sets [2]Labelled, err error) {
	b, err := fs.ReadFile(folder, path.Base(ScoresFile))
	scores, err := decodeScores(ScoresFile, b, err)
	if err != nil {
		return sets, err
	}
	rest := len(scores.Label) - scores.Train
	for _, k := range []struct {
		key       string
		got, most int
		of        string
	}{
		{"d", s.D, scores.D, "components"}, {"ndata", s.N, scores.Train, "data"},
		{"held_out", s.HeldOut, rest, "data held out"},
	} {
		if k.got > k.most {
			return sets, wrongKey(k.key, "expected at most the %d %s of %s, got %d (kind images has more)",
				k.most, k.of, ScoresFile, k.got)
		}
	}
	sets[0], sets[1] = scores.Labelled(s.PCA, s.D, s.N, s.HeldOut)
	return sets, nil
}

// images computes the scores from the files, or takes them from the cache.
func (s LabelledSource) images(
	dir string, cache Cache, files []MNISTFile,
) (sets [2]Labelled, err error) {
	of := s.Images
	if of == "" {
		of = dir
	}
	all, err := readImages(of, files, s.Images == "")
	if err != nil {
		return sets, s.wrongImages(err)
	}
	if cache.Dir == "" {
		return s.scores(all)
	}
	// The scores depend on these. The number in front is the version of the computation: increase it
	// with any change that changes scores.
	what := fmt.Sprintf("3 %d %s %d %d %d %d", s.Digits, s.PCA, s.D, s.N, s.HeldOut, s.Seed)
	for _, f := range all {
		what += fmt.Sprintf(" %x", sha256.Sum256(f.content))
	}
	key := sha256.Sum256([]byte(what))
	path := filepath.Join(cache.Dir, fmt.Sprintf("images-%x.scores", key[:16]))
	sets, ok := readCache(path)
	if ok {
		return sets, nil
	}
	if sets, err = s.scores(all); err != nil || cache.ReadOnly {
		return sets, err
	}
	if err := writeCache(path, sets); err != nil && cache.Failed != nil {
		cache.Failed(err)
	}
	return sets, nil
}

// scores computes the principal scores.
func (s LabelledSource) scores(all []imageFile) (sets [2]Labelled, err error) {
	c, train, heldOut, err := s.fit(all)
	if err != nil {
		return sets, err
	}
	what := "MNIST"
	if s.Images != "" {
		what = "images " + s.Images
	}
	for k, part := range []digits{train, heldOut} {
		sets[k] = c.transform(part.images, part.y)
		sets[k].Origin = fmt.Sprintf("%s %d against %d, PCA (%s), split by seed %d",
			what, s.Digits[0], s.Digits[1], s.PCA, s.Seed)
	}
	return sets, nil
}

// wrongImages returns the error of images that do not come from MNIST as one of their key.
func (s LabelledSource) wrongImages(err error) error {
	if s.Images != "" {
		return wrongKey("images", "%v", err)
	}
	return err
}

// fit splits the images and fits the components to the data, without the held-out ones.
func (s LabelledSource) fit(all []imageFile) (c *components, train, heldOut digits, err error) {
	d, err := parseImages(all, byte(s.Digits[0]), byte(s.Digits[1]))
	if err != nil {
		return nil, d, d, s.wrongImages(err)
	}
	if s.N+s.HeldOut > len(d.y) {
		return nil, d, d, wrongKey("ndata",
			"expected at most the %d images of %d and %d with those held out, got %d + %d",
			len(d.y), s.Digits[0], s.Digits[1], s.N, s.HeldOut)
	}
	train, heldOut = d.split(s.N, s.HeldOut, s.Seed)
	c, err = fit(train.images, d.pixels, s.D, s.PCA == "whiten")
	return c, train, heldOut, err
}

package experiment

import (
	"errors"
	"os"
	"path/filepath"

	"adl/pkg/dataset"
	"adl/pkg/table"
)

// Labelled loads the labelled data that the table key of the spec describes, and the data held out.
// The files of MNIST are in $MNIST_DIR or in data/mnist of the project. What is expensive to
// compute from them is kept in the folder of the cache.
func (c *Context) Labelled(
	key string, s dataset.LabelledSource,
) (train, heldOut dataset.Labelled, err error) {
	dir := dataset.MNISTDir()
	if os.Getenv("MNIST_DIR") == "" {
		dir = filepath.Join(root(), dir)
	}
	train, heldOut, err = s.Load(dir, c.cache.Dir)
	var k *dataset.KeyError
	switch {
	case errors.As(err, &k):
		return train, heldOut, c.Errorf(key+"."+k.Key, "%s", k.Reason)
	case err != nil && s.File != "":
		return train, heldOut, c.Errorf(key+".file", "%v", err)
	case err != nil:
		return train, heldOut, err
	}
	c.data = append(c.data, table.Digest{Name: key + ": " + train.Origin, SHA256: train.Digest()})
	return train, heldOut, nil
}

package experiment

import (
	"io"
	"sync"
)

// output is a writer that keeps its first error.
type output struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

func (o *output) error() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

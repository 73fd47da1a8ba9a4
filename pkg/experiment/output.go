package experiment

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"adl/pkg/figure"
	"adl/pkg/table"
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

// origin is what the pictures of a manifest say about where they come from.
func (c *Context) origin(m table.Manifest) (figure.Origin, error) {
	digest, err := m.SpecDigest()
	if err != nil {
		return figure.Origin{}, err
	}
	return figure.Origin{
		Figure: m.Figure, Title: m.Title, Profile: m.Profile, Command: c.command(),
		Spec: digest, Table: m.CSV,
	}, nil
}

// command is what a user types to make the figure. It does not name what changes nothing, such as
// the folder of the outputs, nor the folder of a spec.
func (c *Context) command() string {
	line := fmt.Sprintf("make %s PROFILE=%s", table.Target(c.name), c.src.Profile)
	if !c.isAltered() {
		return line
	}
	var flags []string
	if c.opt.spec != "" {
		flags = append(flags, "-spec "+filepath.Base(c.opt.spec))
	}
	for _, s := range c.opt.set {
		if !strings.HasPrefix(strings.TrimSpace(s), "slurm.") { // where it was computed
			flags = append(flags, "-set "+s)
		}
	}
	if len(flags) == 0 { // other data
		return line
	}
	quoted := strings.NewReplacer("'", `'\''`, "$", "$$").Replace(strings.Join(flags, " "))
	return line + " ARGS='" + quoted + "'"
}

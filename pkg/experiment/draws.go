package experiment

import (
	"fmt"
	"io"
	"path/filepath"

	"adl/pkg/files"
	"adl/pkg/simulate"
	"adl/pkg/table"
	"adl/pkg/work"
)

// maxDraws bounds the draws of a point, in bytes.
const maxDraws = 1 << 26

// drawing is a task that keeps draws of a task with a key.
type drawing struct {
	*simulate.Draws
	of string
}

// drawings returns the drawings that the flag -draws asks for, one per chain.
func (c *Context) drawings(tasks []work.Task) (all []work.Task, err error) {
	if c.opt.draws == 0 {
		return nil, nil
	}
	for _, t := range tasks {
		chain, ok := t.(interface {
			KeepDraws(every int) (*simulate.Draws, error)
		})
		if !ok {
			continue
		}
		key, err := work.Key(t)
		if err != nil {
			return nil, err
		}
		d, err := chain.KeepDraws(c.opt.draws)
		if err != nil {
			return nil, flagError{fmt.Errorf("-draws: %w", err)}
		}
		if size := d.Bytes(); size > maxDraws {
			return nil, flagError{fmt.Errorf("-draws every=%d: a point would have %d MB of draws, "+
				"expected at most %d MB, as with every=%d", d.Every, size>>20, maxDraws>>20,
				d.Every*((size+maxDraws-1)/maxDraws))}
		}
		all = append(all, drawing{d, key})
	}
	return all, nil
}

// draw runs drawings and writes the draws, one archive per point, to a folder beside the table.
func (c *Context) draw(all []work.Task) error {
	if len(all) == 0 {
		return nil
	}
	dir := c.files.table + ".draws"
	files.Clean(dir)
	o := c.options()
	o.Name, o.Reduce, o.Keep = c.manifest.Figure+" draws", false, false
	results, err := work.Run(c.ctx, all, o)
	if err != nil {
		return err
	}
	for i, r := range results {
		d := all[i].(drawing)
		a, err := r.Load()
		if err == nil {
			a, err = d.Arrays(a)
		}
		if err != nil {
			return err
		}
		if a == nil { // it diverged
			continue
		}
		write := func(w io.Writer) error { return table.WriteNPZ(w, a) }
		if err := files.Write(filepath.Join(dir, d.of+".npz"), write); err != nil {
			return fmt.Errorf("cannot %w", err)
		}
	}
	c.Notef("the draws are in %s", dir)
	return nil
}

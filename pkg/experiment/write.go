package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"adl/pkg/files"
	"adl/pkg/plots"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// Tests set this when they link a program: the dots per inch of PNG files.
var dots string

// write writes the files of the figure, and says what was done and whose numbers it shows.
func (c *Context) write(t *table.Table, fig *plots.Figure) error {
	m := c.manifest
	m.CSV, m.Pictures = t.Digest(), nil
	digest, err := m.SpecDigest()
	if err != nil {
		return err
	}
	fig.Origin = plots.Origin{
		Figure: m.Figure, Title: m.Title, Profile: m.Profile, Command: c.command(),
		Spec: digest, Table: m.CSV,
	}
	if c.isAltered() {
		fig.Remark = "Altered: " + strings.Join(m.Altered, "; ") + "."
	}
	if n, err := strconv.Atoi(dots); err == nil {
		fig.DPI = n
	}
	if w := c.opt.width; w > 0 {
		fig.Width = w
	}
	var outputs []files.File
	writers := []func(io.Writer) error{t.WriteCSV, fig.PNG, fig.PDF, m.Write}
	for i, path := range c.files.list() {
		var b bytes.Buffer
		if err := writers[i](&b); err != nil {
			return fmt.Errorf("making %s: %w", filepath.Base(path), err)
		}
		outputs = append(outputs, files.File{Path: path, Content: b.Bytes()})
		if filepath.Ext(path) != ".csv" { // the manifest has the digests of the other files
			m.Pictures = append(m.Pictures, table.Digest{
				Name: filepath.Base(path), SHA256: fmt.Sprintf("%x", sha256.Sum256(b.Bytes())),
			})
			m.Panels, _ = json.Marshal(fig.Frames) // of finite numbers
		}
	}
	if c.ctx.Err() != nil {
		return errInterrupted
	}
	if c.drawn {
		outputs = outputs[1:] // the table is there
	}
	if err := files.WriteAll(outputs...); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	if path, text := c.stamp(); text != nil {
		_ = files.WriteBytes(path, text) // without it, the next run draws the same picture
	}
	if c.keeps { // all results come from this code
		if err := c.examined(c.code); err != nil {
			return err
		}
	}
	if err := c.report(fig); err != nil {
		return err
	}
	if c.others == 0 && (!c.own() || c.keeps) {
		return nil
	}
	whose := "your numbers, not the committed ones"
	if c.others > 0 {
		whose = fmt.Sprintf("%d of %s by other code, as committed; make %s PROFILE=quick computes yours",
			c.others, work.Count(len(c.results), "result"), table.Target(m.Figure))
	}
	short := table.Short(m.Figure)
	_, err = fmt.Fprintf(c.stderr, "%s: the picture shows %s; make vouch FIG=%s compares, make bless "+
		"FIG=%s accepts yours\n", m.Figure, whose, short, short)
	return err
}

// report prints what was done.
func (c *Context) report(fig *plots.Figure) error {
	m, profile, took := c.manifest, "", time.Since(c.begun).Round(10*time.Millisecond)
	if m.Profile != "" {
		profile = ", profile " + m.Profile
	}
	wrote := fmt.Sprintf(", %s.csv, .json in %s\n%s", c.files.table, took, c.effort())
	if c.drawn {
		wrote = fmt.Sprintf(" in %s, drawn from %s.csv", took, c.files.table)
	}
	return c.Printf("%s%s: %s\n%swrote %s.png, .pdf%s\n", m.Figure, profile, m.Title,
		summary(fig.Painted()), c.files.picture, wrote)
}

// command returns the command line that makes the figure.
func (c *Context) command() string {
	line := "make " + table.Target(c.manifest.Figure)
	if c.foreign {
		line += " SPEC=" + filepath.Base(c.opt.spec)
	}
	if c.src.Profile != "" {
		line += " PROFILE=" + c.src.Profile
	}
	if c.isAltered() && len(c.opt.set) > 0 {
		line += " ARGS='-set " + strings.Join(c.opt.set, " -set ") + "'"
	}
	return line
}

// effort describes the work of this run.
func (c *Context) effort() string {
	computed, steps, seconds := 0, 0.0, 0.0
	for _, r := range c.results {
		if !r.Cached {
			computed++
			steps += r.Units
			seconds += r.Seconds
		}
	}
	line := fmt.Sprintf("%s, %d computed", work.Count(len(c.results), "result"), computed)
	if seconds > 0 {
		line += fmt.Sprintf("; %.3g steps, %.3g a second and core", steps, steps/seconds)
	}
	return line + fmt.Sprintf("; CPU %.1fs, %s", work.CPUTime(syscall.RUSAGE_SELF), vec.Form())
}

// summary says in a line, if there is anything to say, how many marks of simulated points a picture
// shows, by status, how many are beyond its axes, and how many panels are empty.
func summary(seen map[string]int, outside, empty int) string {
	var parts []string
	others := false
	for _, s := range table.Statuses() {
		if seen[s] > 0 {
			others = others || s != table.OK
			parts = append(parts, fmt.Sprintf("%d %s", seen[s], s))
		}
	}
	if outside > 0 {
		parts = append(parts, fmt.Sprintf("%d beyond the axes", outside))
	}
	if empty > 0 {
		parts = append(parts, work.Count(empty, "panel")+" with nothing to show")
	}
	if len(parts) == 0 {
		return ""
	}
	line := "  marks drawn: " + strings.Join(parts, ", ") + "\n"
	if others {
		line += "  only ok is a result: experiments/EXTEND.md explains the other statuses\n"
	}
	return line
}

package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// A stamp in the folder of the cache has a digest of what a run depends on, which is the program's
// file, the flags, the spec, the processor, the vouched code and the entries of the tasks, and one
// of its outputs. While none of these has another byte, the program would write the same outputs,
// so it does not begin. While the former have none, all tasks are cached, and -plan says so without
// what tasks are made from, which takes most of its time. The data of a figure's own spec are in
// the program; runs with others leave no stamp.
type stamp struct {
	Inputs  string   `json:"inputs"`
	Outputs string   `json:"outputs,omitempty"` // empty if there was only a plan
	Points  string   `json:"points,omitempty"`  // the summary of the points
	Keys    []string `json:"keys"`              // of the tasks
}

// stampPath is the file of the stamp of a run with these flags.
func (c *Context) stampPath() string {
	o, h := c.opt, sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %t %d", c.root, c.src.Profile, o.set, o.out, o.keep, o.dpi)
	return filepath.Join(c.cache.Dir, "stamps", fmt.Sprintf("%s-%x", c.name, h.Sum(nil)[:8]))
}

// inputDigest digests what a run with these tasks depends on.
func (c *Context) inputDigest(keys []string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n%q\n%v\n", vec.Form(), processor(), c.src.Text, c.cache.Vouched)
	if err := identify(h, c.program); err != nil {
		return "", err
	}
	if err := c.cache.Digest(h, keys); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// identify writes to w what tells a program's file from others: its size and its first bytes, which
// have the build ID that the go command knows it by, or a digest of all if they have none.
func identify(w io.Writer, program string) error {
	f, err := files.Open(program)
	if err != nil {
		return err
	}
	defer f.Close()
	i, err := f.Stat()
	if err != nil {
		return err
	}
	b, err := io.ReadAll(io.LimitReader(f, 32<<10))
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d %q\n", i.Size(), b)
	if !bytes.Contains(b, []byte("Go\x00\x00")) && !bytes.Contains(b, []byte("Go build ID")) {
		return digest(w, program)
	}
	return nil
}

// outputDigest digests what a run made.
func (c *Context) outputDigest(points string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", points)
	err := digest(h, c.files.list()...)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// digest writes to w a SHA-256 of each of some files.
func digest(w io.Writer, paths ...string) error {
	for _, path := range paths {
		f, err := files.Open(path)
		if err != nil {
			return err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%x\n", h.Sum(nil))
	}
	return nil
}

// stamped returns the stamp of a run with these flags, if the run would now find the same.
func (c *Context) stamped() (s stamp, ok bool) {
	if c.opt.fresh || c.opt.draws > 0 || c.opt.reports() && !c.opt.plans() || c.opt.share ||
		c.opt.pack != "" || !c.isOwn() {
		return s, false
	}
	b, err := files.Read(c.stampPath(), 1<<23)
	if err != nil || json.Unmarshal(b, &s) != nil {
		return s, false
	}
	now, err := c.inputDigest(s.Keys)
	return s, err == nil && now == s.Inputs
}

// Planned returns what a figure's program prints with these flags if they ask for a plan and its
// stamp tells it. So nobody has to start the program.
func Planned(name, program string, flags []string) (report string, ok bool) {
	o, err := parseFlags(name, "", flags, io.Discard)
	if err != nil || vec.FormError() != nil || !o.plans() || o.spec != "" || len(o.set) > 0 {
		return "", false
	}
	root := root()
	p := Program[any]{Name: name}
	if p.Spec, err = os.ReadFile(filepath.Join(root, "experiments", name, "spec.toml")); err != nil {
		return "", false
	}
	src, err := p.source(o, root)
	if err != nil || p.checkCaption(root) != nil {
		return "", false
	}
	c, err := p.context(o, src, root)
	if err != nil {
		return "", false
	}
	c.program = program
	s, ok := c.stamped()
	return c.nothing(s.Keys), ok
}

// unchanged returns the manifest of the outputs if a run would make these outputs again.
func (c *Context) unchanged(s stamp) (m *table.Manifest, ok bool) {
	// This clears away the files of killed programs too.
	err := c.settle()
	if c.settled = false; err != nil {
		return nil, false // and Compute comes upon the error
	}
	if m, err = table.ReadManifest(c.files.table + ".json"); err != nil {
		return nil, false
	}
	if now, err := c.outputDigest(s.Points); err != nil || now != s.Outputs {
		return nil, false
	}
	for _, key := range s.Keys {
		c.results = append(c.results, sweep.Result{Key: key, Cached: true})
	}
	return m, true
}

// leaveStamp writes the stamp of a run that has written its outputs, but not where results come
// from other code, of which every run tells.
func (c *Context) leaveStamp(points string) {
	s := stamp{Points: points}
	for _, r := range c.results {
		if r.Other {
			return
		}
		s.Keys = append(s.Keys, r.Key)
	}
	var err error
	if s.Outputs, err = c.outputDigest(points); err == nil {
		c.leave(s)
	}
}

// leave writes a stamp. An error only costs the next run the same work.
func (c *Context) leave(s stamp) {
	if !c.isOwn() {
		return
	}
	var err error
	if s.Inputs, err = c.inputDigest(s.Keys); err != nil {
		return
	}
	b, err := json.Marshal(s)
	path := c.stampPath()
	if err != nil || os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	_ = files.WriteBytes(path, b)
}

// nothing is the output of -plan where all tasks are cached.
func (c *Context) nothing(keys []string) string {
	n := len(slices.Compact(slices.Sorted(slices.Values(keys))))
	return fmt.Sprintf("%s: %s, %d cached, 0 to do\n", c.name, sweep.Count(n, "task"), n)
}

// plan is the report of -plan. It leaves a stamp if there is nothing to do.
func (c *Context) plan(
	ctx context.Context, w io.Writer, tasks []sweep.Task, o sweep.Options,
) error {
	var b bytes.Buffer
	if err := sweep.Plan(ctx, io.MultiWriter(w, &b), tasks, o); err != nil {
		return err
	}
	if !c.isOwn() {
		return nil
	}
	keys := make([]string, len(tasks))
	for i, t := range tasks {
		var err error
		if keys[i], err = sweep.Key(t); err != nil {
			return err
		}
	}
	if len(keys) > 0 && b.String() == c.nothing(keys) {
		c.leave(stamp{Keys: keys})
	}
	return nil
}

// own returns the figure's own spec with a profile.
func (p Program[S]) own(profile string) spec.Source {
	return spec.Source{
		Name: filepath.Join("experiments", p.Name, "spec.toml"), Text: p.Spec, Profile: profile,
	}
}

// alterations lists what the decoded spec s, from src, has other than the figure's own spec of the
// same profile.
func (p Program[S]) alterations(src spec.Source, s S) ([]string, error) {
	if p.Spec == nil {
		return src.Set, nil
	}
	var list []string
	var own whole[S]
	err := spec.Decode(&own, p.own(src.Profile))
	if err != nil { // it has no such profile
		list = append(list, fmt.Sprintf("profile = %q", src.Profile))
		err = spec.Decode(&own, p.own(""))
	}
	if err != nil {
		return list, nil // nothing to compare with
	}
	changes, err := spec.Changes(own.Spec, s)
	if err != nil {
		return nil, fmt.Errorf("the spec: %w", err)
	}
	return append(list, changes...), nil
}

// settle decides where the outputs go, once the spec and the data are known, makes the folders, and
// clears away what killed programs left there.
func (c *Context) settle() error {
	if c.settled {
		return nil
	}
	c.settled = true
	out := c.opt.out
	if out == "" && c.isAltered() {
		b, err := spec.Canonical(map[string]any{
			"profile": c.src.Profile, "spec": c.spec, "data": c.data, "altered": c.altered,
		})
		if err != nil {
			return err
		}
		all := filepath.Join(c.root, "results", "altered")
		files.Clean(all, true)
		sum := sha256.Sum256(b)
		out = filepath.Join(all, fmt.Sprintf("%s-%x", c.name, sum[:4]))
	}
	if out == "" && c.foreign {
		name := strings.TrimSuffix(filepath.Base(c.opt.spec), ".toml")
		out = filepath.Join(c.root, "results", c.name, name)
	}
	c.files = outputs(c.root, out, c.src.Profile, c.name)
	if c.opt.out == "" && c.isAltered() {
		c.Notef("altered: %s; the picture and the table go to %s", strings.Join(c.altered, "; "),
			relative(c.root, out))
	}
	return c.files.ready()
}

// isAltered reports whether the run is about something else than the figure's own spec and data.
func (c *Context) isAltered() bool { return len(c.altered) > 0 }

// isOwn reports whether the run is about the figure's own spec and data.
func (c *Context) isOwn() bool { return !c.foreign && !c.isAltered() }

package experiment

import (
	"crypto/sha256"
	"fmt"
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

// A stamp in the folder of the cache is a digest of the program's file, the flags, the spec, the
// processor, the entries of the tasks and the outputs. While none of these has another byte, the
// program would write the same outputs, so it does not begin. The data of a figure's own spec are
// in the program; runs with others leave no stamp.

// maxStamped bounds the size of a file that enters a stamp.
const maxStamped = 1 << 30

// stampPath is the file of the stamp of a run with these flags.
func (c *Context) stampPath() string {
	o, h := c.opt, sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %t %d", c.root, c.src.Profile, o.set, o.out, o.keep, o.dpi)
	return filepath.Join(c.cache.Dir, "stamps", fmt.Sprintf("%s-%x", c.name, h.Sum(nil)[:8]))
}

// stamp digests what a run with the manifest m depends on, and what it made. A line below has the
// summary of the points.
func (c *Context) stamp(m *table.Manifest, points string) ([]byte, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n%q\n%s\n", vec.Form(), processor(), c.src.Text, points)
	for _, path := range append([]string{program}, c.files.list()...) {
		b, err := files.Read(path, maxStamped)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(h, "%x\n", sha256.Sum256(b))
	}
	keys := make([]string, len(m.Tasks))
	for i, t := range m.Tasks {
		keys[i] = t.Key
	}
	if err := c.cache.Digest(h, keys); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%x\n%s\n", h.Sum(nil), points), nil
}

// unchanged returns the manifest of the outputs and the summary of the points if a run would make
// these outputs again.
func (c *Context) unchanged() (m *table.Manifest, points string, ok bool) {
	if c.opt.fresh || c.opt.reports() || c.opt.share || c.opt.pack != "" || c.isAltered() {
		return nil, "", false
	}
	old, err := files.Read(c.stampPath(), 1<<10)
	if err != nil {
		return nil, "", false
	}
	_, points, _ = strings.Cut(strings.TrimSuffix(string(old), "\n"), "\n")
	// This clears away the files of killed programs too.
	err = c.settle()
	if c.settled = false; err != nil {
		return nil, "", false // and Compute comes upon the error
	}
	if m, err = table.ReadManifest(c.files.table + ".json"); err != nil {
		return nil, "", false
	}
	now, err := c.stamp(m, points)
	if err != nil || string(now) != string(old) {
		return nil, "", false
	}
	for _, t := range m.Tasks {
		c.results = append(c.results, sweep.Result{Key: t.Key, Cached: true})
	}
	return m, points, true
}

// leaveStamp writes the stamp of a run that has written its outputs, but not where results come
// from other code, of which every run tells. An error only costs the next run the same work.
func (c *Context) leaveStamp(m *table.Manifest, points string) {
	if c.isAltered() || slices.ContainsFunc(c.results, func(r sweep.Result) bool { return r.Other }) {
		return
	}
	path := c.stampPath()
	b, err := c.stamp(m, points)
	if err != nil || os.MkdirAll(filepath.Dir(path), 0o777) != nil {
		return
	}
	_ = files.WriteBytes(path, b)
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
	c.files = outputs(c.root, out, c.src.Profile, c.name)
	if c.opt.out == "" && c.isAltered() {
		c.Notef("altered: %s; the picture and the table go to %s", strings.Join(c.altered, "; "),
			relative(c.root, out))
	}
	return c.files.ready()
}

// isAltered reports whether the run is about something else than the figure's own spec and data.
func (c *Context) isAltered() bool { return len(c.altered) > 0 }

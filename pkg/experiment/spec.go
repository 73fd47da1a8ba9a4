package experiment

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// source returns the text of the spec with the profile and the keys that the flags set. The default
// profile is paper once its table is in results/paper, quick until then.
func (p Program[S]) source(o *options, root string) (spec.Source, error) {
	src := p.own("")
	if p.Spec == nil && o.spec == "" {
		return src, flagError{errors.New("expected -spec FILE (-h lists the flags)")}
	}
	if o.spec != "" {
		var err error
		if src, err = spec.Read(o.spec); err != nil {
			return src, err
		}
	}
	src.Profile, src.Set = o.profile, o.set
	if src.Profile == "" && p.Spec != nil {
		src.Profile = "quick"
		if exists(filepath.Join(root, "results", "paper", p.Name+".csv")) {
			src.Profile = "paper"
		}
	}
	return src, nil
}

// own returns the figure's own spec with a profile.
func (p Program[S]) own(profile string) spec.Source {
	return spec.Source{
		Name: filepath.Join("experiments", p.Name, "spec.toml"), Text: p.Spec, Profile: profile,
	}
}

// alterations lists the differences of the decoded spec s, from src, from the figure's own spec for
// the same profile.
func (p Program[S]) alterations(src spec.Source, s S) ([]string, error) {
	if p.Spec == nil {
		return src.Set, nil
	}
	var own S
	if spec.Decode(&own, p.own(src.Profile)) != nil { // no such profile
		return []string{fmt.Sprintf("profile = %q", src.Profile)}, nil
	}
	return spec.Changes(own, s)
}

// place decides where the outputs go.
func (c *Context) place() error {
	out, m := c.opt.out, c.manifest
	// Other results or another table than the committed ones replace them only with -bless.
	committed := outputs(c.root, "", "paper", m.Figure).table + ".json"
	c.adds = c.own() && (c.opt.bless || !exists(committed))
	c.keeps = c.adds || c.own() && c.cache.Vouched
	if (c.opt.vouch >= 0 || c.opt.bless) && !c.own() {
		return flagError{errors.New("-vouch and -bless are for the figure's own spec with -profile " +
			"paper, without -out")}
	}
	m.Files = c.external()
	switch {
	case out != "":
	case c.isAltered():
		sum := sha256.New()
		if err := m.Write(sum); err != nil {
			return err
		}
		out = c.altered(fmt.Sprintf("%x", sum.Sum(nil)[:4]))
	case c.foreign:
		out = filepath.Join(c.root, "results", m.Figure, c.outsider(), m.Profile)
	case c.own() && !c.keeps:
		out = c.altered("code-" + c.code.table[:8])
	}
	c.files = outputs(c.root, out, m.Profile, m.Figure)
	return nil
}

// settle makes the folders of the outputs, if nothing is in the way.
func (c *Context) settle() error {
	m, out := c.manifest, filepath.Dir(c.files.table)
	if c.opt.out != "" && !c.files.free(m.Profile, c.isAltered()) {
		return flagError{fmt.Errorf("-out %s: it has the %s of another profile, spec or data; expected "+
			"another folder", out, m.Figure)}
	}
	if c.opt.out == "" && c.isAltered() {
		c.Notef("altered: %s; the picture and the table go to %s", strings.Join(m.Altered, "; "), out)
	}
	return c.files.ready()
}

// altered returns the folder for outputs that are not the figure's own.
func (c *Context) altered(name string) string {
	return filepath.Join(c.root, "results", "altered", c.manifest.Figure+"-"+name)
}

// divert returns the table that is there if t agrees with it, so that its bytes stay; a committed
// manifest then still names the code that made the table first. Otherwise divert returns t, and
// leaves committed outputs alone.
func (c *Context) divert(t *table.Table) (*table.Table, error) {
	was, err1 := table.ReadFile(c.files.table + ".csv")
	agrees := err1 == nil && len(table.Compare(was, t)) == 0
	m, err2 := table.ReadManifest(c.files.table + ".json")
	committed := c.keeps && !c.adds && err2 == nil
	switch {
	case agrees && committed:
		c.manifest.Code = cmp.Or(m.Code, c.manifest.Code)
		return was, nil
	case agrees:
		return was, nil
	case committed:
		c.keeps = false
		c.files = outputs(c.root, c.altered("code-"+c.code.table[:8]), m.Profile, m.Figure)
		return t, c.files.ready()
	}
	return t, nil
}

// outsider names the outputs of a spec that belongs to no figure, by its path in the project
// without extension or, elsewhere, by its base name and a digest of its folder.
func (c *Context) outsider() string {
	root, _ := filepath.Abs(c.root)
	path, _ := filepath.Abs(strings.TrimSuffix(c.opt.spec, ".toml"))
	if name, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(name) {
		return name
	}
	sum := sha256.Sum256([]byte(filepath.Dir(path)))
	return fmt.Sprintf("%s-%x", filepath.Base(path), sum[:4])
}

// free reports whether the files may be written: none exists, or they come from an earlier run of
// the same profile that was altered, or not, like this run.
func (p paths) free(profile string, altered bool) bool {
	m, err := table.ReadManifest(p.table + ".json")
	if err == nil {
		return m.Profile == profile && len(m.Altered) > 0 == altered
	}
	return !slices.ContainsFunc(p.list(), exists)
}

// isAltered reports whether the run differs from the figure's own spec or data.
func (c *Context) isAltered() bool { return len(c.manifest.Altered) > 0 }

package experiment

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"adl/pkg/files"
	"adl/pkg/spec"
)

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

// settle decides where the outputs go, once the spec and the data are known, and makes the folders.
// It clears away what killed programs left there.
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

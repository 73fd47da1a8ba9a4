package experiment

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// current returns the table that an earlier run made from the same spec, data and code, or nil if
// there is none, it was edited, or the flags ask for more than a picture.
func (c *Context) current() *table.Table {
	o := c.opt
	if o.plan || o.fresh || o.bless || o.share || o.vouch >= 0 || o.draws > 0 {
		return nil
	}
	m, err := table.ReadManifest(c.files.table + ".json")
	if err != nil || m.OtherCode || m.Profile != c.manifest.Profile ||
		!slices.Equal(m.Altered, c.manifest.Altered) || !slices.Equal(m.Files, c.manifest.Files) ||
		m.Code != c.code.table && !(c.own() && c.kept == c.code) {
		return nil
	}
	was, err1 := m.SpecDigest()
	now, err2 := c.manifest.SpecDigest()
	t, err := table.ReadFile(c.files.table + ".csv")
	if err1 != nil || err2 != nil || err != nil || was != now || t.Digest() != m.CSV {
		return nil
	}
	m.Spec = c.manifest.Spec
	c.manifest, c.drawn = m, true
	return t
}

// external returns the digests of the files that the spec names, as far as they can be read: the
// values of keys file, and the files in folders that are values of keys images.
func (c *Context) external() (all []table.Digest) {
	add := func(path string) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() { // a pipe can be read once
			return
		}
		f, err := os.Open(path)
		if err != nil {
			return
		}
		defer f.Close()
		h := sha256.New()
		if _, err := io.Copy(h, f); err == nil {
			all = append(all, table.Digest{Name: path, SHA256: fmt.Sprintf("%x", h.Sum(nil))})
		}
	}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				walk(k, v[k])
			}
		case []any:
			for _, x := range v {
				walk(key, x)
			}
		case string:
			switch {
			case v == "":
			case key == "file":
				add(v)
			case key == "images":
				paths, _ := filepath.Glob(filepath.Join(v, "*"))
				for _, path := range paths {
					add(path)
				}
			}
		}
	}
	var v any
	text, err := spec.Canonical(c.manifest.Spec)
	if err == nil && json.Unmarshal(text, &v) == nil {
		walk("", v)
	}
	return all
}

// stamp returns a file in the cache, and its content if the pictures beside the manifest were drawn
// from it by this executable with these flags.
func (c *Context) stamp() (path string, text []byte) {
	at, _ := filepath.Abs(c.files.table)
	sum := sha256.Sum256([]byte(at))
	path = filepath.Join(c.cache.Dir, "drawn", fmt.Sprintf("%x", sum[:8]))
	exe, err := os.Executable()
	if err != nil {
		return path, nil
	}
	head := make([]byte, 1<<16) // it contains Go's build ID, a digest of the whole
	f, err := os.Open(exe)
	if err == nil {
		_, err = io.ReadFull(f, head)
		f.Close()
	}
	m, e := os.ReadFile(c.files.table + ".json")
	if cmp.Or(err, e) != nil {
		return path, nil
	}
	return path, fmt.Appendf(nil, "%x %x %v %s\n", sha256.Sum256(head), sha256.Sum256(m), c.opt.width,
		dots)
}

// isDrawn reports whether the pictures are as this executable draws them from the current table.
func (c *Context) isDrawn() bool {
	path, want := c.stamp()
	was, err := files.Read(path, 1<<16)
	if err != nil || want == nil || !bytes.Equal(was, want) {
		return false
	}
	for i, path := range c.files.list()[1:3] {
		b, err := os.ReadFile(path)
		if err != nil || c.manifest.Pictures[i].SHA256 != fmt.Sprintf("%x", sha256.Sum256(b)) {
			return false
		}
	}
	return true
}

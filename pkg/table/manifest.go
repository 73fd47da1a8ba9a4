package table

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"adl/pkg/files"
	"adl/pkg/spec"
)

// Manifest records where a figure's numbers came from. In JSON its members are in the order of the
// fields.
type Manifest struct {
	Figure  string `json:"figure"` // such as "fig07"
	Title   string `json:"title"`
	Profile string `json:"profile"`

	Spec any      `json:"spec"` // as decoded, written as spec.Canonical has it
	Data []Digest `json:"data"` // the data sets that were used

	CSV   string `json:"csv_sha256"` // Table.Digest of the table
	Tasks []Task `json:"tasks"`

	Versions Versions `json:"versions"`

	Wall           float64 `json:"wall_seconds"`
	CPU            float64 `json:"cpu_seconds"`
	Steps          uint64  `json:"steps"` // of the dynamics, over all replicas, computed in this run
	StepsPerSecond float64 `json:"steps_per_second"`

	Claims []Claim `json:"claims"`
}

// Digest is the fingerprint of a data set.
type Digest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// Task is one independent part of a figure's work.
type Task struct {
	Key     string  `json:"key"`    // of its cached result
	Params  any     `json:"params"` // written as spec.Canonical has them
	Cached  bool    `json:"cached"` // whether the result was loaded
	Seconds float64 `json:"seconds"`
}

// Versions records the software that computed a figure.
type Versions struct {
	Go      string   `json:"go"`
	Modules []Module `json:"modules"`
	GOOS    string   `json:"goos"`
	GOARCH  string   `json:"goarch"`
	GOAMD64 string   `json:"goamd64,omitempty"`
	Vec     string   `json:"vec"` // the form of the vector routines, such as "avx512"
}

// Module is a dependency.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Claim is a sentence of the paper and what was measured about it.
type Claim struct {
	Name     string `json:"name"`
	Section  string `json:"section"`
	Sentence string `json:"sentence"`
	Measured string `json:"measured"` // with its error, such as "0.98 ± 0.02"
	Verdict  string `json:"verdict"`  // holds, fails or undecided
}

// CurrentVersions returns the versions of the running program, in which vec is the form of the
// vector routines.
func CurrentVersions(vec string) Versions {
	v := Versions{
		Go:      runtime.Version(),
		Modules: []Module{},
		GOOS:    runtime.GOOS,
		GOARCH:  runtime.GOARCH,
		Vec:     vec,
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		v.Modules = append(v.Modules, Module{m.Path, m.Version})
	}
	for _, s := range info.Settings {
		if s.Key == "GOAMD64" {
			v.GOAMD64 = s.Value
		}
	}
	return v
}

// Write writes the manifest as indented JSON. It returns an error if a number in it is NaN or
// infinite, which JSON cannot represent.
func (m *Manifest) Write(w io.Writer) error {
	c, err := m.plain()
	if err == nil {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(c)
	}
	if err != nil {
		return fmt.Errorf("manifest of %s: %w", m.Figure, err)
	}
	return nil
}

// plain returns a copy in which no list is nil, with Spec and Params in their canonical form.
func (m *Manifest) plain() (*Manifest, error) {
	c := *m
	raw, err := spec.Canonical(c.Spec)
	if err != nil {
		return nil, err
	}
	c.Spec = json.RawMessage(raw)
	c.Data = append([]Digest{}, m.Data...)
	c.Claims = append([]Claim{}, m.Claims...)
	c.Tasks = append([]Task{}, m.Tasks...)
	for i := range c.Tasks {
		raw, err := spec.Canonical(c.Tasks[i].Params)
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", c.Tasks[i].Key, err)
		}
		c.Tasks[i].Params = json.RawMessage(raw)
	}
	return &c, nil
}

// ReadManifest reads the manifest at path. Errors contain path.
func ReadManifest(path string) (*Manifest, error) {
	m := new(Manifest)
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, m)
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %s: %w", path, files.Cause(err))
	}
	return m, nil
}

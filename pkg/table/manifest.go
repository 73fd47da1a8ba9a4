package table

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"adl/pkg/files"
	"adl/pkg/spec"
)

// Manifest records where a figure's numbers came from. Except for the seconds of tasks, it is the
// same whenever and wherever the numbers are computed. In JSON its members are in the order of the
// fields.
type Manifest struct {
	Figure  string   `json:"figure"` // such as "fig07"
	Title   string   `json:"title"`
	Profile string   `json:"profile"`
	Altered []string `json:"altered,omitempty"` // differences from the figure's own spec
	// OtherCode says that some numbers come from code that make vouch has not checked.
	OtherCode bool `json:"other_code,omitempty"`

	Spec  any      `json:"spec"`            // as decoded, in the form of spec.Canonical
	Data  []Digest `json:"data"`            // the data sets used
	Files []Digest `json:"files,omitempty"` // those that the spec names
	Code  string   `json:"code,omitempty"`  // the digest of the code that made the table

	CSV      string   `json:"csv_sha256"` // Table.Digest of the table
	Pictures []Digest `json:"pictures"`
	// Panels are the places of the panels on the pictures (plots.Frame).
	Panels  json.RawMessage `json:"panels,omitempty"`
	Tasks   []Task          `json:"tasks"`
	Modules []Module        `json:"modules"`
}

// Digest is the fingerprint of a data set or a picture.
type Digest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// Task is one independent part of a figure's work.
type Task struct {
	Key     string          `json:"key"`     // of its cached result
	Seconds float64         `json:"seconds"` // processor time of the computation
	Steps   float64         `json:"steps"`   // of all replicas; 1 for a task without steps
	Params  json.RawMessage `json:"params"`  // in the form of spec.Canonical
}

// Module is a dependency.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Modules returns the dependencies of the running program, which are the same on every machine
// (go.mod).
func Modules() []Module {
	var list []Module
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, m := range info.Deps {
		list = append(list, Module{m.Path, m.Version})
	}
	return list
}

// Write writes the manifest as indented JSON, one task per line. It returns an error if a number in
// the spec is NaN or infinite, which JSON cannot represent.
func (m *Manifest) Write(w io.Writer) error {
	canonical, err := spec.Canonical(m.Spec)
	if err != nil {
		return fmt.Errorf("manifest of %s: %w", m.Figure, err)
	}
	c := *m
	c.Spec = json.RawMessage(canonical)
	c.Tasks = []Task{} // so that no list is null
	c.Data = append([]Digest{}, m.Data...)
	c.Pictures = append([]Digest{}, m.Pictures...)
	c.Modules = append([]Module{}, m.Modules...)
	text := encode(c, "  ")
	var tasks []string
	for _, t := range m.Tasks {
		tasks = append(tasks, "\n    "+strings.TrimSpace(encode(t, "")))
	}
	if len(tasks) > 0 { // no string holds a newline, so this is the member of the manifest
		text = strings.Replace(text, "\n  \"tasks\": []",
			"\n  \"tasks\": ["+strings.Join(tasks, ",")+"\n  ]", 1)
	}
	_, err = io.WriteString(w, text)
	return err
}

// encode returns x, which JSON can represent, and a newline.
func encode(x any, indent string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(x); err != nil {
		panic("table: " + err.Error())
	}
	return b.String()
}

// SpecDigest returns the SHA-256 of the spec's canonical form in hexadecimal digits. It returns the
// errors of Write about the spec.
func (m *Manifest) SpecDigest() (string, error) {
	b, err := spec.Canonical(m.Spec)
	return fmt.Sprintf("%x", sha256.Sum256(b)), err
}

// ReadManifest reads the manifest at path. Errors contain path.
func ReadManifest(path string) (*Manifest, error) {
	m := new(Manifest)
	b, err := files.Read(path, 1<<28)
	if err == nil {
		err = json.Unmarshal(b, m)
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %s: %w", path, files.Cause(err))
	}
	return m, nil
}

// Target returns the make target of a figure or study: "fig7" or "study-data".
func Target(name string) string { return strings.Replace(name, "fig0", "fig", 1) }

// Short returns the shortest name that make accepts for FIG: "7" or "study-data".
func Short(name string) string { return strings.TrimPrefix(Target(name), "fig") }

// Label names a figure or study in a text: "Figure 7" or "study-data".
func Label(name string) string { return strings.Replace(Target(name), "fig", "Figure ", 1) }

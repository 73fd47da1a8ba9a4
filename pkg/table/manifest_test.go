package table

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sampleManifest() *Manifest {
	type spec struct {
		T  float64 `toml:"T"`
		Dt float64 `toml:"dt"`
	}
	return &Manifest{
		Figure: "fig03", Title: "SGLD & Langevin <Gaussian>", Profile: "smoke",
		Spec: spec{T: 1e6, Dt: 1e-4},
		Data: []Digest{{"gaussian", "ab12"}},
		CSV:  sample().Digest(),
		Tasks: []Task{
			{Key: "k1", Params: json.RawMessage(`{"dt":0.0001,"n":5}`)},
			{Key: "k2"},
		},
		Altered: []string{"T = 1e6 (was 5)"},
		Modules: []Module{{"gonum.org/v1/gonum", "v0.17.0"}},
	}
}

const sampleJSON = `{
  "figure": "fig03",
  "title": "SGLD & Langevin <Gaussian>",
  "profile": "smoke",
  "altered": [
    "T = 1e6 (was 5)"
  ],
  "spec": {
    "T": 1000000,
    "dt": 0.0001
  },
  "data": [
    {
      "name": "gaussian",
      "sha256": "ab12"
    }
  ],
  "csv_sha256": "DIGEST",
  "tasks": [
    {"key":"k1","params":{"dt":0.0001,"n":5}},
    {"key":"k2","params":null}
  ],
  "modules": [
    {
      "path": "gonum.org/v1/gonum",
      "version": "v0.17.0"
    }
  ]
}
`

func TestManifest(t *testing.T) {
	var b bytes.Buffer
	if err := sampleManifest().Write(&b); err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(sampleJSON, "DIGEST", sample().Digest(), 1); b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	path := filepath.Join(t.TempDir(), "m.json")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := ReadManifest(path)
	if err != nil {
		t.Fatal(err)
	}
	if m.Altered[0] != "T = 1e6 (was 5)" || m.Tasks[0].Key != "k1" {
		t.Errorf("got %+v", m)
	}

	// Lists are lists even where there is nothing in them.
	b.Reset()
	if err := new(Manifest).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"data": []`, `"tasks": []`, `"modules": []`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

func TestManifestErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Manifest)
		want   string
	}{
		{
			"spec", func(m *Manifest) { m.Spec = map[string]float64{"T": math.Inf(1)} },
			`manifest of fig03: spec: no canonical form: the float64 +Inf at "T"`,
		},
	} {
		m := sampleManifest()
		test.change(m)
		var b bytes.Buffer
		if err := m.Write(&b); err == nil || err.Error() != test.want || b.Len() > 0 {
			t.Errorf("%s: got %v after %d bytes, want %s", test.name, err, b.Len(), test.want)
		}
	}

	var b bytes.Buffer
	if err := sampleManifest().Write(&b); err != nil {
		t.Fatal(err)
	}
	text, path := b.String(), filepath.Join(t.TempDir(), "m.json")
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "unexpected end of JSON input"},
		{"cut off", text[:len(text)/2], "unexpected end of JSON input"},
		{"more", text + "{}", "after top-level value"},
		{
			"type", strings.Replace(text, `"profile": "smoke"`, `"profile": 3`, 1),
			"cannot unmarshal number",
		},
	} {
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := ReadManifest(path)
		if err == nil || !strings.HasPrefix(err.Error(), "read manifest: "+path+": ") ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q in it", test.name, err, test.want)
		}
	}
	none := filepath.Join(t.TempDir(), "none.json")
	if _, err := ReadManifest(none); err == nil ||
		err.Error() != "read manifest: "+none+": no such file or directory" {
		t.Errorf("got %v", err)
	}
}

// The digests of a manifest are the same before and after it is written.
func TestManifestDigests(t *testing.T) {
	m := sampleManifest()
	m.CSV = "12ab"
	want, err := m.SpecDigest()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	spec, csv, err := ManifestDigests(b.Bytes())
	if err != nil || spec != want || csv != "12ab" {
		t.Errorf("%s and %s, %v, want %s and 12ab", spec, csv, err, want)
	}
	if _, _, err := ManifestDigests(b.Bytes()[1:]); err == nil {
		t.Error("no error for what is no manifest")
	}
	m.Spec = map[string]float64{"T": math.Inf(1)}
	if _, err := m.SpecDigest(); err == nil {
		t.Error("no error for an infinite number")
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name, short, target, label string
		is                         bool
	}{
		{"fig07", "7", "fig7", "Figure 7", true},
		{"fig10", "10", "fig10", "Figure 10", true},
		{"study-xi-theta", "study-xi-theta", "study-xi-theta", "study-xi-theta", true},
		{"claims", "claims", "claims", "claims", false},
		{"fig7", "7", "fig7", "Figure 7", false},
		{"figx1", "x1", "figx1", "Figure x1", false},
		{"study-", "study-", "study-", "study-", false},
		{"study-A/b", "study-A/b", "study-A/b", "study-A/b", false},
	} {
		if s := Short(c.name); s != c.short {
			t.Errorf("Short(%q) = %q, want %q", c.name, s, c.short)
		}
		if s := Target(c.name); s != c.target {
			t.Errorf("Target(%q) = %q, want %q", c.name, s, c.target)
		}
		if s := Label(c.name); s != c.label {
			t.Errorf("Label(%q) = %q, want %q", c.name, s, c.label)
		}
		if IsName(c.name) != c.is {
			t.Errorf("IsName(%q) = %v", c.name, !c.is)
		}
	}
}

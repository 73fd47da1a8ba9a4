package table

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sampleManifest() *Manifest {
	return &Manifest{
		Figure: "fig03", Title: "SGLD & Langevin <Gaussian>", Profile: "smoke",
		Spec: map[string]float64{"T": 1e6, "dt": 1e-4},
		Data: []Digest{{"gaussian", "ab12"}},
		CSV:  "12ab",
		Tasks: []Task{
			{Key: "k1", Seconds: 1.5, Steps: 64, Params: json.RawMessage(`{"dt":0.0001,"n":5}`)},
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
  "csv_sha256": "12ab",
  "pictures": [],
  "tasks": [
    {"key":"k1","seconds":1.5,"steps":64,"params":{"dt":0.0001,"n":5}},
    {"key":"k2","seconds":0,"steps":0,"params":null}
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
	path := filepath.Join(t.TempDir(), "m.json")
	read := func(text string) (*Manifest, error) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return ReadManifest(path)
	}
	var b strings.Builder
	if err := sampleManifest().Write(&b); err != nil || b.String() != sampleJSON {
		t.Errorf("%v, got\n%s\nwant\n%s", err, &b, sampleJSON)
	}
	m, err := read(sampleJSON)
	if err != nil || m.Altered[0] != "T = 1e6 (was 5)" || m.Tasks[0].Key != "k1" {
		t.Errorf("got %+v, %v", m, err)
	}

	// Empty lists are lists, not null.
	b.Reset()
	if err := new(Manifest).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"data": []`, `"pictures": []`, `"tasks": []`, `"modules": []`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}

	// By sha256sum of {"T":1000000,"dt":0.0001}.
	const want = "1de1fa5185b111bcd198aaee0e093370d336cdb654ccf3f30107696a7e43943b"
	if got, err := sampleManifest().SpecDigest(); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}

	for text, want := range map[string]string{
		"":                                "unexpected end of JSON input",
		sampleJSON[:len(sampleJSON)/2]:    "unexpected end of JSON input",
		sampleJSON + "{}":                 "after top-level value",
		`{"figure": "fig03", "title": 3}`: "cannot unmarshal number",
	} {
		if _, err := read(text); err == nil ||
			!strings.HasPrefix(err.Error(), "read manifest: "+path+": ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q in it", text, err, want)
		}
	}
	infinite := &Manifest{Figure: "fig03", Spec: map[string]float64{"T": math.Inf(1)}}
	b.Reset()
	err = infinite.Write(&b)
	if _, err2 := infinite.SpecDigest(); err == nil || err2 == nil || b.Len() > 0 ||
		err.Error() != "manifest of fig03: "+err2.Error() {
		t.Errorf("%v and %v after %d bytes", err, err2, b.Len())
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][3]string{
		"fig07":          {"7", "fig7", "Figure 7"},
		"fig10":          {"10", "fig10", "Figure 10"},
		"study-xi-theta": {"study-xi-theta", "study-xi-theta", "study-xi-theta"},
	} {
		if got := [3]string{Short(name), Target(name), Label(name)}; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

package table

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
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
			{
				Key:     "k1",
				Params:  map[string]any{"n": 5, "dt": 1e-4},
				Cached:  true,
				Seconds: 0.25,
			},
			{Key: "k2"},
		},
		Versions: Versions{
			Go:      "go1.26",
			Modules: []Module{{"gonum.org/v1/gonum", "v0.17.0"}},
			GOOS:    "linux",
			GOARCH:  "arm64",
			Vec:     "portable",
		},
		Wall: 1.5, CPU: 3, Steps: 1 << 60, StepsPerSecond: 2e9,
		Claims: []Claim{{"affine", "2.5.1", "The bias is affine in ε(n).", "0.98 ± 0.02", "holds"}},
	}
}

const sampleJSON = `{
  "figure": "fig03",
  "title": "SGLD & Langevin <Gaussian>",
  "profile": "smoke",
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
    {
      "key": "k1",
      "params": {
        "dt": 0.0001,
        "n": 5
      },
      "cached": true,
      "seconds": 0.25
    },
    {
      "key": "k2",
      "params": null,
      "cached": false,
      "seconds": 0
    }
  ],
  "versions": {
    "go": "go1.26",
    "modules": [
      {
        "path": "gonum.org/v1/gonum",
        "version": "v0.17.0"
      }
    ],
    "goos": "linux",
    "goarch": "arm64",
    "vec": "portable"
  },
  "wall_seconds": 1.5,
  "cpu_seconds": 3,
  "steps": 1152921504606846976,
  "steps_per_second": 2000000000,
  "claims": [
    {
      "name": "affine",
      "section": "2.5.1",
      "sentence": "The bias is affine in ε(n).",
      "measured": "0.98 ± 0.02",
      "verdict": "holds"
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
	if m.Steps != 1<<60 || m.Claims[0].Verdict != "holds" || m.Tasks[0].Seconds != 0.25 {
		t.Errorf("got %+v", m)
	}

	// Lists are lists even where there is nothing in them.
	b.Reset()
	if err := new(Manifest).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"data": []`, `"tasks": []`, `"claims": []`} {
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
			"seconds", func(m *Manifest) { m.Wall = math.NaN() },
			"manifest of fig03: json: unsupported value: NaN",
		},
		{
			"spec", func(m *Manifest) { m.Spec = map[string]float64{"T": math.Inf(1)} },
			"manifest of fig03: spec: canonical form: T: +Inf has no JSON form",
		},
		{
			"params", func(m *Manifest) { m.Tasks[0].Params = map[string]float64{"T": math.NaN()} },
			"manifest of fig03: task k1: spec: canonical form: T: NaN has no JSON form",
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
			"type", strings.Replace(text, `"cpu_seconds": 3`, `"cpu_seconds": "x"`, 1),
			"cannot unmarshal string",
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

func TestCurrentVersions(t *testing.T) {
	v := CurrentVersions("portable")
	if v.Go != runtime.Version() || v.GOARCH != runtime.GOARCH || v.GOOS != runtime.GOOS ||
		v.Vec != "portable" {
		t.Errorf("got %+v", v)
	}
	if v.GOARCH == "amd64" && v.GOAMD64 == "" {
		t.Error("no GOAMD64")
	}
}

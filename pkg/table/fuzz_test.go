package table

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzReadManifest: no text makes ReadManifest panic, an error names the file, and what it accepts
// can be written and read again.
func FuzzReadManifest(f *testing.F) {
	var b bytes.Buffer
	if err := sampleManifest().Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	for _, s := range []string{"", "{}", "null", "[]", `{"figure":1}`, `{"spec":{"a":[1e400]}}`,
		`{"tasks":[{"params":{"x":"\ud800"}}]}`} {
		f.Add([]byte(s))
	}
	path := filepath.Join(f.TempDir(), "fig.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := ReadManifest(path)
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("%v does not name the file", err)
			}
			return
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadManifest(path); err != nil {
			t.Error(err)
		}
	})
}

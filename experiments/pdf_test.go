package experiments

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The pictures of profile smoke name the table that they show, and qpdf finds no errors in the PDF
// files. Without qpdf the files are not tested: make test says so, and CI fails.
func TestPictures(t *testing.T) {
	t.Parallel()
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(reference(t, name), name)
			content := func(ending string) []byte {
				b, err := os.ReadFile(path + ending)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			digest := fmt.Sprintf("%x", sha256.Sum256(content(".csv")))
			var utf16 strings.Builder
			for _, r := range digest {
				fmt.Fprintf(&utf16, "%04X", r)
			}
			if !bytes.Contains(content(".png"), []byte(digest)) ||
				!bytes.Contains(content(".pdf"), []byte(utf16.String())) {
				t.Error("a picture does not name its table")
			}
			if _, err := exec.LookPath("qpdf"); err != nil && os.Getenv("CI") == "" {
				t.Skip("there is no qpdf")
			}
			if out, err := exec.Command("qpdf", "--check", path+".pdf").CombinedOutput(); err != nil {
				t.Errorf("qpdf (Debian: qpdf): %v: %s", err, out)
			}
		})
	}
}

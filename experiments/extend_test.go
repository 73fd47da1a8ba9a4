package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The code on the pages comes from files that are compiled and run by tests.
func TestPages(t *testing.T) {
	var sources []byte
	for _, pattern := range []string{
		"template/*.go", "template/spec.toml",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, b...)
		}
	}
	fenced := regexp.MustCompile("(?s)```go\n(.*?)```\n")
	for page, least := range map[string]int{
		"EXTEND.md": 2,
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := fenced.FindAllSubmatch(text, -1)
		if len(blocks) < least {
			t.Errorf("%s has %d blocks of code, want %d", page, len(blocks), least)
		}
		for _, b := range blocks {
			for part := range strings.SplitSeq(string(b[1]), "// …\n") {
				if !bytes.Contains(sources, []byte(strings.TrimSpace(part))) {
					t.Errorf("%s: this stands in no test:\n%s", page, part)
				}
			}
		}
	}
}

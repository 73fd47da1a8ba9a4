package experiments

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tasks of every figure at profile smoke have the same keys on every machine: their number and
// a digest of them are in testdata/keys.txt. If keys change, so do random numbers; make golden
// writes the new ones.
func TestKeys(t *testing.T) {
	t.Parallel()
	path := filepath.Join("testdata", "keys.txt")
	text, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		lines[strings.Fields(line)[0]] = line
	}
	if len(lines) > len(programs(t)) && !*update {
		t.Errorf("%s has lines of programs that do not exist", path)
	}
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			all := keys(t, filepath.Join(reference(t, name), name+".json"))
			sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
			line := fmt.Sprintf("%s %d %x\n", name, len(all), sum[:8])
			if *update {
				lines[name] = line
			} else if lines[name] != line {
				t.Errorf("keys: want %sgot  %sif that is meant, %s", lines[name], line, remedy(name))
			}
		})
	}
	if *update {
		write(t, path, func(w io.Writer) error {
			for _, name := range programs(t) {
				fmt.Fprint(w, lines[name])
			}
			return nil
		})
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "experiments"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		code   int
		output string
	}{
		{"20", 0, "made experiments/fig20, to be changed; make fig20 PROFILE=smoke runs it, " +
			"go test ./experiments/fig20 tests it\n"},
		{"fig3", 0, "made experiments/fig03, "},
		{"study-my-model", 0, "made experiments/study-my-model, "},
		{"20", 1, "new: " + filepath.Join(root, "experiments", "fig20") + " exists\n"},
		{"", 2, "new: expected one figure or study, as in make new FIG=20\n"},
		{"20 21", 2, "new: expected one figure or study"},
		{"../x", 2, `new: expected a number from 1 on, or study-NAME, got "../x"`},
		{"0", 2, `new: expected a number from 1 on, or study-NAME, got "0"`},
		{"-root /nowhere 20", 1, "new: "},
	} {
		var out bytes.Buffer
		args := append([]string{"new", "-root", root}, strings.Fields(c.args)...)
		if code := run(args, &out, &out); code != c.code || !strings.HasPrefix(out.String(), c.output) {
			t.Errorf("%q: exit %d: %s", c.args, code, &out)
		}
	}
	b, err := os.ReadFile(filepath.Join(root, "experiments", "fig20", "main.go"))
	named := bytes.Contains(b, []byte(`Name: "fig20"`)) && !bytes.Contains(b, []byte("fig00"))
	if err != nil || !named {
		t.Errorf("%s, %v", b, err)
	}
	for _, name := range []string{"spec.toml", "caption.txt", "model.go", "main_test.go"} {
		if _, err := os.Stat(filepath.Join(root, "experiments", "fig20", name)); err != nil {
			t.Error(err)
		}
	}
}

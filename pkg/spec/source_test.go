package spec

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := write("good.toml", good)
	src, err := Read(path)
	if err != nil || src.Name != path || string(src.Text) != good {
		t.Errorf("got %q, %v", src.Name, err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, want string }{
		{dir, dir + ": is a directory, expected a TOML file"},
		{pipe, pipe + ": is not a regular file, expected a TOML file"},
		{filepath.Join(dir, "none.toml"), "no such file or directory"},
		{filepath.Join(path, "x"), "not a directory"},
		{write("large.toml", strings.Repeat("#\n", maxSize/2)+"\n"),
			"is larger than 262144 bytes, expected a TOML file"},
	} {
		_, err := Read(test.path)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) ||
			!strings.HasPrefix(err.Error(), test.path) ||
			strings.Count(err.Error(), test.path) != 1 {
			t.Errorf("got %v, want %q in it", err, test.want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none.toml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
	if _, err := Read(write("full.toml", strings.Repeat("#\n", maxSize/2))); err != nil {
		t.Errorf("a text of 256 KiB: %v", err)
	}
}

func TestErrorf(t *testing.T) {
	src := Source{Name: "fig.toml", Text: []byte(good), Profile: "smoke",
		Set: []string{"seed=3", `basis={ndata=5}`}}
	cause := errors.New("cause")
	for _, test := range []struct{ key, want string }{
		{"T", `fig.toml:19: key "profile.smoke.T": wrong: cause`},
		{"n", `fig.toml:20: key "profile.smoke.n": wrong: cause`},
		{"n[0]", `fig.toml:20: key "profile.smoke.n[0]": wrong: cause`},
		{"sampling", `fig.toml:7: key "sampling": wrong: cause`},
		{"data", `fig.toml:8: key "data": wrong: cause`},
		{"data.ndata", `fig.toml:21: key "profile.smoke.data.ndata": wrong: cause`},
		{"panel[0].dt[0]", `fig.toml:25: key "profile.smoke.panel[0].dt[0]": wrong: cause`},
		{"seed", `-set seed=3: key "seed": wrong: cause`},
		{"basis.ndata", `-set basis={ndata=5}: key "basis.ndata": wrong: cause`},
		{"eta", `fig.toml: key "eta": wrong: cause`},
		{"data.mu", `fig.toml:8: key "data.mu": wrong: cause`},
		{"panel[0].n", `fig.toml:23: key "panel[0].n": wrong: cause`},
		{"panel[7].n", `fig.toml:23: key "panel[7].n": wrong: cause`},
		{"", `fig.toml: wrong: cause`},
	} {
		text := strings.Replace(good, "data.ndata = 20", "data.ndata = 20\n", 1)
		src := src
		src.Text = []byte(text)
		err := src.Errorf(test.key, "wrong: %w", cause)
		if err.Error() != test.want {
			t.Errorf("\ngot  %s\nwant %s", err, test.want)
		}
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, cause) {
			t.Errorf("%q: type %T", test.key, err)
		}
	}

	src.Text = []byte("T = \n")
	if got, want := src.Errorf("T", "wrong").Error(), `fig.toml: key "T": wrong`; got != want {
		t.Errorf("on a text that is not TOML: %q, want %q", got, want)
	}
}

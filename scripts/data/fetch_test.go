package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ../fetch.sh downloads missing or damaged files, from a mirror that has them.
func TestFetch(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("make data wants curl: ", err)
	}
	content := func(name string) string { return strings.Repeat("the file "+name, 5000) }
	names := []string{"a.gz", "b.gz", "c.gz"}
	dir := t.TempDir()
	sums := filepath.Join(dir, "sums")
	var lines string
	for _, name := range names {
		lines += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(content(name))), name)
	}
	if err := os.WriteFile(sums, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	serve := func(odd http.HandlerFunc) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name := strings.TrimPrefix(r.URL.Path, "/mnist/"); name == "b.gz" && odd != nil {
				odd(w, r)
			} else {
				fmt.Fprint(w, content(name))
			}
		}))
		t.Cleanup(s.Close)
		return s.URL + "/mnist"
	}
	good := serve(nil)
	to := filepath.Join(dir, "some where", "mnist")
	fetch := func(mirrors string) (string, error) {
		c := exec.Command("../fetch.sh")
		c.Env = append(os.Environ(), "SUMS="+sums, "MNIST_DIR="+to, "MIRRORS="+mirrors)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	holds := func(want ...string) {
		t.Helper()
		entries, err := os.ReadDir(to)
		if err != nil || len(entries) != len(want) {
			t.Fatalf("%d files, want %d: %v", len(entries), len(want), err)
		}
		for _, name := range want {
			b, err := os.ReadFile(filepath.Join(to, name))
			if err != nil || string(b) != content(name) {
				t.Errorf("%s: %d bytes, %v", name, len(b), err)
			}
		}
	}
	for name, odd := range map[string]http.HandlerFunc{
		"404":   http.NotFound,
		"wrong": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, content("x")) },
		"empty": func(w http.ResponseWriter, r *http.Request) {},
		"cut short": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(content("b.gz"))))
			fmt.Fprint(w, content("b.gz")[:1000])
		},
	} {
		os.RemoveAll(to)
		bad := serve(odd)
		out, err := fetch(bad)
		if err == nil || !strings.Contains(out, "mnist lacks b.gz. By hand:\n") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		holds("a.gz", "c.gz")
		out, err = fetch(bad + " " + good)
		if err != nil || !strings.Contains(out, "b.gz: from "+good) ||
			strings.Count(out, "already there") != 2 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		holds(names...)
	}
	if err := os.WriteFile(filepath.Join(to, "c.gz"), []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := fetch(good); err != nil || strings.Count(out, "already there") != 2 {
		t.Errorf("damaged: %v\n%s", err, out)
	}
	holds(names...)
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adl/pkg/dataset"
)

// content of the k-th of four files.
func content(k int) []byte {
	return bytes.Repeat([]byte(fmt.Sprintf("file %d of four|", k)), 3000+500*k)
}

func testFiles() []dataset.MNISTFile {
	var files []dataset.MNISTFile
	for k := range 4 {
		b := content(k)
		files = append(
			files,
			dataset.MNISTFile{
				Name:  fmt.Sprintf("file%d", k),
				Size:  int64(len(b)),
				Sum:   fmt.Sprintf("%x", sha256.Sum256(b)),
				Plain: strings.Repeat("0", 64),
			},
		)
	}
	return files
}

// mirror serves the files; where there is an entry for a file, that answers instead, once for each
// of its handlers, then the file again.
type mirror struct {
	*httptest.Server
	mu    sync.Mutex
	odd   map[string][]http.HandlerFunc
	asked []string // the name of each request
}

func newMirror(t *testing.T, odd map[string][]http.HandlerFunc) *mirror {
	m := &mirror{odd: odd}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/mnist/")
		m.mu.Lock()
		m.asked = append(m.asked, name)
		var h http.HandlerFunc
		if q := m.odd[name]; len(q) > 0 {
			h, m.odd[name] = q[0], q[1:]
		}
		m.mu.Unlock()
		if h != nil {
			h(w, r)
			return
		}
		for k, f := range testFiles() {
			if name == f.Name+".gz" {
				http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content(k)))
				return
			}
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *mirror) requests() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.asked, "\n")
}

// fetch runs the program on the mirrors.
func fetch(ctx context.Context, dir string, mirrors ...string) (code int, stdout, stderr string) {
	args := []string{"fetch", "-dir", dir, "-timeout", "1s"}
	for _, m := range mirrors {
		args = append(args, "-mirror", m+"/mnist")
	}
	var out, err bytes.Buffer
	code = run(ctx, args, testFiles(), &out, &err)
	return code, out.String(), err.String()
}

// holds checks that the files are all there and nothing else is.
func holds(t *testing.T, dir string, want ...int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("%d files in the folder, want %d: %v, %v", len(entries), len(want), entries, err)
	}
	for _, k := range want {
		b, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("file%d.gz", k)))
		if err != nil || !bytes.Equal(b, content(k)) {
			t.Errorf("file%d.gz: %d bytes, %v", k, len(b), err)
		}
	}
}

// A first call downloads everything, a second nothing; a damaged file is downloaded again.
func TestFetch(t *testing.T) {
	m := newMirror(t, nil)
	dir := filepath.Join(t.TempDir(), "a", "b")
	code, stdout, stderr := fetch(t.Context(), dir, m.URL)
	if code != 0 || stderr != "" || strings.Count(stdout, "\n") != 4 || !strings.Contains(stdout,
		fmt.Sprintf("file3.gz: %d bytes from %s/mnist/file3.gz\n", len(content(3)), m.URL)) {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	holds(t, dir, 0, 1, 2, 3)
	asked := m.requests()
	if code, stdout, stderr = fetch(t.Context(), dir, m.URL); code != 0 || stderr != "" ||
		strings.Count(stdout, "already there") != 4 || m.requests() != asked {
		t.Errorf("again: exit %d\n%s%s", code, stdout, stderr)
	}
	if err := os.WriteFile(filepath.Join(dir, "file2.gz"), content(2)[:100], 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr = fetch(t.Context(), dir, m.URL)
	if code != 0 || strings.Count(stdout, "already there") != 3 || strings.Count(stderr, "\n") != 1 ||
		!strings.Contains(stderr, "file2.gz: damaged") {
		t.Errorf("a damaged file: exit %d\n%s%s", code, stdout, stderr)
	}
	holds(t, dir, 0, 1, 2, 3)
}

// A mirror may do one thing wrong with one file: the next mirror brings it.
func TestBadMirror(t *testing.T) {
	const name = "file1.gz"
	b := content(1)
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", code) }
	}
	send := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.Write(b) }
	}
	part := func(w http.ResponseWriter) { // promises all, and sends a part
		w.Header().Set("Content-Length", fmt.Sprint(len(b)))
		w.Write(b[:20000])
		w.(http.Flusher).Flush()
	}
	wrong := bytes.Clone(b)
	wrong[1000] ^= 1
	for _, c := range []struct {
		name string
		odd  http.HandlerFunc
		says string
	}{
		{"404", status(404), "404 Not Found"},
		{"500", status(500), "500 Internal Server Error"},
		{"wrong bytes", send(wrong), "wrong content: expected 52500 bytes with SHA-256 "},
		{"a page instead", send([]byte("<html>")), "wrong content"},
		{"empty", send(nil), "wrong content"},
		{"too long", send(append(bytes.Clone(b), "more"...)), "wrong content"},
		{"far too long", send(bytes.Repeat(b, 100)), "wrong content"},
		{"cut short", func(w http.ResponseWriter, r *http.Request) { part(w) }, "unexpected EOF"},
		{"stalled", func(w http.ResponseWriter, r *http.Request) {
			part(w)
			<-r.Context().Done()
		}, "context deadline exceeded"},
		{"silent", func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
		}, "context deadline exceeded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := newMirror(t, map[string][]http.HandlerFunc{name: {c.odd}})
			second := newMirror(t, nil)
			dir := t.TempDir()
			code, _, stderr := fetch(t.Context(), dir, first.URL, second.URL)
			want := "fetch: " + first.URL + "/mnist/" + name + ": " + c.says
			if code != 0 || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, want) {
				t.Errorf("exit %d\n%s", code, stderr)
			}
			holds(t, dir, 0, 1, 2, 3)
			if got := second.requests(); got != name {
				t.Errorf("the second mirror was asked for %s", got)
			}
		})
	}
}

// Without network it says what to do by hand; what is there stays.
func TestNoNetwork(t *testing.T) {
	a, b := newMirror(t, nil), newMirror(t, nil)
	a.Close()
	b.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file0.gz"), content(0), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := fetch(t.Context(), dir, a.URL, b.URL)
	if code != 1 || strings.Count(stdout, "\n") != 1 {
		t.Errorf("exit %d, %s", code, stdout)
	}
	if strings.Count(stderr, "connection refused") != 6 {
		t.Errorf("not one line for each mirror and file:\n%s", stderr)
	}
	for _, want := range []string{
		"fetch: there is no file1.gz, file2.gz, file3.gz in " + dir + ". By hand:\n",
		"from " + a.URL + "/mnist/ or " + b.URL + "/mnist/ (or take any copy of the original files),\n",
		"and put it into " + dir + ",",
		"MNIST_DIR", "sha256sum -c",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q is not in\n%s", want, stderr)
		}
	}
	holds(t, dir, 0)
}

// An interrupt ends the program at once, and the next call fetches what is missing.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := newMirror(t, map[string][]http.HandlerFunc{
		"file1.gz": {func(w http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		}},
	})
	dir := t.TempDir()
	code, _, stderr := fetch(ctx, dir, m.URL)
	if code != 1 || stderr != "fetch: interrupted; the files that are complete stay\n" {
		t.Errorf("exit %d: %s", code, stderr)
	}
	holds(t, dir, 0)
	if code, _, stderr = fetch(t.Context(), dir, m.URL); code != 0 || stderr != "" {
		t.Errorf("exit %d: %s", code, stderr)
	}
	holds(t, dir, 0, 1, 2, 3)
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{
		{"-nonsense"}, {"word"}, {"-mirror", "ftp://x"},
	} {
		var stderr bytes.Buffer
		args = append([]string{"fetch", "-dir", t.TempDir()}, args...)
		code := run(t.Context(), args, nil, io.Discard, &stderr)
		if code != 2 || stderr.Len() == 0 {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
	if code := run(t.Context(), []string{"fetch", "-h"}, nil, io.Discard, io.Discard); code != 0 {
		t.Errorf("-h: exit %d", code)
	}
	for _, m := range mirrors() {
		if !strings.HasPrefix(m, "https://") || !strings.HasSuffix(m, "/") {
			t.Errorf("mirror %s", m)
		}
	}
	// a folder that cannot be made
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	args := []string{"fetch", "-dir", filepath.Join(file, "y")}
	code := run(t.Context(), args, nil, io.Discard, &stderr)
	if code != 1 || !strings.HasPrefix(stderr.String(), "fetch: ") {
		t.Errorf("exit %d, %s", code, &stderr)
	}
}

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
	asked []string // name and range of each request
}

func newMirror(t *testing.T, odd map[string][]http.HandlerFunc) *mirror {
	m := &mirror{odd: odd}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/mnist/")
		m.mu.Lock()
		m.asked = append(m.asked, strings.TrimSpace(name+" "+r.Header.Get("Range")))
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
	args := []string{"fetch", "-dir", dir, "-stall", "1s"}
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

// A mirror may do one thing wrong with one file, once: the next attempt or the next mirror brings
// it.
func TestBadMirror(t *testing.T) {
	name := "file1.gz"
	b := content(1)
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", code) }
	}
	send := func(b []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.Write(b) }
	}
	cut := func(n int) http.HandlerFunc { // promises all, sends n bytes of what was asked for
		return func(w http.ResponseWriter, r *http.Request) {
			from := 0
			if s := r.Header.Get("Range"); s != "" {
				fmt.Sscanf(s, "bytes=%d-", &from)
				w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(b)-1, len(b)))
			}
			w.Header().Set("Content-Length", fmt.Sprint(len(b)-from))
			if from > 0 {
				w.WriteHeader(http.StatusPartialContent)
			}
			w.Write(b[from : from+n])
		}
	}
	stall := func(n int) http.HandlerFunc { // sends n bytes, then nothing
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(b)))
			w.Write(b[:n])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	}
	silent := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	wrong := bytes.Clone(b)
	wrong[1000] ^= 1
	for _, c := range []struct {
		name   string
		odd    []http.HandlerFunc
		part   []byte   // left by an earlier call
		first  string   // requests to the first mirror
		second string   // requests to the second mirror
		lines  []string // what is said of the failures
	}{
		{"404", []http.HandlerFunc{status(404)}, nil, name, name, []string{"404 Not Found"}},
		{"500", []http.HandlerFunc{status(500)}, nil, name, name, []string{"500 Internal Server Error"}},
		{
			"wrong bytes", []http.HandlerFunc{send(wrong)}, nil, name, name,
			[]string{"wrong content: expected 52500 bytes with SHA-256 "},
		},
		{
			"a page instead", []http.HandlerFunc{send([]byte("<html>"))}, nil, name, name,
			[]string{"wrong content: 6 bytes, expected 52500"},
		},
		{"a page instead of the rest", []http.HandlerFunc{cut(20000), send([]byte("<html>"))}, nil,
			name + "\n" + name + " bytes=20000-", name + " bytes=20000-",
			[]string{"cut short (20000 of 52500 bytes)", "wrong content: 6 bytes, expected 52500"}},
		{
			"empty", []http.HandlerFunc{send(nil)}, nil, name, name,
			[]string{"wrong content: 0 bytes, expected 52500"},
		},
		{
			"too long", []http.HandlerFunc{send(append(bytes.Clone(b), "more"...))}, nil, name, name,
			[]string{"wrong content"},
		},
		{
			"far too long", []http.HandlerFunc{send(bytes.Repeat(b, 100))}, nil, name, name,
			[]string{"wrong content"},
		},
		{
			"truncated", []http.HandlerFunc{cut(20000)}, nil, name + "\n" + name + " bytes=20000-", "",
			[]string{"cut short (20000 of 52500 bytes)"},
		},
		{"truncated twice", []http.HandlerFunc{cut(20000), cut(1000)}, nil, name + "\n" + name +
			" bytes=20000-\n" + name + " bytes=21000-", "",
			[]string{"cut short (20000 of 52500 bytes)", "cut short (21000 of 52500 bytes)"}},
		{"truncated to the same, then elsewhere", []http.HandlerFunc{cut(20000), cut(0)}, nil, name +
			"\n" + name + " bytes=20000-", name + " bytes=20000-",
			[]string{"cut short (20000 of 52500 bytes)", "cut short"}},
		{"truncated, wrong on resuming", []http.HandlerFunc{cut(20000), status(416)}, nil, name + "\n" +
			name + " bytes=20000-", name + " bytes=20000-",
			[]string{"cut short (20000 of 52500 bytes)", "416 Requested Range Not Satisfiable"}},
		{
			"no ranges", []http.HandlerFunc{cut(20000), send(b)}, nil, name + "\n" + name + " bytes=20000-",
			"", []string{"cut short (20000 of 52500 bytes)"},
		},
		{"another range", []http.HandlerFunc{cut(20000), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-52499/52500")
			w.WriteHeader(http.StatusPartialContent)
			w.Write(b)
		}}, nil, name + "\n" + name + " bytes=20000-", name + " bytes=20000-",
			[]string{"cut short (20000 of 52500 bytes)", "206 Partial Content"}},
		{
			"stalled", []http.HandlerFunc{stall(30000)}, nil, name + "\n" + name + " bytes=30000-", "",
			[]string{"nothing came for 1s (30000 of 52500 bytes)"},
		},
		{"silent", []http.HandlerFunc{silent}, nil, name, name, []string{"nothing came for 1s"}},
		{"resumed", nil, b[:12345], name + " bytes=12345-", "", nil},
		{
			"a wrong part", nil, wrong[:12345], name + " bytes=12345-\n" + name, "",
			[]string{"wrong content"},
		},
		{"a part that is complete", nil, b, "", "", nil},
		{"a part that is too long", nil, append(bytes.Clone(b), 0), name, "", []string{"wrong content"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second := newMirror(t, map[string][]http.HandlerFunc{name: c.odd}), newMirror(t, nil)
			dir := t.TempDir()
			for _, k := range []int{0, 2, 3} {
				err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.gz", k)), content(k), 0o666)
				if err != nil {
					t.Fatal(err)
				}
			}
			if c.part != nil {
				if err := os.WriteFile(filepath.Join(dir, name+".part"), c.part, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			code, stdout, stderr := fetch(t.Context(), dir, first.URL, second.URL)
			if code != 0 || strings.Count(stdout, "already there") != 3 {
				t.Errorf("exit %d\n%s%s", code, stdout, stderr)
			}
			holds(t, dir, 0, 1, 2, 3)
			if got := first.requests(); got != c.first {
				t.Errorf("the first mirror was asked for\n%s\nwant\n%s", got, c.first)
			}
			if got := second.requests(); got != c.second {
				t.Errorf("the second mirror was asked for\n%s\nwant\n%s", got, c.second)
			}
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if stderr == "" {
				lines = nil
			}
			if len(lines) != len(c.lines) {
				t.Fatalf("said\n%s\nwant %q", stderr, c.lines)
			}
			for i, s := range c.lines {
				if want := "fetch: " + first.URL + "/mnist/" + name + ": " + s; !strings.HasPrefix(lines[i],
					want) {
					t.Errorf("said %q, want %q", lines[i], want)
				}
			}
		})
	}
}

// A download that comes slowly but steadily is not given up.
func TestSlow(t *testing.T) {
	b := content(0)
	m := newMirror(
		t,
		map[string][]http.HandlerFunc{"file0.gz": {func(w http.ResponseWriter, r *http.Request) {
			for len(b) > 0 {
				n := min(len(b), 3500)
				w.Write(b[:n])
				w.(http.Flusher).Flush()
				b = b[n:]
				time.Sleep(100 * time.Millisecond)
			}
		}}},
	)
	dir := t.TempDir()
	start := time.Now()
	if code, _, stderr := fetch(t.Context(), dir, m.URL); code != 0 || stderr != "" {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if time.Since(start) < 1200*time.Millisecond {
		t.Errorf("not slow: %v", time.Since(start))
	}
	holds(t, dir, 0, 1, 2, 3)
}

// Without network: one line a mirror, then what to do by hand; what is there stays.
func TestNoNetwork(t *testing.T) {
	a, b := newMirror(t, nil), newMirror(t, nil)
	a.Close()
	b.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file0.gz"), content(0), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file1.gz.part"), content(1)[:10], 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := fetch(t.Context(), dir, a.URL, b.URL)
	if code != 1 || strings.Count(stdout, "\n") != 1 {
		t.Errorf("exit %d, %s", code, stdout)
	}
	if strings.Count(stderr, "connection refused") != 2 {
		t.Errorf("not one line a mirror:\n%s", stderr)
	}
	for _, want := range []string{
		"fetch: there is no file1.gz, file2.gz, file3.gz in " + dir + ". By hand:\n",
		"from " + a.URL + "/mnist/ or " + b.URL + "/mnist/ (or take any copy of the original files),\n",
		"and put it into " + dir + ",",
		"MNIST_DIR", "sha256sum -c", "make data",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q is not in\n%s", want, stderr)
		}
	}
	if part, err := os.ReadFile(filepath.Join(dir, "file1.gz.part")); err != nil || len(part) != 10 {
		t.Errorf("the part: %d bytes, %v", len(part), err)
	}
	os.Remove(filepath.Join(dir, "file1.gz.part"))
	holds(t, dir, 0)
}

// An interrupt ends the program at once and keeps what was downloaded.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := newMirror(
		t,
		map[string][]http.HandlerFunc{"file1.gz": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(content(1))))
			w.Write(content(1)[:40000])
			w.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond)
			cancel()
			<-r.Context().Done()
		}}},
	)
	dir := t.TempDir()
	code, _, stderr := fetch(ctx, dir, m.URL)
	if code != 1 || stderr != "fetch: interrupted; the next call goes on from there\n" {
		t.Errorf("exit %d: %s", code, stderr)
	}
	part, err := os.ReadFile(filepath.Join(dir, "file1.gz.part"))
	if err != nil || !bytes.Equal(part, content(1)[:40000]) {
		t.Errorf("the part: %d bytes, %v", len(part), err)
	}
	if code, _, stderr = fetch(t.Context(), dir, m.URL); code != 0 || stderr != "" {
		t.Errorf("exit %d: %s", code, stderr)
	}
	holds(t, dir, 0, 1, 2, 3)
	if !strings.Contains(m.requests(), "file1.gz bytes=40000-") {
		t.Errorf("not resumed:\n%s", m.requests())
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{
		{"-nonsense"}, {"word"}, {"-stall", "0s"}, {"-mirror", "ftp://x"},
	} {
		var stderr bytes.Buffer
		code := run(t.Context(), append([]string{"fetch", "-dir", t.TempDir()}, args...), nil, io.Discard, &stderr)
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
	code := run(t.Context(), []string{"fetch", "-dir", filepath.Join(file, "y")}, nil, io.Discard, &stderr)
	if code != 1 || !strings.HasPrefix(stderr.String(), "fetch: ") {
		t.Errorf("exit %d, %s", code, &stderr)
	}
}

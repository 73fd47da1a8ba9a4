package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/files"
	"adl/scripts/internal/tool"
)

// mirrors returns folders with the original files, in the order in which they are tried.
func mirrors() []string {
	return []string{
		"https://ossci-datasets.s3.amazonaws.com/mnist/",
		"https://storage.googleapis.com/cvdf-datasets/mnist/",
	}
}

// fetchVerb downloads files, the four of the MNIST database of handwritten digits, from public
// mirrors to data/mnist or $MNIST_DIR, unless they exist, and checks their SHA-256.
func fetchVerb(ctx context.Context, list []dataset.MNISTFile) tool.Verb {
	return tool.Verb{
		Name: "fetch",
		Text: "downloads MNIST, and checks it",
		Start: func(c *tool.Call) func() error {
			var own []string
			dir := c.Flags.String("dir", dataset.MNISTDir(), "`folder` to download to")
			usage := "`URL` of a folder with the files, instead of the built-in ones; may be repeated"
			c.Flags.Func("mirror", usage, func(s string) error {
				if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
					return errors.New("expected http:// or https://")
				}
				own = append(own, strings.TrimRight(s, "/")+"/")
				return nil
			})
			timeout := c.Flags.Duration("timeout", 5*time.Minute, "the longest that a file may take")
			return func() error {
				if own == nil {
					own = mirrors()
				}
				if err := os.MkdirAll(*dir, 0o777); err != nil {
					return err
				}
				f := fetcher{
					dir: *dir, mirrors: own, client: http.Client{Timeout: *timeout}, stdout: c.Stdout,
					stderr: c.Stderr,
				}
				return f.all(ctx, list)
			}
		},
	}
}

// byHand is the advice if the download failed; its arguments are the missing files, the folder and
// the mirrors.
const byHand = `fetch: there is no %s in %s. By hand:
  1. download what is missing from %s (or take any copy of the original files),
     and put it into %[2]s, or set MNIST_DIR to a folder that has the four files;
  2. check them: sha256sum -c, in that folder, with scripts/mnist.sha256.
The figures need none of this: their scores are in data/mnist79.npz.
`

type fetcher struct {
	dir            string
	mirrors        []string
	client         http.Client
	stdout, stderr io.Writer
}

// file downloads a file if it is missing or damaged, prints what happened, and reports whether the
// file is there.
func (f *fetcher) file(ctx context.Context, m dataset.MNISTFile) bool {
	path, _, err := m.Check(f.dir)
	if err == nil {
		fmt.Fprintf(f.stdout, "%s: already there\n", path)
		return true
	}
	if !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(f.stderr, "fetch:", err)
	}
	path = filepath.Join(f.dir, m.Name+".gz")
	for _, mirror := range f.mirrors {
		url := mirror + m.Name + ".gz"
		b, err := f.get(ctx, url, m)
		if err == nil {
			err = files.WriteBytes(path, b)
		}
		if err == nil {
			fmt.Fprintf(f.stdout, "%s: %d bytes from %s\n", path, m.Size, url)
			return true
		}
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintf(f.stderr, "fetch: %s: %v\n", url, err)
	}
	return false
}

// get returns the content of url, which is that of the file.
func (f *fetcher) get(ctx context.Context, url string, m dataset.MNISTFile) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept-Encoding", "identity") // the bytes of the file, not its decoded content
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, errors.Unwrap(err) // without the address
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, m.Size+1))
	if sum := fmt.Sprintf("%x", sha256.Sum256(b)); err == nil && sum != m.Sum {
		err = fmt.Errorf("wrong content: expected %d bytes with SHA-256 %s…", m.Size, m.Sum[:12])
	}
	return b, err
}

// all downloads the files that are missing.
func (f *fetcher) all(ctx context.Context, list []dataset.MNISTFile) error {
	var missing []string
	for _, m := range list {
		if !f.file(ctx, m) {
			missing = append(missing, m.Name+".gz")
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case ctx.Err() != nil:
		return errors.New("interrupted; the files that are complete stay")
	}
	fmt.Fprintf(f.stderr, byHand, strings.Join(missing, ", "), f.dir, strings.Join(f.mirrors, " or "))
	return tool.ErrFailed
}

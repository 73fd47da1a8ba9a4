package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"adl/pkg/dataset"
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
// mirrors to data/mnist or $MNIST_DIR, unless they exist, and checks their SHA-256. An interrupted
// download continues where it stopped.
func fetchVerb(ctx context.Context, files []dataset.MNISTFile) tool.Verb {
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
			stall := c.Flags.Duration("stall", 30*time.Second, "how long to wait for the next byte")
			return func() error {
				if *stall <= 0 {
					return tool.Usage("-stall: expected a positive duration, got %s", *stall)
				}
				if own == nil {
					own = mirrors()
				}
				if err := os.MkdirAll(*dir, 0o777); err != nil {
					return err
				}
				f := fetcher{dir: *dir, mirrors: own, stall: *stall, dead: map[string]bool{},
					stdout: c.Stdout, stderr: c.Stderr}
				return f.all(ctx, files)
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
Partial downloads (.part) are kept: make data continues from there. The figures need
none of this: their scores are in data/mnist79.npz.
`

type fetcher struct {
	dir            string
	mirrors        []string
	stall          time.Duration
	dead           map[string]bool // mirrors that refused a connection
	stdout, stderr io.Writer
}

// tries is the number of attempts per mirror, as long as each downloads something.
const tries = 4

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
		for range tries {
			if f.dead[mirror] || ctx.Err() != nil {
				break
			}
			err := f.download(ctx, url, path, m)
			if err == nil {
				fmt.Fprintf(f.stdout, "%s: %d bytes from %s\n", path, m.Size, url)
				return true
			}
			if ctx.Err() != nil {
				return false
			}
			fmt.Fprintf(f.stderr, "fetch: %s: %v\n", url, err)
			var op *net.OpError
			if errors.As(err, &op) && op.Op == "dial" {
				f.dead[mirror] = true
			}
			var again *againError
			if !errors.As(err, &again) {
				break
			}
		}
	}
	return false
}

// againError is a failure after which the same mirror is worth another attempt.
type againError struct{ error }

func (e *againError) Unwrap() error { return e.error }

// download downloads the missing rest of the file path.part, checks the whole and renames it to
// path. A partial download stays in path.part unless it is wrong.
func (f *fetcher) download(ctx context.Context, url, path string, m dataset.MNISTFile) (err error) {
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	wrong := false
	defer func() {
		out.Close()
		if st, e := os.Stat(part); wrong || e == nil && st.Size() == 0 {
			os.Remove(part)
		}
	}()
	had, err := out.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	size := had
	if size < m.Size {
		if size, err = f.get(ctx, url, out, had, m.Size); err != nil {
			if size > had {
				return &againError{fmt.Errorf("%w (%d of %d bytes)", err, size, m.Size)}
			}
			return err
		}
	}
	if err := out.Sync(); err != nil {
		return err
	}
	if size != m.Size || !sumIs(out, m.Sum) {
		wrong = true
		err := fmt.Errorf("wrong content: expected %d bytes with SHA-256 %s…", m.Size, m.Sum[:12])
		if had > 0 { // the part from before may be wrong
			return &againError{err}
		}
		return err
	}
	return os.Rename(part, path)
}

var errShort = errors.New("cut short")

// get appends what follows the first have bytes of url to out, up to one byte more than size, and
// returns the new length of out. If the server cannot continue a download, it begins again.
func (f *fetcher) get(
	ctx context.Context, url string, out *os.File, have, size int64,
) (int64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := fmt.Errorf("nothing came for %v", f.stall)
	watch := time.AfterFunc(f.stall, func() { cancel(stalled) })
	defer watch.Stop()
	reason := func(err error) error {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errShort
		}
		if context.Cause(ctx) == stalled {
			return stalled
		}
		if e := errors.Unwrap(err); e != nil && strings.Contains(err.Error(), url) {
			return e // without the address, which the message has already
		}
		return err
	}
	resp, from, err := request(ctx, url, have, size)
	if err != nil {
		return have, reason(err)
	}
	defer resp.Body.Close()
	if err := out.Truncate(from); err != nil {
		return have, err
	}
	if _, err := out.Seek(from, io.SeekStart); err != nil {
		return from, err
	}
	have = from
	body := io.LimitReader(resp.Body, size-have+1)
	buf := make([]byte, 1<<16)
	for {
		n, err := body.Read(buf)
		watch.Reset(f.stall)
		if n > 0 {
			if _, err := out.Write(buf[:n]); err != nil {
				return have, err
			}
			have += int64(n)
		}
		switch {
		case err == io.EOF && have < size:
			return have, errShort
		case err == io.EOF:
			return have, nil
		case err != nil:
			return have, reason(err)
		}
	}
}

// request asks for url without its first have bytes, which are size in all, and returns the
// response and the position where its body begins: have, or 0 if the server sends the whole.
func request(
	ctx context.Context, url string, have, size int64,
) (resp *http.Response, from int64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Accept-Encoding", "identity") // the bytes of the file, not its decoded content
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	resp, err = http.DefaultClient.Do(req)
	if err != nil {
		return nil, 0, err
	}
	rest := fmt.Sprintf("bytes %d-", have)
	switch {
	case resp.StatusCode == http.StatusPartialContent &&
		strings.HasPrefix(resp.Header.Get("Content-Range"), rest):
		from = have
	case resp.StatusCode != http.StatusOK:
		err = errors.New(resp.Status)
	}
	// Another length means another file, or a page that explains why there is none.
	if n := resp.ContentLength; err == nil && n >= 0 && from+n != size {
		err = fmt.Errorf("wrong content: %d bytes, expected %d", from+n, size)
	}
	if err != nil {
		resp.Body.Close()
		return nil, 0, err
	}
	return resp, from, nil
}

// sumIs reports whether the SHA-256 of a file is sum, in hexadecimal.
func sumIs(f *os.File, sum string) bool {
	h := sha256.New()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false
	}
	if _, err := io.Copy(h, f); err != nil {
		return false
	}
	return hex.EncodeToString(h.Sum(nil)) == sum
}

// all downloads the files that are missing.
func (f *fetcher) all(ctx context.Context, files []dataset.MNISTFile) error {
	var missing []string
	for _, m := range files {
		if !f.file(ctx, m) {
			missing = append(missing, m.Name+".gz")
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case ctx.Err() != nil:
		return errors.New("interrupted; the next call goes on from there")
	}
	fmt.Fprintf(f.stderr, byHand, strings.Join(missing, ", "), f.dir, strings.Join(f.mirrors, " or "))
	return tool.ErrFailed
}

package experiments

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"adl/pkg/files"
)

const (
	// dots is the resolution of golden pictures, in which a picture has a few thousand bytes and a
	// point that moves is still seen.
	dots = 30
	// shade is how far the colour of a pixel may be from the golden one, of 1: what gonum computes
	// may differ between platforms in the last bits.
	shade = 0.02
)

// Every figure has a golden picture at profile smoke, and the digest of its PDF. A page shows those
// that moved.
func TestGoldenPictures(t *testing.T) {
	t.Parallel()
	var moved page
	t.Cleanup(func() { moved.write(t, filepath.Join("..", ".bin", "golden.html")) })
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			moved.compare(t, name, reference(t, name), filepath.Join(goldenDir, "smoke"))
		})
	}
}

// page shows pictures that moved, each beside the golden one and their difference.
type page struct {
	mu       sync.Mutex
	Pictures []picture
}

type picture struct {
	Name, Remedy          string
	Want, Got, Difference template.URL
}

// compare compares a figure's files in out with the golden ones, or writes those with -update.
func (p *page) compare(t *testing.T, name, out, golden string) {
	t.Helper()
	vectors, err := os.ReadFile(filepath.Join(out, name+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	digest, err := digestPDF(vectors)
	if err != nil {
		t.Fatalf("%s.pdf: %v", name, err)
	}
	got, err := os.ReadFile(filepath.Join(out, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	picturePath := filepath.Join(golden, name+".png")
	digestPath := filepath.Join(golden, name+".pdf.sha256")
	if *update {
		// A picture that says another origin is not another picture.
		old, err := os.ReadFile(picturePath)
		if equal, e := cmpimg.EqualApprox("png", old, got, 0); err != nil || e != nil || !equal {
			if err := files.WriteBytes(picturePath, got); err != nil {
				t.Fatal(err)
			}
		}
		if err := files.WriteBytes(digestPath, []byte(digest+"\n")); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(picturePath)
	old, err2 := os.ReadFile(digestPath)
	if err = errors.Join(err, err2); errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s has no golden picture; %s writes it", name, remedy(name))
	} else if err != nil {
		t.Fatal(err)
	}
	equal, err := cmpimg.EqualApprox("png", want, got, shade)
	if err != nil {
		t.Fatalf("%s: %v", picturePath, err)
	}
	switch {
	case !equal:
		if err := p.add(name, want, got); err != nil {
			t.Error(err)
		}
		t.Errorf("%s.png moved from its golden picture; if that is meant, %s", name, remedy(name))
	case strings.TrimSpace(string(old)) == digest:
	case runtime.GOARCH != "amd64": // a coordinate may be rounded differently
		t.Logf("%s.pdf is not the golden one, which is from amd64", name)
	default:
		t.Errorf("%s.pdf moved: its digest is not the golden one, though at %d dots per inch the "+
			"picture is the same; if that is meant, %s", name, dots, remedy(name))
	}
}

// add puts a picture on the page.
func (p *page) add(name string, want, got []byte) error {
	a, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		return err
	}
	b, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		return err
	}
	difference := image.NewRGBA(a.Bounds().Union(b.Bounds()))
	cmpimg.Diff(difference, a, b)
	var buf bytes.Buffer
	if err := png.Encode(&buf, difference); err != nil {
		return err
	}
	url := func(b []byte) template.URL {
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(b))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Pictures = append(p.Pictures, picture{
		Name: name, Remedy: remedy(name),
		Want: url(want), Got: url(got), Difference: url(buf.Bytes()),
	})
	return nil
}

var layout = template.Must(template.New("").Parse(`<!DOCTYPE html>
<meta charset="utf-8">
<title>Pictures that moved</title>
<style>
body { font-family: sans-serif }
figure { display: inline-block; margin: 0 1em 1em 0 }
img { image-rendering: pixelated; zoom: 2; border: 1px solid silver }
</style>
{{range .Pictures}}<h2>{{.Name}}</h2>
<figure><img src="{{.Want}}"><figcaption>golden</figcaption></figure>
<figure><img src="{{.Got}}"><figcaption>now</figcaption></figure>
<figure><img src="{{.Difference}}"><figcaption>difference</figcaption></figure>
<p>If that is meant: <code>{{.Remedy}}</code></p>
{{end}}`))

// write writes the page, if there is anything on it, and names it.
func (p *page) write(t *testing.T, path string) {
	if len(p.Pictures) == 0 {
		return
	}
	slices.SortFunc(p.Pictures, func(a, b picture) int { return strings.Compare(a.Name, b.Name) })
	path, err := filepath.Abs(path)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = files.Write(path, func(w io.Writer) error { return layout.Execute(w, p) })
	}
	if err != nil {
		t.Errorf("no page of the pictures that moved: %v", err)
		return
	}
	var names []string
	for _, q := range p.Pictures {
		names = append(names, q.Name)
	}
	t.Logf("what moved in %s is shown in %s", strings.Join(names, ", "), path)
}

var (
	pdfObject = regexp.MustCompile(`(\d+) 0 obj\n`)
	pdfLength = regexp.MustCompile(`/Length (\d+)`)
	pdfInfo   = regexp.MustCompile(`/Info (\d+) 0 R`)
)

// digestPDF returns a digest of what a PDF draws: of its objects, without the two that say where it
// comes from, and without the trailer, which has the IDs; streams are taken as they are before they
// are compressed.
func digestPDF(b []byte) (string, error) {
	info := pdfInfo.FindSubmatch(b[max(0, len(b)-1000):])
	if info == nil {
		return "", errors.New("a PDF without /Info in its trailer")
	}
	sum, objects := sha256.New(), 0
	for {
		m := pdfObject.FindSubmatchIndex(b)
		if m == nil {
			break
		}
		number := string(b[m[2]:m[3]])
		b = b[m[1]:]
		dictionary, rest, ok := bytes.Cut(b, []byte("endobj"))
		if !ok {
			return "", fmt.Errorf("object %s has no end", number)
		}
		var text []byte
		if i := bytes.Index(dictionary, []byte("stream\n")); i >= 0 {
			dictionary = b[:i]
			length := pdfLength.FindSubmatch(dictionary)
			if length == nil {
				return "", fmt.Errorf("object %s: a stream without /Length", number)
			}
			n, err := strconv.Atoi(string(length[1]))
			rest = b[i+len("stream\n"):]
			if err != nil || n > len(rest) {
				return "", fmt.Errorf("object %s: a stream of %s bytes", number, length[1])
			}
			text, rest = rest[:n], rest[n:]
			if bytes.Contains(dictionary, []byte("/FlateDecode")) {
				z, err := zlib.NewReader(bytes.NewReader(text))
				if err == nil {
					text, err = io.ReadAll(z)
				}
				if err != nil {
					return "", fmt.Errorf("object %s: %w", number, err)
				}
			}
			dictionary = pdfLength.ReplaceAll(dictionary, nil)
		}
		b = rest
		if number != string(info[1]) && !bytes.Contains(dictionary, []byte("/Type /Metadata")) {
			fmt.Fprintf(sum, "%s %q %q\n", number, dictionary, text)
			objects++
		}
	}
	if objects == 0 {
		return "", errors.New("a PDF without objects")
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// The digest depends on what is drawn, not on who drew it when, nor on the compression.
func TestDigestPDF(t *testing.T) {
	pdf := func(content, producer string, level int) []byte {
		var z bytes.Buffer
		w, err := zlib.NewWriterLevel(&z, level)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, content)
		w.Close()
		return fmt.Appendf(nil, "%%PDF-1.4\n3 0 obj\n<</Filter /FlateDecode /Length %d>>\nstream\n%s\n"+
			"endstream\nendobj\n6 0 obj\n<<\n/Producer (%s)\n>>\nendobj\ntrailer\n<<\n/Info 6 0 R\n"+
			"/ID [(%s)]\n>>\n", z.Len(), &z, producer, producer)
	}
	const content = "0 0 m 1 1 l S endobj 0 0 m 1 1 l S\n"
	digest := func(b []byte) string {
		d, err := digestPDF(b)
		if err != nil {
			t.Error(err)
		}
		return d
	}
	want := digest(pdf(content, "a", zlib.BestSpeed))
	if digest(pdf(content, "another", zlib.NoCompression)) != want {
		t.Error("the digest depends on the producer or on the compression")
	}
	metadata := append(pdf(content, "a", zlib.BestSpeed),
		"5 0 obj\n<</Type /Metadata /Length 4>>\nstream\nfrom\nendstream\nendobj\n/Info 6 0 R"...)
	if digest(metadata) != want {
		t.Error("the digest depends on where the figure comes from")
	}
	if digest(pdf(content+"0 0 m\n", "a", zlib.BestSpeed)) == want {
		t.Error("the digest does not depend on what is drawn")
	}
	whole := pdf(content, "a", zlib.BestSpeed)
	for _, b := range [][]byte{
		nil, []byte("trailer\n/Info 6 0 R"), bytes.Replace(whole, []byte("/Length"), []byte("/Size"), 1),
		bytes.Replace(whole, []byte("/Length "), []byte("/Length 9999"), 1),
		bytes.Replace(whole, []byte("stream\nx"), []byte("stream\ny"), 1),
	} {
		if _, err := digestPDF(b); err == nil {
			t.Errorf("no error: %q", b)
		}
	}
}

// A picture that moved is on the page, with its difference.
func TestPage(t *testing.T) {
	draw := func(x int) []byte {
		img := image.NewGray(image.Rect(0, 0, 20, 10))
		img.Pix[x] = 255
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	path := filepath.Join(t.TempDir(), "new", "page.html")
	var p page
	if p.write(t, path); exists(path) {
		t.Error("a page without pictures")
	}
	for _, name := range []string{"fig12", "fig07"} {
		if err := p.add(name, draw(3), draw(5)); err != nil {
			t.Fatal(err)
		}
	}
	p.write(t, path)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	html := string(b)
	if strings.Count(html, `src="data:image/png;base64,`) != 6 ||
		strings.Index(html, "fig07") > strings.Index(html, "fig12") ||
		!strings.Contains(html, "<code>make golden FIG=7</code>") {
		t.Errorf("the page is\n%s", html)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

package experiments

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	pdfObject = regexp.MustCompile(`(\d+) 0 obj\n`)
	pdfLength = regexp.MustCompile(`/Length (\d+)`)
	pdfInfo   = regexp.MustCompile(`/Info (\d+) 0 R`)
)

// digestPDF returns a digest of what a PDF draws: of its objects, without the two that say where it
// comes from, and without the trailer, which has the IDs; streams are taken as they are before they
// are compressed.
func digestPDF(t *testing.T, b []byte) string {
	t.Helper()
	info := pdfInfo.FindSubmatch(b[max(0, len(b)-1000):])
	if info == nil {
		t.Fatal("a PDF without /Info in its trailer")
	}
	sum := sha256.New()
	for m := pdfObject.FindSubmatchIndex(b); m != nil; m = pdfObject.FindSubmatchIndex(b) {
		number := b[m[2]:m[3]]
		b = b[m[1]:]
		dictionary, rest, _ := bytes.Cut(b, []byte("endobj"))
		var text []byte
		if i := bytes.Index(dictionary, []byte("stream\n")); i >= 0 {
			dictionary = b[:i]
			n, err := strconv.Atoi(string(pdfLength.FindSubmatch(dictionary)[1]))
			if err != nil {
				t.Fatal(err)
			}
			text, rest = b[i+len("stream\n"):][:n], b[i+len("stream\n"):][n:]
			if bytes.Contains(dictionary, []byte("/FlateDecode")) {
				z, err := zlib.NewReader(bytes.NewReader(text))
				if err == nil {
					text, err = io.ReadAll(z)
				}
				if err != nil {
					t.Fatalf("object %s: %v", number, err)
				}
			}
			dictionary = pdfLength.ReplaceAll(dictionary, nil)
		}
		b = rest
		if !bytes.Equal(number, info[1]) && !bytes.Contains(dictionary, []byte("/Type /Metadata")) {
			fmt.Fprintf(sum, "%s %q %q\n", number, dictionary, text)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// The digest depends on what is drawn, not on who drew it.
func TestDigestPDF(t *testing.T) {
	digest := func(content, producer string) string {
		return digestPDF(t, fmt.Appendf(nil, "3 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\n"+
			"6 0 obj\n<</Producer (%s)>>\nendobj\ntrailer\n<</Info 6 0 R>>\n",
			len(content), content, producer))
	}
	const content = "0 0 m endobj 1 1 l S"
	want := digest(content, "a")
	if digest(content, "another") != want {
		t.Error("the digest depends on the producer")
	}
	if digest(content[:len(content)-1]+"s", "a") == want {
		t.Error("the digest does not depend on what is drawn")
	}
}

// Other programs find in the PDF files of profile smoke no errors, fonts that are embedded as
// subsets with their characters, and the texts. Without these programs there is nothing to test;
// make test says so, and in CI it is a failure.
func TestPDF(t *testing.T) {
	t.Parallel()
	tool := func(t *testing.T, name string, args ...string) string {
		t.Helper()
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") == "" {
			t.Skipf("there is no %s (Debian: poppler-utils, qpdf)", name)
		}
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s (Debian: poppler-utils, qpdf): %v: %s", name, err, out)
		}
		return string(out)
	}
	texts := map[string][]string{
		"fig01": {"density", "exact distribution of Z"},
		"fig03": {"relative error on the variance", "ε(n)", "Δt", "10⁻"},
		"fig07": {"error on the marginal of θ₁", "no stationary state"},
	}
	font := regexp.MustCompile(`^[A-Z]{6}\+LiberationSerif\S* +CID TrueType +Identity-H +yes yes yes `)
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(reference(t, name), name+".pdf")
			tool(t, "qpdf", "--check", path) // fails where it warns
			fonts := strings.Split(strings.TrimSpace(tool(t, "pdffonts", path)), "\n")
			if len(fonts) < 3 || len(fonts) > 5 {
				t.Fatalf("the fonts are\n%s", strings.Join(fonts, "\n"))
			}
			for _, line := range fonts[2:] {
				if !font.MatchString(line) {
					t.Errorf("a font is not as it should be: %s", line)
				}
			}
			text := tool(t, "pdftotext", "-layout", path, "-")
			for _, want := range append(texts[name], "0", "1") {
				if !strings.Contains(text, want) {
					t.Errorf("there is no text %q", want)
				}
			}
		})
	}
}

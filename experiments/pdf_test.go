package experiments

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/table"
)

// Other programs find in the PDF files of profile smoke no errors, fonts that are embedded as
// subsets with their characters, and the texts. Without these programs there is nothing to test;
// make test says so, and in CI it is a failure.
func TestPDF(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"qpdf", "pdffonts", "pdftotext", "pdfinfo"} {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("CI") != "" {
			t.Fatalf("there is no %s (Debian: poppler-utils, qpdf)", program)
		}
		t.Skipf("there is no %s (Debian: poppler-utils, qpdf)", program)
	}
	tool := func(t *testing.T, name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
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
			if n := len(regexp.MustCompile(`[\pL\d]+`).FindAllString(text, -1)); n < 15 {
				t.Errorf("there are %d words and numbers", n)
			}
			info := tool(t, "pdfinfo", path)
			title := regexp.MustCompile(`(?m)^Title: +` + table.Label(name) + `: \S`)
			if !title.MatchString(info) {
				t.Errorf("the title is not that of the figure:\n%s", info)
			}
		})
	}
}

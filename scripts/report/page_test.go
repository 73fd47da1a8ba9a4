package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/table"
	"slices"
)

// The committed page and README agree with the committed results, and links lead to files that
// exist. README has the first findings with their numbers.
func TestPageCurrent(t *testing.T) {
	t.Chdir("../..")
	const path = "figures/index.html"
	s, ts, err := read()
	if err != nil {
		t.Fatal(err)
	}
	want, err := render(s, ts, "paper", false)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the results give: make page writes it (%v)", path, err)
	}
	for _, problem := range checkPage(t, want, "figures") {
		t.Error(problem)
	}
	computing, err := render(s, ts, "paper", true)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range checkPage(t, computing, "figures") {
		t.Error("with forms:", problem)
	}
	if n := bytes.Count(computing, []byte(`<form class="live"`)); n != 5 {
		t.Errorf("%d figures have forms", n)
	}
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(string(b)), " ")
	differ, err := twice("results/twice.csv")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		fmt.Sprintf("with independent random numbers, %s", differ),
		fmt.Sprintf("Of %d statements of the paper, %s.", len(s.Statement), s.Counts()),
	}
	for i, f := range s.Finding[:5] {
		texts = append(texts, fmt.Sprintf("%d. **%s** %s %s", i+1, f.Headline, f.Number, f.Range))
	}
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); !strings.Contains(readme, text) {
			t.Errorf("README.md lacks the result\n%s", text)
		}
	}
}

var (
	addresses = regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`)
	ids       = regexp.MustCompile(`\sid="([^"]*)"`)
	pictures  = regexp.MustCompile(`<img [^>]*>`)
	alt       = regexp.MustCompile(`\salt="([^"]*)"`)
)

// checkPage lists the faults of a page in the folder dir: addresses that lead nowhere or to the
// network, duplicate names, pictures without a text.
func checkPage(t *testing.T, page []byte, dir string) (problems []string) {
	t.Helper()
	known := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(string(page), -1) {
		if known[m[1]] {
			problems = append(problems, "there are two ids "+m[1])
		}
		known[m[1]] = true
	}
	links := addresses.FindAllStringSubmatch(string(page), -1)
	if len(links) == 0 {
		problems = append(problems, "there are no links")
	}
	for _, m := range links {
		u, err := url.Parse(html.UnescapeString(m[1]))
		switch {
		case err != nil:
			problems = append(problems, err.Error())
		case u.Scheme == "data":
		case u.Host == "arxiv.org": // the paper
		case u.IsAbs() || u.Host != "":
			problems = append(problems, "a link to the network: "+m[1])
		case u.Path == "" && !known[u.Fragment]:
			problems = append(problems, "there is no place "+m[1])
		case u.Path != "":
			if _, err := os.Stat(filepath.Join(dir, u.Path)); err != nil {
				problems = append(problems, "a link leads nowhere: "+m[1])
			}
		}
	}
	for _, p := range pictures.FindAllString(string(page), -1) {
		if m := alt.FindStringSubmatch(p); m == nil || len(m[1]) < 20 {
			problems = append(problems, "a picture without a text: "+p)
		}
	}
	return problems
}

const csv = "epsilon,quantity,value,stderr,status,source\n"

var digest = fmt.Sprintf("%x", sha256.Sum256([]byte(csv)))

// project writes a project with a figure and returns its folder.
func project(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	m := table.Manifest{
		CSV:    digest,
		Figure: "fig07", Title: "the <title>", Profile: "quick", Spec: map[string]any{},
		Pictures: []table.Digest{{
			Name: "fig07.png", SHA256: fmt.Sprintf("%x", sha256.Sum256(picture.Bytes())),
		}},
	}
	var manifest bytes.Buffer
	if err := m.Write(&manifest); err != nil {
		t.Fatal(err)
	}
	write("results/quick/fig07.json", manifest.String())
	write("results/quick/fig07.csv", csv)
	write("figures/quick/fig07.png", picture.String())
	for _, path := range []string{
		"README.md", "data/README.md", "results/registered.csv", "experiments/NOTES.md",
		"experiments/fig07/spec.toml", "experiments/fig07/main.go",
	} {
		write(path, "")
	}
	write("experiments/claims.toml", "[[statement]]\nid = \"S1\"\nsection = \"2.2\"\n"+
		"figures = [\"fig07\"]\ntext = \"Σ_x is <so>\"\nverdict = \"fails\"\nnote = \"why\"\n"+
		"[[figure]]\nname = \"fig07\"\ntitle = \"2 %\"\nsays = \"1 % of Σ_x\"\nfinds = \"more\"\n")
	write("experiments/fig07/caption.txt",
		"What one sees in this picture.\n\nA caption about\nΣ_x.\n\nMore.\n")
	return root
}

func TestRun(t *testing.T) {
	t.Chdir(project(t))
	const page = "figures/quick/index.html"
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"-profile quick", 0, "wrote " + page + ": open it in a browser\n", ""},
		{"", 1, "", "page: no manifests *.json in results/paper; make figures first\n"},
		{"x", 2, "", "usage: report claims "},
		{"-h", 2, "", "usage: report claims "},
		{"-foo", 2, "", "flag provided but not defined: -foo\n"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"page"}, strings.Fields(c.args)...), &stdout, &stderr)
		if code != c.code || stdout.String() != c.stdout ||
			!strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%q: exit %d: %s%s", c.args, code, &stdout, &stderr)
		}
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range checkPage(t, b, "figures/quick") {
		t.Error(problem)
	}
	for _, want := range []string{
		`<h3 id="fig07-title"><span>Figure 7:</span> 2 %</h3>`,
		`src="fig07.png" width="18" height="13"`, `alt="Figure 7. What one sees in this picture."`,
		`<a href="fig07.png" title="Open large">`, `<p>A caption about Σ<sub>x</sub>.</p>`,
		"<details><summary>Details</summary>\n<p>More.</p>",
		"<b>The paper says:</b> 1\u00a0% of Σ<sub>x</sub>", `<b>We find:</b> more`,
		`<tr id="S1">`, `Σ<sub>x</sub> is &lt;so&gt;`,
		`<a href="../../results/quick/fig07.csv">Table</a>`, `1 fails`,
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// Errors name the wrong files.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"experiments/fig07/caption.txt", "only one paragraph", "expected the alt text"},
		{"experiments/fig07/caption.txt", "a\n\n${fig07 n=1 %.1f}", "caption.txt: ${fig07 n=1 %.1f}: "},
		{"figures/quick/fig07.png", "another", "fig07.png is not the picture that results/quick/"},
		{
			"results/quick/fig07.csv", "epsilon,quantity,value,stderr,status,source\n1,x,1,0,ok,exact\n",
			"results/quick/fig07.csv and .json are not of one run of profile quick; make fig7 ",
		},
		{"results/quick/fig07.json", "{", "fig07.json: "},
		{
			"results/quick/fig07.json",
			`{"figure": "../../x", "profile": "quick", "csv_sha256": "` + digest + `"}`,
			"results/quick/fig07.csv and .json are not of one run of profile quick; make fig7 ",
		},
		{"experiments/claims.toml", "x", "claims.toml"},
	} {
		t.Chdir(project(t))
		if err := os.WriteFile(c.path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := run([]string{"page", "-profile", "quick"}, &stdout, &stderr)
		if code != 1 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: exit %d, %s, want %s", c.path, code, &stderr, c.want)
		}
	}
}

// Every figure has a caption. Its text in place of the picture does not name the number of the
// figure.
func TestCaptions(t *testing.T) {
	folders, err := filepath.Glob("../../experiments/fig[0-9]*")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, f := range folders {
		b, err := os.ReadFile(filepath.Join(f, "caption.txt"))
		if err != nil {
			t.Error(err)
			continue
		}
		alt, caption, err := splitCaption(string(b))
		if err != nil {
			t.Error(err)
			continue
		}
		shown := os.Expand(caption[0], func(string) string { return "1" })
		if n := len(strings.Fields(shown)); n < 20 || n > 120 {
			t.Errorf("%s: the caption shows %d words", f, n)
		}
		if n := len(strings.Fields(alt)); n < 10 || n > 60 || strings.HasPrefix(alt, "Figure") {
			t.Errorf("%s: the text in place of the picture: %s", f, alt)
		}
	}
}

func TestMath(t *testing.T) {
	for text, want := range map[string]string{
		"Σ_x":          "Σ<sub>x</sub>",
		"‖Σ_x − S_K‖":  "‖Σ<sub>x</sub> − S<sub>K</sub>‖",
		"ξ̄_k":         "ξ̄<sub>k</sub>",
		"burn_in":      "burn_in",
		"Nd − n":       "N<sub>d</sub> − n",
		"NdNd and Nd":  "NdNd and N<sub>d</sub>",
		"a < b":        "a\u00a0&lt;\u00a0b",
		"n = 1":        "n\u00a0=\u00a01",
		"ε(n)^{3/2}Δt": "ε(n)<sup>3/2</sup>Δt",
		"p_i p_j":      "p<sub>i</sub> p<sub>j</sub>",
		"M₁^m":         "M₁<sup>m</sup>",
	} {
		if got := string(withMath(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestSplitCaption(t *testing.T) {
	alt, caption, err := splitCaption("Seen\nhere.\n\nOne\n paragraph.\n\nAnother.\n")
	want := []string{"One paragraph.", "Another."}
	if err != nil || alt != "Seen here." || !slices.Equal(caption, want) {
		t.Errorf("got %q, %q, %v", alt, caption, err)
	}
	for text, want := range map[string][2]string{
		"Why? Because.":      {"Why?", "Because."},
		"We ask. Why? So.":   {"", "We ask. Why? So."},
		"Why?":               {"", "Why?"},
		"No question here.":  {"", "No question here."},
		"Is a of b, or c? d": {"Is a of b, or c?", "d"},
	} {
		if q, rest := splitQuestion(text); q != want[0] || rest != want[1] {
			t.Errorf("%q: got %q and %q", text, q, rest)
		}
	}
}

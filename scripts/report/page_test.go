package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"html"
	"image"
	"image/png"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"adl/experiments/claims"
	"adl/pkg/claim"
	"adl/pkg/experiment"
	"adl/pkg/files"
	"adl/pkg/ledger"
	"adl/pkg/table"
)

// committed returns the ledgers of the committed results.
var committed = sync.OnceValues(func() (map[string]*ledger.Ledger, error) {
	return readAll(claims.Judge, "../../results", "")
})

// The committed page agrees with the committed results, and its links lead to files that exist.
func TestPageCurrent(t *testing.T) {
	const path = "../../figures/index.html"
	ledgers, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	want, err := render(ledgers[""], "../..", "../../figures", "", "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the results give: make page writes it (%v)", path, err)
	}
	for _, problem := range checkPage(t, want, "../../figures") {
		t.Error(problem)
	}
	if n := len(want); n > 500_000 {
		t.Errorf("the page has %d bytes", n)
	}
}

var (
	addresses = regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`)
	ids       = regexp.MustCompile(`\sid="([^"]*)"`)
	pictures  = regexp.MustCompile(`<img [^>]*>`)
	alt       = regexp.MustCompile(`\salt="([^"]*)"`)
)

// check lists what is wrong with a page that stands in the folder dir: addresses that lead nowhere
// or to the network, names given twice, pictures without a text.
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

// judge makes claims about a claim and a finding.
func judge(*claim.Tables) []claim.Part {
	c := claim.Of("S1-1", "a")
	c.Figure, c.Measured, c.Verdict = "fig07", "1 < 2 & 3, <it> fails", claim.Fails
	ours := claim.Part{Name: "ours", Sentence: "something else", Criterion: "> 0"}
	ours.Figure, ours.Measured, ours.Verdict = "fig07", "1", claim.Holds
	return []claim.Part{c, ours}
}

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
	const csv = "epsilon,quantity,value,stderr,status,source\n"
	m := table.Manifest{
		CSV:    fmt.Sprintf("%x", sha256.Sum256([]byte(csv))),
		Figure: "fig07", Title: "the <title>", Profile: "quick", Spec: map[string]any{},
		Data:    []table.Digest{{Name: "data: mixture", SHA256: "abc"}},
		Modules: []table.Module{{Path: "m", Version: "v1"}},
	}
	var manifest bytes.Buffer
	if err := m.Write(&manifest); err != nil {
		t.Fatal(err)
	}
	write("results/quick/fig07.json", manifest.String())
	write("results/quick/fig07.csv", csv)
	write("results/quick/costs.csv", "figure,tasks,shared,steps,core_seconds,wall_seconds,"+
		"probed_seconds,probed_chain_seconds,c_seconds_projected,go_seconds_projected,first,last,"+
		"machines,revisions\nfig07,1,0,2.9e+09,90,7,8,1,2,3,2026-01-02,2026-01-03,a machine,abc\n")
	write("figures/quick/fig07.png", picture.String())
	write("README.md", "a\n<!-- counts: make page writes this -->\nstale\n<!-- end of counts -->\n"+
		"<!-- findings: make page writes this -->\n<!-- end of findings -->\nb\n")
	write("experiments/fig07/caption.txt", "What one sees in this picture.\n\nA caption about\nΣ_x.\n")
	return root
}

func TestRun(t *testing.T) {
	root := project(t)
	at := func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
	path := at("figures/index.html")
	for _, ending := range []string{".csv", ".json"} { // of a figure that somebody has taken away
		text, err := os.ReadFile(at("results/quick/fig07" + ending))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("fig07"), []byte("fig20"))
		if err := os.WriteFile(at("results/quick/fig20"+ending), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{
			nil, 0, "wrote claims.md and .csv of profile quick\nwrote the counts in " +
				at("README.md") + "\nwrote the page of profile quick: " + path + "\n", "",
		},
		{nil, 0, "the page of profile quick is up to date: " + path + "\n", ""},
		{
			[]string{"-profile", "quick"}, 0,
			"wrote the page of profile quick: " + at("figures/quick/index.html") + "\n", "",
		},
		{
			[]string{"-profile", "paper"}, 1, "",
			"page: no manifests fig*.json in " + at("results") + " for profile paper; make figures first\n",
		},
		{[]string{"x"}, 2, "", "page: unexpected argument \"x\"\n"},
		{[]string{"-h"}, 0, "", "usage: report page [flags]\n"},
		{[]string{"-foo"}, 2, "", "flag provided but not defined: -foo\n"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(judge, append([]string{"page", "-root", root}, c.args...), &stdout, &stderr)
		if code != c.code || stdout.String() != c.stdout ||
			!strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%q: exit %d: %s%s", c.args, code, &stdout, &stderr)
		}
	}
	page := func(profile, dir, files string) string {
		l, err := ledger.Read(at("results"), profile, judge)
		if err != nil {
			t.Fatal(err)
		}
		b, err := render(l, root, at(dir), files, "https://site/")
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range checkPage(t, b, at(dir)) {
			if files == "" || !strings.Contains(problem, "network: "+files) {
				t.Error(problem)
			}
		}
		return string(b)
	}
	text := page("", "figures", "")
	for _, want := range []string{
		`<h2 id="fig07-title">Figure 7. The &lt;title&gt;</h2>`,
		`<meta property="og:image" content="https://site/quick/fig07.png">`,
		`src="quick/fig07.png" width="18" height="13"`,
		`alt="Figure 7. What one sees in this picture."`, `<p>A caption about Σ<sub>x</sub>.</p>`,
		`1 task; 2.9 · 10⁹ steps at 2.9 · 10⁹ a second and core; 90 s of core time, ` +
			`2026-01-02 to 2026-01-03.`,
		"1\u00a0&lt;\u00a02 &amp; 3, &lt;it&gt; fails",
		`<a href="../results/quick/fig07.csv">Table (CSV)</a>`,
		`<tr id="S1-1" data-order="2" data-figure="7" data-reading="fails" data-section="1"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	// vectors where there are some, and addresses from the folder of the page
	if err := files.WriteBytes(at("figures/quick/fig07.svg"), []byte("<svg>"+
		`<g id="g0"><title>Δt = 0.1</title></g></svg>`)); err != nil {
		t.Fatal(err)
	}
	text = page("quick", "figures/quick", "")
	for _, want := range []string{
		`<img src="fig07.svg" width="18"`, `<a href="fig07.svg#g0">Δt = 0.1</a>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("with an SVG, the page lacks %s", want)
		}
	}
	// files elsewhere, or nowhere
	if text = page("", "figures", "https://host/x/"); !strings.Contains(text,
		`<a href="https://host/x/results/quick/fig07.csv">`) {
		t.Error("files at an address: no link to it")
	}
	if text = page("", "figures", "none"); strings.Contains(text, `="../`) ||
		!strings.Contains(text, `<a href="quick/fig07.svg">SVG</a>`) {
		t.Error("without files: links to files, or none to pictures")
	}
}

// Files that are not what they should be are named.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{
			"experiments/fig07/caption.txt", "only one paragraph",
			"expected the alt text",
		},
		{"experiments/fig07/caption.txt", "", "expected the alt text"},
		{"figures/quick/fig07.png", "no picture", "the picture of fig07: "},
		{"results/quick/costs.csv", "", "costs.csv: expected a table"},
		{
			"results/quick/costs.csv", "figure,tasks\nfig07,many\n",
			`column tasks: expected a number, got "many"`,
		},
		{"results/quick/fig07.json", "{", "fig07.json: "},
	} {
		root := project(t)
		path := filepath.Join(root, filepath.FromSlash(c.path))
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		render := func() error {
			l, err := ledger.Read(filepath.Join(root, "results"), "", judge)
			if err != nil {
				return err
			}
			_, err = render(l, root, filepath.Join(root, "figures"), "", "")
			return err
		}
		if err := render(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		err := render()
		if optional := strings.HasSuffix(c.path, "costs.csv"); optional != (err == nil) ||
			err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without %s: %v", c.path, err)
		}
	}
}

// Every figure has a caption: of some claims, whose text in place of the picture names no number
// of the figure.
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
		alt, caption, err := experiment.Caption(f, b)
		if err != nil {
			t.Error(err)
			continue
		}
		all := strings.Join(caption, " ")
		if n := len(strings.Fields(all)); n < 40 || n > 120 {
			t.Errorf("%s: the caption has %d words", f, n)
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

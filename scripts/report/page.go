package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adl/pkg/experiment"
	"adl/pkg/files"
	"adl/pkg/table"
)

// page writes figures/index.html, or that of a profile, from the statements, manifests and
// pictures, and with profile paper the verdicts and findings in README.
func page(args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("report page", flag.ContinueOnError)
	f.SetOutput(stderr)
	root := f.String("root", ".", "`folder` of the project")
	profile := f.String("profile", "paper", "`profile`: smoke, quick or paper")
	if f.Parse(args) != nil {
		return 2
	}
	if f.NArg() > 0 {
		fmt.Fprintf(stderr, "page: unexpected argument %q\n", f.Arg(0))
		return 2
	}
	if err := writePage(*root, *profile, stdout); err != nil {
		fmt.Fprintln(stderr, "page:", err)
		return 1
	}
	return 0
}

func writePage(root, profile string, stdout io.Writer) error {
	s, ts, err := read(root)
	if err != nil {
		return err
	}
	a := address{root: root, dir: filepath.Join(root, "figures")}
	if profile == "paper" {
		readme := filepath.Join(root, "README.md")
		old, err := os.ReadFile(readme)
		if err != nil {
			return err
		}
		text, err := s.inReadme(string(old))
		if err != nil {
			return err
		}
		if err := update(readme, []byte(text), stdout); err != nil {
			return err
		}
	} else {
		a.dir = filepath.Join(a.dir, profile)
	}
	b, err := render(s, ts, a, profile)
	if err != nil {
		return err
	}
	if profile == "paper" {
		if err := unkept(root, stdout); err != nil {
			return err
		}
	}
	return update(filepath.Join(a.dir, "index.html"), b, stdout)
}

// unkept says which tables of profile paper come from results that the project does not keep, so
// that a clone has to compute them again.
func unkept(root string, stdout io.Writer) error {
	dir := filepath.Join(root, "results", "paper")
	manifests, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	for _, path := range manifests {
		m, err := table.ReadManifest(path)
		if err != nil {
			return err
		}
		missing := 0
		for _, t := range m.Tasks {
			kept := filepath.Join(dir, "tasks", t.Key[:min(2, len(t.Key))], t.Key+".npz")
			if _, err := os.Stat(kept); err != nil {
				missing++
			}
		}
		if missing > 0 {
			fmt.Fprintf(stdout, "%s: %d of %d results are not in results/paper/tasks; make paper FIG=%s "+
				"keeps them\n", m.Figure, missing, len(m.Tasks), table.Short(m.Figure))
		}
	}
	return nil
}

// update writes a file unless it has these bytes, and says so.
func update(path string, b []byte, stdout io.Writer) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		fmt.Fprintf(stdout, "%s is up to date\n", path)
		return nil
	}
	if err := files.WriteBytes(path, b); err != nil {
		return fmt.Errorf("cannot %w", err)
	}
	fmt.Fprintf(stdout, "wrote %s\n", path)
	return nil
}

// begin and end stand around the part of README with the verdicts and the findings.
const (
	begin = "<!-- results: make page writes this -->\n"
	end   = "<!-- end of results -->\n"
)

// inReadme returns the text of README with the verdicts and the findings as they are.
func (s *Statements) inReadme(text string) (string, error) {
	before, rest, ok := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		return "", fmt.Errorf("README.md: expected the lines %s and %s", strings.TrimSpace(begin),
			strings.TrimSpace(end))
	}
	var w strings.Builder
	w.WriteString(before + begin)
	wrap(&w, "", fmt.Sprintf("**Of %d statements of the paper %s.**", len(s.Statement), s.counts()))
	w.WriteString("\n")
	for i, f := range s.Finding {
		wrap(&w, fmt.Sprintf("%d. ", i+1), fmt.Sprintf("**%s** %s %s", f.Headline, f.Number, f.Range))
	}
	return w.String() + end + after, nil
}

// wrap writes a text in lines of at most 100 characters, behind an item's mark.
func wrap(w io.Writer, mark, text string) {
	line, indent := mark, strings.Repeat(" ", len(mark))
	for i, word := range strings.Fields(text) {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > 100 {
			fmt.Fprintln(w, line)
			line = indent + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(w, line)
}

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"label": table.Label, "short": short, "math": withMath, "paper": paperAt, "class": class,
	"target": table.Target,
}).Parse(pageText))

// contents holds the data of the template.
type contents struct {
	*Statements
	Style    template.CSS
	Profile  string
	Counts   string
	Verdicts []count
	Key      *figure // which shows the result
	Figures  []figure
	Studies  []figure
	Rows     []row
	Data     []table.Digest
	Modules  []table.Module
	Links    []link // about all figures
}

// count is a verdict with the number of its statements.
type count struct {
	Verdict string
	N       int
}

// row is a statement with the lines of its checks.
type row struct {
	Statement
	Lines []string
}

// figure is a section of the page.
type figure struct {
	Name, Title   string
	Width, Height int
	Alt           string
	Caption       []string // paragraphs
	Picture       string   // the address, as all others relative to the page
	Links         []link
	Statements    []Statement
}

// link is an address with its words.
type link struct{ Address, Text string }

// render returns the page of a profile for the folder of a.
func render(s *Statements, ts tables, a address, profile string) (text []byte, err error) {
	p := &contents{Statements: s, Style: template.CSS(styleText), Profile: profile, Counts: s.counts()}
	for _, v := range verdicts {
		n := count{Verdict: v}
		for _, x := range s.Statement {
			if x.Verdict == v {
				n.N++
			}
		}
		p.Verdicts = append(p.Verdicts, n)
	}
	for _, x := range s.Statement {
		_, lines, err := x.judge(ts)
		if err != nil {
			return nil, err
		}
		p.Rows = append(p.Rows, row{x, lines})
	}
	a.add(&p.Links, "Choices and remarks (NOTES)", "experiments", "NOTES.md")
	a.add(&p.Links, "Statements and checks", "experiments", "claims.toml")
	a.add(&p.Links, "Registered verdicts", "results", "registered.csv")
	a.add(&p.Links, "Data sets", "data", "README.md")
	a.add(&p.Links, "README", "README.md")
	manifests, err := filepath.Glob(a.path("results", profile, "*.json"))
	if err == nil && len(manifests) == 0 {
		err = fmt.Errorf("no manifests *.json in %s; make figures first", a.path("results", profile))
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(manifests) // studies come behind figures
	for _, path := range manifests {
		m, err := table.ReadManifest(path)
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(a.path("experiments", m.Figure)); errors.Is(err, fs.ErrNotExist) {
			continue // results outlive a figure that somebody takes away
		}
		f, err := newFigure(s, ts, a, m)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(m.Figure, "fig") {
			p.Figures = append(p.Figures, *f)
		} else {
			p.Studies = append(p.Studies, *f)
		}
		for _, d := range m.Data {
			d.Name = strings.TrimPrefix(d.Name, "data: ")
			if !slices.Contains(p.Data, d) {
				p.Data = append(p.Data, d)
			}
		}
		for _, x := range m.Modules {
			if !slices.Contains(p.Modules, x) {
				p.Modules = append(p.Modules, x)
			}
		}
	}
	for i := range p.Figures {
		if p.Key == nil || p.Figures[i].Name == "fig07" {
			p.Key = &p.Figures[i]
		}
	}
	var b bytes.Buffer
	err = pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// newFigure collects what there is about a figure.
func newFigure(s *Statements, ts tables, a address, m *table.Manifest) (*figure, error) {
	r, n := utf8.DecodeRuneInString(m.Title)
	f := &figure{
		Name: m.Figure, Title: string(unicode.ToUpper(r)) + m.Title[n:], Statements: s.of(m.Figure),
	}
	path := a.path("experiments", m.Figure, "caption.txt")
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	caption, err := ts.quote(string(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if f.Alt, f.Caption, err = experiment.Caption(path, []byte(caption)); err != nil {
		return nil, err
	}
	pictures := []string{"figures"}
	if m.Profile != "paper" {
		pictures = append(pictures, m.Profile)
	}
	file := func(ending string) []string { return append(slices.Clone(pictures), m.Figure+ending) }
	if f.Width, f.Height, err = size(a.path(file(".png")...)); err != nil {
		return nil, fmt.Errorf("the picture of %s: %w; make %s draws it",
			m.Figure, err, table.Target(m.Figure))
	}
	f.Picture = a.to(file(".png")...)
	a.add(&f.Links, "PDF", file(".pdf")...)
	if a.add(&f.Links, "SVG", file(".svg")...) {
		f.Picture = a.to(file(".svg")...)
	}
	a.add(&f.Links, "PNG", file(".png")...)
	a.add(&f.Links, "Table (CSV)", "results", m.Profile, m.Figure+".csv")
	a.add(&f.Links, "Manifest (JSON)", "results", m.Profile, m.Figure+".json")
	a.add(&f.Links, "Spec", "experiments", m.Figure, "spec.toml")
	a.add(&f.Links, "Program", "experiments", m.Figure, "main.go")
	return f, nil
}

// address makes addresses relative to the folder of the page.
type address struct{ root, dir string }

func (a address) path(elements ...string) string {
	return filepath.Join(append([]string{a.root}, elements...)...)
}

func (a address) to(elements ...string) string {
	r, err := filepath.Rel(a.dir, a.path(elements...))
	if err != nil {
		return strings.Join(elements, "/")
	}
	return filepath.ToSlash(r)
}

// add adds a link to a file if there is one.
func (a address) add(list *[]link, text string, elements ...string) bool {
	if _, err := os.Stat(a.path(elements...)); err != nil {
		return false
	}
	*list = append(*list, link{a.to(elements...), text})
	return true
}

// size is the size in which the page shows a PNG, in pixels of a browser: pictures have 300 dots
// per inch, the page 96 pixels, and it shows them somewhat larger than a journal would.
func size(path string) (width, height int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	c, err := png.DecodeConfig(f)
	const scale = 1.45 * 96 / 300
	return int(scale * float64(c.Width)), int(scale * float64(c.Height)), err
}

// short names a figure or study in a narrow column.
func short(name string) string { return strings.TrimPrefix(table.Short(name), "study-") }

// class is the class of a verdict in the style sheet.
func class(verdict string) string {
	return cmp.Or(map[string]string{inPart: "partly", open: "open", fails: "fails"}[verdict], "holds")
}

// arXiv is the paper's number there.
const arXiv = "2105.10347"

// paperAt is the address of the paper, or of a section of it.
func paperAt(section string) string {
	level := strings.Count(section, ".")
	if section == "" || !unicode.IsDigit(rune(section[0])) || level > 2 {
		return "https://arxiv.org/abs/" + arXiv
	}
	return "https://arxiv.org/pdf/" + arXiv + "#nameddest=" + strings.Repeat("sub", level) +
		"section." + section
}

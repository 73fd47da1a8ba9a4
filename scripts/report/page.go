package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"errors"
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

// writePage writes figures/index.html, or that of a profile, from the statements, manifests and
// pictures, and with profile paper the verdicts and findings in README.
func (s *Statements) writePage(ts tables, profile string, stdout io.Writer) error {
	dir := folder(filepath.Join("figures", profile))
	if profile == "paper" {
		dir = "figures"
		old, err := os.ReadFile("README.md")
		if err != nil {
			return err
		}
		text, err := s.inReadme(string(old))
		if err != nil {
			return err
		}
		if err := update("README.md", []byte(text), stdout); err != nil {
			return err
		}
	}
	b, err := render(s, ts, dir, profile)
	if err != nil {
		return err
	}
	return update(filepath.Join(string(dir), "index.html"), b, stdout)
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
	wrap(&w, "", fmt.Sprintf("**Of %d statements of the paper %s.**", len(s.Statement), s.Counts()))
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

// page holds the data of the template.
type page struct {
	*Statements
	Style    template.CSS
	Profile  string
	Verdicts []string
	Key      *figure // which shows the result
	Figures  []figure
	Studies  []figure
	Data     []table.Digest
	Modules  []table.Module
	Links    []link // about all figures
}

// Count returns the number of statements with a verdict.
func (s *Statements) Count(verdict string) (n int) {
	for _, x := range s.Statement {
		if x.Verdict == verdict {
			n++
		}
	}
	return n
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

// render returns the page of a profile for a folder.
func render(s *Statements, ts tables, dir folder, profile string) (text []byte, err error) {
	p := &page{
		Statements: s, Style: template.CSS(styleText), Profile: profile, Verdicts: verdicts,
	}
	dir.add(&p.Links, "Choices and remarks (NOTES)", "experiments", "NOTES.md")
	dir.add(&p.Links, "Statements and checks", "experiments", "claims.toml")
	dir.add(&p.Links, "Registered verdicts", "results", "registered.csv")
	dir.add(&p.Links, "Data sets", "data", "README.md")
	dir.add(&p.Links, "README", "README.md")
	results := filepath.Join("results", profile)
	manifests, err := filepath.Glob(filepath.Join(results, "*.json"))
	if err == nil && len(manifests) == 0 {
		err = fmt.Errorf("no manifests *.json in %s; make figures first", results)
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(manifests) // studies come behind figures
	for _, path := range manifests {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if _, err := os.Stat(filepath.Join("experiments", name)); errors.Is(err, fs.ErrNotExist) {
			continue // results outlive a figure that somebody takes away
		}
		_, m, err := load(profile, name)
		if err != nil {
			return nil, err
		}
		f, err := newFigure(s, ts, dir, m)
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
func newFigure(s *Statements, ts tables, dir folder, m *table.Manifest) (*figure, error) {
	r, n := utf8.DecodeRuneInString(m.Title)
	f := &figure{
		Name: m.Figure, Title: string(unicode.ToUpper(r)) + m.Title[n:], Statements: s.of(m.Figure),
	}
	path := filepath.Join("experiments", m.Figure, "caption.txt")
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
	for _, x := range m.Pictures {
		path := filepath.Join(string(dir), x.Name)
		b, err := os.ReadFile(path)
		if err == nil && fmt.Sprintf("%x", sha256.Sum256(b)) != x.SHA256 {
			err = fmt.Errorf("%s is not the picture that results/%s/%s.json names", path, m.Profile,
				m.Figure)
		}
		if err != nil {
			return nil, fmt.Errorf("%w; make %s PROFILE=%s draws it", err, table.Target(m.Figure),
				m.Profile)
		}
	}
	picture := filepath.Join(string(dir), m.Figure)
	if f.Width, f.Height, err = size(picture + ".png"); err != nil {
		return nil, err
	}
	f.Picture = m.Figure + ".png"
	dir.add(&f.Links, "PDF", picture+".pdf")
	if dir.add(&f.Links, "SVG", picture+".svg") {
		f.Picture = m.Figure + ".svg"
	}
	dir.add(&f.Links, "PNG", picture+".png")
	dir.add(&f.Links, "Table (CSV)", "results", m.Profile, m.Figure+".csv")
	dir.add(&f.Links, "Manifest (JSON)", "results", m.Profile, m.Figure+".json")
	dir.add(&f.Links, "Spec", "experiments", m.Figure, "spec.toml")
	dir.add(&f.Links, "Program", "experiments", m.Figure, "main.go")
	return f, nil
}

// folder is where a page is, with its pictures.
type folder string

// add adds a link to a file if there is one, with its address relative to the folder.
func (dir folder) add(list *[]link, text string, elements ...string) bool {
	path := filepath.Join(elements...)
	_, err := os.Stat(path)
	to, e := filepath.Rel(string(dir), path)
	if err != nil || e != nil {
		return false
	}
	*list = append(*list, link{filepath.ToSlash(to), text})
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

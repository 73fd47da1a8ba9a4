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
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/table"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText template.CSS

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"label": table.Label, "number": number, "math": withMath, "brief": brief,
}).Parse(pageText))

// page holds the data of the template.
type page struct {
	*Statements
	Style      template.CSS
	Profile    string
	Root       string      // the folder of the project, in addresses
	Twice      string      // how far the numbers of two computations differ, or nothing
	Figures    []figure    // figures, then studies
	Lead       *figure     // the picture that tells the story
	Calculator *calculator // if there is Figure 5
	Script     template.JS // of the forms Live
}

// figure is a section of the page.
type figure struct {
	*table.Manifest
	Picture       string // the picture shown
	Width, Height int    // in pixels of a browser
	Alt           string
	Question      string   // with which the caption begins, or nothing
	Caption       []string // paragraphs, without the question
	Winners       []winner
	Live          *live // if the page computes
	Lines
}

// Study reports whether the figure is one of the project, not of the paper.
func (f *figure) Study() bool { return strings.HasPrefix(f.Figure, "study-") }

// Narrow reports whether the text has room beside the picture.
func (f *figure) Narrow() bool { return f.Width < 700 }

// Heading is the finding in a few words, or the question.
func (f *figure) Heading() string { return cmp.Or(f.Lines.Title, f.Question, f.Manifest.Title) }

// brief shortens a verdict for a cell of a table.
func brief(verdict string) string {
	if verdict == corrected {
		return "corrected"
	}
	return strings.TrimPrefix(verdict, "holds ")
}

// number names a figure or study in a list: "7" or "data".
func number(name string) string { return strings.TrimPrefix(table.Short(name), "study-") }

// folder is where the page and the pictures of a profile are.
func folder(profile string) string {
	if profile == "paper" {
		return "figures"
	}
	return filepath.Join("figures", profile)
}

// render returns the page of a profile, which may compute points.
func render(s *Statements, ts tables, profile string, computes bool) ([]byte, error) {
	dir := folder(profile)
	root := strings.Repeat("../", strings.Count(dir, "/")+1)
	p := &page{Statements: s, Style: styleText, Profile: profile, Root: root}
	results := filepath.Join("results", profile)
	manifests, _ := filepath.Glob(filepath.Join(results, "*.json")) // in order
	if len(manifests) == 0 {
		return nil, fmt.Errorf("no manifests *.json in %s; make figures first", results)
	}
	for _, path := range manifests {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		caption := filepath.Join("experiments", name, "caption.txt")
		b, err := os.ReadFile(caption)
		if errors.Is(err, fs.ErrNotExist) {
			continue // results remain if a figure is removed
		}
		text, err2 := ts.quote(string(b))
		alt, paragraphs, err3 := splitCaption(text)
		if err := cmp.Or(err, err2, err3); err != nil {
			return nil, fmt.Errorf("%s: %w", caption, err)
		}
		f := figure{Alt: alt, Caption: paragraphs}
		f.Question, f.Caption[0] = splitQuestion(f.Caption[0])
		if i := slices.IndexFunc(s.Figure, func(l Lines) bool { return l.Name == name }); i >= 0 {
			f.Lines = s.Figure[i]
		}
		var t *table.Table
		if t, f.Manifest, err = load(profile, name); err != nil {
			return nil, err
		}
		f.Winners = winners(t)
		if computes {
			p.Style, p.Script = styleText+liveStyle, liveScript
			if f.Live, err = newLive(name); err != nil {
				return nil, err
			}
		}
		if name == "fig05" {
			p.Calculator = newCalculator(t)
		}
		if err := f.pictures(dir); err != nil {
			return nil, fmt.Errorf("%w; make %s PROFILE=%s draws it", err, table.Target(name), profile)
		}
		p.Figures = append(p.Figures, f)
		if name == "study-methods" {
			p.Lead = &f
		}
	}
	var b bytes.Buffer
	var err error
	if profile == "paper" {
		p.Twice, err = twice("results/twice.csv")
	}
	if err == nil {
		err = pageTemplate.Execute(&b, p)
	}
	return b.Bytes(), err
}

// twice returns in words how far the numbers of two computations of the paper differ, as compared
// in the file. It is empty if there is no file.
func twice(path string) (string, error) {
	t, err := table.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	n, sum := 0, 0.0
	for i := range t.Len() {
		if rows, rms := t.Float(i, "rows"), t.Float(i, "rms"); rows > 0 {
			n, sum = n+int(rows), sum+rows*rms*rms
		}
	}
	return fmt.Sprintf("%d numbers differ by %.2f standard errors (root mean square)", n,
		math.Sqrt(sum/float64(n))), nil
}

// splitCaption splits a figure's caption.txt: the alt text, an empty line, and the paragraphs of
// the caption.
func splitCaption(text string) (alt string, caption []string, err error) {
	for p := range strings.SplitSeq(text, "\n\n") {
		caption = append(caption, strings.Join(strings.Fields(p), " "))
	}
	if len(caption) < 2 || caption[0] == "" || caption[1] == "" {
		return "", nil, errors.New("expected the alt text, which replaces the picture where it " +
			"cannot be seen, an empty line, and the caption")
	}
	return caption[0], caption[1:], nil
}

// splitQuestion splits a caption after the question with which it begins, if it does.
func splitQuestion(text string) (question, rest string) {
	if i := strings.IndexAny(text, "?.:"); i > 0 && text[i] == '?' && i+2 < len(text) {
		return text[:i+1], text[i+2:]
	}
	return "", text
}

// pictures checks that the pictures of a figure are the pictures in its manifest.
func (f *figure) pictures(dir string) error {
	for _, x := range f.Pictures {
		path := filepath.Join(dir, x.Name)
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if fmt.Sprintf("%x", sha256.Sum256(b)) != x.SHA256 {
			return fmt.Errorf("%s is not the picture that results/%s/%s.json names", path, f.Profile,
				f.Figure)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(b)); err == nil { // the PDF is not shown
			const scale = 960. / 2102 // pixels per dot: the widest pictures have 960
			f.Width, f.Height = int(scale*float64(c.Width)), int(scale*float64(c.Height))
			f.Picture = x.Name
		}
	}
	return nil
}

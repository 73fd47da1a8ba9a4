package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"html/template"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/experiment"
	"adl/pkg/ledger"
	"adl/pkg/table"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

//go:embed page.js
var scriptText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"place": ledger.Place, "label": table.Label, "short": short, "first": cmp.Or[string],
	"plural": plural, "stop": stop, "math": withMath, "causes": claim.Causes, "rules": claim.Rules,
	"explained": claim.Explained, "criteria": claim.Criteria, "sizes": claim.Sizes,
	"plus": func(i int) int { return i + 1 }, "paper": paperAt, "section": sectionOf,
}).Parse(pageText))

// page holds the data of the template.
type page struct {
	Style template.CSS
	Code  template.JS

	Profiles    []string
	Paper, Ours claim.Count
	Key         *figure // which shows the result
	Figures     []figure
	Studies     []figure
	Claims      []paperClaim // all, judged or not
	Readings    []reading
	Findings    []claim.Part
	Unjudged    int
	Data        []table.Digest
	Modules     []table.Module
	Totals      []total
	Links       []link // about all figures
}

// figure is a section of the page.
type figure struct {
	Name, Label, Title, Profile string
	Study                       bool
	Width, Height               int
	Alt                         string
	Caption                     []string // paragraphs
	Picture                     string   // the address, as all others relative to the page
	Preview                     string   // that of the PNG
	Links                       []link
	Groups                      []link // to a part of the picture, such as a time step
	Paper, Ours                 claim.Count
	Judgements                  []paperClaim // from the parts in this figure
	Findings                    []claim.Part
	Cost                        *cost
}

// claim is a claim with the verdict from all figures.
type paperClaim struct {
	claim.Judgement
	Verdict string   // registered
	Figures []string // and studies
	First   int      // of them, for sorting
	Order   int      // in the paper
}

// reading is a reading with the number of its claims.
type reading struct {
	claim.Word
	Count int
}

// total is the cost of all figures of a profile.
type total struct {
	Profile string
	cost
}

// link is an address with its words.
type link struct{ Address, Text string }

// cost is the cost of a figure, in words.
type cost struct {
	Tasks, Shared                    int
	Core, Wall                       string // as recorded
	Steps, Rate                      string // none without chains
	Probed, InC, InGo                string
	First, Last, Machines, Revisions string
}

// render returns the page of a ledger for the folder dir. source is the address of the project's
// files where the page is published without them: "none" leaves them out. site is the address of
// the page, or "".
func render(l *ledger.Ledger, root, dir, source, site string) (text []byte, err error) {
	p := &page{
		Style: template.CSS(styleText), Code: template.JS(scriptText), Profiles: l.Profiles(),
		Findings: l.Findings(), Unjudged: len(l.Unjudged()),
	}
	p.Paper, p.Ours = claim.Counts(l.Claims())
	for i, n := range claim.ReadingCounts() {
		p.Readings = append(p.Readings, reading{claim.Readings[i], n})
	}
	judged, overall := map[string]claim.Judgement{}, map[string]paperClaim{}
	for _, j := range claim.Judge(l.Claims()) {
		judged[j.ID] = j
	}
	for i, s := range claim.Claims() {
		j := judged[s.ID]
		j.Claim = s
		overall[s.ID] = newPaperClaim(j, i)
		p.Claims = append(p.Claims, overall[s.ID])
	}
	at := address{root: root, dir: dir, source: source}
	costs := map[string]map[string]*cost{} // by profile and figure
	for _, profile := range p.Profiles {
		costs[profile], err = readCosts(filepath.Join(root, "results", profile, "costs.csv"))
		if err != nil {
			return nil, err
		}
		if c := costs[profile]["all"]; c != nil {
			p.Totals = append(p.Totals, total{profile, *c})
		}
		at.add(&p.Links, "Claims, profile "+profile, "results", profile, "claims.md")
		at.add(&p.Links, "Claims as CSV", "results", profile, "claims.csv")
		at.add(&p.Links, "Costs, profile "+profile, "results", profile, "costs.md")
	}
	at.add(&p.Links, "Choices and readings (NOTES)", "experiments", "NOTES.md")
	at.add(&p.Links, "Criteria", "pkg", "claim", "claims.toml")
	at.add(&p.Links, "Data sets", "data", "README.md")
	at.add(&p.Links, "README", "README.md")
	for _, m := range l.Manifests {
		if _, err := os.Stat(at.path("experiments", m.Figure)); errors.Is(err, fs.ErrNotExist) {
			continue // results outlive a figure that somebody takes away
		}
		f, err := newFigure(at, m, l.Of(m.Figure), overall)
		if err != nil {
			return nil, err
		}
		f.Cost = costs[m.Profile][m.Figure]
		if !f.Study {
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
	if p.Key != nil {
		p.Key.Preview = site + p.Key.Preview
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// arXiv is the paper's number there.
const arXiv = "2105.10347"

// paperAt is the address of the paper, or of a section of it.
func paperAt(place string) string {
	level := strings.Count(place, ".")
	if _, err := strconv.ParseFloat(strings.ReplaceAll(place, ".", ""), 64); err != nil || level > 2 {
		return "https://arxiv.org/abs/" + arXiv
	}
	return "https://arxiv.org/pdf/" + arXiv + "#nameddest=" + strings.Repeat("sub", level) +
		"section." + place
}

// sectionOf is the number of a section without its subsections, or a place without a number.
func sectionOf(place string) string {
	first, _, _ := strings.Cut(place, ".")
	return first
}

// These in a text about evidence are links: the numbers of figures, and the names of studies.
var evident = regexp.MustCompile(`\b\d+\b|study-[a-z-]+[a-z]`)

// Linked sets a text with links to the figures and studies of the page that it names.
func (p *page) Linked(text string) template.HTML {
	return template.HTML(evident.ReplaceAllStringFunc(template.HTMLEscapeString(text),
		func(s string) string {
			id := s
			if n, err := strconv.Atoi(s); err == nil {
				id = fmt.Sprintf("fig%02d", n)
			}
			if !slices.ContainsFunc(slices.Concat(p.Figures, p.Studies), func(f figure) bool {
				return f.Name == id
			}) {
				return s
			}
			return `<a href="#` + id + `">` + s + `</a>`
		}))
}

// short names a figure or study in a narrow column.
func short(name string) string { return strings.TrimPrefix(table.Short(name), "study-") }

func newPaperClaim(j claim.Judgement, order int) paperClaim {
	s := paperClaim{Judgement: j, Verdict: "not judged", Order: order}
	if len(j.Parts) > 0 {
		s.Verdict = j.Verdict()
	}
	for _, c := range j.Parts {
		if !slices.Contains(s.Figures, c.Figure) {
			s.Figures = append(s.Figures, c.Figure)
		}
	}
	slices.Sort(s.Figures)
	s.First = 99
	if len(s.Figures) > 0 {
		if n, err := strconv.Atoi(table.Short(s.Figures[0])); err == nil {
			s.First = n
		}
	}
	return s
}

// newFigure collects what there is about a figure.
func newFigure(
	at address, m *table.Manifest, cs []claim.Part, overall map[string]paperClaim,
) (*figure, error) {
	f := &figure{
		Name: m.Figure, Label: table.Label(m.Figure), Title: ledger.Title(m), Profile: m.Profile,
		Study: !strings.HasPrefix(m.Figure, "fig"),
	}
	path := at.path("experiments", m.Figure, "caption.txt")
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if f.Alt, f.Caption, err = experiment.Caption(path, b); err != nil {
		return nil, err
	}
	pictures := []string{"figures"}
	if m.Profile != "paper" {
		pictures = append(pictures, m.Profile)
	}
	file := func(ending string) []string { return append(slices.Clone(pictures), m.Figure+ending) }
	if f.Width, f.Height, err = size(at.path(file(".png")...)); err != nil {
		return nil, fmt.Errorf("the picture of %s: %w; make %s draws it",
			m.Figure, err, table.Target(m.Figure))
	}
	f.Picture = at.to(file(".png")...)
	f.Preview = f.Picture
	for _, x := range []struct{ ending, text string }{
		{".svg", "SVG"}, {".pdf", "PDF"}, {".png", "PNG"},
	} {
		if at.add(&f.Links, x.text, file(x.ending)...) && x.ending == ".svg" {
			f.Picture = at.to(file(x.ending)...)
		}
	}
	if f.Groups, err = groups(at.path(file(".svg")...), f.Picture); err != nil {
		return nil, err
	}
	at.add(&f.Links, "Table (CSV)", "results", m.Profile, m.Figure+".csv")
	at.add(&f.Links, "Manifest (JSON)", "results", m.Profile, m.Figure+".json")
	at.add(&f.Links, "Spec", "experiments", m.Figure, "spec.toml")
	at.add(&f.Links, "Program", "experiments", m.Figure, "main.go")
	f.Paper, f.Ours = claim.Counts(cs)
	for _, j := range claim.Judge(cs) {
		s := overall[j.ID]
		s.Parts = j.Parts
		f.Judgements = append(f.Judgements, s)
	}
	for _, c := range cs {
		if c.ID == "" {
			f.Findings = append(f.Findings, c)
		}
	}
	return f, nil
}

// group is the beginning of a group of a picture that can be shown alone ([figure.Style]).
var group = regexp.MustCompile(`<g id="(g\d+)"><title>([^<]*)</title>`)

// groups returns links to the groups of an SVG file, none if there is no file.
func groups(path, picture string) (list []link, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, m := range group.FindAllSubmatch(b, -1) {
		list = append(list, link{picture + "#" + string(m[1]), string(m[2])})
	}
	return list, err
}

// address makes addresses relative to the folder of the page, or to those of the files.
type address struct{ root, dir, source string }

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
	to := a.to(elements...)
	if elements[0] != "figures" && a.source != "" {
		if a.source == "none" {
			return false
		}
		to = strings.TrimSuffix(a.source, "/") + "/" + strings.Join(elements, "/")
	}
	*list = append(*list, link{to, text})
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

// readCosts reads what make costs ARGS=-write wrote; nothing if there is no such file.
func readCosts(path string) (map[string]*cost, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: expected a table, as make costs writes it: %v", path, err)
	}
	costs := map[string]*cost{}
	for _, row := range rows[1:] {
		cell := func(name string) string {
			if i := slices.Index(rows[0], name); i >= 0 {
				return row[i]
			}
			return ""
		}
		number := func(name string) float64 {
			x, e := strconv.ParseFloat(cell(name), 64)
			if e != nil && err == nil {
				err = fmt.Errorf("%s: column %s: expected a number, got %q", path, name, cell(name))
			}
			return x
		}
		c := &cost{
			Tasks: int(number("tasks")), Shared: int(number("shared")),
			Core: ledger.Duration(number("core_seconds")),
			Wall: ledger.Duration(number("wall_seconds")), First: cell("first"), Last: cell("last"),
			Machines: cell("machines"), Revisions: cell("revisions"),
			Probed: ledger.Duration(number("probed_seconds")),
			InC:    ledger.Duration(number("c_seconds_projected")),
			InGo:   ledger.Duration(number("go_seconds_projected")),
		}
		if steps, s := number("steps"), number("probed_chain_seconds"); steps > 0 && s > 0 {
			c.Steps, c.Rate = amount(steps), amount(steps/s)
		}
		costs[cell("figure")] = c
	}
	return costs, err
}

// amount writes a large number: "2.9 · 10⁹".
func amount(x float64) string {
	mantissa, exponent, _ := strings.Cut(fmt.Sprintf("%.1e", x), "e")
	n, err := strconv.Atoi(exponent)
	if err != nil || n < 3 {
		return fmt.Sprintf("%.0f", x)
	}
	up := strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
		"7", "⁷", "8", "⁸", "9", "⁹")
	return mantissa + " · 10" + up.Replace(strconv.Itoa(n))
}

// These are set as mathematics: an exponent, an index behind a symbol of one letter, the number Nd
// of the data, and short terms on the two sides of a sign, which stay on one line.
var (
	indexed = regexp.MustCompile(`(^|[^\pL\pM])(\pL\pM*)_(\{[^{}]*\}|[\pL\pN]+)`)
	raised  = regexp.MustCompile(`\^(\{[^{}]*\}|\([^()]*\)|[\pL\pN]+)`)
	ofData  = regexp.MustCompile(`(^|[^\pL])Nd($|[^\pL])`)
	power   = regexp.MustCompile(`(\d)e-0?(\d+)\b`)
	related = regexp.MustCompile(`(\S) ([=≤≥<>±·≈]) (\S)`)
)

// mentioned are the words that have an entry among the terms, the rules or the sizes of the page.
// The name of a group is the id of the entry. D is a step of a scheme, a projection, D*, which has
// no entry, or a distance.
var mentioned = regexp.MustCompile(`(?P<rule>\brule \d\b)|` +
	`(?P<inside>\b(?:inside|outside|farthest)\b)|` +
	`(?P<counted>\bnot counted\b)|` +
	`(?P<runaway>\b(?:no|without a) stationary state\b|\brunaways?\b)|` +
	`(?P<settled>\bnot settled\b)|` +
	`(?P<mixed>\b(?:not mixed|unmixed|rarely exchanged|replicas differ)\b)|` +
	`(?P<bound>\bupper bounds?\b)|` +
	`(?P<frozen>\bfrozen ξ|ξ (?:is )?frozen\b)|` +
	`(?P<word>\b[ABOD]{5,}\b|\b(?:first|last) D\b|\bD&#39;s\b|\bD steps?\b)|` +
	`\bD\*|(?P<kolmogorov>\bKolmogorov distance\b|\bD\b)|` +
	`(?P<sizes>\b(?:much|clearly|far|strongly|significantly|dramatically) (?:larger|smaller)\b|` +
	`\bthe same \(10.%\)|\bdominates?\b|\bof the same order\b)`)

// mention links the terms that a text in HTML mentions.
func mention(text string) string {
	return mentioned.ReplaceAllStringFunc(text, func(words string) string {
		m := mentioned.FindStringSubmatch(words)
		k := 1 + slices.IndexFunc(m[1:], func(group string) bool { return group != "" })
		if k == 0 {
			return words
		}
		id := mentioned.SubexpNames()[k]
		if id == "rule" {
			id += "-" + words[len(words)-1:]
		}
		return `<a class="term" href="#` + id + `">` + words + `</a>`
	})
}

// withMath sets a plain text as HTML, with links to the terms that it mentions.
func withMath(text string) template.HTML {
	s := related.ReplaceAllString(text, "$1\u00a0$2\u00a0$3")
	s = power.ReplaceAllString(template.HTMLEscapeString(s), "$1 · 10^{−$2}")
	trim := func(s string) string { return strings.Trim(s, "{}()") }
	s = raised.ReplaceAllStringFunc(s, func(term string) string {
		return "<sup>" + trim(term[1:]) + "</sup>"
	})
	for range 2 { // neighbours share the character between them
		s = ofData.ReplaceAllString(s, "${1}N<sub>d</sub>$2")
		s = indexed.ReplaceAllStringFunc(s, func(term string) string {
			m := indexed.FindStringSubmatch(term)
			return m[1] + m[2] + "<sub>" + trim(m[3]) + "</sub>"
		})
	}
	return template.HTML(mention(s))
}

// plural is "1 thing" or "2 things".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// stop is a text with a full stop.
func stop(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

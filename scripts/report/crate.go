package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/files"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// crateVerb writes ro-crate-metadata.json, which describes the project's data, specs, tables and
// pictures with their licences for archives (RO-Crate 1.1), from what the repository holds.
var crateVerb = tool.Verb{
	Name: "crate",
	Text: "writes ro-crate-metadata.json, which describes the files for archives",
	Start: func(c *tool.Call) func() error {
		root := c.Flags.String("root", ".", "`folder` of the project")
		return func() error {
			list, err := contents(*root)
			if err != nil {
				return err
			}
			b, err := crate(*root, list)
			if err != nil {
				return err
			}
			if err := files.WriteBytes(filepath.Join(*root, crateFile), b); err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "wrote %s, which names %d files\n", crateFile, len(list))
			return nil
		}
	},
}

// crateFile is the name of the file, which RO-Crate fixes.
const crateFile = "ro-crate-metadata.json"

// entity is a node of the graph.
type entity map[string]any

func (e entity) id() string { return e["@id"].(string) }

// uri returns the identifier of a file, a URI reference.
func uri(p string) string { return (&url.URL{Path: p}).EscapedPath() }

func ref(id string) map[string]string { return map[string]string{"@id": id} }

func refs(ids []string) []map[string]string {
	list := []map[string]string{}
	for _, id := range ids {
		list = append(list, ref(id))
	}
	return list
}

// published is the date of the crate, which RO-Crate wants. That of its making would make each one
// another.
const published = "2026-11-22"

const (
	paper   = "https://arxiv.org/abs/2105.10347"
	mnist   = "http://yann.lecun.com/exdb/mnist/"
	authors = "#authors"
)

// A licence by its SPDX identifier.
type licence struct{ id, name, url string }

const (
	commons = "Creative Commons Attribution"
	deeds   = "https://creativecommons.org/licenses/"
)

var (
	bsd   = licence{"BSD-3-Clause", "BSD 3-Clause License", "https://spdx.org/licenses/BSD-3-Clause"}
	ccBy  = licence{"CC-BY-4.0", commons + " 4.0 International", deeds + "by/4.0/"}
	share = licence{"CC-BY-SA-3.0", commons + "-ShareAlike 3.0 Unported", deeds + "by-sa/3.0/"}
)

func (l licence) entity() entity {
	return entity{
		"@id": l.url, "@type": "CreativeWork", "identifier": l.id, "name": l.name, "url": l.url,
	}
}

// formats are the media types of files by their extensions.
var formats = map[string]string{
	".cff": "text/yaml", ".css": "text/css", ".csv": "text/csv", ".html": "text/html",
	".js": "text/javascript", ".json": "application/json", ".md": "text/markdown",
	".npz": "application/zip", ".pdf": "application/pdf", ".png": "image/png",
	".sha256": "text/plain", ".svg": "image/svg+xml", ".toml": "application/toml",
	".txt": "text/plain",
}

// crate returns the crate of the files of a list, which are in root.
func crate(root string, list []string) ([]byte, error) {
	titles, err := manifests(root, list)
	if err != nil {
		return nil, err
	}
	var data []entity
	for _, p := range list {
		data = append(data, file(p, titles))
	}
	for _, dir := range []struct{ path, name, description string }{
		{"experiments/", "The programs of the figures", "A folder a figure, with its spec, in Go."},
		{"pkg/", "The library", "Samplers, their exact theory, statistics and drawing, in Go."},
		{"scripts/", "The scripts", "Programs and scripts for data, claims, comparisons and checks."},
	} {
		if info, err := os.Stat(filepath.Join(root, dir.path)); err != nil || !info.IsDir() {
			continue
		}
		data = append(data, entity{
			"@id": dir.path, "@type": []string{"Dataset", "SoftwareSourceCode"}, "name": dir.name,
			"description": dir.description, "license": ref(bsd.url), "programmingLanguage": ref("#go"),
		})
	}
	tasks := filepath.Join(root, "results", "paper", "tasks")
	if info, err := os.Stat(tasks); err == nil && info.IsDir() {
		data = append(data, entity{
			"@id": "results/paper/tasks/", "@type": "Dataset", "license": ref(ccBy.url),
			"name":        "The results of profile paper, task by task",
			"description": "NPZ archives of counts and sums, from which the tables are made.",
		})
	}
	var parts []string
	for _, e := range data {
		parts = append(parts, e.id())
	}
	actions := runs(list, titles)
	mentions := []string{}
	for _, e := range actions {
		mentions = append(mentions, e.id())
	}
	graph := []entity{
		{
			"@id": crateFile, "@type": "CreativeWork", "about": ref("./"),
			"conformsTo": ref("https://w3id.org/ro/crate/1.1"), "license": ref(ccBy.url),
		},
		{
			"@id": "./", "@type": "Dataset", "author": ref(authors), "citation": ref(paper),
			"datePublished": published, "hasPart": refs(parts), "license": ref(ccBy.url),
			"mentions": refs(mentions),
			"name":     "The mini-batching error of Adaptive Langevin dynamics, figure by figure",
			"description": "The figures of Sekkat and Stoltz's paper on the mini-batching error of " +
				"Adaptive Langevin dynamics, computed again from nothing: programs, specs, data sets, " +
				"tables with an uncertainty on every number, pictures, and verdicts on the paper's " +
				"checkable claims. The programs are under BSD-3-Clause, the scores of MNIST under " +
				"CC-BY-SA-3.0, all else under CC-BY-4.0.",
			"keywords": "Bayesian inference, Adaptive Langevin dynamics, stochastic gradient Langevin " +
				"dynamics, mini-batching, reproducibility",
		},
	}
	graph = append(graph, data...)
	graph = append(graph, actions...)
	graph = append(graph, bsd.entity(), ccBy.entity(), share.entity(),
		entity{"@id": authors, "@type": "Organization", "name": "The ADL figures authors"},
		entity{"@id": "#go", "@type": "ComputerLanguage", "name": "Go", "url": "https://go.dev/"},
		entity{
			"@id": paper, "@type": "ScholarlyArticle", "url": paper, "datePublished": "2021",
			"name": "Quantifying the mini-batching error in Bayesian inference for Adaptive Langevin " +
				"dynamics",
			"author": refs([]string{"#sekkat", "#stoltz"}),
		},
		person("#sekkat", "Inass", "Sekkat"), person("#stoltz", "Gabriel", "Stoltz"),
		entity{
			"@id": mnist, "@type": "Dataset", "name": "The MNIST database of handwritten digits",
			"url": mnist, "license": ref(share.url),
			"author": refs([]string{"#lecun", "#cortes", "#burges"}),
		},
		person("#lecun", "Yann", "LeCun"), person("#cortes", "Corinna", "Cortes"),
		person("#burges", "Christopher J. C.", "Burges"),
	)
	return encode(graph)
}

func person(id, given, family string) entity {
	return entity{
		"@id": id, "@type": "Person", "name": given + " " + family, "givenName": given,
		"familyName": family,
	}
}

// manifests reads what the manifests say, by the figure and the profile, such as "fig07 quick".
func manifests(root string, list []string) (map[string]*table.Manifest, error) {
	all := map[string]*table.Manifest{}
	for _, p := range list {
		if ok, _ := path.Match("results/*/*.json", p); !ok || key(p) == "" {
			continue
		}
		m, err := table.ReadManifest(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			return nil, err
		}
		all[key(p)] = m
	}
	return all, nil
}

// key is the figure and the profile that a file in results or figures is about, or nothing.
func key(p string) string {
	figure, _, _ := strings.Cut(path.Base(p), ".")
	if !table.IsName(figure) {
		return ""
	}
	profile := path.Base(path.Dir(p))
	if path.Dir(p) == "figures" {
		profile = "paper"
	}
	return figure + " " + profile
}

// file describes a file.
func file(p string, all map[string]*table.Manifest) entity {
	e := entity{"@id": uri(p), "@type": "File", "name": path.Base(p), "license": ref(ccBy.url)}
	e["encodingFormat"] = cmp.Or(formats[path.Ext(p)], "text/plain")
	top, _, _ := strings.Cut(p, "/")
	figure, profile, of := strings.Cut(key(p), " ")
	switch {
	case p == "data/mnist79.npz":
		e["name"] = "Principal scores of the images of 7 and 9 in MNIST"
		e["description"] = "Derived from MNIST by the selection of two digits, a principal component " +
			"analysis and rounding; data/README.md describes the arrays."
		e["license"], e["isBasedOn"] = ref(share.url), ref(mnist)
		e["author"] = refs([]string{"#lecun", "#cortes", "#burges"})
	case top == "data" && path.Ext(p) == ".csv":
		e["description"] = "A data set that the specs generate, or how it was chosen."
	case path.Base(p) == "spec.toml":
		e["name"] = "Spec of " + table.Label(path.Base(path.Dir(p)))
		e["description"] = "The parameters of the figure, with what is the paper's and what is ours."
	case top == "results" && of && strings.HasPrefix(p, "results/golden/"):
		e["name"] = fmt.Sprintf("Golden file of %s, profile %s", table.Label(figure), profile)
		e["description"] = "What the tests compare with."
	case (top == "results" || top == "figures") && of:
		what := map[string]string{".csv": "Table", ".json": "Manifest"}[path.Ext(p)]
		e["name"] = fmt.Sprintf("%s of %s, profile %s", cmp.Or(what, "Picture"), table.Label(figure),
			profile)
		if m := all[figure+" "+profile]; m != nil {
			e["description"] = m.Title
		}
	}
	if p == "LICENSE" || p == "README.md" || p == "CITATION.cff" {
		e["license"] = ref(bsd.url)
	}
	return e
}

// runs describes how the files of each figure were made.
func runs(list []string, all map[string]*table.Manifest) (actions []entity) {
	results := map[string][]string{}
	for _, p := range list {
		if strings.HasPrefix(p, "results/golden/") {
			continue
		}
		if k := key(p); all[k] != nil {
			results[k] = append(results[k], uri(p))
		}
	}
	for k, m := range all {
		figure, profile, _ := strings.Cut(k, " ")
		a := entity{
			"@id": "#" + uri(figure+"-"+profile), "@type": "CreateAction", "description": m.Title,
			"name":       fmt.Sprintf("make %s PROFILE=%s", table.Target(figure), profile),
			"instrument": ref("experiments/"), "result": refs(results[k]),
		}
		var inputs []string
		if spec := "experiments/" + figure + "/spec.toml"; slices.Contains(list, spec) {
			inputs = append(inputs, spec)
		}
		scores := func(d table.Digest) bool { return strings.Contains(d.Name, "MNIST") }
		if slices.ContainsFunc(m.Data, scores) && slices.Contains(list, "data/mnist79.npz") {
			inputs = append(inputs, "data/mnist79.npz")
		}
		a["object"] = refs(inputs)
		actions = append(actions, a)
	}
	slices.SortFunc(actions, func(a, b entity) int { return strings.Compare(a.id(), b.id()) })
	return actions
}

// encode returns the file of a crate with the given entities.
func encode(entities []entity) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]any{
		"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": entities,
	})
	return b.Bytes(), err
}

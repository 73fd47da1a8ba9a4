package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/files"
	"adl/pkg/table"
)

const checkout = "../.."

// The crate in the repository is the one that the script writes, and names existing files.
func TestCrateCurrent(t *testing.T) {
	list, err := contents(checkout)
	if err != nil {
		t.Fatal(err)
	}
	want, err := crate(checkout, list)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(checkout, crateFile))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not current; git add what is new, then make crate", crateFile)
	}
	ids := checkCrate(t, got, checkout)
	for _, pattern := range []string{
		"data/*.csv", "data/*.npz", "experiments/*/spec.toml", "results/quick/*.csv",
		"results/quick/*.json", "figures/*.png", "figures/*.pdf",
		"results/golden/smoke/*.csv",
	} {
		found, err := filepath.Glob(filepath.Join(checkout, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		for _, p := range found {
			if p = filepath.ToSlash(strings.TrimPrefix(p, filepath.FromSlash(checkout+"/"))); !ids[p] {
				t.Errorf("it does not name %s", p)
			}
		}
	}
}

// check reports what is wrong with a crate of a folder, and returns the identifiers of its
// entities.
func checkCrate(t *testing.T, b []byte, root string) map[string]bool {
	t.Helper()
	var c struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	if c.Context != "https://w3id.org/ro/crate/1.1/context" {
		t.Errorf("the context is %s", c.Context)
	}
	ids, entities := map[string]bool{}, map[string]map[string]any{}
	for _, e := range c.Graph {
		id, _ := e["@id"].(string)
		if id == "" || ids[id] || e["@type"] == nil || e["name"] == nil && id != crateFile {
			t.Errorf("an entity without an identifier of its own, a type or a name: %v", e)
		}
		ids[id], entities[id] = true, e
	}
	// Required of the descriptor and of the root.
	d, r := entities[crateFile], entities["./"]
	if d == nil || d["@type"] != "CreativeWork" || target(d["about"]) != "./" ||
		target(d["conformsTo"]) != "https://w3id.org/ro/crate/1.1" {
		t.Errorf("the descriptor is %v", d)
	}
	date, _ := r["datePublished"].(string)
	if r["@type"] != "Dataset" || r["description"] == nil || !ids[target(r["license"])] ||
		!regexp.MustCompile(`^\d{4}-\d\d-\d\d$`).MatchString(date) {
		t.Errorf("the root is %v", r)
	}
	parts := map[string]bool{}
	for _, p := range r["hasPart"].([]any) {
		parts[target(p)] = true
	}
	for id, e := range entities {
		types, _ := json.Marshal(e["@type"])
		if strings.ContainsAny(strings.TrimPrefix(id, "#"), " \"<>#?\\^`{|}") {
			t.Errorf("%q is no reference to a URI", id)
		}
		local := !strings.Contains(id, ":") && !strings.HasPrefix(id, "#") && id != "./" &&
			id != crateFile
		isFile := string(types) == `"File"`
		isData := isFile || strings.Contains(string(types), "Dataset")
		if local != (isData && local) || local != parts[id] {
			t.Errorf("%s is no part, or no data", id)
		}
		if local {
			path, _ := url.PathUnescape(id)
			info, err := os.Stat(filepath.Join(root, filepath.FromSlash(path)))
			if err != nil || info.IsDir() == isFile || info.IsDir() != strings.HasSuffix(id, "/") {
				t.Errorf("%s is not there, or is not what its name says: %v", id, err)
			}
			if !ids[target(e["license"])] || isFile && e["encodingFormat"] == nil {
				t.Errorf("%s has no licence or no format", id)
			}
		}
		for property, v := range e {
			list, ok := v.([]any)
			if !ok {
				list = []any{v}
			}
			for _, v := range list {
				if to := target(v); to != "" && !ids[to] && property != "conformsTo" {
					t.Errorf("%s of %s leads to %s, which there is not", property, id, to)
				}
			}
		}
	}
	return ids
}

// target is the identifier that a reference leads to, or nothing.
func target(v any) string {
	m, _ := v.(map[string]any)
	id, _ := m["@id"].(string)
	return id
}

// Without git, all files that are there are described but those that git would ignore.
func TestCrateCommand(t *testing.T) {
	root := t.TempDir()
	write := func(p, text string) {
		t.Helper()
		path := filepath.Join(root, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := files.WriteBytes(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run(nil, []string{"crate", "-root", root}, &stdout, &stderr); code != 1 ||
		!strings.Contains(stderr.String(), "holds neither data nor results") {
		t.Errorf("nothing: exit %d, %s", code, &stderr)
	}
	for _, p := range []string{
		"data/mnist79.npz", "data/embed.go", "data/mnist/images", "figures/fig08.svg",
		"figures/smoke/fig08.svg", "results/paper/fig08.csv", "results/paper/tasks/ab/c.npz",
		"results/cache/c.npz", "experiments/fig08/spec.toml", "experiments/fig08/main.go", "LICENSE",
		"data/a b\"<c>#?%.csv", "pkg/a/a.go", "scripts/b.sh", ".ci/run", "figures/.fig08.svg.tmp-1",
	} {
		write(p, "text")
	}
	m := table.Manifest{Title: "laws", Data: []table.Digest{{Name: "data: MNIST 7 against 9"}}}
	for _, p := range []string{"results/paper/fig08.json", "results/paper/fig08 (copy).json"} {
		if err := files.Write(filepath.Join(root, p), m.Write); err != nil {
			t.Fatal(err)
		}
	}
	stderr.Reset()
	if code := run(nil, []string{"crate", "-root", root}, &stdout, &stderr); code != 0 ||
		stdout.String() != "wrote ro-crate-metadata.json, which names 8 files\n" {
		t.Errorf("exit %d, %s%s", code, &stdout, &stderr)
	}
	b, err := os.ReadFile(filepath.Join(root, crateFile))
	if err != nil {
		t.Fatal(err)
	}
	ids := checkCrate(t, b, root)
	var local []string
	for id := range ids {
		if !strings.Contains(id, ":") && !strings.HasPrefix(id, "#") {
			local = append(local, id)
		}
	}
	slices.Sort(local)
	want := []string{
		"./", "LICENSE", "data/a%20b%22%3Cc%3E%23%3F%25.csv", "data/mnist79.npz",
		"experiments/", "experiments/fig08/spec.toml",
		"figures/fig08.svg", "pkg/", "results/paper/fig08%20%28copy%29.json",
		"results/paper/fig08.csv", "results/paper/fig08.json",
		"results/paper/tasks/", "ro-crate-metadata.json", "scripts/",
	}
	if !slices.Equal(local, want) {
		t.Errorf("it names %q", local)
	}
	if !ids["#fig08-paper"] || !bytes.Contains(b, []byte("make fig8 PROFILE=paper")) {
		t.Error("it does not say how the figure was made")
	}

	write("results/paper/fig09.json", "{")
	for _, args := range [][]string{{"-root", root}, {"more"}, {"-nosuch"}} {
		stderr.Reset()
		want := 1
		if args[0] != "-root" {
			want = 2
		}
		code := run(nil, append([]string{"crate"}, args...), &stdout, &stderr)
		if code != want || stderr.Len() == 0 {
			t.Errorf("%v: exit %d, %s", args, code, &stderr)
		}
	}
}

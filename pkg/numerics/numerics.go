// Package numerics digests source code: the tokens of the declarations that some functions reach.
// Comments, layout, the order of declarations and names of local variables do not change a digest.
package numerics

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Code is a set of declarations.
type Code struct {
	Digest  string   // 16 hexadecimal digits of a SHA-256
	Names   []string // sorted, such as "vec.Row" or "simulate.Chain.Run"
	Imports []string // sorted paths of the packages that it needs besides
}

// Tree is source code to search.
type Tree struct {
	Files    fs.FS    // a directory is a package, by its base name; tests are left out
	Packages []string // those that count, by their base names
	Main     fs.FS    // the files of a package main, or nil
	// Handed are those of them from which a program hands over types as interfaces: all their types
	// are reached.
	Handed []string
	// Carriers are names as in Code.Names, of types with a field for a function. A declaration that
	// mentions one is reached.
	Carriers []string
}

// Reach returns the declarations that the roots reach, which are names as in Code.Names. It goes by
// names alone: a call x.Step(…) reaches the methods Step of all types that are reached.
func (t Tree) Reach(roots ...string) (Code, error) {
	units, err := t.parse()
	if err != nil {
		return Code{}, err
	}
	byName, methods := map[string][]*unit{}, map[string][]*unit{}
	for _, u := range units {
		for _, n := range u.names {
			byName[n] = append(byName[n], u)
		}
		if u.method != "" {
			methods[u.method] = append(methods[u.method], u)
		}
	}
	reached, called := map[*unit]bool{}, map[string]bool{}
	var todo []*unit
	add := func(u *unit) {
		if !reached[u] {
			reached[u] = true
			todo = append(todo, u)
		}
	}
	for _, r := range roots {
		if byName[r] == nil {
			return Code{}, fmt.Errorf("numerics: no declaration %s", r)
		}
		for _, u := range byName[r] {
			add(u)
		}
	}
	for _, u := range units {
		if u.kind == token.TYPE && (u.file.pkg == "main" || slices.Contains(t.Handed, u.file.pkg)) {
			add(u)
		}
		if u.carries(t.Carriers) {
			add(u)
		}
	}
	typed := func(u *unit) bool { // the type of a method is reached
		name := strings.TrimSuffix(u.names[0], "."+u.method)
		return slices.ContainsFunc(byName[name], func(t *unit) bool { return reached[t] })
	}
	for _, m := range outside {
		called[m] = true
	}
	for len(todo) > 0 {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		u.read()
		for name := range u.mentions {
			for _, v := range byName[name] {
				add(v)
			}
			if m, ok := strings.CutPrefix(name, "."); ok {
				called[m] = true
			}
		}
		for _, v := range byName[u.file.pkg+".init"] {
			add(v)
		}
		if len(todo) == 0 {
			for m := range called {
				for _, v := range methods[m] {
					if !reached[v] && typed(v) {
						add(v)
					}
				}
			}
		}
	}
	return code(slices.Collect(maps.Keys(reached))), nil
}

// All returns all declarations of the packages.
func (t Tree) All() (Code, error) {
	units, err := t.parse()
	for _, u := range units {
		u.read()
	}
	return code(units), err
}

// outside are the methods that the standard library calls by itself.
var outside = []string{"Len", "Less", "Swap", "Push", "Pop"}

// code is the set of some units.
func code(units []*unit) Code {
	slices.SortFunc(units, func(a, b *unit) int {
		return cmp.Or(cmp.Compare(a.names[0], b.names[0]), cmp.Compare(a.text, b.text))
	})
	h := sha256.New()
	names, imports := map[string]bool{}, map[string]bool{}
	for _, u := range units {
		fmt.Fprintf(h, "%s\n%s\n", u.names[0], u.text)
		for _, n := range u.names {
			names[n] = true
		}
		maps.Copy(imports, u.imports)
	}
	return Code{
		Digest:  hex.EncodeToString(h.Sum(nil)[:8]),
		Names:   slices.Sorted(maps.Keys(names)),
		Imports: slices.Sorted(maps.Keys(imports)),
	}
}

// parse returns the declarations of a tree.
func (t Tree) parse() ([]*unit, error) {
	var units []*unit
	for _, source := range []struct {
		tree    fs.FS
		pattern string
	}{{t.Files, "*/*.go"}, {t.Main, "*.go"}} {
		if source.tree == nil {
			continue
		}
		names, err := fs.Glob(source.tree, source.pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			pkg := path.Dir(name)
			if pkg == "." {
				pkg = "main"
			} else if !slices.Contains(t.Packages, pkg) {
				continue
			}
			more, err := t.parseFile(source.tree, pkg, name)
			if err != nil {
				return nil, err
			}
			units = append(units, more...)
		}
	}
	return units, nil
}

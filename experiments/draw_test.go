package experiments

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Drawing is apart from computing: only files draw.go draw, they give the rest of their package
// nothing but render, and they name the columns and quantities of a table by constants.
func TestDraw(t *testing.T) {
	paths, err := filepath.Glob("../experiments/*/*.go")
	library, err2 := filepath.Glob("../pkg/*/*.go")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	paths = append(paths, library...)
	drawn := map[string][]string{} // what a folder's draw.go declares
	used := map[string][]string{}  // identifiers in its other files
	for _, path := range paths {
		dir, file := filepath.Split(path)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		home := slices.Contains([]string{"experiment", "look", "plots", "studytest"}, filepath.Base(dir))
		for _, x := range f.Imports {
			at := strings.Trim(x.Path.Value, `"`)
			draws := at == "adl/pkg/look" || at == "adl/pkg/plots" ||
				strings.HasPrefix(at, "gonum.org/v1/plot")
			if draws && file != "draw.go" && !home {
				t.Errorf("%s imports %s: what draws stands in draw.go", path, at)
			}
			if filepath.Base(dir) == "look" && strings.HasPrefix(at, "adl/") &&
				!slices.Contains([]string{"plots", "table", "estimate", "linalg"}, filepath.Base(at)) {
				t.Errorf("%s imports %s, which computes", path, at)
			}
		}
		if file != "draw.go" {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					used[dir] = append(used[dir], id.Name)
				}
				return true
			})
		}
		if file == "draw.go" || filepath.Base(dir) == "look" {
			for _, text := range texts(f) {
				t.Errorf("%s: %s names a column or a quantity: use a constant of package table", path, text)
			}
		}
		if file == "draw.go" {
			for _, d := range f.Decls {
				drawn[dir] = append(drawn[dir], declares(d)...)
			}
		}
	}
	if len(drawn) < 25 {
		t.Errorf("found %d files draw.go", len(drawn))
	}
	for dir, names := range drawn {
		for _, name := range names {
			if !strings.EqualFold(name, "render") && slices.Contains(used[dir], name) {
				t.Errorf("%sdraw.go gives the other files %s", dir, name)
			}
		}
	}
}

// declares returns the names that a declaration at the top of a file gives.
func declares(d ast.Decl) (names []string) {
	if f, ok := d.(*ast.FuncDecl); ok {
		return []string{f.Name.Name}
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, x := range s.Names {
				names = append(names, x.Name)
			}
		}
	}
	return names
}

// texts returns the texts that stand for a column or a quantity in calls of methods of a table.
func texts(f *ast.File) (all []string) {
	add := func(args ...ast.Expr) {
		for _, x := range args {
			if b, ok := x.(*ast.BasicLit); ok && b.Kind == token.STRING {
				all = append(all, b.Value)
			}
		}
	}
	columns := func(pairs []ast.Expr) {
		for i, x := range pairs {
			column := pairs[i-i%2]
			if q, ok := column.(*ast.SelectorExpr); x == column || ok && q.Sel.Name == "Quantity" {
				add(x)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.SelectorExpr:
				name = f.Sel.Name
			case *ast.Ident:
				name = f.Name
			}
			switch name {
			case "Where":
				columns(n.Args)
			case "Lookup":
				add(n.Args[0])
				columns(n.Args[1:])
			case "Float", "Cell":
				add(n.Args[1:]...)
			case "Floats", "Distinct", "Sort", "Strings", "Column":
				add(n.Args...)
			}
		case *ast.CompositeLit:
			if t, ok := n.Type.(*ast.ArrayType); ok {
				if x, ok := t.Elt.(*ast.Ident); ok && x.Name == "any" {
					columns(n.Elts)
				}
			}
		case *ast.KeyValueExpr:
			if x, ok := n.Key.(*ast.Ident); ok && x.Name == "Quantity" {
				add(n.Value)
			}
		}
		return true
	})
	return all
}

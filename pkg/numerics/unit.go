package numerics

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// unit is a declaration: a function, a method, a type, variables, or constants that belong
// together.
type unit struct {
	file   *file
	node   ast.Node
	own    []*ast.Ident // its names
	names  []string     // with the package; of a method with its type
	method string       // its name, or empty
	kind   token.Token

	// read fills these.
	text string // tokens, where local names are numbers
	// mentions has the declarations that it may mean: "vec.Row", and ".Step" for the fields and the
	// methods of this name.
	mentions map[string]bool
	imports  map[string]bool // packages outside of the tree
}

// file is a file that is taken apart.
type file struct {
	pkg   string
	src   []byte
	set   *token.FileSet
	tags  string            // its build constraint
	paths map[string]string // of its imports, by their names
	dirs  []string          // packages of the tree
}

// Module is the path of this module. In a digest it is always adl, so that results stay valid under
// another path.
var Module = strings.TrimSuffix(reflect.TypeFor[Code]().PkgPath(), "/pkg/numerics")

// parseFile returns the declarations of a file of a package, none of a test.
func (t Tree) parseFile(tree fs.FS, pkg, name string) ([]*unit, error) {
	if strings.HasSuffix(name, "_test.go") {
		return nil, nil
	}
	src, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	f := &file{
		pkg: pkg, src: src, set: token.NewFileSet(), paths: map[string]string{}, dirs: t.Packages,
	}
	// The deprecated resolution of names within a file needs no types, and finds local ones.
	parsed, err := parser.ParseFile(f.set, name, src, 0)
	if err != nil {
		return nil, fmt.Errorf("numerics: %w", err)
	}
	for line := range strings.Lines(string(src[:f.set.File(parsed.Pos()).Offset(parsed.Package)])) {
		if constraint.IsGoBuild(line) {
			f.tags = strings.TrimSpace(line)
		}
	}
	for _, i := range parsed.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		alias := path.Base(p)
		if i.Name != nil {
			alias = i.Name.Name
		}
		if rest, ok := strings.CutPrefix(p, Module+"/"); ok {
			p = "adl/" + rest
		}
		f.paths[alias] = p
	}
	var units []*unit
	add := func(kind token.Token, d ast.Node, own ...*ast.Ident) *unit {
		u := &unit{file: f, kind: kind, node: d, own: own}
		for _, n := range own {
			u.names = append(u.names, f.pkg+"."+n.Name)
		}
		units = append(units, u)
		return u
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			u := add(token.FUNC, d, d.Name)
			if d.Recv != nil {
				u.method = d.Name.Name
				u.names[0] = f.pkg + "." + receiver(d.Recv.List[0].Type) + "." + u.method
			}
		case *ast.GenDecl:
			if d.Tok == token.CONST && d.Lparen.IsValid() { // iota counts the lines
				var names []*ast.Ident
				for _, s := range d.Specs {
					names = append(names, s.(*ast.ValueSpec).Names...)
				}
				add(d.Tok, d, names...)
				continue
			}
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(d.Tok, s, s.Name)
				case *ast.ValueSpec:
					add(d.Tok, s, s.Names...)
				}
			}
		}
	}
	return units, nil
}

// receiver returns the name of the type of a method.
func receiver(x ast.Expr) (name string) {
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" { // the first; others are type parameters
			name = id.Name
		}
		return true
	})
	return name
}

// read finds the tokens and the mentions of a declaration.
func (u *unit) read() {
	f, d := u.file, u.node
	u.mentions, u.imports = map[string]bool{}, map[string]bool{}
	own := map[*ast.Ident]bool{} // names that stand as they are
	for _, n := range u.own {
		own[n] = true
	}
	written := map[token.Pos]string{} // in place of a name
	numbers := map[any]int{}          // of its local objects
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			fields(n.Fields, own)
		case *ast.InterfaceType:
			fields(n.Methods, own)
		case *ast.KeyValueExpr: // the name of a field, as far as one can see
			if k, ok := n.Key.(*ast.Ident); ok {
				own[k] = true
				u.mentions[f.pkg+"."+k.Name] = true
			}
		case *ast.SelectorExpr:
			own[n.Sel] = true
			if x, ok := n.X.(*ast.Ident); ok && x.Obj == nil && f.paths[x.Name] != "" {
				p := f.paths[x.Name]
				own[x] = true
				if base := path.Base(p); slices.Contains(f.dirs, base) {
					written[x.Pos()] = base
					u.mentions[base+"."+n.Sel.Name] = true
				} else {
					written[x.Pos()] = strconv.Quote(p)
					u.imports[p] = true
				}
			} else {
				u.mentions["."+n.Sel.Name] = true
			}
		case *ast.Ident:
			switch local := n.Obj != nil && d.Pos() <= n.Obj.Pos() && n.Obj.Pos() < d.End(); {
			case own[n] || n.Name == "_":
			case local && !slices.Contains(u.own, origin(n.Obj.Decl, n.Name)):
				k, ok := numbers[n.Obj]
				if !ok {
					k = len(numbers)
					numbers[n.Obj] = k
				}
				written[n.Pos()] = "$" + strconv.Itoa(k)
			default:
				u.mentions[f.pkg+"."+n.Name] = true
			}
		}
		return true
	})
	u.text = f.tokens(d, written)
}

// carries reports whether a declaration mentions one of the names.
func (u *unit) carries(names []string) bool {
	at := u.file.set.File(u.node.Pos())
	text := u.file.src[at.Offset(u.node.Pos()):at.Offset(u.node.End())]
	for _, n := range names {
		if bytes.Contains(text, []byte(n)) {
			u.read()
			if u.mentions[n] {
				return true
			}
		}
	}
	return false
}

// fields marks the names of fields or methods.
func fields(list *ast.FieldList, own map[*ast.Ident]bool) {
	for _, x := range list.List {
		for _, n := range x.Names {
			own[n] = true
		}
	}
}

// origin returns the name in a declaration, or nil.
func origin(decl any, name string) *ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Name
	case *ast.TypeSpec:
		return d.Name
	case *ast.ValueSpec:
		for _, n := range d.Names {
			if n.Name == name {
				return n
			}
		}
	}
	return nil
}

// tokens returns the tokens of a declaration, without those that depend on where lines end.
func (f *file) tokens(d ast.Node, written map[token.Pos]string) string {
	var b strings.Builder
	b.WriteString(f.tags)
	at := f.set.File(d.Pos())
	begin, end := at.Offset(d.Pos()), at.Offset(d.End())
	part := f.src[begin:end]
	var s scanner.Scanner
	inner := token.NewFileSet().AddFile("", -1, len(part))
	s.Init(inner, part, nil, 0)
	separator := "" // those that are left out in front of a closing bracket
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		text := tok.String()
		switch {
		case tok == token.SEMICOLON || tok == token.COMMA:
			separator += text
			continue
		case lit != "" && !tok.IsKeyword():
			text = lit
		}
		if w, ok := written[at.Pos(begin+inner.Offset(pos))]; ok {
			text = w
		}
		if tok != token.RPAREN && tok != token.RBRACE && tok != token.RBRACK {
			b.WriteString(separator)
		}
		separator = ""
		b.WriteByte(' ')
		b.WriteString(text)
	}
	return b.String()
}

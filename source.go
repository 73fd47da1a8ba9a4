// Package adl holds the source text of this module's programs, so that a program knows the code
// that computes its numbers.
package adl

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"adl/data"
)

// Source is the library and the programs.
//
//go:embed pkg experiments
var Source embed.FS

// apart are packages that no table depends on, and formats those that no result of a task depends
// on. Their input to a task is in its parameters or in the digest of its data, which are in the key
// of its result; a result that they read is checked against a digest of its arrays.
var (
	apart = []string{
		"data",           // data sets, of which Code adds the digest
		"pkg/experiment", // flags and outputs
		"pkg/files",      // reads and writes files
		"pkg/look",       // draws tables
		"pkg/plots",      // papers' pictures
	}
	formats = []string{
		"pkg/spec",  // decodes parameters
		"pkg/table", // keeps and formats results
	}
)

// Code returns two digests of the code of the program in the folder experiments/name, of what
// computes the results of its tasks and of what makes its table: of the tokens of its files but
// draw.go and of all packages of this module that it imports, directly or not, for every processor,
// and of the versions of the other modules. Comments and layout do not count, nor does the version
// of Go: the golden tables test that. ok is false if there is no such program, or if it has code
// that is not in Source, such as assembly or a local copy of a module.
func Code(name string) (tasks, table string, ok bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", "", false
	}
	tasks, ok = code(Source, "experiments/"+name, info, slices.Concat(apart, formats))
	table, also := code(Source, "experiments/"+name, info, apart)
	sum := sha256.Sum256([]byte(table + data.Digest()))
	return tasks, fmt.Sprintf("%x", sum[:8]), ok && also
}

func code(tree fs.FS, program string, info *debug.BuildInfo, apart []string) (string, bool) {
	var text bytes.Buffer
	var modules []string
	folders := []string{program}
	seen := !tagged(info)
	for i := 0; seen && i < len(folders); i++ { // folders grows
		files, _ := fs.ReadDir(tree, folders[i])
		seen = len(files) > 0
		for _, f := range files {
			name := path.Join(folders[i], f.Name())
			switch ext := path.Ext(name); {
			case ext != ".go":
				seen = seen && !slices.Contains(compiled, ext)
				continue
			case strings.HasSuffix(name, "_test.go"), f.Name() == "draw.go":
				continue
			}
			b, err := fs.ReadFile(tree, name)
			fmt.Fprintln(&text, name)
			imports, whole := tokens(&text, b)
			seen = seen && whole && err == nil
			for _, path := range imports {
				local, ours := strings.CutPrefix(path, "adl/")
				if domain, _, _ := strings.Cut(path, "/"); !ours && strings.Contains(domain, ".") {
					modules = append(modules, path)
				} else if ours && !slices.Contains(apart, local) && !slices.Contains(folders, local) {
					folders = append(folders, local)
				}
			}
		}
	}
	slices.Sort(modules)
	for _, path := range slices.Compact(modules) {
		version := module(info, path)
		seen = seen && version != ""
		fmt.Fprintln(&text, path, version)
	}
	sum := sha256.Sum256(text.Bytes())
	return fmt.Sprintf("%x", sum[:8]), seen
}

// compiled are the extensions of other files that the go command compiles.
var compiled = strings.Fields(".s .S .sx .c .cc .cpp .cxx .m .h .hh .hpp .hxx .f .F .for .f90 " +
	".syso .swig .swigcxx")

// tagged reports whether the flags of the build chose files or set variables of the program.
func tagged(info *debug.BuildInfo) bool {
	return slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-tags" || s.Key == "-ldflags" && (strings.Contains(s.Value, "main.") ||
			strings.Contains(strings.ReplaceAll(s.Value, "adl/pkg/experiment.", ""), "adl/"))
	})
}

// module returns the module of a package with its version and its sum, or "" if they do not tell
// its text.
func module(info *debug.BuildInfo, path string) string {
	m := new(debug.Module)
	for _, d := range info.Deps {
		if strings.HasPrefix(path+"/", d.Path+"/") && len(d.Path) > len(m.Path) {
			m = d
		}
	}
	if m = cmp.Or(m.Replace, m); m.Sum == "" {
		return ""
	}
	return m.Path + " " + m.Version + " " + m.Sum
}

// tokens writes the tokens of a Go file to text and returns its imports. Semicolons, and commas at
// the end of a list, come and go with the layout. Of the comments, directives count. whole is false
// if the file needs other files: by cgo, or by an embedding other than that of spec.toml, which is
// in the parameters.
func tokens(text *bytes.Buffer, file []byte) (imports []string, whole bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(file)), file, nil, scanner.ScanComments)
	separator := token.ILLEGAL // ILLEGAL is none
	head := true               // before the first declaration but imports
	whole = true
	for {
		_, t, literal := s.Scan()
		if t == token.COMMENT {
			if strings.HasPrefix(literal, "//go:") {
				text.WriteString(literal + "\n")
				embeds := strings.HasPrefix(literal, "//go:embed")
				whole = whole && (!embeds || literal == "//go:embed spec.toml")
			}
			continue
		}
		closes := t == token.RPAREN || t == token.RBRACK || t == token.RBRACE || t == token.EOF
		if separator != token.ILLEGAL && !closes {
			text.WriteString(separator.String() + "\n")
		}
		separator = token.ILLEGAL
		switch t {
		case token.EOF:
			return imports, whole
		case token.SEMICOLON, token.COMMA:
			separator = t
			continue
		case token.FUNC, token.TYPE, token.VAR, token.CONST:
			head = false
		}
		if !t.IsLiteral() {
			literal = t.String()
		}
		text.WriteString(literal + "\n")
		if head && t == token.STRING {
			path, _ := strconv.Unquote(literal)
			imports = append(imports, path)
			whole = whole && path != "C"
		}
	}
}

// Package adl holds the source text of this module's programs, so that a program knows the code
// that computes its numbers.
package adl

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"runtime"
	"slices"
	"strings"
)

// Source is the Go files of the library, without tests, and of the programs. A pattern cannot
// exclude *_test.go: these patterns match every name that does not end in test.go.
//
//go:embed pkg/*/*[^t].go pkg/*/*[^s]t.go pkg/*/*[^e]st.go pkg/*/*[^t]est.go experiments/*/*.go
var Source embed.FS

// apart are packages that no number depends on. Their input to a task is in its parameters or in
// the digest of its data, which are in the key of its result; a result that they read is checked
// against a digest of its arrays.
var apart = []string{
	"pkg/experiment", // flags and outputs
	"pkg/files",      // reads and writes files
	"pkg/plots",      // draws tables
	"pkg/spec",       // decodes parameters
	"pkg/table",      // keeps and formats results
}

// Code returns the digest of the code of the program in the folder experiments/name: of the tokens
// of its files and of all packages of this module that it imports, directly or not, for every
// processor. Comments and layout do not count. ok is false if there is no such program.
func Code(name string) (digest string, ok bool) { return code(Source, "experiments/"+name) }

func code(tree fs.FS, program string) (string, bool) {
	var text bytes.Buffer
	version, _, _ := strings.Cut(runtime.Version(), " ") // without experiments of the compiler
	fmt.Fprintln(&text, version)
	folders := []string{program}
	for i := 0; i < len(folders); i++ { // folders grows
		names, err := fs.Glob(tree, folders[i]+"/*.go")
		if err != nil || i == 0 && len(names) == 0 {
			return "", false
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := fs.ReadFile(tree, name)
			if err != nil {
				return "", false
			}
			fmt.Fprintln(&text, name)
			for _, path := range tokens(&text, b) {
				if !slices.Contains(apart, path) && !slices.Contains(folders, path) {
					folders = append(folders, path)
				}
			}
		}
	}
	sum := sha256.Sum256(text.Bytes())
	return fmt.Sprintf("%x", sum[:8]), true
}

// tokens writes the tokens of a Go file to text and returns the folders that it imports of this
// module. Semicolons, and commas at the end of a list, come and go with the layout.
func tokens(text *bytes.Buffer, file []byte) (imports []string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(file)), file, nil, 0)
	separator := token.ILLEGAL // ILLEGAL is none
	for {
		_, t, literal := s.Scan()
		closes := t == token.RPAREN || t == token.RBRACK || t == token.RBRACE || t == token.EOF
		if separator != token.ILLEGAL && !closes {
			text.WriteString(separator.String() + "\n")
		}
		separator = token.ILLEGAL
		switch {
		case t == token.EOF:
			return imports
		case t == token.SEMICOLON || t == token.COMMA:
			separator = t
			continue
		case t.IsLiteral():
			text.WriteString(literal)
		default:
			text.WriteString(t.String())
		}
		text.WriteByte('\n')
		if path, ok := strings.CutPrefix(literal, `"adl/`); ok && t == token.STRING {
			imports = append(imports, strings.TrimSuffix(path, `"`))
		}
	}
}

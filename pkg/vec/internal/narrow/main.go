// Command narrow derives the AVX2 form of package vec from the AVX-512 form: for every file
// *_512.go of the current directory it writes generated_*_256.go. Names that end in 512 end in 256
// there, and vectors have half as many numbers.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	files, err := derived(".")
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(name, text, 0o666)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "narrow:", err)
		os.Exit(1)
	}
}

// derived returns the text of the files to write to folder, by path.
func derived(folder string) (map[string][]byte, error) {
	sources, err := filepath.Glob(filepath.Join(folder, "*_512.go"))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return nil, err
		}
		header := fmt.Sprintf("// Code generated from %s by narrow; DO NOT EDIT.\n\n",
			filepath.Base(source))
		name := "generated_" + strings.TrimSuffix(filepath.Base(source), "512.go") + "256.go"
		files[filepath.Join(folder, name)] = append([]byte(header), narrowed(text)...)
	}
	return files, nil
}

var (
	suffix = regexp.MustCompile(`([A-Za-z])512\b`)
	halves = strings.NewReplacer("64x8", "64x4", "32x8", "32x4", "16x32", "16x16", "8x64", "8x32")
)

func narrowed(text []byte) []byte {
	text = suffix.ReplaceAll(text, []byte("${1}256"))
	return []byte(halves.Replace(string(text)))
}

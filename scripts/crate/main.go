// Command crate writes ro-crate-metadata.json, which describes the project's data, specs, tables
// and pictures with their licences for archives (RO-Crate 1.1), from what the repository holds.
//
//	go run ./scripts/crate [-root DIR]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adl/pkg/files"
)

// name is that of the file, which RO-Crate fixes.
const name = "ro-crate-metadata.json"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("crate", flag.ContinueOnError)
	fs.SetOutput(stderr)
	root := fs.String("root", ".", "`folder` of the project")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	case fs.NArg() > 0:
		fmt.Fprintf(stderr, "crate: unexpected argument %q\n", fs.Arg(0))
		return 2
	}
	list, err := contents(*root)
	if err == nil {
		var b []byte
		if b, err = crate(*root, list); err == nil {
			err = files.WriteBytes(filepath.Join(*root, name), b)
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "crate: %v\n", err)
		return 1
	}
	fmt.Fprintf(stdout, "wrote %s, which names %d files\n", name, len(list))
	return 0
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

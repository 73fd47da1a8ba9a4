package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"adl/pkg/files"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// template is a figure that begins others: a program like all others, which its test runs.
//
//go:embed template
var template embed.FS

// made are the names of figures and studies.
var made = regexp.MustCompile(`^(fig\d{2,}|study-[a-z0-9]+(-[a-z0-9]+)*)$`)

// newVerb makes a figure from the template.
var newVerb = tool.Verb{
	Name: "new",
	Args: "FIGURE",
	Text: "makes a small figure with a model of its own, to begin with",
	Start: func(c *tool.Call) func() error {
		root := c.Flags.String("root", ".", "`folder` of the project")
		return func() error {
			if len(c.Args()) != 1 {
				return tool.Usage("expected one figure or study, as in make new FIG=20")
			}
			name := c.Args()[0]
			if n := strings.TrimPrefix(name, "fig"); n != "" && strings.Trim(n, "0123456789") == "" {
				name = fmt.Sprintf("fig%02s", n)
			}
			if !made.MatchString(name) || name == "fig00" {
				return tool.Usage("expected a number from 1 on, or study-NAME, got %q", c.Args()[0])
			}
			if err := fill(filepath.Join(*root, "experiments", name), name); err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "made experiments/%s, to be changed; make %[2]s PROFILE=smoke runs it, "+
				"go test ./experiments/%[1]s tests it\n", name, table.Target(name))
			return nil
		}
	},
}

// fill writes the template to a folder that there was not.
func fill(folder, name string) error {
	if err := os.Mkdir(folder, 0o777); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists", folder)
	} else if err != nil {
		return err
	}
	entries, err := template.ReadDir("template")
	if err != nil {
		return err
	}
	for _, e := range entries {
		b, err := template.ReadFile("template/" + e.Name())
		if err != nil {
			return err
		}
		text := strings.ReplaceAll(string(b), "fig00", name)
		if err := files.WriteBytes(filepath.Join(folder, e.Name()), []byte(text)); err != nil {
			return fmt.Errorf("cannot %w", err)
		}
	}
	return nil
}

// Package tool runs the verbs of the project's tools: it reads their flags, prints their errors and
// returns their exit codes.
package tool

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Profile is the usage of the flag -profile.
const Profile = "`profile`: smoke, quick or paper (default: for each figure paper, else quick)"

// Program is the path of a program in a folder, as package exec wants it.
func Program(bin, name string) string {
	path := filepath.Join(bin, name)
	if !strings.ContainsRune(path, filepath.Separator) {
		path = "." + string(filepath.Separator) + path
	}
	return path
}

// Verb is a command of a tool.
type Verb struct {
	Name  string
	Args  string // what follows the flags, for the usage; empty: nothing does
	Text  string // a line for the usage
	Start func(c *Call) func() error
}

// Call is one execution of a verb. Start of the verb defines its flags in Flags, and returns what
// to do once they are read.
type Call struct {
	Flags          *flag.FlagSet
	Stdout, Stderr io.Writer
}

// Args are the arguments behind the flags.
func (c *Call) Args() []string { return c.Flags.Args() }

// ExitCode is the error of a verb that has said why it fails.
type ExitCode int

func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// ErrFailed is the ExitCode of a failure.
const ErrFailed = ExitCode(1)

// UsageError is the error of a verb that was called in a wrong way.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Usage returns a UsageError.
func Usage(format string, args ...any) error { return UsageError(fmt.Sprintf(format, args...)) }

// Run executes the verb that the first argument names. It returns 0, the ExitCode of the verb, 1 if
// it fails otherwise and 2 on wrong usage, in both cases after a line on stderr.
func Run(tool string, verbs []Verb, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		args = []string{""}
	}
	i := slices.IndexFunc(verbs, func(v Verb) bool { return v.Name == args[0] })
	if i < 0 {
		usage(stderr, tool, verbs)
		if slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
			return 0
		}
		return 2
	}
	v := verbs[i]
	f := flag.NewFlagSet(v.Name, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: %s\n%s\n", line(tool, v), v.Text)
		f.PrintDefaults()
	}
	do := v.Start(&Call{Flags: f, Stdout: stdout, Stderr: stderr})
	switch err := f.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2 // flag has said why
	case v.Args == "" && f.NArg() > 0:
		fmt.Fprintf(stderr, "%s: unexpected argument %q\n", v.Name, f.Arg(0))
		return 2
	}
	var code ExitCode
	switch err := do(); {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, new(UsageError)):
		fmt.Fprintf(stderr, "%s: %v\n", v.Name, err)
		return 2
	default:
		fmt.Fprintf(stderr, "%s: %v\n", v.Name, err)
		return 1
	}
}

func line(tool string, v Verb) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s [flags] %s", tool, v.Name, v.Args))
}

func usage(w io.Writer, tool string, verbs []Verb) {
	fmt.Fprintf(w, "usage: %s VERB [flags] …; the verbs are\n", tool)
	for _, v := range verbs {
		fmt.Fprintf(w, "  %-10s %s\n", v.Name, v.Text)
	}
	fmt.Fprintf(w, "%s VERB -h lists the flags of a verb\n", tool)
}

package tool

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// verbs fail as their argument says.
var verbs = []Verb{
	{Name: "say", Args: "[WORD]", Text: "prints a word", Start: func(c *Call) func() error {
		loud := c.Flags.Bool("loud", false, "in capitals")
		return func() error {
			switch word := strings.Join(c.Args(), " "); {
			case word == "usage":
				return Usage("expected another %s", word)
			case word == "error":
				return errors.New("no voice")
			case word == "code":
				return ExitCode(7)
			case *loud:
				fmt.Fprint(c.Stdout, strings.ToUpper(word))
			default:
				fmt.Fprint(c.Stdout, word)
			}
			return nil
		}
	}},
	{Name: "nothing", Text: "does nothing", Start: func(*Call) func() error {
		return func() error { return nil }
	}},
}

func TestRun(t *testing.T) {
	const usage = "usage: t VERB [flags] …; the verbs are\n  say        prints a word\n" +
		"  nothing    does nothing\nt VERB -h lists the flags of a verb\n"
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"say a b", 0, "a b", ""},
		{"say -loud a", 0, "A", ""},
		{"say usage", 2, "", "say: expected another usage\n"},
		{"say error", 1, "", "say: no voice\n"},
		{"say code", 7, "", ""},
		{"say -h", 0, "", "usage: t say [flags] [WORD]\nprints a word\n  -loud\n    \tin capitals\n"},
		{"nothing", 0, "", ""},
		{"nothing more", 2, "", "nothing: unexpected argument \"more\"\n"},
		{"", 2, "", usage},
		{"sing", 2, "", usage},
		{"-h", 0, "", usage},
	} {
		var stdout, stderr strings.Builder
		code := Run("t", verbs, strings.Fields(c.args), &stdout, &stderr)
		if code != c.code || stdout.String() != c.stdout || stderr.String() != c.stderr {
			t.Errorf("%q: exit %d, %q, %q", c.args, code, &stdout, &stderr)
		}
	}
}

package experiment

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// options are the flags.
type options struct {
	profile, spec, out, cache string
	set                       []string
	workers                   int
	fresh, bless              bool
	cached, share, quiet      bool
	plan                      bool
	vouch                     float64 // seconds; negative without the flag
	draws                     int
	width                     vg.Length // of the picture; 0 is the default
}

// flagError is an error about a flag.
type flagError struct{ error }

// integer returns a function that sets n to an integer from lo to hi.
func integer(n *int, lo, hi int) func(string) error {
	return func(s string) error {
		i, err := strconv.Atoi(s)
		if err != nil || i < lo || i > hi {
			return fmt.Errorf("expected an integer from %d to %d", lo, hi)
		}
		*n = i
		return nil
	}
}

// parseFlags reads the arguments. If they ask for help, it writes the help and returns
// flag.ErrHelp.
func parseFlags(name, title string, args []string, help io.Writer) (*options, error) {
	o := &options{workers: runtime.GOMAXPROCS(0)}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.profile, "profile", "", "`name` of the profile: smoke, quick or paper (default: "+
		"paper once its table is in results/paper, quick until then)")
	fs.StringVar(&o.spec, "spec", "", "`file` to read instead of the program's own spec.toml")
	fs.Func("set", "`key=value` to set in the spec; may be repeated", func(s string) error {
		o.set = append(o.set, s)
		return nil
	})
	fs.StringVar(&o.out, "out", "",
		"`folder` for the picture and the table (default: figures/ and results/; a folder in "+
			"results/altered if the spec or the data are not the figure's own)")
	fs.Func("width", "`width` of the picture, such as 8.5cm, in which its panels are laid out anew "+
		"(needs -out)", func(s string) (err error) {
		o.width, err = vg.ParseLength(s)
		if err != nil || !(o.width >= 5*vg.Centimeter && o.width <= vg.Centimeter*100) {
			return errors.New("expected a length from 5cm to 100cm")
		}
		return nil
	})
	fs.StringVar(&o.cache, "cache", "", "`folder` of the results of tasks (default: results/cache)")
	fs.Func("workers", "`number` of tasks at a time (default: one per core)",
		integer(&o.workers, 1, 4096))
	fs.BoolVar(&o.share, "share", false,
		"run tasks beside other programs on the same cache, until all results are there; draw nothing")
	fs.BoolVar(&o.cached, "cached", false,
		"compute no task: if results are missing, print the plan and exit with 3")
	fs.Func("draws", "also keep draws of all observables, one of `every=N` observations, as NPZ "+
		"files in a folder beside the table", func(s string) error {
		n, ok := strings.CutPrefix(s, "every=")
		if !ok {
			return errors.New("expected every=N")
		}
		return integer(&o.draws, 1, 1<<31-1)(n)
	})
	fs.BoolVar(&o.fresh, "fresh", false,
		"take no result from results/paper/tasks: compute all that this code has not computed yet")
	fs.BoolVar(&o.bless, "bless", false,
		"replace the committed results of other code: compute with -profile paper what this code has "+
			"not computed yet")
	fs.BoolVar(&o.plan, "plan", false,
		"print what there is to do and how long it may take, and do nothing")
	fs.Float64Var(&o.vouch, "vouch", -1, "compute a task of every kind anew, and more for about that "+
		"many `seconds`, and compare them with the project's own full-length results")
	fs.BoolVar(&o.quiet, "q", false, "print nothing but errors and what -plan prints")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(help, "%s: %s\n\nusage: %s [flags]\n\n", name, title, name)
		fs.SetOutput(help)
		fs.PrintDefaults()
		return nil, err
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", fs.Arg(0))
		if strings.ContainsAny(fs.Arg(0), ",]") {
			err = fmt.Errorf("%w; write lists without blanks, as in -set dt=[2e-3,5e-3]", err)
		}
	case o.draws > 0 && (o.share || o.vouch >= 0):
		err = errors.New("-draws goes with none of -share and -vouch")
	case o.width > 0 && o.out == "":
		err = errors.New("-width goes with -out: it would replace the figure's own picture")
	case o.share && o.cached:
		err = errors.New("-share goes not with -cached")
	default:
		return o, nil
	}
	return nil, flagError{fmt.Errorf("%.200s (-h lists the flags)", err)}
}

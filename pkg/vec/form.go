package vec

import (
	"fmt"
	"os"
)

// A form is a way to compute the routines of this package. All of them give the same bits.
type form int

const (
	portable form = iota
	avx2
	avx512
)

func (f form) String() string { return [...]string{"portable", "avx2", "avx512"}[f] }

// Form says which form of the routines runs: "portable", "avx2" or "avx512". It is chosen once, when the program starts: the
// widest that the processor and the build have, or the one that the environment variable VEC names.
func Form() string { return active.String() }

// choose returns the form that the value of VEC asks for, or the best where it asks for none; why says why there is no better one.
func choose(name string, best form, why string) (form, error) {
	if name == "" {
		return best, nil
	}
	for f := portable; f <= avx512; f++ {
		switch {
		case f.String() != name:
		case f > best:
			return portable, fmt.Errorf("VEC=%s: %s", name, why)
		default:
			return f, nil
		}
	}
	return portable, fmt.Errorf("VEC=%s: expected portable, avx2 or avx512", name)
}

// selection is what came of the choice: the form of this run, and what is wrong with VEC.
type selection struct {
	form form
	err  error
}

func selected(best form, why string) selection {
	f, err := choose(os.Getenv("VEC"), best, why)
	return selection{f, err}
}

// FormError is what is wrong with the environment variable VEC: it names no form, or one that the processor or the build does not have. The portable
// form runs then. Programs end with it: a run in another form than was asked for would mislead.
func FormError() error { return atStart.err }

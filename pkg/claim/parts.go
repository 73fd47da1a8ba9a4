package claim

import (
	"cmp"
	"fmt"
	"strings"
)

// Parts collects the measurements that decide one claim. The zero value has no part; its verdict
// is Undecided.
type Parts struct {
	Sep string // between the texts of the parts; ", " if empty

	texts   []string
	verdict string
	decided int
	largest float64 // the value of NoteLargest
}

// Add adds a part with its verdict and the text that [fmt.Sprintf] makes.
func (p *Parts) Add(verdict, format string, args ...any) {
	p.Decide(verdict)
	p.Note(format, args...)
}

// Note adds a text that decides nothing.
func (p *Parts) Note(format string, args ...any) {
	p.texts = append(p.texts, fmt.Sprintf(format, args...))
}

// NoteLargest is Note for a text about a value. Of several such texts only the one with the largest
// value stays.
func (p *Parts) NoteLargest(value float64, format string, args ...any) {
	if len(p.texts) == 0 || value > p.largest {
		p.largest, p.texts = value, nil
		p.Note(format, args...)
	}
}

// Join adds the verdict of q, and its texts after a prefix as one text, if it has any.
func (p *Parts) Join(prefix string, q Parts) {
	if q.decided > 0 {
		p.Decide(q.verdict)
	}
	if q.Len() > 0 {
		p.Note("%s", q.Measured(prefix, ""))
	}
}

// Decide adds a verdict without a text.
func (p *Parts) Decide(verdict string) {
	p.verdict = Worse(cmp.Or(p.verdict, verdict), verdict)
	p.decided++
}

// Decided returns the number of verdicts.
func (p *Parts) Decided() int { return p.decided }

// Len returns the number of texts.
func (p *Parts) Len() int { return len(p.texts) }

// Verdict returns the worst verdict of the parts: fails before undecided before holds. It is
// Undecided while there is none.
func (p *Parts) Verdict() string { return cmp.Or(p.verdict, Undecided) }

// Measured returns prefix and the texts of the parts, or nothing if there is no text.
func (p *Parts) Measured(prefix, nothing string) string {
	if len(p.texts) == 0 {
		return nothing
	}
	return prefix + strings.Join(p.texts, cmp.Or(p.Sep, ", "))
}

// Judge returns c with the measurement and the verdict of the parts.
func (p *Parts) Judge(c Claim, prefix, nothing string) Claim {
	return Judged(c, p.Verdict(), "%s", p.Measured(prefix, nothing))
}

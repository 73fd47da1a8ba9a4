package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// The verdicts.
const (
	holds     = "holds"
	inRange   = "holds in a range"
	corrected = "holds corrected"
	inPart    = "in part"
	fails     = "fails"
	open      = "open"
)

var verdicts = []string{holds, inRange, corrected, inPart, fails, open}

// judge returns the verdict of a statement's checks, and a line for each. It holds if all of them
// do, and is open if noise decides all of them. Otherwise it holds in a range if none fails or
// those of its range hold, holds corrected if those of its correction hold, fails if all fail, and
// holds in part if some do. Without checks the verdict is the written one.
func (x Statement) judge(ts tables) (verdict string, lines []string, err error) {
	all := func(checks []string) (found map[string]bool) {
		found = map[string]bool{}
		for _, c := range checks {
			v, line, e := ts.check(c)
			if e != nil && err == nil {
				err = fmt.Errorf("%s: %q: %w", x.ID, c, e)
			}
			found[v], lines = true, append(lines, line)
		}
		return found
	}
	only := func(found map[string]bool, v string) bool { return len(found) == 1 && found[v] }
	stated, ranged, instead := all(x.Check), all(x.Range), all(x.Corrected)
	switch {
	case len(stated) == 0:
		return x.Verdict, lines, err
	case only(stated, holds), only(stated, open):
		return slices.Collect(maps.Keys(stated))[0], lines, err
	case only(ranged, holds), !stated[fails]:
		return inRange, lines, err
	case only(instead, holds):
		return corrected, lines, err
	case only(stated, fails):
		return fails, lines, err
	}
	return inPart, lines, err
}

var bounds = regexp.MustCompile(`^(< |> |([-.\d]+)\.\.)([-.\d]+)(?:/(\d+))?$`)

// bound reads "< 1/3", "> 3" or "0.9..1.1" as the interval τ, and returns the one twice as lenient,
// 2τ, too: half as much again, or twice the width.
func bound(text string) (lo, hi, lo2, hi2 float64, err error) {
	m := bounds.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, 0, 0, fmt.Errorf("expected a bound such as < 1/3, > 3 or 0.9..1.1, got %q", text)
	}
	number := func(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }
	x := number(m[3]) / cmp.Or(number(m[4]), 1)
	switch m[1][0] {
	case '<':
		return math.Inf(-1), x, math.Inf(-1), max(1.5*x, x/1.5), nil
	case '>':
		return x, math.Inf(1), min(1.5*x, x/1.5), math.Inf(1), nil
	}
	lo = number(m[2])
	return lo, x, lo - 0.5*(x-lo), x + 0.5*(x-lo), nil
}

// check decides a check, an expression and a bound τ such as
//
//	fig14 quantity=L1 K=15 n=5 / same K=3 by n dt: < 1/5
//
// by one rule for all. Points count where two standard errors decide: those within τ that do not
// reach beyond 2τ, and those outside τ that do not reach into τ. If nine in ten of these lie within
// τ and none significantly beyond 2τ, at 5 % for all of them together, the check holds. If a
// quarter lies significantly beyond 2τ it fails. Between these it holds in a range. If no point
// counts it is open.
func (ts tables) check(text string) (verdict, line string, err error) {
	i := max(0, strings.LastIndex(text, ": "))
	lo, hi, lo2, hi2, err := bound(strings.TrimPrefix(text[i:], ": "))
	if err != nil {
		return "", "", err
	}
	points, err := ts.evaluate(text[:i])
	if err != nil {
		return "", "", err
	}
	z := distuv.UnitNormal.Quantile(1 - 0.05/float64(max(len(points), 1)))
	within, outside, beyond, far := 0, 0, 0, point{}
	for _, p := range points {
		x, e := p.Value, p.StdErr
		off := max(x-hi, lo-x)
		switch {
		case off <= 0 && x-2*e >= lo2 && x+2*e <= hi2:
			within++
		case off > 2*e:
			outside++
			if x-z*e > hi2 || x+z*e < lo2 {
				beyond++
			}
		default:
			continue
		}
		if within+outside == 1 || off > max(far.Value-hi, lo-far.Value) {
			far = p
		}
	}
	count := within + outside
	switch verdict = inRange; {
	case count == 0:
		verdict = open
	case 10*within >= 9*count && beyond == 0:
		verdict = holds
	case 4*beyond >= count:
		verdict = fails
	}
	line = fmt.Sprintf("%s: %s; %d of %d points", verdict, text, within, count)
	if count > 0 {
		line += fmt.Sprintf(", the farthest %.3g ± %.1g (%s)", far.Value, far.StdErr,
			strings.TrimSpace(far.at))
	}
	return verdict, line, nil
}

package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// The verdicts.
const (
	holds     = "holds"
	inRange   = "holds in a range"
	corrected = "holds after a correction"
	inPart    = "holds in part"
	fails     = "fails"
	open      = "open"
)

var verdicts = []string{holds, inRange, corrected, inPart, fails, open}

// judge records the results of a statement's checks, and returns an error if they contradict its
// verdict. If the checks agree, the verdict is theirs. Otherwise it is in part if one fails, and in
// a range if none fails. If a check fails, but the checks of the range or of the correction hold,
// the statement holds in a range, in part if this range is a single point, or corrected.
func (x *Statement) judge(ts tables) (err error) {
	decide := func(checks []string) (verdict string, points int) {
		count := map[string]int{}
		for _, c := range checks {
			v, line, n, e := ts.check(c)
			verdict, err, x.Lines = v, cmp.Or(err, e), append(x.Lines, line)
			points += n
			count[v]++
		}
		switch {
		case count[verdict] == len(checks):
			return verdict, points
		case count[fails] > 0:
			return inPart, points
		}
		return inRange, points
	}
	verdict, _ := decide(x.Check)
	ranged, points := decide(x.Range)
	instead, _ := decide(x.Corrected)
	if verdict == fails || verdict == inPart {
		switch {
		case ranged == holds && points > 1:
			verdict = inRange
		case ranged == holds:
			verdict = inPart
		case instead == holds:
			verdict = corrected
		}
	}
	if err == nil && verdict != x.Verdict && verdict != "" {
		err = fmt.Errorf("the checks give %q:\n%s", verdict, strings.Join(x.Lines, "\n"))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", x.ID, err)
	}
	return err
}

// interval is the closed interval from lo to hi.
type interval struct{ lo, hi float64 }

// parse reads an interval such as [0.9,1.1] or [3,Inf].
func parse(text string) (v interval, err error) {
	if _, err = fmt.Sscanf(text, "[%g,%g]", &v.lo, &v.hi); err != nil {
		err = fmt.Errorf("expected an interval such as [0.9,1.1] or [3,Inf], got %q", text)
	}
	return v, err
}

// off returns the distance of x from the interval, at most 0 inside.
func (v interval) off(x float64) float64 { return max(v.lo-x, x-v.hi) }

// check decides a check, an expression and an interval τ such as
//
//	fig14 quantity=L1 K=15 n=5 / same K=3 by n dt: [-Inf,0.2]
//
// by one rule for all. The interval 2τ has twice the width of τ or, if τ is half a line, its end is
// half as far again. A point counts if its two standard errors decide: it is within τ and does not
// reach beyond 2τ, or it is outside τ and does not reach into τ. The check holds if nine in ten of
// these points lie within τ and none lies significantly beyond 2τ, at 5 % for all points together.
// It fails if a quarter lies significantly beyond 2τ. Otherwise it holds in a range. If no point
// counts it is open. The other results are a line about the check and the number of points.
func (ts tables) check(text string) (verdict, line string, n int, err error) {
	expression, bound, _ := strings.Cut(text, ": ")
	tau, err := parse(bound)
	points, e := ts.evaluate(expression)
	if err = cmp.Or(err, e); err != nil {
		return "", "", 0, err
	}
	half := (tau.hi - tau.lo) / 2
	twice := interval{tau.lo - half, tau.hi + half}
	if math.IsInf(half, 1) {
		twice = interval{min(tau.lo/1.5, 1.5*tau.lo), max(tau.hi/1.5, 1.5*tau.hi)}
	}
	z := distuv.UnitNormal.Quantile(1 - 0.05/float64(len(points)))
	within, beyond, count, far := 0, 0, 0, points[0]
	for _, p := range points {
		off, off2 := tau.off(p.Value), twice.off(p.Value)
		switch {
		case off <= 0 && off2 <= -2*p.StdErr:
			within++
		case !(off > 2*p.StdErr):
			continue
		case off2 > z*p.StdErr:
			beyond++
		}
		if count++; count == 1 || off > tau.off(far.Value) {
			far = p
		}
	}
	verdict = inRange
	switch {
	case count == 0:
		verdict = open
	case 10*within >= 9*count && beyond == 0:
		verdict = holds
	case 4*beyond >= count:
		verdict = fails
	}
	return verdict, fmt.Sprintf("%s: %s; %d of %d points, the farthest %.3g ± %.1g (%s)", verdict,
		text, within, count, far.Value, far.StdErr, strings.TrimSpace(far.at)), len(points), nil
}

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/sweep"
)

// speeds are the times of a step in ns, by work and competitor, as make bench measures them.
type speeds map[string]map[string]float64

// readSpeeds reads a file that make bench ARGS='-csv FILE' wrote.
func readSpeeds(path string) (speeds, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := speeds{}
	for i, row := range rows {
		if i == 0 || len(row) < 4 || row[2] != "ns" {
			continue
		}
		x, err := strconv.ParseFloat(row[3], 64)
		if err != nil || !(x > 0) {
			return nil, fmt.Errorf("%s: line %d: expected a time in ns, got %q", path, i+1, row[3])
		}
		if s[row[0]] == nil {
			s[row[0]] = map[string]float64{}
		}
		s[row[0]][row[1]] = x
	}
	if len(s) == 0 {
		return nil, fmt.Errorf("%s: expected the columns work, competitor, unit, median and rows in ns",
			path)
	}
	return s, nil
}

// step has the parameters that determine the speed of a task's steps.
type step struct {
	Scheme   string
	N        float64
	Model    model
	Friction struct {
		Is   string
		Form struct{ Is string }
	}
}

// model is a posterior, or the one inside a model with another noise.
type model struct {
	Is    string
	Model *model
}

// works are the works of the bench that are nearest to a step: those of one model, which have
// different n.
func (s step) works() []string {
	m := s.Model
	for m.Model != nil {
		m = *m.Model
	}
	switch {
	case s.Friction.Is == "extended":
		return []string{"eAdL K=35 full mixture n=5"}
	case m.Is == "network":
		return []string{"ODABADO diagonal network n=1", "ODABADO diagonal network n=25"}
	case m.Is == "logistic" &&
		(s.Friction.Form.Is == "full" || strings.HasPrefix(s.Friction.Form.Is, "blocks")):
		return []string{"ODABADO full logistic n=10", "ODABADO full logistic n=100"}
	case m.Is == "logistic":
		return []string{"ODABADO scalar logistic n=10", "ODABADO scalar logistic n=100",
			"ODABADO scalar logistic n=12251"}
	case m.Is == "gaussian":
		return []string{"SGLD Gaussian n=1"}
	case m.Is == "mixture" && s.Friction.Is == "adl":
		return []string{"ODABADO full mixture n=5"}
	case m.Is == "mixture":
		return []string{"OABAO mixture n=1", "OABAO mixture n=10", "OABAO mixture n=50"}
	}
	return nil
}

// factors are how many times longer the steps of a task take in scalar C and in plain Go than with
// a form of package vec. Between works of different n they are interpolated in
// log n, beyond them constant. Where the bench has no plain Go, the portable form stands for it,
// which is faster. The error names what the bench does not have.
func (s speeds) factors(c sweep.Cost, form string) (inC, inGo float64, err error) {
	var p step
	if err := json.Unmarshal(c.Params, &p); err != nil {
		return 0, 0, err
	}
	var n, toC, toGo []float64
	for _, name := range p.works() {
		times, ok := s[name]
		if !ok {
			continue // of an older bench
		}
		own, plain := times[form], times["plain Go"]
		if plain == 0 {
			plain = times["portable"]
		}
		if own == 0 || times["scalar C"] == 0 || plain == 0 {
			return 0, 0, fmt.Errorf("bench.csv lacks %s, scalar C or portable for %q", form, name)
		}
		at, err := strconv.ParseFloat(name[strings.LastIndexByte(name, '=')+1:], 64)
		if err != nil {
			return 0, 0, fmt.Errorf("bench.csv: no n in %q", name)
		}
		n, toC, toGo = append(n, at), append(toC, times["scalar C"]/own), append(toGo, plain/own)
	}
	if len(n) == 0 {
		return 0, 0, fmt.Errorf("bench.csv has no work like %s with model %q", p.Scheme, p.Model.Is)
	}
	return between(n, toC, p.N), between(n, toGo, p.N), nil
}

// between interpolates y linearly in log x, whose values ascend, and is constant beyond them.
func between(x, y []float64, at float64) float64 {
	i, found := slices.BinarySearch(x, at)
	switch {
	case found || i == 0:
		return y[i]
	case i == len(x):
		return y[i-1]
	}
	t := math.Log(at/x[i-1]) / math.Log(x[i]/x[i-1])
	return y[i-1] + t*(y[i]-y[i-1])
}

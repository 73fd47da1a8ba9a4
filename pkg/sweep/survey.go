package sweep

import (
	"context"
	"errors"
	"fmt"
)

// survey is what is known about the tasks before any of them runs.
type survey struct {
	keys    []string
	first   []int   // the first task with the same key: equal tasks run once
	state   []error // of first tasks: nil if stored has the result, errMissing, or a read error
	stored  []entry
	tasks   int   // number of distinct tasks
	cached  int   // those with a result
	damaged int   // those whose result cannot be read
	todo    []int // indices of those without a result
}

// look looks up every task in the cache.
func look(ctx context.Context, tasks []Task, c Cache, fresh bool) (*survey, error) {
	n := len(tasks)
	s := &survey{
		keys:   make([]string, n),
		first:  make([]int, n),
		state:  make([]error, n),
		stored: make([]entry, n),
	}
	byKey := make(map[string]int)
	for i, t := range tasks {
		if err := ctx.Err(); err != nil {
			return nil, errors.New("interrupted before anything was computed")
		}
		key, err := Key(t)
		if err != nil {
			return nil, err
		}
		s.keys[i] = key
		if j, ok := byKey[key]; ok {
			s.first[i] = j
			continue
		}
		byKey[key], s.first[i] = i, i
		s.tasks++
		if fresh {
			s.state[i] = errMissing
		} else {
			s.stored[i], s.state[i] = c.load(key, t)
		}
		switch {
		case s.state[i] == nil:
			s.cached++
		case errors.Is(s.state[i], errMissing):
			s.todo = append(s.todo, i)
		default:
			s.damaged++
		}
	}
	return s, nil
}

// damage returns an error if a result cannot be read.
func (s *survey) damage() error {
	for _, err := range s.state {
		switch {
		case err == nil || errors.Is(err, errMissing):
		case s.damaged > 1:
			return fmt.Errorf("%w (so are %d more, which -why lists)", err, s.damaged-1)
		default:
			return err
		}
	}
	return nil
}

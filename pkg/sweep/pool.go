package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Errors of tasks that were not computed here.
var (
	errSkipped   = fmt.Errorf("not started: %w", context.Canceled)
	errElsewhere = errors.New("computed by another program")
)

// pool calls do for the items of todo, in this order, on a number of workers, and sets their
// errors. After the first error it cancels the others and starts no more, unless goOn is set or
// the error is unkept. After errElsewhere it tries an item again, at longer and longer intervals.
func pool(
	ctx context.Context, todo []*item, workers int, goOn bool, do func(context.Context, *item) error,
) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, x := range todo {
		x.err, x.due = errSkipped, time.Time{}
	}
	q := &queue{items: slices.Clone(todo)}
	var wg sync.WaitGroup
	for range min(workers, len(todo)) {
		wg.Go(func() {
			for x := q.next(inner); x != nil; x = q.next(inner) {
				err := do(inner, x)
				if err == errElsewhere {
					q.later(x)
					continue
				}
				x.err = err
				switch u := (*unkept)(nil); {
				case err == nil || goOn:
				case !errors.As(err, &u):
					cancel()
				case u.computed:
					q.drop()
				}
			}
		})
	}
	wg.Wait()
}

// queue holds the items that no worker has.
type queue struct {
	mu    sync.Mutex
	items []*item
}

// next waits for an item that is due and takes it. It returns nil if there is none, or ctx is done.
func (q *queue) next(ctx context.Context) *item {
	for ctx.Err() == nil {
		x, wait := q.take()
		if wait <= 0 {
			return x
		}
		pause(ctx, wait)
	}
	return nil
}

// take takes the item that is due first, or returns how long it is until then.
func (q *queue) take() (x *item, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return nil, 0
	}
	x = slices.MinFunc(q.items, func(a, b *item) int { return a.due.Compare(b.due) })
	if wait = time.Until(x.due); wait > 0 {
		return nil, wait
	}
	q.items = slices.DeleteFunc(q.items, func(y *item) bool { return y == x })
	return x, 0
}

// later puts an item back.
func (q *queue) later(x *item) {
	x.delay = min(max(2*x.delay, 100*time.Millisecond), 10*time.Second)
	x.due = time.Now().Add(x.delay)
	q.mu.Lock()
	q.items = append(q.items, x)
	q.mu.Unlock()
}

// drop removes all items.
func (q *queue) drop() {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
}

// pause sleeps until the time is over or ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

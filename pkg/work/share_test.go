package work

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
)

// Programs that share a cache compute every task once, and a failing task stops no other.
func TestShareOption(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(40)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			rs, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache, Share: true})
			if err != nil {
				t.Error(err)
				return
			}
			check(t, ts, rs)
		})
	}
	wg.Wait()
	if n := ts[0].runs.Load(); n != 40 {
		t.Errorf("40 tasks were computed %d times", n)
	}

	ts = squares(9)
	for _, i := range []int{2, 5} {
		ts[i].run = func(context.Context, func(float64)) error { return errors.New("no root") }
	}
	var log strings.Builder
	cache = Cache{Dir: t.TempDir()}
	_, err := Run(context.Background(), tasks(ts),
		Options{Workers: 1, Cache: cache, Share: true, Log: &log, Quiet: true, Name: "fig00"})
	if err == nil || !strings.HasSuffix(err.Error(), ": no root") {
		t.Errorf("got %v", err)
	}
	if n := strings.Count(log.String(), ": no root; the other tasks continue\n"); n != 2 {
		t.Errorf("log: %s", log.String())
	}
	for i, x := range ts {
		if _, err := os.Stat(cache.path(t, x, result)); (err == nil) == (i == 2 || i == 5) {
			t.Errorf("task %d: %v", i, err)
		}
	}
}

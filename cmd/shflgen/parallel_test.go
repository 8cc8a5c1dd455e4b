package main

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func numbered(n int) (paths []string) {
	for i := range n {
		paths = append(paths, fmt.Sprint(i))
	}
	return paths
}

// TestInOrder: results come in the order of the paths, whichever ends first.
func TestInOrder(t *testing.T) {
	paths := numbered(20)
	first := make(chan struct{})
	var began atomic.Int32
	var got []string
	inOrder(context.Background(), paths, func(path string) string {
		began.Add(1)
		switch path {
		case "0": // ends after the one behind it, where there are two processors
			select {
			case <-first:
			case <-time.After(50 * time.Millisecond):
			}
		case "1":
			close(first)
		}
		return path
	}, func(path string) bool { got = append(got, path); return true })
	if !slices.Equal(got, paths) || began.Load() != 20 {
		t.Errorf("%d began, results %v", began.Load(), got)
	}
}

// TestInOrderEnds: after take has had enough, or the context ends, nothing starts and nothing is
// left at work.
func TestInOrderEnds(t *testing.T) {
	for _, by := range []string{"take", "context"} {
		ctx, cancel := context.WithCancel(context.Background())
		var working, began, taken atomic.Int32
		inOrder(ctx, numbered(1000), func(string) int {
			began.Add(1)
			working.Add(1)
			defer working.Add(-1)
			time.Sleep(time.Millisecond)
			return 0
		}, func(int) bool {
			if taken.Add(1) < 3 {
				return true
			}
			if by == "context" {
				cancel()
			}
			return by == "context"
		})
		cancel()
		if working.Load() != 0 || taken.Load() < 3 || began.Load() > 900 {
			t.Errorf("%s: %d began, %d taken, %d at work", by, began.Load(), taken.Load(), working.Load())
		}
	}
}

// TestGate: work starts beside other work while there are processors and memory, and alone always.
func TestGate(t *testing.T) {
	var live atomic.Uint64
	g := &gate{most: 2, limit: 100, left: make(chan struct{}, 1), live: live.Load}
	enter := func(want bool, when string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		if g.enter(ctx) != want {
			t.Errorf("%s: enter is %v", when, !want)
		}
	}
	enter(true, "nothing at work")
	enter(true, "one of two")
	enter(false, "two of two")
	g.leave()
	live.Store(100)
	enter(false, "no memory")
	g.leave()
	enter(true, "no memory, and nothing at work")
	g.leave()
	live.Store(99)
	enter(true, "memory again")
	enter(true, "memory again, beside other work")
}

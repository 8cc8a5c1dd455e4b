package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Memory of runs over many files. Of five large files that were measured, the largest proof takes
// 430 MB, the others 100 to 170.
const (
	memoryEach  = 512 << 20 // is set aside for each file at work
	memoryLimit = 4 << 30   // of all files at work together at most, if GOMEMLIMIT sets none
	// memoryAtWork is how much of it a processor adds.
	memoryAtWork = 640 << 20
)

// inOrder calls work on every path, several at once, and take on the results in the order of the
// paths, each as soon as it and those before it are known. Once take returns false or ctx ends, it
// starts no work, and returns when the work at hand has ended. It shows its progress, but not while take prints.
func inOrder[T any](ctx context.Context, paths []string, work func(path string) T, take func(T) bool) {
	p := newProgress(len(paths))
	defer p.end()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g := newGate()
	results := make([]chan T, len(paths))
	for i := range results {
		results[i] = make(chan T, 1)
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() {
		for i, path := range paths {
			if !g.enter(ctx) {
				return
			}
			p.began(path)
			workers.Go(func() {
				defer g.leave()
				r := work(path)
				p.ended()
				results[i] <- r
			})
		}
	})
	for _, result := range results {
		select {
		case r := <-result:
			more := false
			if p.while(func() { more = take(r) }); !more {
				stop()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// gate lets work start: as much at once as there are processors, and as memory allows. Some work
// may always run.
type gate struct {
	mu    sync.Mutex
	n     int           // at work
	most  int           // at once
	limit uint64        // of live memory, beyond which no work starts beside other work
	left  chan struct{} // receives when work has ended
	live  func() uint64
}

// defaultMemory is the limit where GOMEMLIMIT sets none.
func defaultMemory() int64 { return min(memoryLimit, int64(runtime.GOMAXPROCS(0))*memoryAtWork) }

// collectLess lets garbage grow to four times what is live, as proofs make much of it and are short of time, up to the
// limit of memory. The environment takes precedence.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(defaultMemory())
	}
}

func newGate() *gate {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		limit = defaultMemory()
	}
	most := max(1, min(runtime.GOMAXPROCS(0), int(limit/memoryEach)))
	return &gate{most: most, limit: uint64(limit) / 2, left: make(chan struct{}, 1), live: liveMemory}
}

// enter waits until work may start. It is false if ctx ends before.
func (g *gate) enter(ctx context.Context) bool {
	for ctx.Err() == nil {
		g.mu.Lock()
		if g.n == 0 || g.n < g.most && g.live() < g.limit {
			g.n++
			g.mu.Unlock()
			return true
		}
		g.mu.Unlock()
		select {
		case <-g.left:
		case <-ctx.Done():
		}
	}
	return false
}

// leave says that work has ended.
func (g *gate) leave() {
	g.mu.Lock()
	g.n--
	g.mu.Unlock()
	select {
	case g.left <- struct{}{}:
	default: // enter has yet to see an earlier end
	}
}

// liveMemory is how many bytes of the heap are in use. It collects garbage if most of the heap may
// be garbage of work that has ended.
func liveMemory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if s[0].Value.Uint64() < memoryEach {
		return s[0].Value.Uint64()
	}
	runtime.GC()
	metrics.Read(s)
	return s[0].Value.Uint64()
}

package axiom

import (
	"runtime"
	"sync"
)

// Parts calls part for ranges that make up 0 to n, each once, and returns when all calls have. They run at
// the same time where n has least for each of several processors. A call that panics makes it panic.
func Parts(n, least int, part func(from, to int)) {
	count := max(1, min(runtime.GOMAXPROCS(0), n/least))
	panics := make(chan any, count)
	var all sync.WaitGroup
	for i := range count {
		all.Add(1)
		go func() {
			defer all.Done()
			defer func() {
				if p := recover(); p != nil {
					panics <- p
				}
			}()
			part(i*(n/count)+min(i, n%count), (i+1)*(n/count)+min(i+1, n%count))
		}()
	}
	all.Wait()
	if len(panics) > 0 {
		panic(<-panics)
	}
}

package verify

import (
	"runtime"
	"sync"
)

// slots are taken by the proofs at work in this process, of every file: as many as there are processors.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// inSlots does some work for each number below n, in their order, several at once as there are slots, but no more
// than most. begin gives what does it, for each that works beside others. After work that is false, what waits is left
// out: it returns how many numbers there are up to the first of which it was false.
func inSlots(n, most int, begin func() func(i int) bool) int {
	var workers sync.WaitGroup
	var mu sync.Mutex
	next, last := 0, n
	for range min(cap(slots), most, n) {
		workers.Go(func() {
			work := begin()
			for {
				slots <- struct{}{}
				mu.Lock()
				i := next
				next++
				stop := i >= last
				mu.Unlock()
				if stop {
					<-slots
					return
				}
				more := work(i)
				<-slots
				if !more {
					mu.Lock()
					last = min(last, i+1)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return last
}

// waiting gives the caller's slot to others for the time that do takes.
func waiting(do func()) {
	<-slots
	defer func() { slots <- struct{}{} }()
	do()
}

package verify

import (
	"runtime"
	"sync"
)

// slots are taken by the proofs at work in this process, of every file: as many as there are processors.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// inSlots works on the numbers below n in their order, on as many at once as there are slots, but at most most. Each
// worker calls begin for the function that does its work. Once work returns false, no further number is begun. The
// result is the number of the first one for which it was false, plus one, or n.
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

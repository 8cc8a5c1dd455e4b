package weak

// solution is one way in which the model allows the accesses of a place: the order of its writes,
// and what each read reads from.
type solution struct {
	order []int // of writes, numbers of events; -1 is the value at the start
	from  map[int]int
}

// before reports whether an access of a block comes before another one of it: in the order of the
// program, or by a barrier.
func before(a, b event) bool {
	return a.block == b.block && (a.phase < b.phase || a.thread == b.thread && a.index < b.index)
}

// history are the accesses of one place, and what it holds at the start.
type history struct {
	events []event
	start  value
}

// written is the value of a write.
func (h history) written(w int) value {
	if w < 0 {
		return h.start
	}
	return h.events[w].new
}

// solutions are the ways in which the axioms of coherence and atomicity allow the accesses of one
// place (PTX ISA, 8.10). Accesses of different places are not ordered by relaxed operations.
func (h history) solutions() []solution {
	events := h.events
	var all []solution
	var writes []int
	for i, e := range events {
		if e.writes {
			writes = append(writes, i)
		}
	}
	var extend func(order []int, left []int)
	extend = func(order, left []int) {
		if len(left) == 0 {
			all = append(all, h.reads(order)...)
			return
		}
		for k, w := range left {
			early := false
			for _, other := range left {
				early = early || other != w && before(events[other], events[w])
			}
			if early || events[w].reads && h.written(order[len(order)-1]) != events[w].old {
				continue
			}
			rest := append(append([]int(nil), left[:k]...), left[k+1:]...)
			extend(append(append([]int(nil), order...), w), rest)
		}
	}
	extend([]int{-1}, writes)
	return all
}

// reads completes an order of writes by what each read reads from.
func (h history) reads(order []int) []solution {
	events := h.events
	place := map[int]int{}
	for i, w := range order {
		place[w] = i
	}
	from := map[int]int{}
	var all []solution
	var next func(r int)
	next = func(r int) {
		if r == len(events) {
			s := solution{order: order, from: map[int]int{}}
			for k, v := range from {
				s.from[k] = v
			}
			all = append(all, s)
			return
		}
		e := events[r]
		if !e.reads {
			next(r + 1)
			return
		}
		for i, w := range order {
			if e.writes && i+1 != place[r] || e.stuck && i+1 != len(order) || h.written(w) != e.old || w == r {
				continue
			}
			if allowed(events, place, from, r, i) {
				from[r] = w
				next(r + 1)
				delete(from, r)
			}
		}
	}
	next(0)
	return all
}

// allowed reports whether a read may read from the write at a place of the order.
func allowed(events []event, place, from map[int]int, r, at int) bool {
	for i, e := range events {
		if i == r {
			continue
		}
		switch {
		case e.writes && before(e, events[r]) && place[i] > at:
			return false // a later write is seen already
		case e.writes && before(events[r], e) && place[i] <= at:
			return false // the write comes after the read
		}
		if w, ok := from[i]; ok {
			if before(e, events[r]) && place[w] > at || before(events[r], e) && place[w] < at {
				return false // reads in order see writes in order
			}
		}
	}
	return true
}

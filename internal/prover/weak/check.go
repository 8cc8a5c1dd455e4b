package weak

import (
	"cmp"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Check checks a kernel of an array for launches of some blocks on an array of so many chunks. The
// parameters are the arrays, n, out and workspace. Functions that are known to touch no memory, such as a user's
// map, stay calls.
func Check(s shflgen.Spec, module *parse.Module, k *parse.Kernel, stays func(callee string) bool, blocks, chunks int) error {
	p, err := load(module, k, stays)
	if err != nil {
		return err
	}
	o, size := s.GridOrder(), s.InType().Bits()/8
	n := chunks * o.Rounds * o.Accumulators()
	chunk := o.Rounds * o.Accumulators()
	if chunks == 1 {
		n, chunk = o.Accumulators(), o.Alone*o.Accumulators()
	} else if chunks*o.Rounds <= o.Alone {
		return faultAt(0, "%d chunks: an array of so many rounds is one", chunks)
	}
	c := config{
		Blocks: blocks, Chunks: chunks, threads: o.Threads, bytes: uint64(n * size), chunk: uint64(chunk * size),
	}
	arrays := "in"
	for i, p := range s.Shape().In {
		c.params = append(c.params, inAt+uint64(i)*nextArray)
		if p.Role.Input() {
			arrays = "an array for each input of the map"
		}
	}
	c.params = append(c.params, uint64(n))
	outs := s.Shape().Out
	for i := range outs {
		c.params = append(c.params, outAt+uint64(i)*nextArray)
	}
	c.params = append(c.params, workspaceAt)
	if len(k.Params) != len(c.params) {
		return faultAt(0, "%d parameters: want %s, n, %d results and workspace", len(k.Params), arrays, len(outs))
	}
	m := &model{config: c, program: p, results: outs, seen: map[place][]candidate{}}
	if err := m.explore(); err != nil {
		return err
	}
	return m.together(nil)
}

// place is a word of memory.
type place struct {
	at   uint64
	size int
}

// model is all executions of a launch.
type model struct {
	config  config
	program *program
	results []shflgen.Port
	seen    map[place][]candidate // what is written somewhere
	blocks  [][]trace
	checked int
}

// values are those that a read may give.
func (m *model) values(at uint64, size int) []candidate {
	all := []candidate{{value: initially.cut(8 * size)}}
	return append(all, m.seen[place{at, size}]...)
}

// explore finds the executions of each block, until no more values are written. Those of a block stay as they are while what
// its reads may give does.
func (m *model) explore() error {
	m.blocks = make([][]trace, m.config.Blocks)
	gave := make([]map[place]int, m.config.Blocks) // how many values each read had to choose from
	for changed := true; changed; {
		changed = false
		for b := range m.config.Blocks {
			if gave[b] != nil && m.give(gave[b]) {
				continue
			}
			gave[b] = map[place]int{}
			values := func(at uint64, size int) []candidate {
				all := m.values(at, size)
				gave[b][place{at, size}] = len(all)
				return all
			}
			var err error
			if m.blocks[b], err = traces(m.program, m.config, b, values); err != nil {
				return err
			}
		}
		for _, all := range m.blocks {
			for _, t := range all {
				for _, e := range t.events {
					if e.writes && m.note(e) {
						changed = true
					}
				}
			}
		}
	}
	return nil
}

// give reports whether reads of places still have so many values to choose from.
func (m *model) give(so map[place]int) bool {
	for p, n := range so {
		if len(m.values(p.at, p.size)) != n {
			return false
		}
	}
	return true
}

// note takes in what an event writes. What only more atomic operations than there are blocks lead
// to is never written.
func (m *model) note(e event) bool {
	p := place{e.at, e.size}
	if e.depth > m.config.Blocks {
		return false
	}
	for _, had := range m.values(e.at, e.size) {
		if had.value == e.new {
			return false
		}
	}
	m.seen[p] = append(m.seen[p], candidate{e.new, e.depth})
	return true
}

// together checks every choice of one execution of each block, of which some are chosen.
func (m *model) together(chosen []trace) error {
	if len(chosen) < m.config.Blocks {
		for _, t := range m.blocks[len(chosen)] {
			next := append(chosen[:len(chosen):len(chosen)], t)
			if !m.possible(next) {
				continue
			}
			if err := m.together(next); err != nil {
				return err
			}
		}
		if len(chosen) == 0 && m.checked == 0 {
			return faultAt(0, "the memory model allows no execution")
		}
		return nil
	}
	var all []event
	for _, t := range chosen {
		all = append(all, t.events...)
	}
	byPlace := map[place][]event{}
	for _, e := range all {
		p := place{e.at, e.size}
		byPlace[p] = append(byPlace[p], e)
	}
	found := map[place][]solution{}
	for p, events := range byPlace {
		if p.at >= workspaceAt || slices.ContainsFunc(events, func(e event) bool { return e.reads }) {
			if found[p] = solutions(events); len(found[p]) == 0 {
				return nil // the model does not allow this
			}
		}
	}
	m.checked++
	if err := races(all); err != nil {
		return err
	}
	return m.good(all, byPlace, found)
}

// possible reports whether no two atomic operations read one write.
func (m *model) possible(chosen []trace) bool {
	type key struct {
		at  uint64
		old value
	}
	read, plain := map[key]int{}, map[key]int{}
	for _, t := range chosen {
		for _, e := range t.events {
			if e.reads && e.writes {
				read[key{e.at, e.old}]++
			}
		}
	}
	for _, all := range m.blocks {
		for _, t := range all {
			for _, e := range t.events {
				if e.writes && !e.reads {
					plain[key{e.at, e.new}] = m.config.Blocks
				}
			}
		}
	}
	for k, n := range read {
		if n > 1+plain[k] {
			return false
		}
	}
	return true
}

// races looks for accesses of one place, of which one is a write, that nothing orders and that are
// not both morally strong.
func races(all []event) error {
	for i, a := range all {
		for _, b := range all[:i] {
			if a.at+uint64(a.size) <= b.at || b.at+uint64(b.size) <= a.at || !a.writes && !b.writes {
				continue
			}
			if a.at != b.at || a.size != b.size {
				return faultAt(a.line, "words of several sizes in one place, as on line %d", b.line)
			}
			if before(a, b) || before(b, a) || a.strong && b.strong {
				continue
			}
			return faultAt(a.line, "a data race with line %d: blocks %d and %d", b.line, a.block, b.block)
		}
	}
	return nil
}

// good checks what has to hold of an execution of all blocks.
func (m *model) good(all []event, byPlace map[place][]event, found map[place][]solution) error {
	var collected uint64
	stores := map[uint64]int{} // of each byte of the result
	for _, e := range all {
		switch {
		case e.stuck:
			return faultAt(e.line, "block %d waits for ever", e.block)
		case e.at < workspaceAt && e.writes:
			for i := range uint64(e.size) {
				stores[e.at+i-outAt]++
			}
			collected |= e.new.chunks
		case e.reads && e.old.chunks != 0:
			if own := list(e.old.chunks); len(own) != 1 || own[0] != e.thread {
				return faultAt(e.line, "thread %d gets the result of chunks %v", e.thread, own)
			}
			collected |= e.old.chunks
			if err := m.begun(e, byPlace, found); err != nil {
				return err
			}
		}
	}
	for k, port := range m.results {
		for _, l := range port.Leaves() {
			for i := range l.Type.Bits() / 8 {
				if n := stores[uint64(k)*nextArray+uint64(l.Offset+i)]; n != 1 {
					return faultAt(0, "%d stores of the result%s, want one", n, l.Path)
				}
			}
		}
	}
	if collected != 1<<m.config.Chunks-1 {
		return faultAt(0, "chunks %v are in the result, want %d", list(collected), m.config.Chunks)
	}
	for p, ways := range found {
		for _, s := range ways {
			events := byPlace[p]
			last := s.order[len(s.order)-1]
			if x, known := written(events, last).number(8 * p.size); p.at >= workspaceAt && (!known || x != 0) {
				line := 0
				if last >= 0 {
					line = events[last].line
				}
				return faultAt(line, "the workspace is not zero at the end")
			}
		}
	}
	return nil
}

// begun wants the block whose write is read to have begun before the block that waits for it: its
// atomic operation comes before.
func (m *model) begun(r event, byPlace map[place][]event, found map[place][]solution) error {
	for p, ways := range found {
		events := byPlace[p]
		i := slices.IndexFunc(events, func(e event) bool { return same(e, r) })
		if i < 0 {
			continue
		}
		for _, s := range ways {
			w := s.from[i]
			if w < 0 || events[w].block == r.block || m.counted(events[w].block, r.block, byPlace, found) {
				continue
			}
			return faultAt(r.line, "block %d waits for block %d, which may not have begun", r.block, events[w].block)
		}
	}
	return nil
}

func same(a, b event) bool {
	return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.thread, b.thread), cmp.Compare(a.index, b.index)) == 0
}

// counted reports whether block a certainly counted itself before block b did.
func (m *model) counted(a, b int, byPlace map[place][]event, found map[place][]solution) bool {
	for p, ways := range found {
		events, sure := byPlace[p], true
		for _, s := range ways {
			at := func(block int) int {
				return slices.IndexFunc(s.order, func(w int) bool {
					return w >= 0 && events[w].reads && events[w].block == block
				})
			}
			sure = sure && at(a) >= 0 && at(a) < at(b)
		}
		if sure {
			return true
		}
	}
	return false
}

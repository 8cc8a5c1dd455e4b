package weak

import "github.com/shflgen/shflgen/internal/prover/ptx/exec"

// place is a word of memory.
type place struct{ at, size int }

// contract is what has to hold of each execution of all blocks.
type contract interface {
	holds(m *model, x *execution) error
}

// check looks at all executions of a launch.
func check(c config, p *exec.Program, of contract) error {
	m := &model{config: c, program: p, of: of, seen: map[place][]candidate{}}
	if err := m.explore(); err != nil {
		return err
	}
	m.bound()
	return m.together(nil)
}

// model is all executions of a launch.
type model struct {
	config  config
	program *exec.Program
	of      contract
	seen    map[place][]candidate // what is written somewhere
	blocks  [][]trace
	most    []map[written]int // of each block how often it writes a value
	checked int
}

// values are those that a read may give.
func (m *model) values(at, size int) []candidate {
	all := []candidate{{value: m.config.initially(at).low(8 * size)}}
	return append(all, m.seen[place{at, size}]...)
}

// explore finds the executions of each block, until no more values are written.
func (m *model) explore() error {
	starts := make([]branch, m.config.Blocks)
	for changed := true; changed; {
		changed = false
		m.blocks = make([][]trace, m.config.Blocks)
		for b := range starts {
			if err := m.follow(b, &starts[b], nil); err != nil {
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

// maxTraces bounds the executions of a block.
const maxTraces = 1 << 8

// follow adds the executions of a block from a branch on, to which some values lead. Each is executed once.
func (m *model) follow(number int, at *branch, choice []candidate) error {
	if at.next == nil && at.trace == nil {
		b := &block{config: m.config, number: number, choice: choice, values: m.values, end: at}
		t, err := b.run(m.program)
		if err != nil {
			return err
		}
		b.end.trace = &t
	}
	if at.trace != nil {
		if m.blocks[number] = append(m.blocks[number], *at.trace); len(m.blocks[number]) > maxTraces {
			return faultAt(0, "more than %d executions of a block", maxTraces)
		}
		return nil
	}
	for _, c := range m.values(at.at, at.size) {
		if at.next[c] == nil {
			at.next[c] = new(branch)
		}
		if err := m.follow(number, at.next[c], append(choice[:len(choice):len(choice)], c)); err != nil {
			return err
		}
	}
	return nil
}

// note takes in what an event writes. Values that need more atomic operations than there are blocks are never written.
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

// together checks every choice of one execution of each block; some are chosen already.
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
	x := &execution{chosen: chosen, histories: map[place]history{}, found: map[place][]solution{}}
	for _, t := range chosen {
		x.events = append(x.events, t.events...)
	}
	for _, e := range x.events {
		p := place{e.at, e.size}
		h := x.histories[p]
		x.histories[p] = history{append(h.events, e), m.config.initially(e.at).low(8 * e.size)}
	}
	for p, h := range x.histories {
		if x.found[p] = h.solutions(); len(x.found[p]) == 0 {
			return nil // the model does not allow this
		}
	}
	m.checked++
	if err := races(x.events); err != nil {
		return err
	}
	for _, e := range x.events {
		if e.stuck {
			return faultAt(e.line, "block %d waits for ever", e.block)
		}
		if e.reads && e.old.chunks != 0 {
			if err := x.begun(e); err != nil {
				return err
			}
		}
	}
	return m.of.holds(m, x)
}

// written is a value that is written somewhere.
type written struct {
	at  int
	new value
}

// writes is how often a trace writes each value.
func (t trace) writes() map[written]int {
	all := map[written]int{}
	for _, e := range t.events {
		if e.writes {
			all[written{e.at, e.new}]++
		}
	}
	return all
}

// bound notes how often each block writes a value at most.
func (m *model) bound() {
	for _, all := range m.blocks {
		most := map[written]int{}
		for _, t := range all {
			for w, n := range t.writes() {
				most[w] = max(most[w], n)
			}
		}
		m.most = append(m.most, most)
	}
}

// possible reports whether atomic operations of some blocks may read as many different writes as they do: each reads
// the value at the start, or that of a write that no other one reads.
func (m *model) possible(chosen []trace) bool {
	read, had := map[written]int{}, map[written]int{}
	for _, t := range chosen {
		for w, n := range t.writes() {
			had[w] += n
		}
		for _, e := range t.events {
			if e.reads && e.writes {
				of := written{e.at, e.old}
				if read[of]++; read[of] == 1 && e.old == m.config.initially(e.at).low(8*e.size) {
					had[of]++
				}
			}
		}
	}
	for w, n := range read {
		for _, most := range m.most[len(chosen):] {
			had[w] += most[w]
		}
		if n > had[w] {
			return false
		}
	}
	return true
}

// races searches for two accesses of one place that are of words of several sizes. At least one is a write.
func races(all []event) error {
	for i, a := range all {
		for _, b := range all[:i] {
			apart := a.at+a.size <= b.at || b.at+b.size <= a.at || !a.writes && !b.writes
			if !apart && (a.at != b.at || a.size != b.size) {
				return faultAt(a.line, "words of several sizes in one place, as on line %d", b.line)
			}
		}
	}
	return nil
}

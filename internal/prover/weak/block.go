package weak

import (
	"fmt"
	"slices"
)

// config is a launch.
type config struct {
	Blocks, Chunks int
	threads        int
	bytes, chunk   uint64 // of the array, of a chunk
	params         []uint64
	initially      func(at uint64) value // what a word of the workspace holds
}

// event is an access that a block made.
type event struct {
	access
	block, thread, phase int
	index                int  // among the accesses of the block
	stuck                bool // the thread reads this again and again
}

// trace is what a block did, by one choice of what its reads gave.
type trace struct {
	events []event // in the workspace
	stores []event // of results
	choice []int
}

// candidate is a value that a read may give.
type candidate struct {
	value
	depth int // how many atomic operations led to it
}

// block is one execution of a block.
type block struct {
	program *program
	config  config
	number  int
	threads []*thread
	shared  map[uint64]*cell
	phase   int
	events  []event
	stores  []event

	values func(at uint64, size int) []candidate // that a read may give
	choice []int                                 // which of them each read gives
	asked  []int                                 // how many there were
	chosen int                                   // the thread that stands for those that the elements choose; -1: none yet
}

// did records an access.
func (b *block) did(t *thread, a access) {
	all := &b.events
	if a.at < workspaceAt {
		all = &b.stores
	}
	*all = append(*all, event{access: a, block: b.number, thread: t.id, phase: b.phase, index: len(*all)})
}

// read chooses what a read gives.
func (b *block) read(a access) (candidate, error) {
	all := b.values(a.at, a.size)
	if len(all) == 0 {
		return candidate{}, faultAt(a.line, "reads what nobody wrote, or words of another size")
	}
	n := len(b.asked)
	b.asked = append(b.asked, len(all))
	if n == len(b.choice) {
		b.choice = append(b.choice, 0)
	}
	return all[b.choice[n]], nil
}

// run executes the block once.
func (b *block) run() error {
	b.shared = map[uint64]*cell{}
	for i := range b.config.threads {
		b.threads = append(b.threads, &thread{block: b, id: i, regs: make([]value, len(b.program.regs)),
			local: make([]value, b.program.local)})
	}
	for {
		met, gone, meets := 0, 0, 0
		for _, t := range b.threads {
			if err := t.run(); err != nil {
				return err
			}
			switch t.state {
			case waiting:
				met++
			case meeting:
				meets++
			case ended:
				gone++
			case stuck: // whatever other threads of the block still do
				return nil
			}
		}
		if meets > 0 {
			if err := b.meet(); err != nil {
				return err
			}
			continue
		}
		switch {
		case gone == len(b.threads):
			return nil
		case gone > 0:
			return faultAt(0, "%d threads of block %d have ended where %d wait at a barrier", gone, b.number, met)
		}
		b.phase++
		for _, t := range b.threads {
			t.state = running
		}
	}
}

// maxTraces bounds the executions of a block.
const maxTraces = 1 << 8

// traces are all executions of a block.
func traces(p *program, c config, number int, values func(at uint64, size int) []candidate) ([]trace, error) {
	var all []trace
	for choice := []int(nil); ; {
		b := &block{program: p, config: c, number: number, values: values, choice: slices.Clone(choice), chosen: -1}
		if err := b.run(); err != nil {
			return nil, err
		}
		all = append(all, trace{b.events, b.stores, b.choice})
		if len(all) > maxTraces {
			return nil, fmt.Errorf("more than %d executions of a block", maxTraces)
		}
		choice = b.choice[:len(b.asked)]
		for len(choice) > 0 && choice[len(choice)-1]+1 == b.asked[len(choice)-1] {
			choice = choice[:len(choice)-1]
		}
		if len(choice) == 0 {
			return all, nil
		}
		choice[len(choice)-1]++
	}
}

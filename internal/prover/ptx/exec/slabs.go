package exec

import "sync"

// Release lets another machine of the program have the memory of the registers. Then this one is of no use.
func (m *Machine) Release() {
	m.prog.slabs.put(m.slab)
	m.slab, m.threads = nil, nil
}

// slabs are registers of machines that are of no use.
type slabs struct{ of sync.Pool }

func (s *slabs) get() []Cell {
	if free, ok := s.of.Get().(*[]Cell); ok {
		return *free
	}
	return nil
}

func (s *slabs) put(free []Cell) { s.of.Put(&free) }

package gen

// threadSet is a set of the threads of a block, bit by thread.
type threadSet [1024 / 64]uint64

func (s threadSet) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// setTable numbers sets of threads. The empty set is 0, which is the identity of a union.
type setTable struct {
	sets    []threadSet
	numbers map[threadSet]uint64
}

func newSetTable() *setTable {
	return &setTable{sets: make([]threadSet, 1), numbers: map[threadSet]uint64{{}: 0}}
}

// of is the number of the set of one thread.
func (t *setTable) of(thread int) uint64 {
	var s threadSet
	s[thread/64] = 1 << (thread % 64)
	return t.number(s)
}

func (t *setTable) union(a, b uint64) uint64 {
	s := t.sets[a]
	for i, word := range t.sets[b] {
		s[i] |= word
	}
	return t.number(s)
}

func (t *setTable) number(s threadSet) uint64 {
	n, ok := t.numbers[s]
	if !ok {
		n = uint64(len(t.sets))
		t.sets, t.numbers[s] = append(t.sets, s), n
	}
	return n
}

package ir

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Memory is a piece of memory, as a launch gets and leaves it. A value that nobody has stored is no value: reading it
// is a fault.
type Memory struct {
	Bytes    []byte
	Skew     int // the address of the first byte, modulo 16
	ReadOnly bool
	unknown  []bool // by byte; nil if all are known
	gone     bool   // shared memory of a block that has ended
}

// blank is memory that nobody has stored in.
func blank(bytes int) *Memory {
	m := &Memory{Bytes: make([]byte, bytes), unknown: make([]bool, bytes)}
	for i := range m.unknown {
		m.unknown[i] = true
	}
	return m
}

// value is what an expression is in a thread: a number, the words of a vector or leaves of a struct, or a place in
// memory.
type value struct {
	n     uint64 // of a place, the number of its byte
	words []uint64
	lacks []bool // words that nobody has stored; nil if none
	mem   *Memory
	count int // of values, of a slice
}

// fault is why a launch ends early.
type fault string

func failf(format string, args ...any) { panic(fault(fmt.Sprintf(format, args...))) }

// at is a place so many values of some size further.
func (v value) at(by uint64, size int) value {
	v.n += by * uint64(size)
	return v
}

// bytes are those of an access; its address has to be a multiple of align.
func (v value) bytes(size, align int) []byte {
	switch {
	case v.mem == nil:
		failf("access of no memory")
	case v.mem.gone:
		failf("access of the memory of a block that has ended")
	case v.n > math.MaxInt64 || v.n+uint64(size) > uint64(len(v.mem.Bytes)):
		failf("access of bytes %d to %d of %d", int64(v.n), int64(v.n)+int64(size)-1, len(v.mem.Bytes))
	case (int(v.n)+v.mem.Skew)%align != 0:
		failf("access of %d bytes at address %d", align, int(v.n)+v.mem.Skew)
	}
	return v.mem.Bytes[v.n : v.n+uint64(size)]
}

// load is a value of a type; a part of an array or memory stays a place.
func (v value) load(t Type) value {
	switch t := t.(type) {
	case Array:
		return v
	case Vector:
		v.bytes(t.size(), t.size())
		made := value{}
		for i := range t.Words {
			made.words = append(made.words, v.at(uint64(i), t.Word.size()).load(t.Word).n)
		}
		return made
	case Struct:
		made := value{}
		for i, l := range t.Leaves() {
			made.words = append(made.words, v.at(1, l.Offset).load(leafOf(t, i)).n)
		}
		return made
	}
	var word [8]byte
	copy(word[:], v.bytes(t.size(), t.size()))
	for i := range t.size() {
		if v.mem.unknown != nil && v.mem.unknown[int(v.n)+i] {
			failf("read of what nobody has stored")
		}
	}
	return value{n: binary.LittleEndian.Uint64(word[:])}
}

// put stores a value of a type; of a vector each word, of a struct each leaf.
func (v value) put(t Type, x value) {
	switch t := t.(type) {
	case Vector:
		v.bytes(t.size(), t.size())
		for i := range t.Words {
			v.at(uint64(i), t.Word.size()).put(t.Word, x.word(i))
		}
	case Struct:
		for i, l := range t.Leaves() {
			v.at(1, l.Offset).put(leafOf(t, i), x.word(i))
		}
	default:
		v.store(x.n, t.size(), t.size())
	}
}

// word is a word of a vector, or a leaf of a struct.
func (v value) word(at int) value {
	if v.lacks != nil && v.lacks[at] {
		failf("word %d has no value yet", at)
	}
	return value{n: v.words[at]}
}

// with is a value of several words with one word replaced.
func (v value) with(at, words int, x value) value {
	made := value{words: make([]uint64, words), lacks: make([]bool, words)}
	for i := range words {
		made.lacks[i] = v.words == nil || v.lacks != nil && v.lacks[i]
	}
	copy(made.words, v.words)
	made.words[at], made.lacks[at] = x.n, false
	return made
}

// store stores a number of a size.
func (v value) store(n uint64, size, align int) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], n)
	copy(v.bytes(size, align), word[:size])
	if v.mem.ReadOnly {
		failf("store to memory that is only read")
	}
	for i := range size {
		if v.mem.unknown != nil {
			v.mem.unknown[int(v.n)+i] = false
		}
	}
}

// share is memory that the threads of the block share.
func (b *block) share(v *Var) value {
	if _, ok := b.shared[v]; !ok {
		b.shared[v] = value{mem: blank(v.Type.size())}
	}
	return b.shared[v]
}

// access is an instruction that accesses global memory.
func (t *thread) access(s Stmt) {
	switch s := s.(type) {
	case Load:
		from, size := t.of(s.From), s.To[0].Type().size()
		from.bytes(size*len(s.To), size*len(s.To))
		for i, to := range s.To {
			t.set(to, from.at(uint64(i), size).load(to.Type()))
		}
	case Store:
		to, size := t.of(s.To), s.Words[0].Type().size()
		to.bytes(size*len(s.Words), size*len(s.Words))
		for i, w := range s.Words {
			to.at(uint64(i), size).store(t.of(w).n, size, size)
		}
	case AtomicAdd:
		at, of := t.of(s.At), s.Old.Type().(Number)
		old := at.load(of)
		at.store(cut(old.n+t.of(s.By).n, of), of.size(), of.size())
		t.set(s.Old, old)
	case Instruct:
		var use []value
		for _, e := range s.Use {
			use = append(use, t.of(e))
		}
		for i, v := range s.Of.run(t, s, use) {
			t.set(s.To[i], v)
		}
	default:
		failf("unexpected statement %T", s)
	}
	t.pause(forNothing)
}

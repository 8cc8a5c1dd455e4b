package lower

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// reduction is a reduction on numbers: its primitives, and what it makes of arrays.
type reduction struct {
	spec.Spec
	grid     network.Grid
	identity uint64 // of the elements
	absent   uint64 // in memory, of what becomes the identity
	mask     uint64 // the bits of an element
	coded    bool   // what is combined encodes an element
	ends     bool   // only the elements of a vector that is not whole change anything
	chained  bool   // of an op that gives an index: it combines all elements, so that each that is left out shows
	sum      bool   // any order gives the same
}

func reductionOf(s spec.Spec, g network.Grid) reduction {
	r := reduction{Spec: s, grid: g, identity: none}
	if s.Elem == nil {
		r.mask = ^uint64(0) >> (64 - s.Type.Bits())
		r.sum = s.User == nil && s.Laws().Associative
		if s.User == nil {
			op := network.Alone(s).Op
			r.identity, _ = ops.IdentityBits(op, s.Type)
			r.absent, _ = ops.IdentityBits(op, s.InType())
		}
		_, _, r.coded = network.Alone(s).Encoded()
	}
	return r
}

// op combines elements: by an op that is neither associative nor commutative, so that results show the order, if the
// laws of the spec do not leave it open.
func (r reduction) op(a, b uint64) uint64 {
	switch {
	case r.sum:
		return (a + b - r.identity) & r.mask
	case a == r.identity:
		return b
	case b == r.identity:
		return a
	}
	n := hashed(a+none-r.identity, b+none-r.identity, r.mask)
	if n == r.identity {
		n = (n + 1) & r.mask
	}
	return n
}

// key orders elements and puts the absent one last. element is its inverse.
func (r reduction) key(e uint64) uint64 {
	bits := network.KeyType(r.Type).Bits()
	if r.Type.Class() != spec.Float {
		return e
	}
	k := (e ^ r.identity) - 1<<(bits-1)
	if r.Op == spec.ArgMin {
		k = ^k
	}
	return k & (^uint64(0) >> (64 - bits))
}

func (r reduction) element(key uint64) uint64 {
	if r.Type.Class() != spec.Float {
		return key & r.mask
	}
	if r.Op == spec.ArgMin {
		key = ^key
	}
	return (key + 1<<(network.KeyType(r.Type).Bits()-1) ^ r.identity) & r.mask
}

// better reports whether a key is better than another one.
func (r reduction) better(a, b uint64) bool {
	t := network.KeyType(r.Type)
	if r.Type.Class() != spec.Float {
		t = r.Type
	}
	x, y := int64(a<<(64-t.Bits())), int64(b<<(64-t.Bits()))
	switch less := x < y; {
	case t.Class() == spec.Unsigned && r.Op == spec.ArgMin:
		return uint64(x) < uint64(y)
	case t.Class() == spec.Unsigned:
		return uint64(x) > uint64(y)
	case r.Op == spec.ArgMin:
		return less
	}
	return x > y
}

// made is an element of one of each array.
func (r reduction) made(in []uint64) uint64 {
	all := uint64(0)
	for _, x := range in {
		all ^= x
	}
	if r.In() == spec.AsType {
		return all
	}
	if all == r.absent {
		return r.identity
	}
	return uint64(uint32(all<<16 | all))
}

// primitive is what a function of the target returns.
func (r reduction) primitive(f *ir.Func, args []uint64) []uint64 {
	held := func(e uint64) uint64 {
		if r.coded && !r.HasLane() {
			return e ^ flip
		}
		return e
	}
	switch f.Name[strings.LastIndex(f.Name, "_"):] {
	case "_op":
		if r.Elem != nil {
			return []uint64{hashed(args[0], args[3], ^uint64(0)), args[1] ^ args[4], hashed(args[2], args[5], 0xffff)}
		}
		if r.HasLane() && !r.chained {
			if r.better(r.key(args[1]), r.key(args[0])) {
				return args[1:]
			}
			return args[:1]
		}
		return []uint64{held(r.op(held(args[0]), held(args[1])))}
	case "_made":
		if r.Elem != nil {
			return []uint64{args[0] ^ args[1], args[0] & 1, args[1] & 0xffff}
		}
		return []uint64{held(r.made(args))}
	case "_key":
		if r.HasLane() {
			return []uint64{r.key(args[0])}
		}
	case "_unkey":
		if r.HasLane() {
			return []uint64{r.element(args[0])}
		}
	}
	return []uint64{args[0] ^ flip}
}

// tree combines neighbours at distance 1, 2, 4, …; what is not there is nil.
func (r reduction) tree(all [][]uint64) []uint64 {
	for d := 1; d < len(all); d *= 2 {
		for i := 0; i+d < len(all); i += 2 * d {
			all[i] = r.both(all[i], all[i+d])
		}
	}
	return all[0]
}

func (r reduction) both(a, b []uint64) []uint64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case r.Elem != nil:
		return r.primitive(&ir.Func{Name: "_op"}, append(slices.Clone(a), b...))
	}
	return []uint64{r.op(a[0], b[0])}
}

// chunk is the result of a chunk, in the order of docs/order.md.
func (r reduction) chunk(all [][]uint64) []uint64 {
	accumulators := make([][]uint64, r.grid.Accumulators())
	for i, e := range all {
		a := &accumulators[i%len(accumulators)]
		*a = r.both(*a, e)
	}
	return r.tree(accumulators)
}

// chunks are the results of all chunks.
func (r reduction) chunks(all [][]uint64) (results [][]uint64) {
	if len(all) == 0 {
		return [][]uint64{nil}
	}
	for c := range slices.Chunk(all, int(r.grid.Chunk(int64(len(all))))) {
		results = append(results, r.chunk(c))
	}
	return results
}

// expected is the result, and the number of the winner.
func (r reduction) expected(all [][]uint64) (result []uint64, idx int) {
	idx = -1
	if r.chained && len(all) > 0 {
		return r.chain(all)
	}
	if r.HasLane() {
		for i, e := range all {
			if idx < 0 || r.better(r.key(e[0]), r.key(all[idx][0])) {
				idx = i
			}
		}
		if idx < 0 {
			return nil, idx
		}
		return all[idx], idx
	}
	if result = r.tree(r.chunks(all)); result == nil {
		if result = []uint64{r.identity}; r.User != nil {
			result = make([]uint64, len(r.leaves()))
		}
	}
	return result, idx
}

// chain is the result of an op with an index on elements. Each thread keeps the result of its own elements.
func (r reduction) chain(all [][]uint64) (result []uint64, idx int) {
	size := int(r.grid.Chunk(int64(len(all))))
	for c := 0; c < len(all); c += size {
		best, place := make([]uint64, r.grid.Threads), make([]int, r.grid.Threads)
		for t := range best {
			best[t], place[t] = r.identity, t*r.grid.Vector
		}
		for i, e := range all[c:min(len(all), c+size)] {
			t := i % r.grid.Accumulators() / r.grid.Vector
			if next := r.op(best[t], e[0]); next != best[t] {
				best[t], place[t] = next, i
			}
		}
		for t, e := range best {
			k := r.key(e)
			if result == nil || r.better(k, r.key(result[0])) || k == r.key(result[0]) && c+place[t] < idx && idx-idx%size == c {
				result, idx = []uint64{e}, c+place[t]
			}
		}
	}
	return result, idx
}

func (r reduction) leaves() []spec.Leaf {
	if r.Elem != nil {
		return r.Elem.Leaves()
	}
	return []spec.Leaf{{Type: r.Type}}
}

// at is a result in memory.
func (r reduction) at(m *ir.Memory, i int) (words []uint64) {
	size := r.Type.Bits() / 8
	if r.Elem != nil {
		size = r.Elem.Size()
	}
	for _, l := range r.leaves() {
		words = append(words, element(&ir.Memory{Bytes: m.Bytes[i*size+l.Offset:][:l.Type.Bits()/8]}, 0, l.Type.Bits()/8))
	}
	return words
}

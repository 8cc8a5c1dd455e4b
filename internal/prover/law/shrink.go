package law

import (
	"math"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// shrink makes the inputs of a counterexample as plain as it can: by others that are plain in
// all leaves, and then leaf by leaf.
func (s *search) shrink(in []uint64) []uint64 {
	in = s.leafByLeaf(in)
	if other := s.plain(s.total(in)); other != nil {
		return s.leafByLeaf(other)
	}
	return in
}

// total is the weight of all leaves.
func (s *search) total(in []uint64) (sum float64) {
	for i, x := range in {
		sum += weight(s.q.leaves[i%len(s.q.leaves)], x)
	}
	return sum
}

// plainBatches is how many batches of plain inputs are tried.
const plainBatches = 40

// plain looks for a counterexample of less weight, of plain leaves alone; nil if there is none.
func (s *search) plain(most float64) (best []uint64) {
	var values [][]uint64
	for _, l := range s.q.leaves {
		v := []uint64{0, 1, 2, 3}
		switch {
		case l.Bool:
			v = v[:2]
		case l.Float != bv.NoFormat:
			v = nil
			for _, x := range []float64{0, 1, -1, 2, 3, 0.5, 1 << 24, -1 << 24, 1 << 53, -1 << 53, 0.1, 10} {
				v = append(v, bv.FromFloat(l.Float, x))
			}
		case l.Signed:
			v = append(v, ^uint64(0)>>(64-l.Bits))
		}
		values = append(values, v)
	}
	for range plainBatches {
		for row := range tape.Batch {
			for i := range s.inputs {
				v := values[i%len(values)]
				s.inputs[i][row] = v[s.rand.IntN(len(v))]
			}
		}
		s.program.Run(tape.Batch)
		for row, bad := range s.program.Out(s.q.bad)[:tape.Batch] {
			if bad == 1 {
				if in := s.at(row); s.total(in) < most {
					best, most = in, s.total(in)
				}
			}
		}
	}
	return best
}

// leafByLeaf makes each leaf as plain as it can be beside the others.
func (s *search) leafByLeaf(in []uint64) []uint64 {
	for changed := true; changed; {
		changed = false
		for i := range in {
			l := s.q.leaves[i%len(s.q.leaves)]
			old := weight(l, in[i])
			var try []uint64
			for _, x := range plainer(l, in, i) {
				if weight(l, x) < old {
					try = append(try, x)
				}
			}
			if x, ok := s.plainest(in, i, l, try); ok {
				in[i] = x
				changed = true
			}
		}
	}
	return in
}

// plainest is the plainest of some values of input i that still refutes the claim.
func (s *search) plainest(in []uint64, i int, l gofunc.Leaf, try []uint64) (best uint64, ok bool) {
	for len(try) > 0 {
		n := min(len(try), tape.Batch)
		for row := range n {
			for j, x := range in {
				s.inputs[j][row] = x
			}
			s.inputs[i][row] = try[row]
		}
		s.program.Run(n)
		for row, bad := range s.program.Out(s.q.bad)[:n] {
			if bad == 1 && (!ok || weight(l, try[row]) < weight(l, best)) {
				best, ok = try[row], true
			}
		}
		try = try[n:]
	}
	return best, ok
}

// plainer are values that may be plainer than that of input i.
func plainer(l gofunc.Leaf, in []uint64, i int) []uint64 {
	mask := ^uint64(0) >> (64 - bitsOf(l))
	var all []uint64
	add := func(x uint64) { all = append(all, x&mask) }
	for n := range 20 {
		if l.Float != bv.NoFormat {
			add(bv.FromFloat(l.Float, float64(n)))
			add(bv.FromFloat(l.Float, -float64(n)))
		} else {
			add(uint64(n))
			add(-uint64(n))
		}
	}
	for _, x := range in {
		add(x)
	}
	x := in[i]
	for k := range bitsOf(l) {
		add(x &^ (1<<k - 1))
		add(x &^ (1 << k))
		add(x >> k)
		add(1 << k)
		add(1<<k - 1)
		add(-(1 << k))
		add(x - 1<<k)
	}
	for _, x := range floatEdgesOf(l) {
		add(x)
	}
	add(x + 1)
	return all
}

func floatEdgesOf(l gofunc.Leaf) []uint64 {
	if l.Float == bv.NoFormat {
		return nil
	}
	return floatEdges(l.Float)
}

// weight says how plain a value is: small integers are plainer than great ones, whole numbers
// plainer than others, and these than infinities and NaN.
func weight(l gofunc.Leaf, x uint64) float64 {
	if l.Float == bv.NoFormat {
		s := int64(x<<(64-bitsOf(l))) >> (64 - bitsOf(l))
		if l.Signed && s < 0 {
			return 2*math.Abs(float64(s)) + 1
		}
		return 2 * float64(x)
	}
	v := bv.ToFloat(l.Float, x)
	size := math.Abs(v)
	w := 0.0
	switch {
	case v != v && x != canonical(l.Float):
		return 1e6
	case v != v:
		return 1e5
	case math.IsInf(v, 0):
		w = 4e4
	case size <= 1024 && size == math.Trunc(size):
		w = size
	case size == math.Trunc(size):
		w = 2000 + 10*float64(bits.Len64(math.Float64bits(v)&(1<<52-1))) + math.Log2(size)
	default:
		w = 4000 + 10*float64(52-bits.TrailingZeros64(math.Float64bits(v)|1<<52)) + math.Abs(math.Log2(size))
	}
	if math.Signbit(v) {
		w += 0.5
	}
	return w
}

// canonical is the NaN that stands for all: a quiet one.
func canonical(f bv.Format) uint64 { inf := bv.Infinity(f); return inf | (inf&-inf)>>1 }

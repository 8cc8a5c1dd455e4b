package law

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// search tries inputs of a question: values at the edges of the types and around the constants
// of the code, small numbers and random ones, and the same value in several leaves.
type search struct {
	q       *question
	program *tape.Program
	rand    *rand.Rand
	edges   [][]uint64 // by leaf of an element
	inputs  [][]uint64 // rows of the inputs that matter
	pool    [][]uint64 // valid elements; nil: every element is valid
	row     int        // of the systematic part

	cases, rejected int
}

// seed makes every run alike.
const seed = 0x5eed

func newSearch(q *question) *search {
	s := &search{q: q, program: q.tape.Program(q.bad, q.valid), rand: rand.New(rand.NewPCG(seed, uint64(q.law)))}
	for _, l := range q.leaves {
		s.edges = append(s.edges, edges(l, q.constants))
	}
	for i := range q.vars {
		row := s.program.In(i)
		if row == nil { // no bit of the question depends on it
			row = make([]uint64, tape.Batch)
		}
		s.inputs = append(s.inputs, row)
	}
	return s
}

// edges are the values of a leaf at which functions change what they do.
func edges(l gofunc.Leaf, constants map[goexec.Constant]bool) []uint64 {
	if l.Bool {
		return []uint64{0, 1}
	}
	mask := ^uint64(0) >> (64 - l.Bits)
	var all []uint64
	add := func(x uint64) { all = append(all, x&mask) }
	if l.Float != bv.NoFormat {
		for _, x := range floatEdges(l.Float) {
			add(x)
		}
	} else {
		for i := range uint64(5) {
			add(i)
			add(-i)
		}
		top := uint64(1) << (l.Bits - 1)
		for i := range uint64(3) {
			add(top + i)
			add(top - 1 - i)
		}
		for i := 2; i < l.Bits; i++ {
			add(1 << i)
			if i == l.Bits/2 || i == l.Bits-2 || i%8 == 0 {
				add(1<<i - 1)
				add(1<<i + 1)
				add(-(1 << i))
			}
		}
	}
	for _, c := range sortedConstants(constants) {
		switch {
		case c.Float && l.Float != bv.NoFormat:
			x := c.X
			if c.Bits != l.Bits {
				x = bv.Numbers{}.Convert(l.Float, map[int]bv.Format{32: bv.F32, 64: bv.F64}[c.Bits],
					bv.Word{W: c.Bits, X: x}).(bv.Word).X
			}
			add(x)
			add(x + 1)
			add(x - 1)
			add(x ^ 1<<(l.Bits-1))
		case !c.Float && l.Float == bv.NoFormat:
			add(c.X)
			add(c.X + 1)
			add(c.X - 1)
			add(-c.X)
			add(2 * c.X)
			add(c.X / 2)
		case !c.Float && c.Bits == l.Bits: // the bits of a float
			add(c.X)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func sortedConstants(constants map[goexec.Constant]bool) (all []goexec.Constant) {
	for c := range constants {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b goexec.Constant) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Bits, b.Bits))
	})
	return all
}

// floatEdges are zeros, ones, infinities, NaN, the least and greatest numbers, and those around
// which rounding changes.
func floatEdges(f bv.Format) (all []uint64) {
	for _, x := range []float64{0, 1, 2, 3, 0.5, 1.5, 0.1, 10, 100, 1e10, 1e20, 1e30, 1e-10, 1e-30, 1 << 24, 1<<24 + 2,
		1 << 53, 7} {
		for _, s := range []float64{x, -x} {
			all = append(all, bv.FromFloat(f, s))
		}
	}
	sign, inf, nan, eps := uint64(1)<<(f.Bits()-1), bv.Infinity(f), canonical(f), bv.Numbers{}.One(f)+1
	normal := inf & -inf // the least with all bits of the significand
	return append(all, sign, inf, inf|sign, nan, nan|sign, inf+1, 1, 1|sign, normal, normal-1, inf-1, inf-1|sign, eps,
		eps|sign)
}

// one is a value for a leaf.
func (s *search) one(j int, l gofunc.Leaf) uint64 {
	mask := ^uint64(0) >> (64 - bitsOf(l))
	r := s.rand.Uint64()
	switch r & 7 {
	case 0, 1, 2:
		return s.edges[j][r>>8%uint64(len(s.edges[j]))]
	case 3, 4: // small
		x := int64(r>>8&15) - 7
		if l.Float != bv.NoFormat {
			return bv.FromFloat(l.Float, float64(x)/float64(1+r>>16&1))
		}
		if r>>20&3 > 0 && x < 0 {
			x = -x
		}
		return uint64(x) & mask
	case 5: // of any size
		return s.rand.Uint64() >> (r >> 8 & 63) & mask
	case 6: // a float of middling size, an integer with few bits
		if w := l.Bits; l.Float != bv.NoFormat {
			return bv.FromFloat(l.Float, s.rand.NormFloat64()*math.Ldexp(1, int(r>>8)&(w-1)-w/2))
		}
		return (1<<(r>>8&63) | 1<<(r>>16&63)) & mask
	}
	return s.rand.Uint64() & mask
}

// fill makes the inputs of a row.
func (s *search) fill(row int) {
	n := len(s.q.leaves)
	operands := s.q.vars / n
	if len(s.pool) > 0 {
		for i := range operands {
			e := s.pool[s.rand.IntN(len(s.pool))]
			for j := range n {
				s.inputs[i*n+j][row] = e[j]
			}
		}
	} else {
		style := s.rand.Uint64()
		for i := range s.q.vars {
			j := i % n
			if style&3 == 0 { // edges alone
				s.inputs[i][row] = s.edges[j][s.rand.IntN(len(s.edges[j]))]
			} else {
				s.inputs[i][row] = s.one(j, s.q.leaves[j])
			}
		}
	}
	s.repeat(row, n, operands)
}

// repeat gives leaves the value of others, or one beside it: ties, and equal operands.
func (s *search) repeat(row, n, operands int) {
	r := s.rand.Uint64()
	if operands > 1 && r&7 == 0 { // an operand as another
		from, to := int(r>>8%uint64(operands)), int(r>>16%uint64(operands))
		for j := range n {
			s.inputs[to*n+j][row] = s.inputs[from*n+j][row]
		}
	}
	for range r >> 3 & 3 {
		r := s.rand.Uint64()
		to := int(r >> 8 % uint64(s.q.vars))
		from := int(r >> 24 % uint64(s.q.vars))
		if r&3 != 0 && operands > 1 { // the same leaf of another operand
			from = to%n + int(r>>24%uint64(operands))*n
		}
		a, b := s.q.leaves[from%n], s.q.leaves[to%n]
		if a.Bits != b.Bits || a.Bool != b.Bool || a.Float != b.Float {
			continue
		}
		x := s.inputs[from][row]
		if !a.Bool && r>>40&7 == 0 {
			x += r>>44&2 - 1
		}
		s.inputs[to][row] = x & (^uint64(0) >> (64 - bitsOf(a)))
	}
}

// systematic makes the next input of all combinations of edges, if these are few.
func (s *search) systematic(row int) bool {
	at, n := s.row, len(s.q.leaves)
	for i := range s.q.vars {
		e := s.edges[i%n]
		s.inputs[i][row] = e[at%len(e)]
		at /= len(e)
	}
	s.row++
	return at == 0
}

// test tries inputs, n of them and for an eighth of the time, but no longer than four times the
// time, and gives one that refutes the claim.
func (s *search) test(ctx context.Context, n int, limit time.Duration) []uint64 {
	start := time.Now()
	if len(s.q.given) > 0 && s.pool == nil {
		s.fillPool()
	}
	made, before := 0, s.cases
	for ctx.Err() == nil {
		took := time.Since(start)
		enough := s.cases-before >= n || made > 64*n
		if enough && took >= limit/8 || took > max(4*limit, time.Second) {
			break
		}
		for row := range tape.Batch {
			if s.pool != nil || made%(2*tape.Batch) >= tape.Batch || !s.systematic(row) {
				s.fill(row)
			}
		}
		made += tape.Batch
		s.program.Run(tape.Batch)
		valid := s.program.Out(s.q.valid)
		for row, bad := range s.program.Out(s.q.bad)[:tape.Batch] {
			if bad == 1 {
				return s.shrink(s.at(row))
			}
			if valid[row] == 1 {
				s.cases++
			} else {
				s.rejected++
			}
		}
	}
	return nil
}

// at is an input.
func (s *search) at(row int) []uint64 {
	in := make([]uint64, len(s.inputs))
	for i := range in {
		in[i] = s.inputs[i][row]
	}
	return in
}

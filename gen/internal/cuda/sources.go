package cuda

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// tabled is the local or the expression of the source of a move that no mode makes, 0..31 in every lane, or modulo 32
// if wraps is true. The first move gets a local; one that differs from it by a constant is made from it.
func (p *position) tabled(m network.Move, wraps bool) expr {
	if p.block {
		return p.index(m)
	}
	for _, base := range p.tables {
		if by, ok := differ(m, base.move, func(a, b int) int { return a ^ b }); ok {
			return base.local.xorConstant(by)
		}
		if by, ok := differ(m, base.move, func(a, b int) int { return (a - b) & (warpSize - 1) }); ok {
			further := base.local.plus(number(by))
			if wraps {
				return further
			}
			return further.and(lastLane)
		}
	}
	e, ok := p.strided(m)
	if !ok {
		e = p.index(m)
	}
	for _, base := range p.tables { // a move of fewer lanes has it already
		if base.value == e {
			return base.local
		}
	}
	local := name(fmt.Sprintf("source%d", len(p.tables)))
	p.tables = append(p.tables, table{m, local, e})
	return local
}

// table is a move with its sources in a local.
type table struct {
	move         network.Move
	local, value expr
}

func (e expr) xorConstant(by int) expr {
	if by == 0 {
		return e
	}
	return e.xor(number(by))
}

// differ is by how much the sources of m and base differ, if by the same in every lane that
// m has a source in.
func differ(m, base network.Move, minus func(a, b int) int) (by int, ok bool) {
	first := true
	for i, source := range m.Reads() {
		from, known := base.Source(i)
		if !known || !first && minus(source, from) != by {
			return 0, false
		}
		by, first = minus(source, from), false
	}
	return by, true
}

// strided is the source as arithmetic on the position. The moves of a transpose are such:
// over w = 2^v lanes a position times the number of registers or times its inverse, with
// some bits of the position moved to the other end.
func (p *position) strided(m network.Move) (expr, bool) {
	sources, ok := p.perSegment(m)
	if !ok {
		return expr{}, false
	}
	set := make([]bool, p.width)
	for i := range m.Reads() {
		set[i%p.width] = true
	}
	fits := func(source func(pos int) int) bool {
		for pos, from := range sources {
			if set[pos] && source(pos) != from {
				return false
			}
		}
		return true
	}
	var e expr
	if powerOfTwo(p.width) {
		if e, ok = p.lowStride(fits); !ok {
			e, ok = p.highStride(fits)
		}
		if ok && p.width < m.Lanes() {
			e = p.base().or(e.grouped())
		}
		if ok {
			return e, true
		}
	}
	if _, mirrored := p.mirrored(m); !mirrored && !powerOfTwo(p.width) {
		if e, ok = p.aligned(fits); ok {
			return p.base().plus(e.grouped()).and(lastLane), true
		}
	}
	if e, ok = p.quotient(fits, slices.Max(sources)); ok && p.width < m.Lanes() {
		e = p.base().plus(e).and(lastLane)
	}
	return e, ok
}

// lowStride is ((pos >> a) · m + b) mod 2^(v-a), with bits (pos ^ x) mod 2^a above it.
func (p *position) lowStride(fits func(func(pos int) int) bool) (expr, bool) {
	v := bits.Len(uint(p.width)) - 1
	for a := range v {
		low, high := 1<<(v-a)-1, 1<<a-1
		for m := 1; m <= low; m += 2 {
			for b := range low + 1 {
				for x := range high + 1 {
					if !fits(func(pos int) int { return ((pos>>a)*m+b)&low | (pos&high^x)<<(v-a) }) {
						continue
					}
					e := p.pos()
					if a > 0 {
						e = e.shr(number(a))
					}
					if m > 1 || b > 0 {
						e = e.timesConstant(m).plus(number(b)).and(number(low))
					}
					if a > 0 {
						e = e.grouped().or(p.pos().and(number(high)).grouped().xorConstant(x).grouped().shl(number(v - a)).grouped())
					}
					return e, true
				}
			}
		}
	}
	return expr{}, false
}

// highStride is (pos · m + ((pos >> a) ^ b)) mod 2^v.
func (p *position) highStride(fits func(func(pos int) int) bool) (expr, bool) {
	v := bits.Len(uint(p.width)) - 1
	for a := 1; a <= v; a++ {
		for m := range p.width {
			for b := range p.width {
				if !fits(func(pos int) int { return (pos*m + (pos>>a ^ b)) & (p.width - 1) }) {
					continue
				}
				e := number(b)
				if a < v {
					e = p.pos().shr(number(a)).grouped().xorConstant(b).grouped()
				}
				if m == 0 {
					return e, true
				}
				return p.pos().timesConstant(m).plus(e).and(number(p.width - 1)), true
			}
		}
	}
	return expr{}, false
}

// aligned is pos ^ d, rounded down to a multiple of a power of two.
func (p *position) aligned(fits func(func(pos int) int) bool) (expr, bool) {
	for d := 1; d < warpSize; d++ {
		for piece := 1; piece <= d; piece *= 2 {
			if !fits(func(pos int) int { return (pos ^ d) &^ (piece - 1) }) {
				continue
			}
			e := p.pos().xor(number(d))
			if piece > 1 {
				e = e.grouped().and(hex(0, ^uint32(piece-1)))
			}
			return e, true
		}
	}
	return expr{}, false
}

// quotient is (pos + b) / d, for the greatest quotient that there is.
func (p *position) quotient(fits func(func(pos int) int) bool, most int) (expr, bool) {
	for d := 2; d <= spec.MaxRegisters; d++ {
		for b := range (most + 1) * d {
			if fits(func(pos int) int { return (pos + b) / d }) {
				return p.pos().plus(number(b)).over(number(d)), true
			}
		}
	}
	return expr{}, false
}

func (e expr) timesConstant(by int) expr {
	if by == 1 {
		return e
	}
	return e.times(number(by))
}

// index is the source lane of a move without a shuffle mode, 0..31 in every lane, and any lane
// where there is no source. It is arithmetic on the lane's position if every segment is mirrored,
// else a table of constants.
func (p *position) index(m network.Move) expr {
	if sum, ok := p.mirrored(m); ok {
		return p.base().plus(number(sum)).minus(p.pos()).and(lastLane)
	}
	if table, ok := p.perSegment(m); ok && p.width < m.Lanes() {
		return p.base().plus(lookup(table, p.pos())).and(lastLane)
	}
	table := make([]int, m.Lanes())
	for i := range table {
		table[i], _ = m.Source(i)
	}
	return lookup(table, p.lane())
}

// mirrored is the sum of each lane's position and its source's, if it is one number.
func (p *position) mirrored(m network.Move) (sum int, ok bool) {
	sum = -1
	for i, source := range m.Reads() {
		base := i - i%p.width
		if sum < 0 {
			sum = i + source - 2*base
		}
		if i+source-2*base != sum {
			return 0, false
		}
	}
	return sum, sum >= 0
}

// perSegment is the table of the sources' positions, if every segment has the same one.
func (p *position) perSegment(m network.Move) (table []int, ok bool) {
	table = make([]int, p.width)
	set := make([]bool, p.width)
	for i, source := range m.Reads() {
		pos, from := i%p.width, source-(i-i%p.width)
		if from < 0 || from >= p.width || set[pos] && table[pos] != from {
			return nil, false
		}
		table[pos], set[pos] = from, true
	}
	return table, true
}

// lookup is entry at of a table of numbers, as many as fit in 64 bits to a constant.
func lookup(table []int, at expr) expr {
	size := 1
	for _, n := range table {
		size = max(size, bits.Len(uint(n)))
	}
	each := 64 / size
	var found expr
	for first := (len(table) - 1) / each * each; first >= 0; first -= each {
		word := uint64(0)
		for i := first; i < min(first+each, len(table)); i++ {
			word |= uint64(table[i]) << (size * (i - first))
		}
		where := at
		if first > 0 {
			where = at.minus(number(first))
		}
		entry := name(fmt.Sprintf("0x%xull", word)).shr(number(size).times(where).and(number(63))).grouped().to("unsigned")
		if !found.none() {
			entry = at.less(number(first+each)).choose(entry, name(found.as(choiceBinds+1)))
		}
		found = entry
	}
	return found.and(number(1<<size - 1))
}

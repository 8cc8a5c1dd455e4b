package cuda

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/gen/internal/network"
)

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
	for i := range m.Lanes() {
		source, has := m.Source(i)
		if !has {
			continue
		}
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
	for i := range m.Lanes() {
		source, has := m.Source(i)
		if !has {
			continue
		}
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

package network

import (
	"fmt"
	"slices"
	"strings"
)

// Lanes is a set of lanes (of a block: of threads), known at generation time.
type Lanes struct{ in []bool }

// LanesWhere is the set of those of n lanes for which holds is true.
func LanesWhere(n int, holds func(i int) bool) Lanes {
	in := make([]bool, n)
	for i := range in {
		in[i] = holds(i)
	}
	return Lanes{in}
}

// Has reports whether lane i is in the set.
func (l Lanes) Has(i int) bool { return l.in[i] }

// Len is the number of lanes that could be in the set.
func (l Lanes) Len() int { return len(l.in) }

// All reports whether every lane is in the set.
func (l Lanes) All() bool { return !slices.Contains(l.in, false) }

// Equal reports whether two sets have the same lanes.
func (l Lanes) Equal(o Lanes) bool { return slices.Equal(l.in, o.in) }

// String lists the lanes, such as "0..7, 16..23".
func (l Lanes) String() string {
	var runs []string
	for i := 0; i < l.Len(); i++ {
		if !l.Has(i) {
			continue
		}
		first := i
		for i+1 < l.Len() && l.Has(i+1) {
			i++
		}
		run := fmt.Sprint(first)
		if i > first {
			run += fmt.Sprintf("..%d", i)
		}
		runs = append(runs, run)
	}
	if runs == nil {
		return "none"
	}
	return strings.Join(runs, ", ")
}

package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// globalNotes say of a function on elements in global memory what its caller passes, and what the
// execution shows beside the results: an access outside of the elements, one that their alignment
// does not allow, and two lanes that write one byte, are faults.
func globalNotes(sh spec.Shape) []string {
	p, ok := sh.Global()
	if !ok {
		return nil
	}
	does, many := "read", fmt.Sprint(sh.Lanes)
	if sh.Partial() {
		many = fmt.Sprintf("the lesser of left and %d", sh.Lanes)
	}
	if p.Global == sh.Element().Global {
		does = "written, and each of their bytes once"
	}
	return []string{
		fmt.Sprintf("%s points to %s elements, aligned to %d bytes", p.Global, many, alignOf(p)),
		"nothing outside of them is " + does,
	}
}

// present is how many of n elements of a port there are in memory.
func (l *launch) present(p spec.Port, n int) int {
	if p.Global != "" && l.Shape.Partial() {
		n = check.Present(l.Dom, l.Operands[0], n)
	}
	return n
}

package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// globalNotes say of a function on elements in global memory what its caller passes, and what the
// execution shows beside the results: an access outside of the elements, one that their alignment
// does not allow, and two lanes that write one byte, are faults.
func globalNotes(sh shflgen.Shape) []string {
	p, ok := sh.Global()
	if !ok {
		return nil
	}
	does := "read"
	if p.Global == sh.Element().Global {
		does = "written"
	}
	return []string{
		fmt.Sprintf("%s points to %d elements, aligned to %d bytes", p.Global, sh.Lanes, alignOf(p)),
		"nothing outside of them is " + does,
	}
}

package compile

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// batchCall loads every register, makes the call and stores every register, by
// constant indices so that the array needs no memory.
func batchCall(s shflgen.Spec, args []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    %s v[%d];\n", names[s.Type], s.N)
	for r := range s.N {
		fmt.Fprintf(&b, "    v[%d] = in[%d + i];\n", r, r*shflgen.WarpSize)
	}
	fmt.Fprintf(&b, "    ::%s(%s);\n", s.FileName(), strings.Join(args, ", "))
	for r := range s.N {
		fmt.Fprintf(&b, "    out[%d + i] = v[%d];\n", r*shflgen.WarpSize, r)
	}
	return b.String()
}

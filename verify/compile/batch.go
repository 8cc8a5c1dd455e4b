package compile

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// batchParts loads and stores every register of a lane, by constant indices so that
// the array needs no memory.
func batchParts(s shflgen.Spec) (load, store string) {
	var loads, stores []string
	loads = append(loads, fmt.Sprintf("%s v[%d];", names[s.Type], s.N))
	for r := range s.N {
		loads = append(loads, fmt.Sprintf("v[%d] = in[%d + i];", r, r*shflgen.WarpSize))
		stores = append(stores, fmt.Sprintf("out[%d + i] = v[%d];", r*shflgen.WarpSize, r))
	}
	return strings.Join(loads, "\n"), strings.Join(stores, "\n    ")
}

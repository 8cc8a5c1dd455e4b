package masks

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// reference is what s gives each lane, in CUDA C++ without shuffles: it reads the elements
// from shared memory and leaves want, and want_pred or want_idx. It follows from
// [ref.Run]; no pattern has a text of its own.
func reference(s spec.Spec, c schedule) string {
	sources, err := ref.Sources(s)
	switch {
	case err != nil:
		panic(err)
	case sources != nil:
		return move(s, sources)
	case s.HasLane():
		return winner(s)
	}
	return c.text(elements[s.Type].ofBits(ref.Identity(s.Op, s.Type)))
}

// move reads the lane that a table names.
func move(s spec.Spec, sources []int) string {
	pred := ""
	if s.Shape().HasPred() {
		pred = "                want_pred = true;\n"
	}
	return fmt.Sprintf(`        %s
        if (!past) {
            const int j = source[lane];
            if (j >= 0 && now->there[j]) {
                want = now->x[j];
%s            }
        }
`, table("source", sources), pred)
}

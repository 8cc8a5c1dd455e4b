package masks

import "github.com/shflgen/shflgen/spec"

// winner is the reference of argmin and argmax: a loop over the segment, from its lowest
// lane on, keeps the best member.
func winner(s spec.Spec) string {
	order := "above"
	if s.Op == spec.ArgMin {
		order = "below"
	}
	return `        if (!past)
            for (unsigned j = base; j < base + width; ++j)
                if (now->there[j] && (want_idx < 0 || ` + elements[s.Type].compare(order, "now->x[j]", "want") + `)) {
                    want = now->x[j];
                    want_idx = (int)j;
                }
`
}

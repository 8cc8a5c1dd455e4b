package compile

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ref"
)

// plannedCall is the call by a plan, which may be used again: whoever comes back with
// another plan is as one who does not come back.
func (c Caller) plannedCall(result string, args []string) string {
	parts := c.parts() // the elements last, or what they are made of
	last := len(parts) - max(1, len(c.Spec.Shape().Mapped()))
	before, values := parts[:last], parts[last:]
	n := ref.PlanWords(c.Spec)
	types, params := []string{}, []string{}
	for _, p := range before {
		types, params = append(types, p.typ), append(params, p.arg)
	}
	plan := fmt.Sprintf("unsigned (&)[%d]", n)
	use := []string{"const " + plan}
	for _, p := range values {
		use = append(use, p.typ)
	}
	for _, p := range c.outs() {
		if p.arg != "" {
			use = append(use, p.typ)
		}
	}
	by := fmt.Sprintf("static_cast<%s (*)(%s)>(%s_by)(%s);\n",
		c.Result(), strings.Join(use, ", "), c.function(), strings.Join(append([]string{"plan"}, args[len(before):]...),
			", "))
	var start, keep, look strings.Builder // at the start what nobody wrote, as no compiler may assume anything of it
	for k := range n {
		fmt.Fprintf(&start, "    plan[%d] = unwritten;\n", k)
		fmt.Fprintf(&keep, "    unsigned kept%d = plan[%d];\n", k, k)
		fmt.Fprintf(&look, "    changed |= plan[%d] ^ kept%d;\n", k, k)
	}
	text := fmt.Sprintf("    unsigned plan[%d], unwritten = came[i];\n"+start.String()+
		"    static_cast<void (*)(%s)>(%s_plan)(%s);\n",
		n, strings.Join(append(types, plan), ", "), c.function(), strings.Join(append(params, "plan"), ", "))
	if c.Spec.Shape().Keyed() { // a plan of lanes of another key is not looked at: use it twice
		return text + "    (void)" + by + "    " + result + by
	}
	return text + keep.String() + "    " + result + by + "    unsigned changed = 0u;\n" + look.String()
}

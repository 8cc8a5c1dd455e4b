package exec

import (
	"slices"
	"strings"
)

// maxConstants bounds those that a search looks at.
const maxConstants = 16

// Reads reports whether a program reads a special register with a name that begins so, such as %ctaid or %nctaid.x.
func (p *Program) Reads(name string) bool {
	return slices.ContainsFunc(p.instrs, func(in instr) bool {
		return slices.ContainsFunc(in.args, func(a arg) bool {
			return a.kind == argSpecial && strings.HasPrefix(a.name, name)
		})
	})
}

// Meets reports whether threads may meet.
func (p *Program) Meets() bool {
	return slices.ContainsFunc(p.instrs, func(in instr) bool { return in.form.sync.meets() })
}

// Constants are numbers that a program names, but for those below a warp's lanes and their negatives, which any call
// has: of comparisons first.
func (p *Program) Constants() []uint64 { return p.constants }

func constantsOf(instrs []instr) []uint64 {
	var compared, others []uint64
	for _, in := range instrs {
		for i, a := range in.args {
			if a.kind != argConst || a.bits <= warpSize || -a.bits <= warpSize || uint32(-a.bits) <= warpSize {
				continue
			}
			switch {
			case in.form.name == "setp" || in.form.name == "set":
				compared = append(compared, a.bits)
			case in.form.sync == noSync && i > 0:
				others = append(others, a.bits)
			}
		}
	}
	var all []uint64
	for _, x := range append(compared, others...) {
		if len(all) < maxConstants && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

package cuda

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// arches are the architectures that code is for: from a compute capability, times
// ten, on, and below another.
type arches struct{ from, below int }

// anyArch leaves it to the compiler.
var anyArch = arches{0, 1 << 30}

// faster puts another network's steps before an architecture's, for the threads of
// a mask if one is given. It returns what printed them.
func (f *function) faster(n *network.Faster, problem *problem, threads func(*printer) expr) *printer {
	p := newPrinter(n.Net, arches{n.Arch, anyArch.below})
	if threads != nil {
		p.threads = func() expr { return threads(p) }
	}
	f.Steps = either(n.Arch, p.steps(f.Params), f.Steps)
	if p.err != nil && problem.err == nil {
		problem.err = p.err
	}
	return p
}

// either joins two ways to do the same: the steps that both begin with, then
// those of the one from an architecture on, else those of the other.
func either(arch int, one, other []step) []step {
	var joined []step
	for len(one) > 0 && len(other) > 0 && reflect.DeepEqual(one[0], other[0]) {
		joined = append(joined, one[0])
		one, other = one[1:], other[1:]
	}
	one[0].Before = fmt.Sprintf("#if __CUDA_ARCH__ >= %d", 10*arch)
	other[0].Before = "#else"
	other[len(other)-1].After = "#endif"
	return append(append(joined, one...), other...)
}

// way is a body of a function, from an architecture on.
type way struct {
	from int
	body string
}

// ways are the bodies for some architectures, of several that do the same, the newest first. The last one is for all.
func (on arches) ways(all ...way) (text string) {
	test := "#if"
	for _, w := range all {
		switch {
		case w.from >= on.below:
			continue
		case w.from <= on.from && text == "":
			return w.body
		case w.from <= on.from:
			return text + "#else\n" + w.body + "#endif\n"
		}
		text += fmt.Sprintf("%s __CUDA_ARCH__ >= %d\n%s", test, 10*w.from, w.body)
		test = "#elif"
	}
	return text
}

// eitherHelpers are functions of one way from an architecture on, else those of the
// other, after those that both call.
func eitherHelpers(arch int, one, other []string) []string {
	var both []string
	for _, h := range one {
		if slices.Contains(other, h) {
			both = append(both, h)
		}
	}
	without := func(h string) bool { return slices.Contains(both, h) }
	one, other = slices.DeleteFunc(slices.Clone(one), without), slices.DeleteFunc(slices.Clone(other), without)
	if len(one)+len(other) == 0 {
		return both
	}
	test, text := ">=", strings.Join(one, "\n\n")
	if len(one) == 0 {
		test = "<"
	} else if len(other) > 0 {
		text += "\n#else\n"
	}
	text += strings.Join(other, "\n\n")
	return append(both, fmt.Sprintf("#if __CUDA_ARCH__ %s %d\n%s\n#endif", test, 10*arch, text))
}

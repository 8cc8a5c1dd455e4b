package cuda

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/spec"
)

// sentenceOf is the contract of a row in one sentence.
func sentenceOf(s spec.Spec) string {
	return contract.Gives(s, "")[0]
}

// place are the statements that find the thread's row, and the thread's number in it.
func (r *rows) place() (lines []string, thread string) {
	if r.Blocks > 1 {
		return []string{fmt.Sprintf("long long row = blockIdx.x >> %d;", bits.TrailingZeros(uint(r.Blocks))),
			"if (row >= rows)", "    return;"}, "threadIdx.x"
	}
	if r.Rows == 1 {
		return []string{"long long row = blockIdx.x;", "if (row >= rows)", "    return;"}, "threadIdx.x"
	}
	at, thread := fmt.Sprintf(" / %du", r.Lanes), fmt.Sprintf("threadIdx.x %% %du", r.Lanes)
	if r.Lanes == 1 {
		at, thread = "", "0u"
	}
	return []string{fmt.Sprintf("long long row = (long long)blockIdx.x * %d + threadIdx.x%s;", r.Rows, at),
		"if (row >= rows)", "    return;"}, thread
}

// where says where a row is, in each input.
func (r *rows) where() string {
	var all []string
	last := fmt.Sprint(r.of.Cols - 1)
	if r.of.Ranged() {
		last = "cols - 1"
	}
	for _, in := range r.inputs {
		all = append(all, fmt.Sprintf("%s[i * %s] to %[1]s[i * %[2]s + %s]", in.matrix, in.pitch, last))
	}
	return strings.Join(all, " and ")
}

// launchWith says how a kernel of some arguments is launched.
func (r *rows) launchWith(args string) string {
	if r.Blocks > 1 {
		return fmt.Sprintf("Launch: a cluster of %d blocks of %d threads for each row, %s<<<rows * %[1]d, %[2]d>>>(%[4]s).",
			r.Blocks, r.Block(), r.name, args)
	}
	if r.Rows == 1 {
		return fmt.Sprintf("Launch: one block of %d threads for each row, %s<<<rows, %[1]d>>>(%[3]s).", r.Block(), r.name,
			args)
	}
	return fmt.Sprintf("Launch: a block of %d threads for %d rows, %s<<<(rows + %d) / %[2]d, %[1]d>>>(%[5]s).", r.Block(),
		r.Rows, r.name, r.Rows-1, args)
}

package cuda

import (
	"fmt"
	"strings"
)

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

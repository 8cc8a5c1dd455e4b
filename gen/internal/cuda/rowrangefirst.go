package cuda

import (
	"fmt"
	"slices"
)

// Of argmin and argmax, a short row of a range goes past the rounds that it does not have: to take in a column costs
// several instructions, of which those of sums need one. Each test is for as many rounds as are before it, so
// that a long row meets few of them.

// rangedTakes are the statements by which a thread takes in some rounds of a row of a range, the last of them also the
// row's end.
func (f *first) rangedTakes(r *rows, at roundsAt) (lines []string) {
	if at.first == 0 && at.column == "" {
		lines = f.begins(r)
	}
	lines = append(lines, f.takesFrom(r, at, 0)...)
	if at.column == "" && at.first+at.count == r.Rounds && r.Vector > 1 {
		lines = append(lines, f.takesEnd(r)...)
	}
	return lines
}

// takesFrom are the statements that take in the whole vectors of the rounds from i on.
func (f *first) takesFrom(r *rows, at roundsAt, i int) (lines []string) {
	for ; i < at.count; i++ {
		for v := range r.Vector {
			lines = append(lines, f.take(r, r.column(at.first+i, v), at.plus(), at.first+i, v))
		}
		next := i + 1
		before := (at.first + next) * r.Accumulators()
		if next < at.count && next&i == 0 && at.column == "" && r.of.Least <= before {
			return slices.Concat(lines, []string{fmt.Sprintf("if (cols > %du) {", before)}, indented(f.takesFrom(r, at, next)),
				[]string{"}"})
		}
	}
	return lines
}

// takesEnd are the statements that take in the columns that make no whole vector. They are higher than any other
// of their thread, so that they come last.
func (f *first) takesEnd(r *rows) []string {
	in := r.inputs[0]
	lines := []string{
		fmt.Sprintf("if (cols %% %du != 0u && %s) {", r.Vector, r.hasEnd()),
		fmt.Sprintf("    unsigned round = cols / %du * %[1]du;", r.Accumulators()),
		fmt.Sprintf("    const %s *end = %s + (cols - cols %% %du);", in.memory, in.row, r.Vector),
	}
	for v := range r.Vector - 1 {
		x := r.element([]expr{name("end").entry(v)})
		lines = append(lines, fmt.Sprintf("    if (cols %% %du > %du)", r.Vector, v),
			fmt.Sprintf("        %s_take(best, at, %s, round + %du);", r.name, x, v))
	}
	return append(lines, "}")
}

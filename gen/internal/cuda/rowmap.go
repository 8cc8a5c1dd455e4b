package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// leavesOut reports whether columns past the row's end are left out: a map gives anything there, and a function
// of users may have no identity.
func (r *rows) leavesOut() bool { return r.of.Map != nil || r.of.User != nil }

// takesHeld is the step in which the accumulators take in the rounds from first on, as far as the row goes.
func (r *rows) takesHeld(first, count int) step {
	full, rest := r.held(first, count)
	whole := count
	if full < r.Threads {
		whole--
	}
	take := func(round, v int) string {
		r.combines = true
		a := name(fmt.Sprintf("a%d", v))
		return fmt.Sprintf("%s = %s;", a, r.op(a, r.column(round, v)))
	}
	var lines []string
	for v := range r.Vector {
		for round := first; round < first+whole; round++ {
			if round == 0 {
				lines = append(lines, fmt.Sprintf("%s a%d = %s;", r.ctype.name, v, r.column(round, v)))
				continue
			}
			lines = append(lines, take(round, v))
		}
	}
	if first+whole == 0 { // not every thread has columns
		r.usesIdentity = r.usesIdentity || isIdentityLocal(r.combined) && r.of.User == nil
		for v := range r.Vector {
			lines = append(lines, fmt.Sprintf("%s a%d = %s;", r.ctype.name, v, r.identity))
		}
	}
	some := func(condition string, n int) {
		if n == 0 {
			return
		}
		lines = append(lines, fmt.Sprintf("if (thread %s %du) {", condition, full))
		for v := range n {
			lines = append(lines, "    "+take(first+whole, v))
		}
		lines = append(lines, "}")
	}
	if full < r.Threads {
		if full > 0 {
			some("<", r.Vector)
		}
		some("==", rest)
	}
	return step{Title: "Each accumulator takes in its columns from left to right.", Lines: lines}
}

// takesSome is the step of a short row whose op has no identity: each thread combines the columns that it has. Some
// threads have none.
func (r *rows) takesSome() step {
	full, rest := r.held(0, 1)
	lines := []string{fmt.Sprintf("%s a0 = {}; // of threads without columns, which nobody takes in", r.ctype.name)}
	some := func(condition string, n int) {
		lines = append(lines, fmt.Sprintf("if (thread %s %du) {", condition, full),
			fmt.Sprintf("    a0 = %s;", r.column(0, 0)))
		for v := 1; v < n; v++ {
			lines = append(lines, fmt.Sprintf("    %s a%d = %s;", r.ctype.name, v, r.column(0, v)))
		}
		lines = append(append(lines, indented(r.neighbours(n))...), "}")
	}
	if full > 0 {
		some("<", r.Vector)
	}
	if rest > 0 {
		some("==", rest)
	}
	return step{Title: "The columns that the thread has combine, neighbours first.", Lines: append(lines, "return a0;")}
}

// mapHelpers are the functions by which a map of the table makes an element of the inputs.
func (r *rows) mapHelpers() ([]string, error) {
	s := r.of
	if s.MapsStored() {
		s.Name, s.Type, s.In = s.FileName(), s.InType(), spec.AsType
	}
	text, err := knownMap(s, r.on)
	return []string{text}, err
}

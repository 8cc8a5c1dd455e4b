package cuda

import (
	"fmt"
	"slices"
)

// A row of a range of lengths is combined as the longest one is, but for its end: a thread loads a vector of 16 bytes
// if the row has the whole of it, and else has what changes nothing. The columns at the row's end that make no whole
// vector are the last ones of their accumulators, and one thread takes them in by themselves. No branch on the
// number of columns encloses a shuffle or a barrier.

// roundsAt are some rounds of a row of a range.
type roundsAt struct {
	first, count int
	column       string // in a loop: what the first column of these rounds is more than that of round first; else ""
}

// plus is what is added to the number of a column of round first, to give that of a column of these rounds.
func (at roundsAt) plus() string {
	if at.column == "" {
		return ""
	}
	return at.column + " + "
}

// everHeld reports whether every row of the range has all columns of round i of these.
func (r *rows) everHeld(at roundsAt, i int) bool {
	return at.column == "" && (at.first+i+1)*r.Accumulators() <= r.of.Least
}

// own is the thread's first column of these rounds.
func (r *rows) own(at roundsAt) string {
	own := fmt.Sprintf("%du * thread", r.Vector)
	switch {
	case at.column != "":
		return at.plus() + own
	case at.first > 0:
		return fmt.Sprintf("%du + %s", at.first*r.Accumulators(), own)
	}
	return own
}

// has is the condition that the row has the thread's vector of round i.
func (r *rows) has(at roundsAt, i int) string {
	return fmt.Sprintf("own%d + %du <= cols", at.first, i*r.Accumulators()+r.Vector)
}

// rangedInside is the condition that the thread's vector of round i can be loaded as two aligned ones.
func (r *rows) rangedInside(at roundsAt, i int) string {
	reads := fmt.Sprintf("own%d + %du <= cols", at.first, i*r.Accumulators()+r.reach())
	if at.column == "" && at.first+i == 0 {
		return fmt.Sprintf("own%d > 0u && %s", at.first, reads)
	}
	return reads
}

// rangedLoads are the loads of some rounds.
func (r *rows) rangedLoads(at roundsAt) []string {
	lines := []string{fmt.Sprintf("unsigned own%d = %s;", at.first, r.own(at))}
	var declared, vectors []string
	var scalars []unaligned
	for _, in := range r.inputs {
		from, wide := fmt.Sprintf("%s%d", in.from, at.first), "vectors"
		if len(r.inputs) > 1 {
			wide = in.matrix + "_vectors"
		}
		lines = append(lines, fmt.Sprintf("const %s *%s = %s + own%d;", in.memory, from, in.row, at.first))
		vectors = append(vectors, fmt.Sprintf("const %s *%s = reinterpret_cast<const %[1]s *>(%[3]s);", in.vector.name, wide,
			from))
		for i := range at.count {
			x, guard := fmt.Sprintf("%s%d", in.x, at.first+i), ""
			declare := x
			if !r.everHeld(at, i) {
				guard = fmt.Sprintf("if (%s) ", r.has(at, i))
				if !r.leavesOut() {
					declare += " = none"
				}
			}
			declared = append(declared, fmt.Sprintf("%s %s;", in.vector.name, declare))
			vectors = append(vectors, guard+loadOf(x, wide, i*r.Threads, r.once(in)))
			scalars = append(scalars, unaligned{in, x, from, i, r.rangedInside(at, i), guard})
		}
	}
	return slices.Concat(lines, declared, []string{fmt.Sprintf("if (%s) {", r.aligned(vectorBytes))}, indented(vectors),
		r.otherwise(scalars))
}

// none is the step that defines what a thread has of vectors past the row's end. No input of a map is sure to give what
// changes nothing, so such vectors are left out, and accumulators that may have no column begin with the identity.
func (r *rows) none() []step {
	var lines []string
	switch {
	case r.leavesOut() && r.everHeld(roundsAt{}, 0):
		return nil
	case r.leavesOut():
		r.usesIdentity = r.usesIdentity || isIdentityLocal(r.combined) && r.of.User == nil
		for v := range r.Vector {
			lines = append(lines, fmt.Sprintf("%s %s = %s;", r.ctype.name, accumulator(v), r.identity))
		}
		return []step{{Title: "The accumulators have taken in nothing.", Lines: lines}}
	}
	in := r.inputs[0]
	lines = append(lines, fmt.Sprintf("%s none;", in.vector.name))
	for _, word := range in.vector.words(name("none")) {
		lines = append(lines, fmt.Sprintf("%s = %s;", word, in.vector.every(r.absent)))
	}
	return []step{{Title: "What changes nothing, for vectors past the row's end.", Lines: lines}}
}

// rangedTakes are the statements by which the accumulators take in some rounds: whole vectors, then the row's end.
func (r *rows) rangedTakes(at roundsAt) (lines []string) {
	if r.first != nil {
		return r.first.rangedTakes(r, at)
	}
	r.combines = true
	begins := at.first == 0 && at.column == ""
	take := func(v int, x expr) string { return fmt.Sprintf("%s = %s;", accumulator(v), r.op(accumulator(v), x)) }
	for i := range at.count {
		var all []string
		for v := range r.Vector {
			if x := r.column(at.first+i, v); begins && i == 0 && (!r.leavesOut() || r.everHeld(at, i)) {
				all = append(all, fmt.Sprintf("%s %s = %s;", r.ctype.name, accumulator(v), x))
			} else {
				all = append(all, take(v, x))
			}
		}
		if r.leavesOut() && !r.everHeld(at, i) {
			all = slices.Concat([]string{fmt.Sprintf("if (%s) {", r.has(at, i))}, indented(all), []string{"}"})
		}
		lines = append(lines, all...)
	}
	var end []string
	for i := range at.count {
		if r.everHeld(at, i) {
			continue
		}
		end = append(end, fmt.Sprintf("if (cols / %du == %s) {", r.Accumulators(), r.round(at, i)))
		for v := range r.Vector - 1 {
			var all []expr
			for _, in := range r.inputs {
				all = append(all, name(fmt.Sprintf("%s%d", in.from, at.first)).entry(i*r.Accumulators()+v))
			}
			end = append(end, fmt.Sprintf("    if (cols %% %du > %du)", r.Vector, v), "        "+take(v, r.element(all)))
		}
		end = append(end, "}")
	}
	if end == nil {
		return lines
	}
	return slices.Concat(lines, []string{fmt.Sprintf("if (%s) {", r.hasEnd())}, indented(end), []string{"}"})
}

// hasEnd is the condition that the columns at the row's end that make no whole vector are the thread's.
func (r *rows) hasEnd() string {
	return fmt.Sprintf("thread == cols / %du %% %du", r.Vector, r.Threads)
}

// round is the number of round i of these.
func (r *rows) round(at roundsAt, i int) string {
	if at.column == "" {
		return fmt.Sprintf("%du", at.first+i)
	}
	return fmt.Sprintf("%s / %du + %du", at.column, r.Accumulators(), i)
}

// ranged are the steps of a thread of a row of a range.
func (r *rows) ranged() []step {
	const loads = "%s: %s; of vectors that the row has whole."
	takes := "Each accumulator takes in its columns from left to right, the row's end last."
	if r.first != nil {
		takes = "The columns of the thread, from the lowest on, the row's end last."
	}
	how := "16 bytes at once where the row is aligned, else element by element"
	if r.shifts() {
		how = bothLoads
	}
	steps, batch := r.none(), r.batchRounds()
	last := r.lastBatch()
	add := func(at roundsAt) {
		title := fmt.Sprintf("Rounds %d to %d", at.first, at.first+at.count-1)
		if at.count == 1 {
			title = fmt.Sprintf("Round %d", at.first)
		}
		steps = append(steps, step{Title: fmt.Sprintf(loads, title, how), Lines: r.rangedLoads(at)},
			step{Title: takes, Lines: r.rangedTakes(at)})
	}
	if last > 0 {
		add(roundsAt{count: batch})
	}
	if last > batch {
		at := roundsAt{count: batch, column: "column"}
		steps = append(steps, step{Title: fmt.Sprintf("Rounds %d to %d in the same way.", batch, last-1),
			Lines: slices.Concat([]string{
				"#pragma unroll 1",
				fmt.Sprintf("for (unsigned column = %du; column < %du; column += %[1]du) {", batch*r.Accumulators(),
					last*r.Accumulators()),
			}, indented(r.rangedLoads(at)), indented(r.rangedTakes(at)), []string{"}"})})
	}
	add(roundsAt{first: last, count: r.Rounds - last})
	return steps
}

// outside is the step that ends a launch with a number of columns that the kernel is not for.
func (r *rows) outside() step {
	return step{Title: "Of a number of columns out of the range nothing is read or written.", Lines: []string{
		fmt.Sprintf("if (cols < %du || cols > %du)", r.of.Least, r.of.Cols), "    return;",
	}}
}

// accumulator is the local of accumulator v of a thread.
func accumulator(v int) expr { return name(fmt.Sprintf("a%d", v)) }

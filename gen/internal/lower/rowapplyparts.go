package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A thread works on its parts one after the other. A row of a range of lengths may end before a part. It then has
// nothing to do there, so that a short row takes no longer than its columns.

// over appends what is done for parts: those of each batch are loaded first, unless the row stays.
func (r *appliedRow) over(title string, parts []rowPart, do func(p rowPart)) {
	r.batches(title, parts, func(some []rowPart) { r.eachPart(some, do)() })
}

// eachPart is what is done with some parts, one after the other; for a part that comes after the end of some rows, only
// where the row goes on. No shuffle is among it.
func (r *appliedRow) eachPart(parts []rowPart, do func(p rowPart)) func() {
	return func() {
		for _, p := range parts {
			if !r.of.Ranged() || p.at < r.of.Least() {
				do(p)
				continue
			}
			r.b.IfIn(ir.Braces, r.cols.Greater(u(p.at)), func() { do(p) })
		}
	}
}

// batches appends what is done for the parts of each batch.
func (r *appliedRow) batches(title string, parts []rowPart, do func(some []rowPart)) {
	if r.keeps {
		r.b.Step(title)
		do(parts)
		return
	}
	for len(parts) > 0 {
		some := parts[:min(r.batch, len(parts))]
		parts = parts[len(some):]
		r.b.Step(title)
		r.b.Scope(func() {
			r.loads(some)
			do(some)
		})
	}
}

// reloads appends the step before a pass by which compilers forget what they have made of the row.
func (r *appliedRow) reloads() {
	if !r.forgets {
		return
	}
	r.b.Step("The row again: compilers then keep no floats of its elements.")
	for _, p := range r.parts {
		for _, row := range r.kept() {
			r.b.Do("_again", row.x[p.number])
		}
	}
}

// declaresPowers appends the exponentials of some parts.
func (r *appliedRow) declaresPowers(parts []rowPart) {
	for _, p := range parts {
		r.power[p.number] = r.b.Declare(fmt.Sprintf("power%d", p.number), r.floats())
	}
}

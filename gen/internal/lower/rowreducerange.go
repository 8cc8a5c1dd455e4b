package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A row of a range of lengths is combined as the longest one is, but for its end: a thread loads a vector of 16 bytes
// if the row has the whole of it, and else has what changes nothing. The columns at the row's end that make no whole
// vector are the last ones of their accumulators, and one thread takes them in by themselves. No branch on the
// number of columns encloses a shuffle or a barrier.

// roundsAt are some rounds of a row of a range.
type roundsAt struct {
	first, count int
	column       []ir.Expr // in a loop: what the first column of these rounds is more than that of round first
	own          ir.Expr   // the thread's first column of them
}

// everHeld reports whether every row of the range has all columns of round i of these.
func (r *rowReduce) everHeld(at roundsAt, i int) bool {
	return at.column == nil && (at.first+i+1)*r.Accumulators() <= r.of.Least()
}

// reaches is the condition that the row has so many columns from the thread's first of round i on.
func (t *rowThread) reaches(at roundsAt, i, columns int) ir.Expr {
	return at.own.Plus(u(i*t.Accumulators() + columns)).LessEqual(t.cols[0])
}

// loadsAt appends the loads of some rounds. A thread without a vector loads nothing: it has none.
func (t *rowThread) loadsAt(at *roundsAt, none []ir.Expr) {
	own := t.first()
	switch {
	case at.column != nil:
		own = at.column[0].Plus(own)
	case at.first > 0:
		own = u(at.first * t.Accumulators()).Plus(own)
	}
	at.own = t.b.Let(fmt.Sprintf("own%d", at.first), own)
	t.x, t.from = nil, nil
	for k, in := range t.inputs {
		t.from = append(t.from, []ir.Expr{t.b.Let(fmt.Sprintf("%s%d", in.from, at.first), t.rows[k].Plus(at.own))})
	}
	var loads []vectorLoad
	for k, in := range t.inputs {
		var all []ir.Expr
		for i := range at.count {
			name := fmt.Sprintf("%s%d", in.x, at.first+i)
			l := vectorLoad{in: in, from: t.from[k][0], round: i, inside: []ir.Expr{t.reaches(*at, i, t.reach())}}
			if at.column == nil && at.first+i == 0 {
				l.inside[0] = at.own.Greater(u(0)).Both(l.inside[0])
			}
			held := t.everHeld(*at, i)
			if !held {
				l.has = []ir.Expr{t.reaches(*at, i, t.Vector)}
			}
			if held || t.leavesOut() {
				l.to = t.b.Declare(name, in.vector())
			} else {
				l.to = t.b.Let(name, none[0])
			}
			all, loads = append(all, l.to), append(loads, l)
		}
		t.x = append(t.x, all)
	}
	t.vectors(loads)
}

// none appends the definition of what a thread has of vectors past the row's end. No input of a map is sure to give
// what changes nothing, so such vectors are left out, and accumulators that may have no column begin with the identity.
func (t *rowThread) none() []ir.Expr {
	switch {
	case t.leavesOut() && t.everHeld(roundsAt{}, 0):
		return nil
	case t.leavesOut():
		t.b.Step("The accumulators have taken in nothing.")
		t.identity()
		return nil
	}
	t.b.Step("Values that change nothing, for vectors past the row's end.")
	return []ir.Expr{t.inputs[0].filled(t.b, "none", t.absent)}
}

// ranged appends how a thread of a row of a range takes in its columns.
func (t *rowThread) ranged() {
	takes := "Each accumulator takes in its columns from left to right, the row's end last."
	if t.of.HasLane() {
		takes = "The columns of the thread, from the lowest on, the row's end last."
	}
	none, batch, last := t.none(), t.batch(), t.lastBatch()
	add := func(at roundsAt) {
		t.b.Step(fmt.Sprintf("%s: %s; of vectors that the row has whole.", rounds(at.first, at.count), t.rowLoads()))
		t.loadsAt(&at, none)
		t.b.Step(takes)
		t.takesAt(at)
	}
	if last > 0 {
		add(roundsAt{count: batch})
	}
	if last > batch {
		t.loop(func(column ir.Expr) {
			at := roundsAt{count: batch, column: []ir.Expr{column}}
			t.loadsAt(&at, none)
			t.takesAt(at)
		})
	}
	add(roundsAt{first: last, count: t.Rounds - last})
}

// takesAt appends how the accumulators take in some rounds: whole vectors, then the row's end.
func (t *rowThread) takesAt(at roundsAt) {
	if t.of.HasLane() {
		t.takesColumnsAt(at)
		return
	}
	begins := at.first == 0 && at.column == nil
	for i := range at.count {
		take := func() {
			for v := range t.Vector {
				if x := t.column(i, v); begins && i == 0 && (!t.leavesOut() || t.everHeld(at, i)) {
					t.begin(v, x)
				} else {
					t.take(v, x)
				}
			}
		}
		if t.leavesOut() && !t.everHeld(at, i) {
			t.b.IfIn(ir.Braces, t.reaches(at, i, t.Vector), take)
		} else {
			take()
		}
	}
	end := t.b.Region(func() { t.takesEndAt(at) })
	if end != nil {
		t.b.Add(ir.If{Cond: t.hasEnd(), Then: end, Layout: ir.Braces})
	}
}

// takesEndAt appends how the thread takes in the columns at the row's end that make no whole vector, in the round that
// they are in.
func (t *rowThread) takesEndAt(at roundsAt) {
	p := t.Accumulators()
	for i := range at.count {
		if t.everHeld(at, i) {
			continue
		}
		round := u(at.first + i)
		if at.column != nil {
			round = at.column[0].Over(u(p)).Plus(u(i))
		}
		t.b.IfIn(ir.Braces, t.cols[0].Over(u(p)).Equal(round), func() {
			t.endColumns(func(v int) { t.take(v, t.stored(t.from, i*p+v)) })
		})
	}
}

// endColumns appends what is done with each column at the row's end that makes no whole vector.
func (t *rowThread) endColumns(do func(v int)) {
	for v := range t.Vector - 1 {
		t.b.If(t.cols[0].Mod(u(t.Vector)).Greater(u(v)), func() { do(v) })
	}
}

// stored is what is combined of a column in memory, so many behind an address.
func (t *rowThread) stored(from [][]ir.Expr, at int) ir.Expr {
	var all []ir.Expr
	for _, f := range from {
		all = append(all, f[0].At(at))
	}
	return t.Call("_made", all...)
}

// hasEnd is the condition that the columns at the row's end that make no whole vector are the thread's.
func (t *rowThread) hasEnd() ir.Expr {
	return t.thread.Equal(t.cols[0].Over(u(t.Vector)).Mod(u(t.Row.Threads)))
}

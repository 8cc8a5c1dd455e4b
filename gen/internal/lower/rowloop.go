package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// rowLoop lowers a row to a function of one thread. It takes the accumulators in groups of neighbours, each group in
// locals.
type rowLoop struct {
	*reduceLoop
	b    *ir.Builder
	rows []ir.Expr // each input
	held []ir.Expr // the accumulators of a group

	// For a function that is applied to rows: the expressions of columns, and what they combine to; else nil.
	chunkOf func(n int, from ir.Expr) []ir.Expr // n is 0: up to the row's end
	makes   func(in []ir.Expr) ir.Expr
}

// RowLoop is the function of a matrix: one thread reduces its rows, around a function of one row. Its primitives are
// those of [GridReduceLoop].
func RowLoop(s spec.Spec, how ReduceLoop) (*ir.Program, error) {
	if s.HasLane() {
		p := winnerRow(s, how)
		reduceFrame(p, s, how)
		return p, ir.Check(p)
	}
	l := &rowLoop{reduceLoop: newReduceLoop(&ir.Program{Name: prefixOf(s), Threads: 1}, s, rowOrder(s), how)}
	l.b = l.Build("Row", l.elem, rowDoes)
	l.params()
	l.body()
	reduceFrame(l.Program, s, how)
	return l.Program, ir.Check(l.Program)
}

const rowDoes = "is the result of one row."

// rowOrder is the order of a row as one of arrays.
func rowOrder(s spec.Spec) spec.GridOrder {
	return spec.GridOrder{Vector: s.RowOrder().Vector, Threads: s.RowOrder().Threads}
}

// params adds the parameters of the function of a row.
func (l *rowLoop) params() {
	for i, in := range l.inputs {
		if l.of.Ranged() {
			l.rows = append(l.rows, l.b.Param(RowNames[i], ir.Slice{Of: in.of}))
		} else {
			l.rows = append(l.rows, l.b.ReadOnly(RowNames[i], ir.Array{Of: in.of, N: l.of.Cols()}))
		}
	}
}

// body appends what the function does.
func (l *rowLoop) body() {
	switch {
	case l.of.Ranged():
		l.ranged()
	case l.of.Cols() < group:
		l.few()
	case l.of.Cols() == group:
		l.loads(l.chunk(group, ir.Int.Int(0)), group, true)
		l.gives(l.neighbours())
	default:
		l.groups()
	}
}

// gives appends how the function returns what is combined as an element.
func (l *rowLoop) gives(e ir.Expr) {
	if l.Stores {
		e = l.Call("Stored", e)
	}
	l.b.Return(e)
}

// chunk appends the definition of n columns from one on, of rows at most as long as a group the rows themselves.
func (l *rowLoop) chunk(n int, from ir.Expr) []ir.Expr {
	switch {
	case l.chunkOf != nil:
		return l.chunkOf(n, from)
	case !l.of.Ranged() && l.of.Cols() <= group:
		return l.rows
	}
	return views(l.b, chunkNames, pasts(l.rows, from), n)
}

// made is what is combined of an element of each input, after a local with what is encoded.
func (l *rowLoop) made(i int, in []ir.Expr) ir.Expr {
	if l.makes != nil {
		return l.makes(in)
	}
	return l.loaded(l.b, fmt.Sprintf("raw%d", i), in)
}

// loads appends how the first accumulators of a group take in columns, which define them or combine with them.
func (l *rowLoop) loads(from []ir.Expr, count int, first bool) {
	if first {
		l.held = nil
	}
	for i := range count {
		if e := l.made(i, at(from, i)); first {
			l.held = append(l.held, l.b.Let(fmt.Sprintf("a%d", i), e))
		} else {
			l.b.Set(l.held[i], l.op(l.held[i], e))
		}
	}
}

// neighbours appends how the accumulators of a group combine, to the first.
func (l *rowLoop) neighbours() ir.Expr {
	tree(l.b, l.held, l.op)
	return l.held[0]
}

// few appends a row of fewer columns than a group.
func (l *rowLoop) few() {
	from := l.chunk(l.of.Cols(), ir.Int.Int(0))
	l.b.Add(ir.Remark{Text: "Neighbouring columns combine."})
	l.loads(from, l.of.Cols(), true)
	l.gives(l.neighbours())
}

// begins appends the results of so many groups, which have none yet.
func (l *rowLoop) begins(groups int) ir.Expr {
	l.b.Add(ir.Remark{Text: fmt.Sprintf("The accumulators, %d neighbours at a time: each takes in its columns from left "+
		"to right,", group)}, ir.Remark{Text: "then neighbours combine."})
	return l.b.Declare("t", ir.Array{Of: l.Held, N: groups})
}

// groups appends a row of one length.
func (l *rowLoop) groups() {
	b, cols, p := l.b, l.of.Cols(), l.Accumulators()
	held, rest := min(cols, p), cols%group // accumulators that have a column, and columns of no whole group
	whole, groups := held/group*group, (held+group-1)/group
	t := l.begins(groups)
	step(b, "j", ir.Int.Int(0), ir.Int.Int(whole), group, func(j ir.Expr) {
		l.loads(l.chunk(group, j), group, true)
		if cols > p {
			k := l.rounds(j, ir.Int.Int(cols-group))
			if rest > 0 {
				b.If(k.Less(cols), func() { l.loads(l.chunk(rest, k), rest, false) })
			}
		}
		b.Set(t.At(j.Over(group)), l.neighbours())
	})
	if held < p && rest > 0 {
		b.Step("The last columns.")
		l.loads(l.chunk(rest, ir.Int.Int(whole)), rest, true)
		b.Set(t.At(groups-1), l.neighbours())
	}
	l.combine(t, ir.Int.Int(groups))
}

// rounds appends the further rounds of a group of accumulators, up to a column, and gives the next one.
func (l *rowLoop) rounds(j, last ir.Expr) ir.Expr {
	k := l.b.Let("k", j.Plus(l.Accumulators()))
	l.b.Add(ir.For{While: k.LessEqual(last), Next: []ir.Set{{To: k, Value: k.Plus(l.Accumulators())}},
		Body: l.b.Region(func() { l.loads(l.chunk(group, k), group, false) })})
	return k
}

// combine appends the tree over so many groups.
func (l *rowLoop) combine(t, groups ir.Expr) {
	l.b.Step("Neighbouring groups combine.")
	treeLoop(l.b, t, groups, l.op)
	l.gives(t.At(0))
}

// ranged appends a row of a range of lengths.
func (l *rowLoop) ranged() {
	b, p, n := l.b, l.Accumulators(), l.rows[0].Len()
	if l.of.Cols() < group {
		b.Add(ir.Remark{Text: "Neighbouring columns combine."})
		l.gives(l.some(l.of.Cols(), ir.Int.Int(0), n))
		return
	}
	t := l.begins((min(l.of.Cols(), p) + group - 1) / group)
	groups := b.Let("groups", ir.Int.Int(0))
	whole := ir.Int.Int(p).Min(n)
	b.For(ir.AsCompiled, "j", ir.Int.Int(0), func(j ir.Expr) ir.Expr { return j.LessEqual(whole.Minus(group)) },
		func(j ir.Expr) ir.Expr { return j.Plus(group) }, func(j ir.Expr) {
			l.loads(l.chunk(group, j), group, true)
			if l.of.Cols() > p {
				l.ends(l.rounds(j, n.Minus(group)))
			}
			put(b, t, groups, l.neighbours())
		})
	if l.of.Least() < p { // some rows have fewer columns than there are accumulators
		b.Step("The last columns of a row that has fewer than there are accumulators.")
		k := b.Let("k", groups.Times(group))
		rest := ir.Start("rest", whole.Minus(k))
		b.Add(ir.If{Init: []ir.Let{rest}, Cond: rest.Local().Greater(0), Then: b.Region(func() {
			put(b, t, groups, l.some(group-1, k, rest.Local()))
		})})
	}
	l.combine(t, groups)
}

// place is the number of a column, so many behind one.
func place(from ir.Expr, i int) ir.Expr {
	if c, ok := from.Node().(ir.Const); ok {
		return ir.Int.Int(int(c.Bits) + i)
	}
	if i == 0 {
		return from
	}
	return from.Plus(i)
}

// ends appends how a group of accumulators takes in the last columns of a row, from k on, as far as there are any.
func (l *rowLoop) ends(k ir.Expr) {
	there := func(i int) ir.Expr { return place(k, i).Less(l.rows[0].Len()) }
	l.b.If(there(0), func() {
		column := l.columns(k)
		take := func(i int) { l.b.Set(l.held[i], l.op(l.held[i], l.made(i, column(i)))) }
		take(0)
		for i := 1; i < group-1; i++ {
			l.b.If(there(i), func() { take(i) })
		}
	})
}

// columns are those of a row from one on to the row's end, at most as many as a group.
func (l *rowLoop) columns(from ir.Expr) func(i int) []ir.Expr {
	if l.chunkOf == nil {
		return func(i int) []ir.Expr { return at(l.rows, place(from, i)) }
	}
	chunk := l.chunkOf(0, from)
	return func(i int) []ir.Expr { return at(chunk, i) }
}

// some appends how columns from one on combine: of at most so many as many as there are.
func (l *rowLoop) some(most int, from, there ir.Expr) ir.Expr {
	l.held = nil
	column := l.columns(from)
	for i := range most {
		e := func() ir.Expr { return l.made(i, column(i)) }
		if i == 0 {
			l.held = append(l.held, l.b.Let("a0", e()))
			continue
		}
		l.held = append(l.held, l.b.Declare(fmt.Sprintf("a%d", i), l.Held))
		l.b.If(there.Greater(i), func() { l.b.Set(l.held[i], e()) })
	}
	for d := 1; d < most; d *= 2 {
		for i := 0; i+d < most; i += 2 * d {
			l.b.If(there.Greater(i+d), func() { l.b.Set(l.held[i], l.op(l.held[i], l.held[i+d])) })
		}
	}
	return l.held[0]
}

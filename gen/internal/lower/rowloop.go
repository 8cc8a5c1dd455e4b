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
	b      *ir.Builder
	rows   []ir.Expr // each input
	names  []ir.Expr // further parameters of what is combined of a column
	powers *Powers
	kept   ir.Expr
	held   []ir.Expr // the accumulators of a group
}

// Powers are exponentials of columns that are combined in their place, less a number. They are computed a group at a
// time.
type Powers struct {
	Widens bool // a column becomes a float first
	Keep   bool // in another row
}

const rowDoes = "is the result of one row."

// RowLoop is the function of a row by one thread, whose name ends in a suffix. Its primitives are those of
// [GridReduceLoop], Exp8 and Widen. Names are further parameters, floats, which Made takes, too; of powers, the number.
func RowLoop(s spec.Spec, prefix, suffix string, how ReduceLoop, names []string, powers *Powers) (*ir.Program, error) {
	if s.HasLane() {
		p := winnerRow(s, prefix, suffix, how)
		return p, ir.Check(p)
	}
	order := spec.GridOrder{Vector: s.RowOrder().Vector, Threads: s.RowOrder().Threads}
	l := &rowLoop{powers: powers, reduceLoop: newReduceLoop(s, prefix, order, how, len(names))}
	if powers != nil {
		eight := ir.Array{Of: ir.F32, N: group}
		l.Primitive("Exp8", nil, eight, eight, ir.F32)
		l.Primitive("Widen", ir.F32, l.inputs[0].of)
	}
	l.b = l.Build(suffix, l.elem, rowDoes)
	for i, in := range l.inputs {
		if s.Ranged() {
			l.rows = append(l.rows, l.b.Param(rowNames[i], ir.Slice{Of: in.of}))
		} else {
			l.rows = append(l.rows, l.b.ReadOnly(rowNames[i], ir.Array{Of: in.of, N: s.Cols}))
		}
	}
	if powers != nil && powers.Keep {
		l.kept = l.b.Param("y", ir.Array{Of: ir.F32, N: s.Cols})
	}
	for _, name := range names {
		l.names = append(l.names, l.b.Param(name, ir.F32))
	}
	switch {
	case s.Ranged():
		l.ranged()
	case s.Cols < group:
		l.few()
	case s.Cols == group:
		l.loads(l.chunk(group, ir.Int.Int(0)), group, true)
		l.gives(l.neighbours())
	default:
		l.groups()
	}
	return l.Program, ir.Check(l.Program)
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
	case l.powers != nil:
		return []ir.Expr{l.exps(n, from)}
	case !l.of.Ranged() && l.of.Cols <= group:
		return l.rows
	}
	return views(l.b, chunkNames, pasts(l.rows, from), n)
}

// made is what is combined of an element of each input, after a local with what is encoded.
func (l *rowLoop) made(i int, in []ir.Expr) ir.Expr {
	if l.powers != nil {
		return in[0]
	}
	e := l.Call("Made", append(in, l.names...)...)
	if l.Encodes {
		e = l.Call("Key", l.b.Let(fmt.Sprintf("raw%d", i), e))
	}
	return e
}

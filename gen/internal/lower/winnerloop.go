package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// winnerLoop lowers argmin or argmax to a loop of one thread, which keeps the best element and its place. Few elements
// change the best, so those of a group are first compared with it all at once: on random elements that takes a seventh
// of the time of a loop of the same result, on ascending ones as long as it. Of floats the loop keeps the key of the
// best, and the elements of a group are compared as floats with its bar.
type winnerLoop struct {
	winner
	memory ir.Number // an element in memory
	b      *ir.Builder
	x      ir.Expr // the elements

	best, at, bar ir.Expr
}

// newWinnerLoop makes a loop, with its primitives: the float that an element in memory is, the key of a float's bits,
// and the number that every better element exceeds; of elements that are their keys, none.
func newWinnerLoop(s spec.Spec, how ReduceLoop) *winnerLoop {
	p := &ir.Program{Name: prefixOf(s), Threads: 1}
	l := &winnerLoop{winner: newWinner(p, s.Type, s.Op, "place"), memory: ir.Number{Type: s.InType()}}
	l.key = how.Held.(ir.Number)
	one := s.Pattern.Row() && s.Cols() == 1 // nothing is compared
	value := l.memory
	if l.memory.Half() && (l.memory != l.elem || how.Bars && !one) {
		value = ir.F32
		l.Primitive("Decode", value, l.memory)
	}
	if !l.float() || one {
		return l
	}
	l.Primitive("Key", l.key, ir.Nothing(l.elem).Bits().Type())
	if how.Bars {
		l.Primitive("Bar", value, l.key)
	}
	return l
}

// value is an element in memory as a float that languages compare, where there is such a one.
func (l *winnerLoop) value(e ir.Expr) ir.Expr {
	if l.Has("Decode") {
		return l.Call("Decode", e)
	}
	return e
}

// result is an element in memory as a result.
func (l *winnerLoop) result(e ir.Expr) ir.Expr {
	if l.memory != l.elem {
		return l.value(e)
	}
	return e
}

// keyed is an element in memory as what is compared.
func (l *winnerLoop) keyed(e ir.Expr) ir.Expr {
	if !l.float() {
		return e
	}
	return l.Call("Key", l.result(e).Bits())
}

// begins appends the definitions of the best, which is the first element, and of its place.
func (l *winnerLoop) begins() {
	l.best = l.b.Let("best", l.keyed(l.x.At(0)))
	l.at = l.b.Beside("at", ir.Int.Int(0))
	if l.Has("Bar") {
		l.bar = l.b.Let("bar", l.Call("Bar", l.best))
	}
}

// take appends how the loop takes in an element of a place.
func (l *winnerLoop) take(e, place ir.Expr) {
	v := ir.Start("v", l.keyed(e))
	l.b.Add(ir.If{Init: []ir.Let{v}, Cond: l.wins(v.Local(), l.best), Then: []ir.Stmt{
		ir.Set{To: l.best, Value: v.Local()}, ir.Set{To: l.at, Value: place, Beside: true},
	}})
}

// raise appends how the bar becomes that of the best, if there is one.
func (l *winnerLoop) raise() {
	if l.Has("Bar") {
		l.b.Set(l.bar, l.Call("Bar", l.best))
	}
}

// mayWin is the condition that an element may be better than the best; where it does not hold, the element is not.
func (l *winnerLoop) mayWin(e ir.Expr) ir.Expr {
	switch {
	case !l.Has("Bar"):
		return l.wins(l.keyed(e), l.best)
	case l.than == ir.Less:
		return l.value(e).GreaterEqual(l.bar).Not()
	}
	return l.value(e).LessEqual(l.bar).Not()
}

// group appends how the loop takes in the elements of a group from a place on.
func (l *winnerLoop) group(k ir.Expr) {
	c := l.b.Let("c", l.x.Past(k).View(group))
	mayWin := l.mayWin(c.At(0))
	for i := 1; i < group; i++ {
		mayWin = mayWin.Either(l.mayWin(c.At(i)))
	}
	l.b.If(mayWin, func() {
		for i := range group {
			l.take(c.At(i), place(k, i))
		}
		l.raise()
	})
}

// last appends how the loop takes in an element behind the groups.
func (l *winnerLoop) last(i ir.Expr) {
	if !l.Has("Bar") {
		l.take(l.x.At(i), i)
		return
	}
	l.b.If(l.mayWin(l.x.At(i)), func() {
		l.take(l.x.At(i), i)
		l.raise()
	})
}

// gives appends how the function returns an element and its place.
func (l *winnerLoop) gives(e, at ir.Expr) {
	l.b.Return(ir.NewExpr(ir.Pack{Words: []ir.Expr{e, at}}, ir.Pair{First: l.elem, Second: at.Type()}))
}

// winnerRow is the function of a row.
func winnerRow(s spec.Spec, how ReduceLoop) *ir.Program {
	l := newWinnerLoop(s, how)
	if l.float() && s.Cols() > 1 {
		l.Primitive("Unkey", ir.Nothing(l.elem).Bits().Type(), l.key)
	}
	l.b = l.Build("Row", ir.Pair{First: l.elem, Second: ir.I32}, rowDoes)
	b, n, rest := l.b, ir.Int.Int(s.Cols()), ir.Int.Int(max(1, s.Cols()/group*group))
	last := ir.Int.Int(s.Cols() - group)
	if s.Ranged() {
		l.x = b.Param("x", ir.Slice{Of: l.memory})
		n = l.x.Len()
		if rest, last = ir.Int.Int(1), n.Minus(group); s.Cols() >= group {
			rest = rest.Max(n.Over(group).Times(group))
		}
	} else {
		l.x = b.ReadOnly("x", ir.Array{Of: l.memory, N: s.Cols()})
	}
	if s.Cols() == 1 {
		l.gives(l.result(l.x.At(0)), ir.I32.Int(0))
		return l.Program
	}
	l.begins()
	if s.Cols() >= group {
		b.Step(fmt.Sprintf("%d columns at a time: few have one that is better.", group))
		b.For(ir.AsCompiled, "k", ir.Int.Int(0), func(k ir.Expr) ir.Expr { return k.LessEqual(last) },
			func(k ir.Expr) ir.Expr { return k.Plus(group) }, l.group)
	}
	if s.Ranged() || s.Cols() < group || s.Cols()%group > 0 {
		b.Step("The last columns.")
		step(b, "i", rest, n, 1, l.last)
	}
	best := l.best
	if l.float() {
		best = l.Call("Unkey", best).FromBits(l.elem)
	}
	l.gives(best, l.at.To(ir.I32))
	return l.Program
}

// winnerArray is the function of an array. Any order gives the same, so processors share parts of one size, and the
// first part that has the best element has the array's.
func winnerArray(s spec.Spec, how ReduceLoop) *ir.Program {
	l := newWinnerLoop(s, how)
	l.finds()
	b := l.Build("Beats", ir.Bool{}, "reports whether a is better than b.")
	b.Return(l.wins(l.keyed(b.Param("a", l.memory)), l.keyed(b.Param("b", l.memory))))
	b = l.Build("", ir.Pair{First: l.elem, Second: ir.I64})
	b.Name, l.b = s.FuncName(), b
	in := b.Param("in", ir.Slice{Of: l.memory})
	n := in.Len()
	b.If(n.Equal(0), func() { l.gives(ir.NewExpr(ir.Const{}, l.elem), ir.I64.Int(-1)) })
	b.If(n.Less(2*how.Share), func() {
		at := b.Let("at", l.Call("Place", in))
		l.gives(l.result(in.At(at)), at.To(ir.I64))
	})
	b.Step("The place of each part, then the first part that has the best element.")
	size := b.Fix("size", ir.Int.Int(how.Share/2))
	places := b.Let("places", ir.MakeSlice(ir.Int, n.Plus(size).Minus(1).Over(size)))
	b.Parallel(places.Len(), ir.Int.Int(2), func(from, to ir.Expr) {
		step(b, "p", from, to, 1, func(p ir.Expr) {
			part := in.Between(p.Times(size), p.Plus(1).Times(size).Min(n))
			b.Set(places.At(p), p.Times(size).Plus(l.Call("Place", part)))
		})
	})
	at := b.Let("at", places.At(0))
	b.Each("next", places.Past(1), func(next ir.Expr) {
		b.If(l.Call("Beats", in.At(next), in.At(at)), func() { b.Set(at, next) })
	})
	l.gives(l.result(in.At(at)), at.To(ir.I64))
	return l.Program
}

// finds adds the function that finds the place of the best of some elements.
func (l *winnerLoop) finds() {
	b := l.Build("Place", ir.Int, "is the place of the element of x, at least one.")
	l.b, l.x = b, b.Param("x", ir.Slice{Of: l.memory})
	n := l.x.Len()
	l.begins()
	b.Step(fmt.Sprintf("%d elements at a time: few have one that is better.", group))
	k := b.Let("k", ir.Int.Int(0))
	b.Add(ir.For{While: k.Plus(group).LessEqual(n), Next: []ir.Set{{To: k, Value: k.Plus(group)}},
		Body: b.Region(func() { l.group(k) })},
		ir.For{While: k.Less(n), Next: []ir.Set{{To: k, Value: k.Plus(1)}}, Body: b.Region(func() { l.last(k) })})
	b.Return(l.at)
}

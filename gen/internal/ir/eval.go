package ir

import (
	"math"
	"slices"
)

// of is the value of an expression in the thread.
func (t *thread) of(e Expr) value { return e.Node().value(t, e.Type()) }

// as is the value of an expression where a value of a type stands: an integer is converted.
func (t *thread) as(e Expr, to Type) value {
	v := t.of(e)
	if n, ok := integer(to); ok && e.Type() != to {
		v.n = cut(converted(v.n, e.Type(), n), n)
	}
	return v
}

func (n Const) value(*thread, Type) value { return value{n: n.Bits} }

// A value that nobody looks at is one that shows where somebody does.
func (Zero) value(_ *thread, of Type) value {
	if isArray(of) {
		return value{mem: &Memory{Bytes: make([]byte, of.size())}}
	}
	return value{n: 0x5a}
}

func (Zeros) value(_ *thread, of Type) value {
	if s, ok := of.(Struct); ok {
		return value{words: make([]uint64, len(s.Leaves()))}
	}
	return value{}
}

func (Identity) value(t *thread, of Type) value {
	if s, ok := of.(Struct); ok {
		return value{words: slices.Repeat([]uint64{t.Identity}, len(s.Leaves()))}
	}
	return value{n: t.Identity}
}

func (n Local) value(t *thread, of Type) value {
	v, ok := t.frame[n.Var]
	if n.Var.Shared {
		v, ok = t.block.shared[n.Var]
	}
	if !ok {
		failf("%s has no value yet", n.Var.Name)
	}
	if _, array := of.(Array); n.Var.Shared && !array {
		return v.load(of)
	}
	return v
}

func (n Index) value(t *thread, _ Type) value {
	return value{n: uint64([...]int{ThreadIdx: t.index, BlockIdx: t.block.index, GridDim: t.Blocks}[n.Of])}
}

func (n Not) value(t *thread, of Type) value {
	v := t.of(n.X)
	if number, ok := of.(Number); ok {
		return value{n: cut(^converted(v.n, n.X.Type(), number), number)}
	}
	return value{n: v.n ^ 1}
}

func (n Binary) value(t *thread, _ Type) value {
	a := t.of(n.A)
	if n.Op == Both && a.n == 0 || n.Op == Either && a.n == 1 {
		return a
	}
	return value{n: n.Op.compute(a.n, t.of(n.B).n, n.A.Type(), n.B.Type())}
}

func (n Choose) value(t *thread, of Type) value {
	if t.of(n.If).n == 1 {
		return t.as(n.Then, of)
	}
	return t.as(n.Else, of)
}

func (n Convert) value(t *thread, of Type) value {
	if of == F32 {
		return value{n: uint64(math.Float32bits(float32(int64(t.of(n.X).n))))}
	}
	return t.as(n.X, of)
}
func (n Bits) value(t *thread, _ Type) value { return t.of(n.X) }

func (n FromBits) value(t *thread, of Type) value {
	return value{n: cut(t.of(n.X).n, of.(Number))}
}

func (n Element) value(t *thread, of Type) value { return t.place(NewExpr(n, of)).load(of) }
func (n Len) value(t *thread, _ Type) value      { return value{n: uint64(lengthOf(n.X.Type(), t.of(n.X)))} }

// lengthOf is the number of values of an array or a slice.
func lengthOf(t Type, v value) int {
	if a, ok := t.(Array); ok {
		return a.N
	}
	return v.count
}

func (n Part) value(t *thread, of Type) value {
	x := t.of(n.X)
	from, to := 0, lengthOf(n.X.Type(), x)
	if n.To != nil {
		if to = int(t.of(*n.To).n); to < 0 || to > lengthOf(n.X.Type(), x) {
			failf("values up to %d of %d", to, lengthOf(n.X.Type(), x))
		}
	}
	if n.From != nil {
		if from = int(t.of(*n.From).n); from < 0 || from > to {
			failf("values from %d to %d", from, to)
		}
	}
	x = x.at(uint64(from), elementOf(of).size())
	x.count = to - from
	return x
}

func (n View) value(t *thread, of Type) value {
	x := t.of(n.X)
	if x.count < of.(Array).N {
		failf("%d values as %s", x.count, of)
	}
	return x
}

func (n Clone) value(t *thread, of Type) value {
	x, to := t.of(n.X), blank(of.size())
	copy(to.Bytes, x.bytes(of.size(), 1))
	for i := range to.unknown {
		to.unknown[i] = x.mem.unknown != nil && x.mem.unknown[int(x.n)+i]
	}
	return value{mem: to}
}

func (n Make) value(t *thread, of Type) value {
	count := int(t.of(n.N).n)
	return value{mem: blank(count * elementOf(of).size()), count: count}
}

func (n Copied) value(t *thread, _ Type) value {
	to, from := t.of(n.To), t.of(n.From)
	of, number := elementOf(n.To.Type()), min(to.count, from.count)
	var all []value
	for i := range number {
		all = append(all, from.at(uint64(i), of.size()).load(of))
	}
	for i, v := range all {
		to.at(uint64(i), of.size()).store(v.n, of.size(), of.size())
	}
	return value{n: uint64(number)}
}

func (n Word) value(t *thread, _ Type) value { return t.of(n.Of).word(n.At) }

func (n Leaf) value(t *thread, _ Type) value { return t.of(n.Of).word(n.At) }

func (n Pointed) value(t *thread, of Type) value { return t.of(n.X).load(of) }

func (n Address) value(t *thread, _ Type) value { return t.place(n.Of) }

func (n Pack) value(t *thread, of Type) value {
	v, all := value{}, packed(of)
	for i, w := range n.Words {
		v.words = append(v.words, t.as(w, all[i]).n)
	}
	if !isArray(of) {
		return v
	}
	to := value{mem: blank(of.size())}
	for i, w := range v.words {
		to.at(uint64(i), all[i].size()).put(all[i], value{n: w})
	}
	return to
}

func (n Funnel) value(t *thread, _ Type) value {
	both := t.of(n.High).n<<32 | t.of(n.Low).n
	return value{n: cut(both>>(t.of(n.By).n%32), U32)}
}

func (n PickBytes) value(t *thread, _ Type) value {
	both, by, all := t.of(n.High).n<<32|t.of(n.Low).n, t.of(n.By).n, uint64(0)
	for i := range 4 {
		digit := by >> (4 * i) & 15
		if digit > 7 {
			failf("byte %d of two words", digit)
		}
		all |= both >> (8 * digit) & 0xff << (8 * i)
	}
	return value{n: all}
}

func (n Offset) value(t *thread, of Type) value {
	by := converted(t.of(n.By).n, n.By.Type(), U64)
	if n.Back {
		by = -by
	}
	return t.of(n.From).at(by, elementOf(of).size())
}

func (n Recast) value(t *thread, _ Type) value {
	v := t.of(n.X)
	if n.X.Type() == U64 && v.mem != nil {
		v.n -= uint64(v.mem.Skew)
	}
	return v
}

func (n AddressBits) value(t *thread, _ Type) value {
	v := t.of(n.X)
	v.n += uint64(v.mem.Skew)
	return v
}

func (n Aligned) value(t *thread, _ Type) value {
	for _, x := range n.All {
		if v := t.of(x); (int(v.n)+v.mem.Skew)%n.Bytes != 0 {
			return value{}
		}
	}
	return value{n: 1}
}

func (n Shuffle) value(t *thread, _ Type) value {
	by := t.of(n.By).n
	return t.meet(n.lanes(), t.of(n.X), func(part []*thread) value {
		lane := t.index % lanes
		from := [...]int{
			Idx: int(by % lanes), Up: lane - int(by), Down: lane + int(by), Across: lane ^ int(by%lanes),
		}[n.Mode]
		if from < 0 || from >= lanes {
			from = lane
		}
		if from -= part[0].index % lanes; from < 0 || from >= len(part) {
			failf("a shuffle reads a lane that does not make it")
		}
		return part[from].gives
	})
}

func (n All) value(t *thread, _ Type) value {
	return t.meet(lanes, t.of(n.X), func(warp []*thread) value {
		for _, other := range warp {
			if other.gives.n == 0 {
				return value{n: 0}
			}
		}
		return value{n: 1}
	})
}

func (n Call) value(t *thread, _ Type) value { return t.callOf(n) }

// place is the place of an element, or of what a pointer points to.
func (t *thread) place(e Expr) value {
	if p, ok := e.Node().(Pointed); ok {
		return t.of(p.X)
	}
	n, ok := e.Node().(Element)
	if !ok {
		failf("%T is no place in memory", e.Node())
	}
	of, at := t.of(n.Of), converted(t.of(n.At).n, n.At.Type(), U64)
	if _, pointer := n.Of.Type().(Pointer); !pointer && at >= uint64(lengthOf(n.Of.Type(), of)) {
		failf("value %d of %d", int64(at), lengthOf(n.Of.Type(), of))
	}
	return of.at(at, e.Type().size())
}

// let defines a local.
func (t *thread) let(s Let) {
	_, array := s.Var.Type.(Array)
	switch {
	case s.Value != nil:
		t.frame[s.Var] = t.as(*s.Value, s.Var.Type)
	case s.Var.Shared:
		t.block.share(s.Var)
	case array:
		t.frame[s.Var] = value{mem: blank(s.Var.Type.size())}
	default:
		delete(t.frame, s.Var)
	}
}

// set stores a value in a local, an element or a word.
func (t *thread) set(to Expr, v value) {
	switch n := to.Node().(type) {
	case Local:
		if n.Var.Shared {
			t.block.shared[n.Var].put(to.Type(), v)
			return
		}
		t.frame[n.Var] = v
	case Element, Pointed:
		t.place(to).put(to.Type(), v)
	case Word:
		of := n.Of.Node().(Local).Var
		t.frame[of] = t.frame[of].with(n.At, of.Type.(Vector).Words, v)
	case Leaf:
		of := n.Of.Node().(Local).Var
		t.frame[of] = t.frame[of].with(n.At, len(of.Type.(Struct).Leaves()), v)
	case Pack:
		for i, w := range n.Words {
			t.set(w, value{n: v.words[i]})
		}
	default:
		failf("%T is no place", n)
	}
}

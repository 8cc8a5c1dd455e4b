package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// Morphism is a rule of two operations on any number of operands: Over(Inner(a, b, …)) = Outer(Over(a), Over(b),
// …). It is stated of two operands; those of any number follow by induction, since both operations are associative.
// Where no operand may take part, Over of Inner's identity has to be that of Outer, which package term compares.
type Morphism struct {
	Name         string
	Way          Way
	Inner, Outer *Expr // of a and b; a comparison is the same of both: Outer(Over(a), Over(b)) = Inner(a, b)
	False        *Expr // an operation that is not Outer
	Over         *Expr // of a
	Undo         *Expr // of a: what Over is of; nil where that is not known
	When         []Cond
	Law          string
	Because      string // as of a row
}

// Way is what a morphism goes over.
type Way uint8

// The ways.
const (
	AnyBits    Way = iota // bits k..k+n-1
	LowestBits            // the n lowest bits
	TopBits               // the bits from k on
	SignCopied            // m bits, extended to w with their sign
	ZerosAbove            // likewise, with zeros
	MovedUp               // moved up by k bits, to w
	AllFlipped
	SignFlipped
	RestFlipped // all bits but the sign

	Ways = 9
)

// extrema are the minima and maxima of integers: the opposite, that of the other order, both at once, and that of
// integers without signs.
var extrema = []struct {
	name                                      string
	code, opposite, otherwise, both, unsigned bv.IntOp
}{
	{"the least", bv.UMin, bv.UMax, bv.SMin, bv.SMax, bv.UMin},
	{"the greatest", bv.UMax, bv.UMin, bv.SMax, bv.SMin, bv.UMax},
	{"the signed least", bv.SMin, bv.SMax, bv.UMin, bv.UMax, bv.UMin},
	{"the signed greatest", bv.SMax, bv.SMin, bv.UMax, bv.UMin, bv.UMax},
}

// Morphisms are the rules of two operations.
var Morphisms = morphisms()

func morphisms() (all []Morphism) {
	add := func(name string, way Way, over, undo *Expr, inner, outer, wrong bv.IntOp, law string, when ...Cond) {
		all = append(all, Morphism{Name: name, Way: way, Inner: op(inner, a, b), Outer: op(outer, a, b),
			False: op(wrong, a, b),
			Over:  over, Undo: undo, When: when, Law: law})
	}
	top := cut(a, k, minus(w, k))
	for _, o := range []struct {
		name        string
		code, wrong bv.IntOp
	}{{"and", bv.And, bv.Or}, {"or", bv.Or, bv.Xor}, {"xor", bv.Xor, bv.And}} {
		add("bits of "+o.name, AnyBits, cut(a, k, n), nil, o.code, o.code, o.wrong, "")
	}
	add("low bits of a sum", LowestBits, cut(a, zero, n), nil, bv.Add, bv.Add, bv.Or, "")
	add("low bits of a product", LowestBits, cut(a, zero, n), nil, bv.Mul, bv.Mul, bv.And, "")
	for _, o := range extrema {
		add("top bits of "+o.name, TopBits, top, nil, o.code, o.code, o.opposite, "", below(k, w))
		if o.code != o.unsigned {
			add(o.name+" of what is extended with its sign", SignCopied, sext(wide(a, m), w), cut(a, zero, m), o.code, o.code,
				o.opposite, "", below(m, w))
		}
		add(o.name+" of what has zeros above", ZerosAbove, zext(wide(a, m), w), cut(a, zero, m), o.unsigned, o.code,
			o.opposite, "", below(m, w))
		add(o.name+" of what is moved up", MovedUp, beside(num(k, zero), wide(a, minus(w, k))), cut(a, k, minus(w, k)),
			o.code,
			o.code, o.opposite, "", below(zero, k), below(k, w))
		for _, f := range []struct {
			name  string
			way   Way
			x     *Num
			inner bv.IntOp
		}{
			{"complements", AllFlipped, onesNum(w), o.opposite},
			{"what has its sign flipped", SignFlipped, topNum(w), o.otherwise},
			{"what is flipped below its sign", RestFlipped, minus(topNum(w), one), o.both},
		} {
			flip := xor(a, num(w, f.x))
			add(o.name+" of "+f.name, f.way, flip, flip, f.inner, o.code, o.opposite, "order-preserving encoding", below(one, w))
		}
	}
	for _, o := range []struct {
		name               string
		code, wrong, plain bv.IntOp
	}{{"equality", bv.Eq, bv.ULt, bv.Eq}, {"order", bv.ULt, bv.Eq, bv.ULt}, {"signed order", bv.SLt, bv.Eq, bv.ULt}} {
		add(o.name+" of what is extended with its sign", SignCopied, sext(wide(a, m), w), cut(a, zero, m), o.code, o.code,
			o.wrong, "", below(m, w))
		add(o.name+" of what has zeros above", ZerosAbove, zext(wide(a, m), w), cut(a, zero, m), o.plain, o.code, o.wrong, "",
			below(m, w))
		add(o.name+" of what is moved up", MovedUp, beside(num(k, zero), wide(a, minus(w, k))), cut(a, k, minus(w, k)),
			o.code,
			o.code, o.wrong, "", below(zero, k), below(k, w))
	}
	for _, of := range formats {
		w := lit(uint64(of.f.Bits()))
		x, y := wide(a, w), wide(b, w)
		for _, o := range []struct {
			name           string
			code, opposite bv.FloatOp
		}{{"the minimumNumber", bv.FMin, bv.FMax}, {"the maximumNumber", bv.FMax, bv.FMin},
			{"the minimum", bv.FMinNaN, bv.FMaxNaN}, {"the maximum", bv.FMaxNaN, bv.FMinNaN}} {
			flip := xor(x, num(w, topNum(w)))
			all = append(all, Morphism{Name: o.name + of.name + " of negatives", Way: SignFlipped,
				Inner: float(o.opposite, of.f, x, y), Outer: float(o.code, of.f, x, y), False: float(o.opposite, of.f, x, y),
				Over: flip, Undo: flip, Law: "order of negatives",
				Because: "IEEE 754-2019, 9.6: minimum and maximum follow one total order, " +
					"with -0 below +0, which negation reverses"})
		}
	}
	return all
}

// Rows are the equations of a morphism for two operands, and for its inverse.
func (m *Morphism) Rows() []Row {
	first, second := m.first(), m.second()
	rows := []Row{{Name: m.Name, Left: m.Over.with(m.Inner.of(first, second)),
		Right: m.Outer.of(m.Over, m.Over.with(second)),
		Wrong: m.False.of(m.Over, m.Over.with(second)), When: m.When}}
	if m.Compares() {
		rows[0].Left = m.Inner.of(first, second)
	}
	if m.Inner.Op == Float {
		rows[0].Float, rows[0].Format = true, m.Inner.F
	}
	if m.Undo != nil {
		rows = append(rows, Row{Name: m.Name + ", undone", Left: m.Undo.with(m.Over), Right: first, Wrong: not(first),
			When: m.When})
	}
	for i := range rows {
		rows[i].Because = m.Because
	}
	return rows
}

// Compares reports whether a morphism is of comparisons.
func (m *Morphism) Compares() bool { return m.Inner.Op == Int && bv.IntOp(m.Inner.Code) >= bv.Eq }

// first and second are the operands of a morphism.
func (m *Morphism) first() (of *Expr) {
	m.Over.Walk(func(e *Expr) {
		if e.Op == Unknown {
			of = e
		}
	})
	return of
}

func (m *Morphism) second() *Expr { return wide(b, m.first().W) }

// of is an operation on other operands.
func (e *Expr) of(a, b *Expr) *Expr { t := *e; t.Args = []*Expr{a, b}; return &t }

// with is e of another a, which has its width.
func (e *Expr) with(a *Expr) *Expr {
	if e.Op == Unknown {
		return a
	}
	t := *e
	t.Args = nil
	for _, arg := range e.Args {
		t.Args = append(t.Args, arg.with(a))
	}
	return &t
}

package exec

import (
	"math/big"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Compilers divide by a number through a product with its reciprocal (Granlund and Montgomery, "Division by Invariant
// Integers using Multiplication", 1994). In a thread that is alone, and where a domain knows numbers by their
// remainders, such values are modelled: each is floor(a*x / 2^k) for known a and k. One that is x / d for every x of
// its width is that division to the domain.

// scaled is the value floor(a*x / 2^k), which has not wrapped.
type scaled struct {
	x      bv.Value
	signed bool     // how x and the value are read
	most   *big.Int // of the size of x
	a      *big.Int
	k      int
}

// scaledBy is the value of a factor and a shift, of a word.
func scaledBy(d bv.Domain, x bv.Value, signed bool, a *big.Int, k int) scaled {
	return scaled{x, signed, most(d, x, signed), a, k}
}

// most is a bound of the size of x, by the upper bits that are zeros or copies of a sign.
func most(d bv.Domain, x bv.Value, signed bool) *big.Int {
	w := x.Width()
	power := func(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
	for _, n := range []int{8, 16, 32} {
		if n >= w {
			break
		}
		if zeros, known := d.Known(d.Extract(x, n, w-n)); known && zeros == 0 {
			return new(big.Int).Sub(power(n), big.NewInt(1))
		}
		if signed && d.Extend(d.Extract(x, 0, n), w, true) == x {
			return power(n - 1)
		}
	}
	if signed {
		return power(w - 1)
	}
	return new(big.Int).Sub(power(w), big.NewInt(1))
}

// reciprocals are what is known of values.
type reciprocals struct {
	scaled map[bv.Value]scaled
	less   map[bv.Value]scaled // x less such a value
	half   map[bv.Value]scaled // half of that
	signs  map[bv.Value]scaled // the sign of such a value, as 0 or 1

	quotients map[bv.Value]ratio
	products  map[bv.Value]ratio // times what it was divided by

	flags map[bv.Value]bv.Value // words that are 0 or all ones, by a bit
}

// ratio is x / by.
type ratio struct {
	scaled
	by *big.Int
}

// reciprocalsOf are those of a domain that knows numbers by what they leave; nil for others.
func reciprocalsOf(d bv.Domain) *reciprocals {
	if own, ok := d.(interface{ HasDivisor() bool }); !ok || !own.HasDivisor() {
		return nil
	}
	return newReciprocals()
}

func newReciprocals() *reciprocals {
	return &reciprocals{map[bv.Value]scaled{}, map[bv.Value]scaled{}, map[bv.Value]scaled{}, map[bv.Value]scaled{},
		map[bv.Value]ratio{}, map[bv.Value]ratio{}, map[bv.Value]bv.Value{}}
}

// followed are the instructions that the division is made of.
var followed = map[string]bool{"mul": true, "shr": true, "sub": true, "add": true, "mad": true, "cvt": true}

// follow runs an instruction and notes what its result is.
func (t *thread) follow(in *instr) {
	if !followed[in.form.name] || in.guard >= 0 || in.args[0].kind != argReg || typs[in.mods[len(in.mods)-1]].float ||
		typs[in.mods[len(in.mods)-1]].packed {
		in.form.run(t, in)
		return
	}
	ty := in.last()
	var operands []bv.Value
	for _, a := range in.args[1:] {
		var v bv.Value
		switch {
		case a.kind == argReg:
			v = t.regs[a.reg].V
		case a.kind == argConst && a.size == 0 && in.form.name != "shr":
			v = t.num(ty.w, a.bits).V
		case a.kind == argConst && a.size == 0:
			v = t.num(32, a.bits).V
		}
		operands = append(operands, v)
	}
	in.form.run(t, in)
	reg := in.args[0].reg
	c := t.regs[reg]
	for _, v := range append(operands, c.V) {
		if v == nil || !plain(v) {
			return
		}
	}
	if _, known := t.m.Dom.Known(c.V); !known {
		t.setReg(reg, Cell{t.m.recipes.note(t.m.Dom, in, ty, operands, c.V), c.Def})
	}
}

// note is v, or the division that it is.
func (r *reciprocals) note(d bv.Domain, in *instr, ty typ, x []bv.Value, v bv.Value) bv.Value {
	number := func(i int, signed bool) *big.Int {
		n, known := d.Known(x[i])
		switch {
		case !known:
			return nil
		case signed && n>>(x[i].Width()-1) == 1:
			return new(big.Int).Sub(new(big.Int).SetUint64(n), new(big.Int).Lsh(big.NewInt(1), uint(x[i].Width())))
		}
		return new(big.Int).SetUint64(n)
	}
	switch in.form.name {
	case "mul":
		a, k := number(1, ty.signed), 0
		if in.mods[0] == "hi" {
			k = ty.w
		}
		if q, ok := r.quotients[x[0]]; ok && a != nil && in.mods[0] == "lo" && equalIn(a, q.by, ty.w) {
			r.products[v] = q
		}
		if a == nil || in.mods[0] == "lo" {
			return v
		}
		return r.put(d, v, scaledBy(d, x[0], ty.signed, a, k))
	case "shr":
		n := number(1, false)
		if n == nil {
			return v
		}
		return r.shifted(d, ty, x[0], int(n.Int64()), v)
	case "cvt":
		if s, ok := r.scaled[x[0]]; ok && s.converted(in) {
			return r.put(d, v, s)
		}
	case "sub":
		if q, ok := r.products[x[1]]; ok && q.x == x[0] {
			return q.apply(d, true, v.Width())
		}
		return r.difference(d, x[0], x[1], v)
	case "mad":
		by := number(1, false)
		if by == nil || in.mods[0] != "lo" {
			return v
		}
		if q, ok := r.quotients[x[0]]; ok && q.x == x[2] && equalIn(new(big.Int).Neg(by), q.by, ty.w) { // x - q*d
			return q.apply(d, true, v.Width())
		}
		switch {
		case equalIn(by, big.NewInt(1), ty.w):
			return r.sum(d, x[0], x[2], v)
		case equalIn(by, big.NewInt(-1), ty.w):
			return r.difference(d, x[2], x[0], v)
		}
	case "add":
		return r.sum(d, x[0], x[1], v)
	}
	return v
}

// shifted is v = x >> n.
func (r *reciprocals) shifted(d bv.Domain, ty typ, x bv.Value, n int, v bv.Value) bv.Value {
	if s, ok := r.scaled[x]; ok {
		switch {
		case ty.signed == s.signed && n < ty.w:
			s.k += n
			return r.put(d, v, s)
		case s.signed && !ty.signed && n == ty.w-1:
			r.signs[v] = s
		}
	}
	if s, ok := r.less[x]; ok && n == 1 && !ty.signed {
		r.half[v] = s
	}
	return v
}

// sum is v = x + y.
func (r *reciprocals) sum(d bv.Domain, x, y bv.Value, v bv.Value) bv.Value {
	for _, p := range [][2]bv.Value{{x, y}, {y, x}} {
		s, ok := r.scaled[p[1]]
		if !ok {
			continue
		}
		one := new(big.Int).Lsh(big.NewInt(1), uint(s.k))
		if h, ok := r.half[p[0]]; ok && h.x == s.x && h.k == s.k && h.a.Cmp(s.a) == 0 { // (x-s)/2 + s = (x+s)/2
			s.a, s.k = one.Add(one, s.a), s.k+1
			return r.put(d, v, s)
		}
		if p[0] == s.x && s.signed && s.a.Sign() < 0 { // x + floor(a*x / 2^k)
			if a := one.Add(one, s.a); a.Sign() > 0 {
				s.a = a
				return r.put(d, v, s)
			}
		}
		if q, ok := r.signs[p[0]]; ok && q.x == s.x && s.signed && q.a.Sign() == s.a.Sign() {
			if by := s.signedDivisor(); by != nil {
				return r.divided(d, ratio{s, by}, v.Width())
			}
		}
	}
	return v
}

// difference is v = x - y.
func (r *reciprocals) difference(d bv.Domain, x, y, v bv.Value) bv.Value {
	if s, ok := r.scaled[y]; ok && s.x == x && !s.signed && s.a.BitLen() <= s.k {
		r.less[v] = s
	}
	if s, ok := r.scaled[x]; ok && s.x == y && s.signed && s.a.Sign() > 0 { // floor(a*y / 2^k) - y
		if a := new(big.Int).Sub(s.a, s.power()); a.Sign() < 0 {
			s.a = a
			return r.put(d, v, s)
		}
	}
	return v
}

// put notes that v is s.
func (r *reciprocals) put(d bv.Domain, v bv.Value, s scaled) bv.Value {
	r.scaled[v] = s
	if by := s.divisor(); by != nil {
		v = r.divided(d, ratio{s, by}, v.Width())
		r.scaled[v] = s
	}
	return v
}

// divided is a quotient as the domain knows it.
func (r *reciprocals) divided(d bv.Domain, q ratio, bits int) bv.Value {
	v := q.apply(d, false, bits)
	r.quotients[v] = q
	return v
}

// equalIn reports whether two numbers are the same word of w bits.
func equalIn(a, b *big.Int, w int) bool {
	c := new(big.Int).Sub(a, b)
	return c.And(c, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))).Sign() == 0
}

// converted reports whether a cvt keeps the value, which has no sign: cvt cuts off none of its bits and
// copies none of them as a sign.
func (s scaled) converted(in *instr) bool {
	n, to, from := s.bits(), in.typeOf(0), in.typeOf(1)
	signed := from.signed && n == from.w && to.w > from.w || to.signed && n == to.w && in.args[0].size > to.w
	return !s.signed && n <= min(to.w, from.w) && !signed
}

// bits is how many bits hold every value, read without sign.
func (s scaled) bits() int {
	top := new(big.Int).Mul(s.most, s.a)
	return top.Rsh(top, uint(s.k)).BitLen()
}

// divisor is the d for which s is x / d, for every x without sign; nil: there is none. With
// e = a*d - 2^k, the value is x/d + e*x/(d*2^k): less than the next integer if e*x < 2^k.
func (s scaled) divisor() *big.Int {
	if s.signed || s.a.Sign() <= 0 {
		return nil
	}
	return s.reciprocal(s.a, 0, s.power())
}

// signedDivisor is the d for which floor(a*x / 2^k), and 1 more if it is negative, is x / d
// rounded toward zero, for every x with sign. There e must be positive. Rounded down, a negative
// value is that of the next integer also if e*|x| is 2^k, as |x| mod d is at most d-1; only with
// a > 0 are the x of the greatest size, the negative power of two, among these.
func (s scaled) signedDivisor() *big.Int {
	limit := s.power()
	if s.a.Sign() > 0 && s.most.TrailingZeroBits() == uint(s.most.BitLen()-1) {
		limit.Add(limit, big.NewInt(1))
	}
	d := s.reciprocal(new(big.Int).Abs(s.a), 1, limit)
	if d != nil && s.a.Sign() < 0 {
		d.Neg(d)
	}
	return d
}

// power is 2^k.
func (s scaled) power() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(s.k)) }

// reciprocal is the d with least <= e and e*most < limit, where e = a*d - 2^k, and d > 1.
func (s scaled) reciprocal(a *big.Int, least int64, limit *big.Int) *big.Int {
	d := new(big.Int).Div(s.power(), a)
	for range 2 {
		e := new(big.Int).Mul(a, d)
		e.Sub(e, s.power())
		if d.Cmp(big.NewInt(1)) > 0 && d.BitLen() < s.x.Width() && e.Cmp(big.NewInt(least)) >= 0 &&
			e.Mul(e, s.most).Cmp(limit) < 0 {
			return d
		}
		d.Add(d, big.NewInt(1))
	}
	return nil
}

// apply is x / by, or what it leaves, as a value of some bits that hold it.
func (q ratio) apply(d bv.Domain, remainder bool, bits int) bv.Value {
	w := max(q.x.Width(), 32)
	n := new(big.Int).Set(q.by)
	if n.Sign() < 0 {
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	of := bv.Division{Signed: q.signed, Remainder: remainder, Bits: w}
	v := bv.Quotient(d, of, d.Extend(q.x, w, q.signed), d.Const(w, n.Uint64()))
	if bits <= w {
		return d.Extract(v, 0, bits)
	}
	return d.Extend(v, bits, q.signed)
}

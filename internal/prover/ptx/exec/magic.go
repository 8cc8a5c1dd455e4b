package exec

import (
	"math/big"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Compilers divide by a number through a product with its reciprocal (Granlund and Montgomery,
// "Division by Invariant Integers using Multiplication", 1994). Of a thread that is alone such
// values are followed: each is floor(a*x / 2^k) for known a and k. One that is x / d for every x
// of its width is that division to the domain.

// scaled is the value floor(a*x / 2^k), which has not wrapped.
type scaled struct {
	x      bv.Value
	signed bool // how x and the value are read
	a      *big.Int
	k      int
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

func newReciprocals() *reciprocals {
	return &reciprocals{map[bv.Value]scaled{}, map[bv.Value]scaled{}, map[bv.Value]scaled{}, map[bv.Value]scaled{},
		map[bv.Value]ratio{}, map[bv.Value]ratio{}, map[bv.Value]bv.Value{}}
}

// followed are the instructions that the division is made of.
var followed = map[string]bool{"mul": true, "shr": true, "sub": true, "add": true, "mad": true, "cvt": true}

// follow runs an instruction and notes what its result is.
func (t *thread) follow(in *instr) {
	if !followed[in.form.name] || in.guard >= 0 || in.args[0].kind != argReg || typs[in.mods[len(in.mods)-1]].float || typs[in.mods[len(in.mods)-1]].packed {
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
	reg := &t.regs[in.args[0].reg]
	for _, v := range append(operands, reg.V) {
		if v == nil || !plain(v) {
			return
		}
	}
	if _, known := t.m.Dom.Known(reg.V); !known {
		reg.V = t.m.recipes.note(t.m.Dom, in, ty, operands, reg.V)
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
		return r.put(d, v, scaled{x[0], ty.signed, a, k})
	case "shr":
		n := number(1, false)
		if n == nil {
			return v
		}
		return r.shifted(d, ty, x[0], int(n.Int64()), v)
	case "cvt":
		if s, ok := r.scaled[x[0]]; ok && !s.signed && s.bits() <= v.Width() {
			return r.put(d, v, s)
		}
	case "sub":
		if q, ok := r.products[x[1]]; ok && q.x == x[0] {
			return q.apply(d, true, v.Width())
		}
		if s, ok := r.scaled[x[1]]; ok && s.x == x[0] && !s.signed && s.a.BitLen() <= s.k {
			r.less[v] = s
		}
	case "mad":
		if by := number(1, false); by != nil && in.mods[0] == "lo" {
			if q, ok := r.quotients[x[0]]; ok && q.x == x[2] && equalIn(by.Neg(by), q.by, ty.w) { // x - q*d
				return q.apply(d, true, v.Width())
			}
		}
		if one := number(1, false); one != nil && one.Cmp(big.NewInt(1)) == 0 && in.mods[0] == "lo" {
			return r.sum(d, x[0], x[2], v)
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
			return r.put(d, v, scaled{s.x, false, one.Add(one, s.a), s.k + 1})
		}
		if p[0] == s.x && s.signed && s.a.Sign() < 0 { // x + floor(a*x / 2^k)
			if a := one.Add(one, s.a); a.Sign() > 0 {
				return r.put(d, v, scaled{s.x, true, a, s.k})
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

// bits is how many bits hold every value, read without sign.
func (s scaled) bits() int {
	top := new(big.Int).Lsh(big.NewInt(1), uint(s.x.Width()))
	return top.Sub(top, big.NewInt(1)).Mul(top, s.a).Rsh(top, uint(s.k)).BitLen()
}

// divisor is the d for which s is x / d, for every x without sign; nil: there is none. With
// e = a*d - 2^k, the value is x/d + e*x/(d*2^k): less than the next integer if e*x < 2^k.
func (s scaled) divisor() *big.Int {
	if s.signed || s.a.Sign() <= 0 {
		return nil
	}
	most := new(big.Int).Lsh(big.NewInt(1), uint(s.x.Width()))
	return s.reciprocal(s.a, most.Sub(most, big.NewInt(1)), 0)
}

// signedDivisor is the d for which floor(a*x / 2^k), and 1 more if it is negative, is x / d
// rounded toward zero, for every x with sign. There e must be positive.
func (s scaled) signedDivisor() *big.Int {
	most := new(big.Int).Lsh(big.NewInt(1), uint(s.x.Width()-1))
	d := s.reciprocal(new(big.Int).Abs(s.a), most, 1)
	if d != nil && s.a.Sign() < 0 {
		d.Neg(d)
	}
	return d
}

// reciprocal is the d with least <= e and e*most < 2^k, where e = a*d - 2^k, and d > 1.
func (s scaled) reciprocal(a, most *big.Int, least int64) *big.Int {
	one := new(big.Int).Lsh(big.NewInt(1), uint(s.k))
	d := new(big.Int).Div(one, a)
	for range 2 {
		e := new(big.Int).Mul(a, d)
		e.Sub(e, one)
		if d.Cmp(big.NewInt(1)) > 0 && d.BitLen() < s.x.Width() && e.Cmp(big.NewInt(least)) >= 0 && e.Mul(e, most).Cmp(one) < 0 {
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
	of := bv.Divide(bv.Division{Signed: q.signed, Remainder: remainder, Bits: w})
	v := bv.Apply(d, of, d.Extend(q.x, w, q.signed), d.Const(w, n.Uint64()))
	if bits <= w {
		return d.Extract(v, 0, bits)
	}
	return d.Extend(v, bits, q.signed)
}

package term

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// maxShown bounds the length of a term in a message.
const maxShown = 160

// Difference says, for a message, how got and want differ on one mask of where: by the
// smallest parts that do, v[i] being element i. The mask is said if the call has one. It is
// "" if it cannot be said.
func (d *Domain) Difference(where Guard, got, want bv.Value, masked bool) (text string) {
	if where == False || d.spent.over != "" {
		return ""
	}
	defer bv.Stopped(func(string) { text = "" }) // too large to be said
	for _, set := range [][]int{{0, 1}, {0, 1, 2, 3}, upTo(wordBits), d.Witness(where)} {
		if !d.Holds(where, func(bit int) bool { return slices.Contains(set, bit) }) {
			continue
		}
		mask, all := d.only(set)
		on := onMask{Domain: d, one: all}
		if x, y := differing(on.term(got.(*Term)), on.term(want.(*Term))); x != y {
			text := fmt.Sprintf("it has %s where the spec has %s", show(x), show(y))
			if masked {
				text = "on mask " + mask + " " + text
			}
			return text
		}
	}
	return ""
}

// upTo are the numbers 0..n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// only is the mask with exactly the bits of a set, in words, and the guard of that mask
// alone.
func (d *Domain) only(set []int) (text string, one Guard) {
	words := make([]uint32, 1)
	for _, bit := range set {
		for bit/wordBits >= len(words) {
			words = append(words, 0)
		}
		words[bit/wordBits] |= 1 << (bit % wordBits)
	}
	one = True
	for bit := len(words)*wordBits - 1; bit >= 0; bit-- {
		b := d.Bit(bit)
		if !slices.Contains(set, bit) {
			b = d.not(b)
		}
		one = d.and(one, b)
	}
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = fmt.Sprintf("%#x", w)
	}
	return strings.Join(parts, " "), one
}

// onMask is what terms are on the one mask of a guard. Unlike [Domain.whereTerm] it goes into floats.
type onMask struct {
	*Domain
	one  Guard
	seen bv.Memo[*Term, *Term] // terms share their parts
}

// term is t on the mask.
func (d *onMask) term(t *Term) *Term {
	return d.seen.Once(t, func() *Term { return d.made(d.whereTerm(t, d.one)) })
}

// made is the float t on the mask, of parts that are taken on the mask first; another t as it is.
func (d *onMask) made(t *Term) *Term {
	if !(t.kind == kMany && t.op.float) && t.kind != kFloat && t.kind != kConv && t.kind != kQuiet && t.kind != kApply {
		return t
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = d.term(a)
	}
	var in []entry
	for _, e := range t.in {
		if d.and(e.g, d.one) != False {
			in = append(in, at(d.term(e.t), True))
		}
	}
	return d.remade(t, args, in, nil)
}

// differing goes down two terms as long as all but one of their operands are the same. If the operands of an op have
// no order, it removes those that both have.
func differing(x, y *Term) (*Term, *Term) {
	for x != y && x.w == y.w {
		a, b, ok := operandsThatDiffer(x, y)
		if !ok {
			break
		}
		if len(a) != 1 || len(b) != 1 || a[0].n != 1 || b[0].n != 1 {
			if x.kind != kMany {
				break
			}
			return rest(x, a), rest(y, b)
		}
		x, y = a[0].t, b[0].t
	}
	return x, y
}

// operandsThatDiffer are the operands of either of two terms that the other has not, if
// the terms are alike in all else: at the same places, where operands have an order. A
// constant of an op without an order may differ too; then no single operand does.
func operandsThatDiffer(x, y *Term) (a, b []entry, ok bool) {
	if x.kind != y.kind || x.op != y.op || x.lo != y.lo || x.name != y.name {
		return nil, nil, false
	}
	if x.kind == kMany {
		a = slices.DeleteFunc(slices.Clone(x.in), func(e entry) bool { return slices.Contains(y.in, e) })
		b = slices.DeleteFunc(slices.Clone(y.in), func(e entry) bool { return slices.Contains(x.in, e) })
		return a, b, slices.Equal(x.bits, y.bits) && slices.IndexFunc(append(a[:len(a):len(a)], b...), func(e entry) bool {
			return e.g != True
		}) < 0
	}
	if len(x.args) != len(y.args) || len(x.in) > 0 || len(y.in) > 0 {
		return nil, nil, false
	}
	for i := range x.args {
		if x.args[i] != y.args[i] {
			a, b = append(a, at(x.args[i], True)), append(b, at(y.args[i], True))
		}
	}
	return a, b, len(a) == 1
}

// rest is t with some of its operands alone, for a message.
func rest(t *Term, left []entry) *Term {
	if len(left) == 1 && left[0].n == 1 {
		return left[0].t
	}
	return &Term{kind: kMany, w: t.w, op: t.op, in: left}
}

// show is a term in infix form, cut where it gets long.
func show(t *Term) string {
	s := infix(t, 6)
	if len(s) > maxShown {
		s = s[:maxShown] + " …"
	}
	return s
}

var intSigns = map[bv.IntOp]string{
	bv.Add: " + ", bv.Mul: " * ", bv.And: " & ", bv.Or: " | ", bv.Xor: " ^ ",
	bv.Eq: " == ", bv.ULt: " < ", bv.SLt: " < ",
	bv.SMin: "min", bv.SMax: "max", bv.UMin: "umin", bv.UMax: "umax",
}

var floatSigns = map[bv.FloatOp]string{
	bv.FAdd: " + ", bv.FMul: " * ", bv.FEq: " == ", bv.FLt: " < ", bv.FUnordered: "unordered",
	bv.FMin: "fmin", bv.FMax: "fmax", bv.FMinNaN: "minimum", bv.FMaxNaN: "maximum",
}

// infix is the text of a term down to depth levels.
func infix(t *Term, depth int) string {
	if x, ok := t.known(); ok {
		return fmt.Sprintf("%#x", x)
	}
	if depth == 0 {
		return "…"
	}
	arg := func(i int) string { return infix(t.args[i], depth-1) }
	switch t.kind {
	case kVar:
		return fmt.Sprintf("v[%d]", t.name)
	case kBits:
		return "(of the mask)"
	case kExtract:
		return fmt.Sprintf("%s[%d:%d]", arg(0), t.lo+t.w-1, t.lo)
	case kConcat:
		parts := make([]string, len(t.args))
		for i := range t.args { // the highest first
			parts[len(parts)-1-i] = arg(i)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case kSExt:
		return "sext(" + arg(0) + ")"
	case kNeg:
		return "-" + arg(0)
	case kSel:
		return "(" + arg(0) + " ? " + arg(1) + " : " + arg(2) + ")"
	case kFirst:
		return "(first of the winners)"
	case kApply:
		parts := make([]string, len(t.args))
		for i := range t.args {
			parts[i] = arg(i)
		}
		return fmt.Sprintf("f%d(%s)", t.name, strings.Join(parts, ", "))
	case kQuiet, kProduct:
		return arg(0)
	case kConv:
		return fmt.Sprintf("float%d(%s)", t.op.to.Bits(), arg(0))
	case kCase:
		var parts []string
		for _, e := range t.in {
			parts = append(parts, infix(e.t, depth-1))
		}
		return "(by the mask: " + strings.Join(parts, ", ") + ")"
	}
	if t.kind == kMany && len(t.in) == 0 && t.bits == nil {
		return "no operand more"
	}
	sign := intSigns[bv.IntOp(t.op.code)]
	if t.op.float {
		sign = floatSigns[bv.FloatOp(t.op.code)]
	}
	var parts []string
	for i := range t.args {
		parts = append(parts, arg(i))
	}
	for _, e := range t.in {
		s := infix(e.t, depth-1)
		if e.n != 1 {
			s = fmt.Sprintf("%d*%s", int64(e.n<<(64-t.w))>>(64-t.w), s)
		}
		parts = append(parts, s)
	}
	if t.bits != nil {
		if c := (&Term{kind: kBits, bits: t.bits}); !c.is(0) {
			parts = append(parts, infix(c, 1))
		}
	}
	if !strings.HasPrefix(sign, " ") {
		return sign + "(" + strings.Join(parts, ", ") + ")"
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, sign) + ")"
}

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
// smallest parts that do, v[i] being element i. It is "" if it cannot be said.
func (d *Domain) Difference(where Guard, got, want bv.Value) (text string) {
	if where == False || d.spent.over != "" {
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(bv.Stop); !ok {
				panic(p)
			}
			text = "" // too large to be said
		}
	}()
	for _, set := range [][]int{{0, 1}, {0, 1, 2, 3}, upTo(wordBits), d.Witness(where)} {
		if !d.Holds(where, func(bit int) bool { return slices.Contains(set, bit) }) {
			continue
		}
		mask, all := d.only(set)
		if x, y := d.differing(d.whereTerm(got.(*Term), all), d.whereTerm(want.(*Term), all)); x != y {
			return fmt.Sprintf("on mask %s it has %s where the spec has %s", mask, show(x), show(y))
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

// only is the mask of which the bits of a set are 1, in words, and the guard of that mask
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

// differing goes down two terms as long as all but one of their operands are the same.
func (d *Domain) differing(x, y *Term) (*Term, *Term) {
	for x != y && x.kind == y.kind && x.w == y.w && x.op == y.op && x.lo == y.lo && slices.Equal(x.bits, y.bits) {
		a, b := operandsShown(x), operandsShown(y)
		ordered := x.kind != kMany
		if len(a) != len(b) {
			return x, y
		}
		left := slices.DeleteFunc(slices.Clone(a), func(t *Term) bool { return slices.Contains(b, t) })
		right := slices.DeleteFunc(slices.Clone(b), func(t *Term) bool { return slices.Contains(a, t) })
		if len(left) != 1 || len(right) != 1 || ordered && slices.Index(a, left[0]) != slices.Index(b, right[0]) {
			return x, y
		}
		x, y = left[0], right[0]
	}
	return x, y
}

// operandsShown are the operands of a term, nil where guards or coefficients matter.
func operandsShown(t *Term) []*Term {
	all := slices.Clone(t.args)
	for _, e := range t.in {
		if e.g != True || e.n != 1 {
			return nil
		}
		all = append(all, e.t)
	}
	return all
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

// infix is a term, of which depth levels are said.
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
	return "(" + strings.Join(parts, sign) + ")"
}

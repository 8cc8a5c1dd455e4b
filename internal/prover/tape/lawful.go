package tape

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Solvers compute float sums bit by bit, which takes them long. But a proof that an execution adds in the order of its
// spec needs only that equal operands have equal sums. So in a lawful script a float is its bits, with one NaN, and a
// sum or product is any function with the laws of [lawsOf].

// Lawful is [Tape.Script] of pairs alone, for any solver, with a comment about it. It states the laws of float sums and
// products and no more: they commute, and one operand changes nothing. So an unsat holds of the real ones.
func (t *Tape) Lawful(about string, pairs []Pair) string {
	p := t.newScript()
	p.lawful = true
	for line := range strings.Lines(about) {
		p.b.WriteString(strings.TrimRight("; "+line, " \n") + "\n")
	}
	p.ask(nil, pairs)
	return p.b.String()
}

// lawsOf are the operations on floats of one format F as bits. MINUS is -0.
const lawsOf = `
(define-fun F.of ((x BITS)) BITS (ite (bvugt (bvand x ABS) INF) NAN x))
(define-fun F.bits ((x BITS) (payload BITS)) BITS (ite (= x NAN) (bvor NAN payload) x))
(define-fun F.isNaN ((x BITS)) Bool (= x NAN))
(define-fun F.isNegative ((x BITS)) Bool (bvslt x ZERO))
(define-fun F.neg ((x BITS)) BITS (ite (= x NAN) NAN (bvxor x MINUS)))
(define-fun F.abs ((x BITS)) BITS (bvand x ABS))
(define-fun F.key ((x BITS)) BITS (ite (bvslt x ZERO) (bvxor x ABS) x))
(define-fun F.eq ((a BITS) (b BITS)) Bool
  (and (not (= a NAN)) (not (= b NAN)) (or (= a b) (= (bvand (bvor a b) ABS) ZERO))))
(define-fun F.lt ((a BITS) (b BITS)) Bool
  (and (not (= a NAN)) (not (= b NAN)) (not (= (bvand (bvor a b) ABS) ZERO)) (bvslt (F.key a) (F.key b))))
(declare-fun F.anyadd (BITS BITS) BITS)
(define-fun F.add ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (= a MINUS) b (ite (= b MINUS) a (F.of (F.anyadd a b))))))
(declare-fun F.anymul (BITS BITS) BITS)
(define-fun F.mul ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (= a ONE) b (ite (= b ONE) a (F.of (F.anymul a b))))))
`

var formatNames = map[bv.Format]string{bv.F16: "f16", bv.BF16: "bf16", bv.F32: "f32", bv.F64: "f64"}

// laws writes the operations on floats of a format, once.
func (p *script) laws(f bv.Format) {
	if !p.first(formatNames[f]) {
		return
	}
	number := func(x uint64) string { return fmt.Sprintf("(_ bv%d %d)", x, f.Bits()) }
	minus := uint64(1) << (f.Bits() - 1)
	p.b.WriteString(strings.NewReplacer("F.", formatNames[f]+".", "BITS", vector(f.Bits()), "INF", number(bv.Infinity(f)),
		"NAN", number(bv.Infinity(f)|bv.Infinity(f)>>1), "ABS", number(minus-1),
		"MINUS", number(minus), "ZERO", number(0), "ONE", number(bv.Numbers{}.One(f))).Replace(lawsOf))
}

// commutative is a sum or a product.
func (p *script) commutative(f bv.Format, op, a, b string) string {
	if p.lawful {
		fmt.Fprintf(&p.b, "(assert (= %s %s))\n", p.fp(f, "any"+op, a, b), p.fp(f, "any"+op, b, a))
	}
	return p.fp(f, op, a, b)
}

// unknown is n as any function of its operands gives it.
func (p *script) unknown(gives string, n *Node) string {
	name, of := "", []bv.Format{n.f}
	if n.code == cConv {
		name = fmt.Sprintf("%s.of.%s", formatNames[n.to], formatNames[n.f])
	} else {
		name, of = "|"+n.fn.Name+"|", n.fn.Of
	}
	var sorts, args []string
	for i, o := range n.operands() {
		if of[i] == bv.NoFormat {
			sorts, args = append(sorts, vector(int(o.w))), append(args, p.of(o))
		} else {
			sorts, args = append(sorts, p.sort(of[i])), append(args, p.float(of[i], o))
		}
	}
	if p.first(name) {
		fmt.Fprintf(&p.b, "(declare-fun %s (%s) %s)\n", name, strings.Join(sorts, " "), gives)
	}
	call := fmt.Sprintf("(%s %s)", name, strings.Join(args, " "))
	if n.code == cApply && n.fn.Commutes {
		args[0], args[1] = args[1], args[0]
		fmt.Fprintf(&p.b, "(assert (= %s (%s %s)))\n", call, name, strings.Join(args, " "))
	}
	return call
}

// first reports whether a name is not declared yet.
func (p *script) first(name string) bool {
	is := !p.declared[name]
	p.declared[name] = true
	return is
}

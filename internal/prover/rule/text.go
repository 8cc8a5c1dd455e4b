package rule

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The text of a rule is that of its data.

var (
	numNames   = [NumVars]string{"w", "k", "m", "n", "x", "y"}
	slotNames  = [firstHidden]string{"a", "b", "c", "d", "p", "q", "lo", "hi", "z"}
	condSigns  = [...]string{Equal: "=", AtMost: "≤"}
	intSigns   = [...]string{"+", "-", "×", "&", "|", "^", "smin", "smax", "umin", "umax", "=", "<", "<s"}
	floatSigns = [...]string{"+", "×", "minNumber", "maxNumber", "minimum", "maximum", "=", "<", "unordered"}
	formatName = [...]string{bv.F16: "f16", bv.BF16: "bf16", bv.F32: "f32", bv.F64: "f64"}
)

// String is the equation of a row, with its conditions.
func (r *Row) String() string {
	text := r.Left.String() + " = " + r.Right.String()
	for i, c := range r.When {
		text += []string{" if ", " and "}[min(i, 1)] + fmt.Sprintf("%s %s %s", c.X, condSigns[c.Op], c.Y)
	}
	return text
}

// String is an expression in the signs of C, and others where C has none: bits from k on of n are [k +n].
func (e *Expr) String() string {
	arg := func(i int) string { return e.Args[i].String() }
	joined := func(sign string) string {
		var all []string
		for _, a := range e.Args {
			all = append(all, a.String())
		}
		return "(" + strings.Join(all, " "+sign+" ") + ")"
	}
	switch e.Op {
	case Unknown:
		return slotNames[e.Slot]
	case Number:
		return e.N.String()
	case Extract:
		return fmt.Sprintf("%s[%s +%s]", arg(0), e.N, e.W)
	case Concat:
		return joined("under")
	case SExt:
		return fmt.Sprintf("sext(%s, %s)", arg(0), e.W)
	case ZExt:
		return fmt.Sprintf("zext(%s, %s)", arg(0), e.W)
	case Not:
		return "~" + arg(0)
	case Neg:
		return "-" + arg(0)
	case Abs:
		return "|" + arg(0) + "|"
	case Select:
		return fmt.Sprintf("(%s ? %s : %s)", arg(0), arg(1), arg(2))
	case Int:
		return joined(intSigns[e.Code])
	case Float:
		return joined(floatSigns[e.Code] + "." + formatName[e.F])
	case Convert:
		return formatName[e.To] + "(" + formatName[e.F] + " " + arg(0) + ")"
	case Quiet:
		return "quiet(" + arg(0) + ")"
	case Is:
		return arg(0)
	}
	return fmt.Sprintf("operation %d", e.Op)
}

// String is a number in the signs of Go.
func (n *Num) String() string {
	switch n.Op {
	case Literal:
		return fmt.Sprintf("%#x", n.N)
	case Variable:
		return numNames[n.N]
	case Plus:
		return fmt.Sprintf("(%s + %s)", n.X, n.Y)
	case Minus:
		return fmt.Sprintf("(%s - %s)", n.X, n.Y)
	case XorNum:
		return fmt.Sprintf("(%s ^ %s)", n.X, n.Y)
	case LowBits:
		return fmt.Sprintf("low(%s, %s)", n.X, n.Y)
	case Shifted:
		return fmt.Sprintf("%s<<%s", n.X, n.Y)
	case SignOf:
		return fmt.Sprintf("signed(%s, %s)", n.X, n.Y)
	case OnesOf:
		return fmt.Sprintf("ones(%s)", n.X)
	case TopOf:
		return fmt.Sprintf("top(%s)", n.X)
	}
	return fmt.Sprintf("number %d", n.Op)
}

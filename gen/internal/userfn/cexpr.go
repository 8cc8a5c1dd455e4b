package userfn

import (
	"fmt"
	"go/constant"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// The precedences of C++ that matter here.
const (
	precChoice  = 1 + iota // ?:
	precOr                 // ||
	precAnd                // &&
	precBitOr              // |
	precBitXor             // ^
	precBitAnd             // &
	precEqual              // == !=
	precLess               // < <= > >=
	precShift              // << >>
	precPlus               // + -
	precTimes              // * / %
	precUnary              // - ~ ! and casts
	precPrimary            // names, literals, calls, members
)

// cx is an expression of C++.
type cx struct {
	s    string
	prec int
	raw  bool // an array of C++, not the struct that holds one
}

func primary(s string) cx { return cx{s: s, prec: precPrimary} }

// in is the text as an operand of an operator that binds as strongly as prec.
func (c cx) in(prec int) string {
	if c.prec < prec {
		return "(" + c.s + ")"
	}
	return c.s
}

// cast is a conversion to a scalar type.
func (c cx) cast(typ string) cx {
	if strings.Contains(typ, " ") {
		return cx{s: "(" + typ + ")" + c.in(precUnary), prec: precUnary}
	}
	if c.prec == precPrimary || c.prec == precUnary {
		return cx{s: "(" + typ + ")" + c.s, prec: precUnary}
	}
	return cx{s: "(" + typ + ")(" + c.s + ")", prec: precUnary}
}

// member is a member of a struct.
func (c cx) member(name string) cx { return primary(c.in(precPrimary) + "." + name) }

// at is an element of an array.
func (c cx) at(index string) cx { return primary(c.in(precPrimary) + "[" + index + "]") }

// mixes are operators that compilers want parentheses around beside others.
func operate(op string, prec int, a, b cx) cx {
	left, right := prec, prec+1
	switch prec {
	case precBitOr, precBitXor, precBitAnd, precShift, precEqual, precLess:
		left, right = precTimes+1, precTimes+1 // but for a chain of one operator
		if a.prec == prec && prec != precShift && prec != precEqual && prec != precLess {
			left = prec
		}
		if prec == precEqual || prec == precLess {
			left, right = precShift, precShift
		}
	case precOr:
		if a.prec == precAnd {
			left = precAnd + 1
		}
		right = precAnd + 1
	}
	return cx{s: a.in(left) + " " + op + " " + b.in(right), prec: prec}
}

func call(name string, args ...cx) cx {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.s
	}
	return primary(name + "(" + strings.Join(texts, ", ") + ")")
}

// literal is a constant of a scalar type, as Go rounds it.
func literal(t types.Type, v constant.Value) (cx, bool) {
	s, ok := scalarOf(t)
	switch {
	case !ok:
		return cx{}, false
	case s.bits == 1:
		return primary(fmt.Sprint(constant.BoolVal(v))), true
	case s.float:
		return floatLiteral(s, v)
	}
	v = constant.ToInt(v)
	if s.signed {
		n, exact := constant.Int64Val(v)
		if !exact || n < -1<<(s.bits-1) || n > 1<<(s.bits-1)-1 {
			return cx{}, false
		}
		return integer(s, n), true
	}
	n, exact := constant.Uint64Val(v)
	if !exact || s.bits < 64 && n>>s.bits != 0 {
		return cx{}, false
	}
	return unsigned(n, s.suffix), true
}

// integer is a literal of a signed type. No literal of C++ is negative, and the least integer
// of a type has none without its sign.
func integer(s scalar, n int64) cx {
	switch {
	case n == -1<<(s.bits-1) && s.bits >= 32:
		return cx{s: fmt.Sprintf("-%d%s - 1", uint64(1)<<(s.bits-1)-1, s.suffix), prec: precPlus}
	case n < 0:
		return cx{s: fmt.Sprintf("%d%s", n, s.suffix), prec: precUnary}
	}
	return primary(fmt.Sprintf("%d%s", n, s.suffix))
}

// unsigned is a literal, in hexadecimal where it is large.
func unsigned(n uint64, suffix string) cx {
	if n > 999999 {
		return primary(fmt.Sprintf("0x%x%s", n, suffix))
	}
	return primary(fmt.Sprintf("%d%s", n, suffix))
}

func floatLiteral(s scalar, v constant.Value) (cx, bool) {
	v = constant.ToFloat(v)
	var x float64
	if s.bits == 32 {
		f, _ := constant.Float32Val(v)
		x = float64(f)
	} else {
		x, _ = constant.Float64Val(v)
	}
	if math.IsInf(x, 0) {
		return cx{}, false
	}
	text := strconv.FormatFloat(x, 'g', -1, s.bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	if x < 0 {
		return cx{s: text + s.suffix, prec: precUnary}, true
	}
	return primary(text + s.suffix), true
}

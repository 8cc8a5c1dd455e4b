package goread

import (
	"fmt"
	"strings"
)

// constant of a type, edges among them. It is added to a variable that is zero, since
// constant expressions may not overflow.
func (p *program) constant(typ string) string {
	if typ == "bool" {
		return "(zbool != " + p.literal(typ) + ")"
	}
	return "(z" + typ + " + " + p.literal(typ) + ")"
}

func (p *program) literal(typ string) string {
	switch {
	case typ == "bool":
		return p.pick([]string{"true", "false"})
	case strings.HasPrefix(typ, "float"):
		return typ + "(" + p.pick([]string{"0", "1", "-1", "0.5", "3", "1e20", "-0x1p-20"}) + ")"
	case strings.HasPrefix(typ, "u"):
		return typ + "(" + p.pick([]string{"0", "1", "2", "7", "31", "127", "255"}) + ")"
	}
	return typ + "(" + p.pick([]string{"0", "1", "-1", "2", "7", "63", "127", "-128"}) + ")"
}

func (p *program) leaf(typ string) string {
	if typ == p.elem && p.rng.IntN(2) == 0 {
		return "v[" + fmt.Sprint(p.rng.IntN(4)) + "]"
	}
	if x, ok := p.variable(typ); ok && p.rng.IntN(4) > 0 {
		return x.name
	}
	return p.constant(typ)
}

// expr is an expression of a type, in brackets unless it is a leaf or a call.
func (p *program) expr(typ string, depth int) string {
	if depth <= 0 || p.rng.IntN(5) == 0 {
		return p.leaf(typ)
	}
	sub := func(t string) string { return p.expr(t, depth-1) }
	switch {
	case typ == "bool":
		switch p.rng.IntN(4) {
		case 0:
			return "!" + sub("bool")
		case 1:
			return "(" + sub("bool") + " " + p.pick([]string{"&&", "||"}) + " " + sub("bool") + ")"
		}
		t := p.pick(append([]string{p.elem, "float32", "float64"}, integers...))
		return "(" + sub(t) + " " + p.pick([]string{"==", "!=", "<", "<=", ">", ">="}) + " " + sub(t) + ")"
	case strings.HasPrefix(typ, "float"):
		return p.float(typ, depth)
	}
	switch p.rng.IntN(9) {
	case 0:
		return typ + "(" + sub(p.pick(integers)) + ")"
	case 1:
		return p.pick([]string{"-", "^", "+"}) + p.leaf(typ)
	case 2:
		return p.pick([]string{"min", "max"}) + "(" + sub(typ) + ", " + sub(typ) + ")"
	case 3:
		return "(" + sub(typ) + p.pick([]string{" << ", " >> "}) + sub(p.pick([]string{"uint8", "uint32", "uint64"})) + ")"
	case 4:
		return "(" + sub(typ) + p.pick([]string{" / ", " % "}) + "(" + sub(typ) + " | 1))"
	case 5:
		return p.count(typ, depth)
	}
	return "(" + sub(typ) + " " + p.pick([]string{"+", "-", "*", "&", "|", "^", "&^"}) + " " + sub(typ) + ")"
}

func (p *program) float(typ string, depth int) string {
	sub := func(t string) string { return p.expr(t, depth-1) }
	switch p.rng.IntN(6) {
	case 0:
		return "-" + p.leaf(typ)
	case 1:
		return p.pick([]string{"min", "max"}) + "(" + sub(typ) + ", " + sub(typ) + ")"
	case 2:
		other := p.pick(floats)
		return typ + "(" + p.rounded(other, sub(other)) + ")"
	case 3:
		return p.rounded(typ, sub(typ)+" * "+sub(typ))
	case 4:
		if typ == "float64" {
			return p.pick([]string{"math.Abs(" + sub(typ) + ")", "math.Min(" + sub(typ) + ", " + sub(typ) + ")",
				"math.Max(" + sub(typ) + ", " + sub(typ) + ")"})
		}
		return "math.Float32frombits(" + sub("uint32") + ")"
	}
	return "(" + p.rounded(typ, sub(typ)) + " " + p.pick([]string{"+", "-"}) + " " + p.rounded(typ, sub(typ)) + ")"
}

func (p *program) count(typ string, depth int) string {
	w := p.pick([]string{"8", "16", "32", "64"})
	x := p.expr("uint"+w, depth-1)
	switch p.rng.IntN(4) {
	case 0:
		return typ + "(bits." + p.pick([]string{"OnesCount", "TrailingZeros", "LeadingZeros", "Len"}) + w + "(" + x + "))"
	case 1:
		return typ + "(bits.RotateLeft" + w + "(" + x + ", " + p.expr("int", 1) + "))"
	case 2:
		return typ + "(bits.Reverse" + w + "(" + x + "))"
	}
	return typ + "(twice(" + p.expr("uint64", depth-1) + ", " + p.expr("bool", depth-1) + "))"
}

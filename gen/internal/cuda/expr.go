package cuda

import (
	"fmt"
	"strings"
)

// expr is an expression of C++: its text, and how tightly its outermost operator binds.
// Parentheses follow from that. The zero value stands for no expression.
type expr struct {
	text  string
	binds int
}

// How tightly operators bind, as the C++ standard's grammar of expressions has it.
const (
	choiceBinds = iota + 1 // ?:
	eitherBinds            // ||
	bothBinds              // &&
	orBinds                // |
	xorBinds               // ^
	andBinds               // &
	equalBinds             // == !=
	orderBinds             // < >=
	shiftBinds             // << >>
	addBinds               // + -
	mulBinds               // * /
	unaryBinds             // casts
	primary                // names, numbers, calls
)

// String is the text of e where nothing stands beside it.
func (e expr) String() string { return e.text }

// none reports whether e is no expression.
func (e expr) none() bool { return e.binds == 0 }

func name(text string) expr { return expr{text, primary} }

// number is an unsigned number.
func number(n int) expr { return name(fmt.Sprintf("%du", n)) }

// literal is a number of any type, as C++ writes it.
func literal(n int) expr { return name(fmt.Sprint(n)) }

// hex is an unsigned number in hexadecimal digits, at least of so many.
func hex(digits int, n uint32) expr { return name(fmt.Sprintf("0x%0*xu", digits, n)) }

func call(f string, args ...expr) expr {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	return name(f + "(" + strings.Join(texts, ", ") + ")")
}

// as is the text of e as an operand.
func (e expr) as(binds int) string {
	if e.binds < binds {
		return "(" + e.text + ")"
	}
	return e.text
}

// grouped is e in parentheses, for a reader, even where the grammar asks for none.
func (e expr) grouped() expr { return expr{e.as(primary), primary} }

func (e expr) op(op string, binds int, to expr) expr {
	return expr{e.as(binds) + " " + op + " " + to.as(binds+1), binds}
}

// bitwise is an operator on bits. Its operands are in parentheses where readers ask for them and the grammar does
// not, as gcc's -Wparentheses has it.
func (e expr) bitwise(op string, binds int, x expr) expr {
	return e.beside(binds).op(op, binds, x.beside(binds))
}

// beside is an operand of a bitwise operator: arithmetic, comparisons and other bitwise operators
// are in parentheses, shifts are not.
func (e expr) beside(binds int) expr {
	if e.binds > binds && e.binds < unaryBinds && e.binds != shiftBinds {
		return e.grouped()
	}
	return e
}

func (e expr) either(x expr) expr { return e.op("||", eitherBinds, x) }
func (e expr) both(x expr) expr   { return e.op("&&", bothBinds, x) }
func (e expr) or(x expr) expr     { return e.bitwise("|", orBinds, x) }
func (e expr) xor(x expr) expr    { return e.bitwise("^", xorBinds, x) }
func (e expr) and(x expr) expr    { return e.bitwise("&", andBinds, x) }
func (e expr) equal(x expr) expr  { return e.op("==", equalBinds, x) }
func (e expr) less(x expr) expr   { return e.op("<", orderBinds, x) }
func (e expr) shl(x expr) expr    { return e.op("<<", shiftBinds, x) }
func (e expr) shr(x expr) expr    { return e.op(">>", shiftBinds, x) }

// plus is the sum; zero adds nothing.
func (e expr) plus(x expr) expr {
	if x == number(0) {
		return e
	}
	return e.op("+", addBinds, x)
}

func (e expr) minus(x expr) expr { return e.op("-", addBinds, x) }
func (e expr) times(x expr) expr { return e.op("*", mulBinds, x) }
func (e expr) over(x expr) expr  { return e.op("/", mulBinds, x) }

func (e expr) not() expr { return expr{"~" + e.as(unaryBinds), unaryBinds} }

// notZero is the condition that a number has a bit set.
func (e expr) notZero() expr { return e.op("!=", equalBinds, number(0)) }

// bit is the condition that a bit of a number is set.
func (e expr) bit(at expr) expr { return e.shr(at).and(number(1)).notZero() }

// to is e cast to a type.
func (e expr) to(typ string) expr { return expr{"(" + typ + ")" + e.as(unaryBinds), unaryBinds} }

// entry is an element of an array.
func (e expr) entry(at int) expr { return name(fmt.Sprintf("%s[%d]", e.as(primary), at)) }

// pointed is what a pointer points to.
func (e expr) pointed() expr { return expr{"*" + e.as(unaryBinds), unaryBinds} }

// choose is a where the condition holds, else b.
func (e expr) choose(a, b expr) expr {
	return expr{e.as(choiceBinds+1) + " ? " + a.as(choiceBinds+1) + " : " + b.as(choiceBinds), choiceBinds}
}

// binary is an op on two expressions.
type binary func(a, b expr) expr

// calling is the binary op that a function is.
func calling(f string) binary { return func(a, b expr) expr { return call(f, a, b) } }

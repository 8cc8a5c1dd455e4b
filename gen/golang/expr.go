package golang

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
)

// expr is an expression: its code, and how tightly its outermost operator binds. Parentheses
// follow from that.
type expr struct {
	code  jen.Statement
	binds int
}

// How tightly operators bind (Go Programming Language Specification, "Operators").
const (
	addBinds = 4 // + - | ^
	mulBinds = 5 // * << >> & &^
	unary    = 6
	primary  = 7
)

func id(name string) expr { return expr{jen.Statement{jen.Id(name)}, primary} }

// local is the name of a local, made of a format.
func local(format string, args ...any) expr { return id(fmt.Sprintf(format, args...)) }

func dec(n int) expr { return id(strconv.Itoa(n)) }

func hex(n uint64) expr { return id("0x" + strconv.FormatUint(n, 16)) }

// as is the code of e as an operand of an operator.
func (e expr) as(binds int) jen.Statement {
	if e.binds < binds {
		return jen.Statement{jen.Parens(&e.code)}
	}
	return e.code
}

// grouped is e in parentheses, for a reader, even where nothing asks for them.
func (e expr) grouped() expr { return expr{jen.Statement{jen.Parens(&e.code)}, primary} }

func (e expr) op(op string, binds int, to expr) expr {
	left, right := e.as(binds), to.as(binds+1)
	code := make(jen.Statement, 0, len(left)+1+len(right))
	code = append(append(append(code, left...), jen.Op(op)), right...)
	return expr{code, binds}
}

func (e expr) plus(x expr) expr   { return e.op("+", addBinds, x) }
func (e expr) minus(x expr) expr  { return e.op("-", addBinds, x) }
func (e expr) or(x expr) expr     { return e.op("|", addBinds, x) }
func (e expr) xor(x expr) expr    { return e.op("^", addBinds, x) }
func (e expr) times(x expr) expr  { return e.op("*", mulBinds, x) }
func (e expr) and(x expr) expr    { return e.op("&", mulBinds, x) }
func (e expr) andNot(x expr) expr { return e.op("&^", mulBinds, x) }
func (e expr) shl(n int) expr     { return e.op("<<", mulBinds, dec(n)) }
func (e expr) shr(n int) expr     { return e.op(">>", mulBinds, dec(n)) }

// shifted is e shifted left by n, or e itself.
func (e expr) shifted(n int) expr {
	if n == 0 {
		return e
	}
	return e.shl(n)
}

func (e expr) prefix(op string) expr {
	return expr{append(jen.Statement{jen.Op(op)}, e.as(unary)...), unary}
}

func (e expr) neg() expr { return e.prefix("-") }
func (e expr) not() expr { return e.prefix("^") }

// at is an element of an array.
func (e expr) at(i int) expr {
	code := append(append(make(jen.Statement, 0, len(e.code)+1), e.as(primary)...), jen.Index(jen.Id(strconv.Itoa(i))))
	return expr{code, primary}
}

// to is e converted to a type.
func (e expr) to(typ string) expr { return call(typ, e) }

// chosen is a where the bits of mask are set, else b.
func chosen(mask, a, b expr) expr { return a.and(mask).or(b.andNot(mask)) }

// call is a call of a function of the file, of a builtin function, or a conversion.
func call(name string, args ...expr) expr { return callOf(jen.Id(name), args) }

// callIn is a call of a function of a package, which the file then imports.
func callIn(path, name string, args ...expr) expr { return callOf(jen.Qual(path, name), args) }

func callOf(f jen.Code, args []expr) expr {
	codes := make([]jen.Code, len(args))
	for i := range args {
		codes[i] = &args[i].code
	}
	return expr{jen.Statement{f, jen.Call(codes...)}, primary}
}

// union joins expressions by |.
func union(terms []expr) expr {
	all := terms[0]
	for _, t := range terms[1:] {
		all = all.or(t)
	}
	return all
}

// define is the statement that defines a local, and assign the one that sets what exists.
func define(name string, e expr) jen.Code { return statement(id(name), ":=", e) }
func assign(to expr, e expr) jen.Code     { return statement(to, "=", e) }
func returned(e expr) jen.Code            { return jen.Return(&e.code) }
func statement(to expr, op string, e expr) jen.Code {
	code := make(jen.Statement, 0, len(to.code)+1+len(e.code))
	code = append(append(append(code, to.code...), jen.Op(op)), e.code...)
	return &code
}

// conversion turns an expression into another of the same value; nil leaves it as it is.
type conversion func(expr) expr

func (c conversion) of(e expr) expr {
	if c == nil {
		return e
	}
	return c(e)
}

// binary is an op on two expressions.
type binary func(a, b expr) expr

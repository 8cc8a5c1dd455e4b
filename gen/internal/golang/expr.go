package golang

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// expr is an expression: its code, and how tightly its outermost operator binds. Parentheses
// follow from that.
type expr struct {
	code  jen.Statement
	binds int
}

// How tightly operators bind (Go Programming Language Specification, "Operators").
const (
	eitherBinds = iota + 1 // ||
	bothBinds              // &&
	compares               // == != < <= > >=
	addBinds               // + - | ^
	mulBinds               // * / << >> & &^
	unary
	primary
)

// binds are how tightly the operators of programs bind.
var binds = map[ir.Op]int{
	ir.Add: addBinds, ir.Sub: addBinds, ir.Or: addBinds, ir.Xor: addBinds, ir.Mul: mulBinds, ir.Div: mulBinds,
	ir.Mod: mulBinds, ir.And: mulBinds, ir.AndNot: mulBinds, ir.Shl: mulBinds, ir.Shr: mulBinds, ir.Equal: compares,
	ir.Unequal: compares, ir.Less: compares, ir.LessEqual: compares, ir.Greater: compares, ir.GreaterEqual: compares,
	ir.Both: bothBinds, ir.Either: eitherBinds,
}

// operate is an operator on two expressions.
func operate(o ir.Op, a, b expr) expr {
	if o == ir.Min || o == ir.Max {
		return call(o.Symbol(), a, b)
	}
	return a.op(jen.Op(o.Symbol()), binds[o], b)
}

func id(name string) expr { return expr{*jen.Id(name), primary} }

// local is the name of a local, made of a format.
func local(format string, args ...any) expr { return id(fmt.Sprintf(format, args...)) }

func dec(n int) expr {
	if 0 <= n && n < len(numbers) {
		return numbers[n]
	}
	return id(strconv.Itoa(n))
}

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

// Code that many expressions share. None of it is ever changed.
var (
	or, xor, and, andNot = jen.Op("|"), jen.Op("^"), jen.Op("&"), jen.Op("&^")
	plus, minus, times   = jen.Op("+"), jen.Op("-"), jen.Op("*")
	shl, shr             = jen.Op("<<"), jen.Op(">>")
	defined, assigned    = jen.Op(":="), jen.Op("=")
	numbers, indices     = shared(2 * warpSize)
)

// shared are the first n numbers, and the indices that they are.
func shared(n int) (numbers []expr, indices []jen.Code) {
	for i := range n {
		number := id(strconv.Itoa(i))
		numbers, indices = append(numbers, number), append(indices, jen.Index(&number.code))
	}
	return numbers, indices
}

func (e expr) op(op *jen.Statement, binds int, to expr) expr {
	return expr{joined(e.as(binds), op, to.as(binds+1)), binds}
}

func joined(left jen.Statement, op jen.Code, right jen.Statement) jen.Statement {
	code := make(jen.Statement, 0, len(left)+1+len(right))
	return append(append(append(code, left...), op), right...)
}

func (e expr) plus(x expr) expr   { return e.op(plus, addBinds, x) }
func (e expr) minus(x expr) expr  { return e.op(minus, addBinds, x) }
func (e expr) or(x expr) expr     { return e.op(or, addBinds, x) }
func (e expr) xor(x expr) expr    { return e.op(xor, addBinds, x) }
func (e expr) times(x expr) expr  { return e.op(times, mulBinds, x) }
func (e expr) and(x expr) expr    { return e.op(and, mulBinds, x) }
func (e expr) andNot(x expr) expr { return e.op(andNot, mulBinds, x) }
func (e expr) shl(n int) expr     { return e.shlBy(dec(n)) }
func (e expr) shr(n int) expr     { return e.shrBy(dec(n)) }
func (e expr) shlBy(n expr) expr  { return e.op(shl, mulBinds, n) }
func (e expr) shrBy(n expr) expr  { return e.op(shr, mulBinds, n) }

// shifted is e shifted left by n, or e itself.
func (e expr) shifted(n int) expr {
	if n == 0 {
		return e
	}
	return e.shl(n)
}

func (e expr) prefix(op *jen.Statement) expr {
	return expr{joined(nil, op, e.as(unary)), unary}
}

func (e expr) neg() expr { return e.prefix(minus) }
func (e expr) not() expr { return e.prefix(xor) }

// at is an element of an array.
func (e expr) at(i int) expr {
	index := jen.Code(jen.Index(jen.Id(strconv.Itoa(i))))
	if i < len(indices) {
		index = indices[i]
	}
	return expr{joined(e.as(primary), index, nil), primary}
}

// index is an element of an array at an index that is computed.
func (e expr) index(i expr) expr {
	return expr{joined(e.as(primary), jen.Index(&i.code), nil), primary}
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
func define(name string, e expr) jen.Code { return statement(id(name), defined, e) }
func assign(to expr, e expr) jen.Code     { return statement(to, assigned, e) }
func returned(e expr) jen.Code            { return jen.Return(&e.code) }

func statement(to expr, op *jen.Statement, e expr) jen.Code {
	code := joined(to.code, op, e.code)
	return &code
}

// jen is e as code.
func (e expr) jen() jen.Code { return &e.code }

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

package cuda

import (
	"fmt"
	"math"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// infix are the operators of expressions.
var infix = map[ir.Op]binary{
	ir.Add: operatorOf("+", addBinds), ir.Sub: expr.minus, ir.Mul: expr.times, ir.Div: expr.over,
	ir.Mod: operatorOf("%", mulBinds), ir.And: expr.and, ir.Or: expr.or, ir.Xor: expr.xor,
	ir.Shl: shifting(expr.shl), ir.Shr: shifting(expr.shr), ir.Both: expr.both, ir.Either: or,
	ir.Equal: expr.equal, ir.Unequal: operatorOf("!=", equalBinds), ir.Less: expr.less,
	ir.LessEqual: operatorOf("<=", orderBinds), ir.Greater: operatorOf(">", orderBinds),
	ir.GreaterEqual: operatorOf(">=", orderBinds),
	ir.Min:          func(a, b expr) expr { return a.less(b).choose(a, b) },
	ir.Max:          func(a, b expr) expr { return a.op(">", orderBinds, b).choose(a, b) },
}

var (
	dims  = map[ir.Dim]string{ir.ThreadIdx: "threadIdx.x", ir.BlockIdx: "blockIdx.x", ir.GridDim: "gridDim.x"}
	modes = map[ir.Mode]string{ir.Idx: "__shfl_sync", ir.Up: "__shfl_up_sync", ir.Down: "__shfl_down_sync",
		ir.Across: "__shfl_xor_sync"}
)

func operatorOf(symbol string, binds int) binary {
	return func(a, b expr) expr { return a.op(symbol, binds, b) }
}

// or is a condition of two, in which one that holds where two others do stands in parentheses, as of [shifting].
func or(a, b expr) expr {
	both := func(e expr) expr {
		if e.binds == bothBinds {
			return e.grouped()
		}
		return e
	}
	return both(a).either(both(b))
}

// shifting is a shift, in which a sum stands in parentheses: gcc's -Wparentheses asks for them.
func shifting(shift binary) binary {
	sum := func(e expr) expr {
		if e.binds == addBinds {
			return e.grouped()
		}
		return e
	}
	return func(a, b expr) expr { return shift(sum(a), sum(b)) }
}

// alternative is an alternative of a choice, in which bits that are combined stand in parentheses.
func alternative(e expr) expr {
	if e.binds >= orBinds && e.binds <= andBinds {
		return e.grouped()
	}
	return e
}

// expr is an expression of a program.
func (p *program) expr(e ir.Expr) expr {
	switch n := e.Node().(type) {
	case ir.Const:
		return p.constant(n, e.Type())
	case ir.Zero:
		return call(p.spelled(e.Type()))
	case ir.Zeros:
		return name("{}")
	case ir.Identity:
		p.uses = true
		return p.none
	case ir.Local:
		p.named[n.Var] = true
		if n.Var.By == ir.ByAddress {
			return name(n.Var.Name).pointed()
		}
		return name(n.Var.Name)
	case ir.Index:
		return name(dims[n.Of])
	case ir.Not:
		if e.Type() == (ir.Bool{}) {
			return expr{"!" + p.expr(n.X).as(unaryBinds), unaryBinds}
		}
		return p.expr(n.X).not()
	case ir.Binary:
		of, ok := infix[n.Op]
		if !ok {
			p.report("unexpected operator %s", n.Op.Symbol())
			return expr{}
		}
		return of(p.expr(n.A), p.expr(n.B))
	case ir.Choose:
		return p.expr(n.If).choose(alternative(p.expr(n.Then)), alternative(p.expr(n.Else)))
	case ir.Convert:
		return p.expr(n.X).to(p.spelled(e.Type()))
	case ir.Bits:
		return asWord(n.X.Type().(ir.Number).Type, p.expr(n.X))
	case ir.FromBits:
		return ofWord(e.Type().(ir.Number).Type, p.expr(n.X), p.spelled(n.X.Type()))
	case ir.Element:
		return name(fmt.Sprintf("%s[%s]", p.expr(n.Of).as(primary), p.expr(n.At)))
	case ir.Word:
		return name(p.expr(n.Of).as(primary) + "." + wordNames[n.At:n.At+1])
	case ir.Leaf:
		return name(p.expr(n.Of).as(primary) + n.Of.Type().(ir.Struct).CUDAPaths()[n.At])
	case ir.Pack:
		if _, array := e.Type().(ir.Array); array {
			return name(braced(p.exprs(n.Words)))
		}
		return name(p.spelled(e.Type()) + braced(p.exprs(n.Words)))
	case ir.Funnel:
		return call("__funnelshift_r", p.expr(n.Low), p.expr(n.High), p.expr(n.By))
	case ir.PickBytes:
		return call("__byte_perm", p.expr(n.Low), p.expr(n.High), p.expr(n.By))
	case ir.Pointed, ir.Address, ir.AddressBits, ir.Offset, ir.Recast, ir.Aligned:
		return p.address(e)
	case ir.Shuffle:
		move := func(x expr) expr { return call(modes[n.Mode], everyone, x, p.expr(n.By)) }
		return ctypes[n.X.Type().(ir.Number).Type].travel(p.expr(n.X), move)
	case ir.All:
		return call("__all_sync", everyone, p.expr(n.X))
	case ir.Call:
		return p.call(n)
	}
	p.report("unexpected node %T", e.Node())
	return expr{}
}

// address is an expression of addresses.
func (p *program) address(e ir.Expr) expr {
	switch n := e.Node().(type) {
	case ir.Pointed:
		return p.expr(n.X).pointed()
	case ir.Address:
		return expr{"&" + p.expr(n.Of).as(unaryBinds), unaryBinds}
	case ir.AddressBits:
		return p.expr(n.X).to("unsigned long long")
	case ir.Offset:
		if n.Back {
			return p.expr(n.From).minus(p.expr(n.By))
		}
		if c, ok := n.By.Node().(ir.Const); ok && c.Bits == 0 { // which [expr.plus] leaves out of numbers
			return operatorOf("+", addBinds)(p.expr(n.From), p.expr(n.By))
		}
		return p.expr(n.From).plus(p.expr(n.By))
	case ir.Recast:
		return call("reinterpret_cast<"+p.spelled(e.Type())+">", p.expr(n.X))
	case ir.Aligned:
		var address expr
		for i, x := range n.All {
			if at := p.expr(x).to("unsigned long long"); i > 0 {
				address = address.or(at)
			} else {
				address = at
			}
		}
		return address.and(number(n.Bytes - 1)).equal(number(0))
	}
	p.report("unexpected node %T", e.Node())
	return expr{}
}

func (p *program) exprs(all []ir.Expr) []expr {
	made := make([]expr, len(all))
	for i, e := range all {
		made[i] = p.expr(e)
	}
	return made
}

func (p *program) call(n ir.Call) expr {
	args := p.exprs(n.Args)
	if inline, ok := p.inline[strings.TrimPrefix(n.Func.Name, p.name)]; ok {
		return inline(args...)
	}
	for i, v := range n.Func.Params {
		if v.By == ir.ByAddress {
			args[i] = name("&" + args[i].text)
		}
	}
	return call(n.Func.Name, args...)
}

// bitsFrom is the least constant that stands for bits, in hexadecimal digits.
const bitsFrom = 1 << 24

// constant is a number of an integer type, or a truth value.
func (p *program) constant(n ir.Const, t ir.Type) expr {
	of, ok := t.(ir.Number)
	bits := n.Bits
	if !ok {
		return name(fmt.Sprint(bits == 1))
	}
	suffix := literals[of.Class()][of.Bits() == 64]
	switch {
	case of == ir.F32:
		return name(wholeNumber(p, math.Float32frombits(uint32(bits))))
	case of.Class() == spec.Float:
		p.report("no constant of %s", of)
	case n.Digits:
		return name(fmt.Sprintf("0x%0*x%s", of.Bits()/4, bits, suffix))
	case of.Class() == spec.Signed && bits>>(of.Bits()-1) != 0:
		return expr{fmt.Sprintf("%d%s", int64(bits<<(64-of.Bits()))>>(64-of.Bits()), suffix), unaryBinds}
	case bits >= bitsFrom:
		return name(fmt.Sprintf("0x%x%s", bits, suffix))
	}
	return name(fmt.Sprintf("%d%s", bits, suffix))
}

// wholeNumber is a number of float32 as C++ writes it.
func wholeNumber(p *program, x float32) string {
	if x != float32(int(x)) {
		p.report("no constant %g", x)
	}
	return fmt.Sprintf("%d.0f", int(x))
}

// access is an instruction that accesses global memory, as inline PTX: PTX ISA, "Data Movement and Conversion
// Instructions" and "atom".
func (p *program) access(s ir.Stmt) string {
	var ptx, out, in string
	switch s := s.(type) {
	case ir.Instruct:
		return p.instruction(s)
	case ir.Load:
		if s.Order == ir.Constant {
			return loadStreamed(s.To[0].Type().(ir.Number).Bits(), p.texts(s.To), p.expr(s.From).text, false)
		}
		suffix, slots, to := p.words(s.To, "=")
		ptx = fmt.Sprintf("ld.%s.%s %s, [%%%d]", orders[s.Order], suffix, slots, len(s.To))
		out, in = to, p.operand(s.From)
	case ir.Store:
		suffix, slots, from := p.words(s.Words, "")
		if s.Order == ir.Relaxed {
			ptx, in = fmt.Sprintf("st.%s.%s [%%0], %%1", orders[s.Order], suffix), p.operand(s.To)+", "+from
			break
		}
		ptx = fmt.Sprintf("st.%s.%s [%%%d], %s", orders[s.Order], suffix, len(s.Words), slots)
		in = from + ", " + p.operand(s.To)
	case ir.AtomicAdd:
		by, ok := s.By.Node().(ir.Const)
		if !ok {
			p.report("an atomic addition of no constant")
		}
		suffix, slot, old := p.words([]ir.Expr{s.Old}, "=")
		ptx = fmt.Sprintf("atom.%s.add.%s %s, [%%1], %d", orders[ir.Relaxed], suffix, slot, by.Bits)
		out, in = old, p.operand(s.At)
	default:
		p.report("unexpected statement %T", s)
	}
	if out != "" {
		out += " "
	}
	return fmt.Sprintf(`asm volatile("%s;" : %s: %s : "memory");`, ptx, out, in)
}

func (p *program) operand(e ir.Expr) string { return fmt.Sprintf(`"l"(%s)`, p.expr(e)) }

// words are the parts of an instruction that accesses words, see [streamed].
func (p *program) words(all []ir.Expr, mode string) (suffix, slots, operands string) {
	return streamed(all[0].Type().(ir.Number).Bits(), p.texts(all), mode)
}

func (p *program) texts(all []ir.Expr) (texts []string) {
	for _, e := range p.exprs(all) {
		texts = append(texts, e.text)
	}
	return texts
}

// wordNames are the words of CUDA's vector types.
const wordNames = "xyzw"

// ofWord is the number of a type that the low bits of a word are.
func ofWord(t spec.Type, bits expr, word string) expr {
	format, ok := bitsAs[t]
	switch c := ctypes[t].name; {
	case !ok && c == word:
		return bits
	case !ok:
		return bits.to(c)
	case strings.HasSuffix(format.from, "(%s)"):
		return name(fmt.Sprintf(format.from, bits))
	}
	return expr{fmt.Sprintf(format.from, bits.as(unaryBinds)), unaryBinds}
}

// asWord is a number of a type as a word, zeros above it.
func asWord(t spec.Type, e expr) expr {
	format, ok := bitsAs[t]
	if !ok {
		return e
	}
	bits := fmt.Sprintf(format.to, e.as(unaryBinds))
	if strings.HasPrefix(bits, "(") {
		return expr{bits, unaryBinds}
	}
	return name(bits)
}

func braced(words []expr) string {
	text := call("", words...).text
	return "{" + text[1:len(text)-1] + "}"
}

package cuda

import (
	"fmt"
	"maps"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// encoded are the further parts of a function with an op that orders elements by an encoding: each lane encodes its
// elements, unsigned integers are combined, and the result is decoded.
type encoded struct {
	spec    spec.Spec // of the elements
	by      ops.Encoding
	integer spec.Type // that an element becomes; of a packed pair each half
	used    bool      // a lane's only element is read

	encodes, decodes bool // helpers that are called
}

// newEncoded prepares a printer: what is combined are integers of 32 or 64 bits, so that
// nothing is converted on the way; but several to a register where elements are packed, or
// are pairs.
func newEncoded(p *printer, with spec.Encoding, integers spec.Spec) *encoded {
	by, err := ops.EncodingOf(with, p.spec.Type)
	if err != nil {
		p.report("%w", err)
	}
	e := &encoded{spec: p.shared(p.spec), by: by, integer: integers.Type}
	p.packed.spec, p.packed.inPlace = integers, !by.Trivial()
	if by.Trivial() {
		e = nil
	} else if integers.Type.Bits() < spec.RegisterBits {
		integers.Type = spec.Uint32
	}
	p.combined, p.ctype, p.identity = integers, ctypes[integers.Type], identity(integers, p.problem)
	if p.op, _ = p.operation(integers); p.spec.Type.Packed() {
		p.op = p.packed.combine
	}
	return e
}

// steps define the lane's element, encoded.
func (e *encoded) steps(p *printer) []step {
	if !e.used {
		return nil
	}
	return []step{{
		Title: fmt.Sprintf("The element as an integer, by which %s orders elements.", e.spec.Op),
		Lines: []string{fmt.Sprintf("%s %s = %s;", p.ctype.name, encodedInput, e.encode(p.scope.param(spec.ElementRole)))},
	}}
}

func (e *encoded) encode(x expr) expr {
	e.encodes = true
	return call(e.spec.FileName()+"_key", x)
}

func (e *encoded) decode(k expr) expr {
	e.decodes = true
	return call(e.spec.FileName()+"_unkey", k)
}

// decoded is the value of a node as the caller's type holds it.
func (p *printer) decoded(n *network.Node) expr {
	switch _, own := n.Expr.(network.Input); {
	case p.sorting != nil:
		return p.sorting.decoded(p, n)
	case p.floatKeys != nil:
		return p.floatKeys.decode(p, p.element(n))
	case p.encoded == nil:
		return p.element(n)
	case own && !p.shape.Array():
		return p.scope.param(spec.ElementRole)
	}
	return p.encoded.decode(p.element(n))
}

// bitsAs are the formats from an element to its bits, as an unsigned integer of 32 or 64
// bits, and from what holds the bits back.
var bitsAs = map[spec.Type]struct{ to, from string }{
	spec.Int8:  {"(unsigned char)%s", "(signed char)%s"},
	spec.Int16: {"(unsigned short)%s", "(short)%s"},
	spec.Int32: {"(unsigned)%s", "(int)%s"},
	spec.Int64: {"(unsigned long long)%s", "(long long)%s"},

	spec.Float16:  {"__half_as_ushort(%s)", "__ushort_as_half((unsigned short)%s)"},
	spec.Bfloat16: {"__bfloat16_as_ushort(%s)", "__ushort_as_bfloat16((unsigned short)%s)"},
	spec.Float32:  {"__float_as_uint(%s)", "__uint_as_float(%s)"},
	spec.Float64:  {"(unsigned long long)__double_as_longlong(%s)", "__longlong_as_double((long long)%s)"},

	spec.Float16x2:  {operands[spec.Float16x2].to, operands[spec.Float16x2].from},
	spec.Bfloat16x2: {operands[spec.Bfloat16x2].to, operands[spec.Bfloat16x2].from},
}

// helpers are the functions that encode and decode an element.
func (e *encoded) helpers() ([]string, error) {
	bits, ok := bitsAs[e.spec.Type]
	if !ok {
		return nil, fmt.Errorf("cuda: no bits of %s", e.spec.Type)
	}
	element, wide, integer := ctypes[e.spec.Type].name, ctypes[e.integer].arith, ctypes[e.integer].name
	encode, decode := e.convert(e.by.Encode, "bits"), e.convert(e.by.Decode, "key")
	if e.spec.Type.Packed() {
		each := func(t ops.Term, x string) expr {
			return e.convert(t, "("+x+" & 0xffffu)").grouped().and(hex(0, 0xffff)).grouped().
				or(e.convert(t, "("+x+" >> 16)").grouped().shl(literal(16)))
		}
		encode, decode, integer = each(e.by.Encode, "bits"), each(e.by.Decode, "key"), packedType
	}
	if integer != wide {
		encode = encode.to(integer)
	}
	var helpers []string
	if e.encodes {
		helpers = append(helpers, helper{
			does:   fmt.Sprintf("x as an integer, by which %s orders elements; that of no other element.", e.spec.Op),
			result: integer, name: e.spec.FileName() + "_key", params: element + " x",
			body: lines(fmt.Sprintf("%s bits = %s;", wide, fmt.Sprintf(bits.to, "x")), fmt.Sprintf("return %s;", encode)),
		}.String())
	}
	if e.decodes {
		helpers = append(helpers, helper{
			does: "The element that an integer is of.", result: element, name: e.spec.FileName() + "_unkey",
			params: wide + " key",
			body:   lines(fmt.Sprintf("%s bits = %s;", wide, decode), fmt.Sprintf("return %s;", fmt.Sprintf(bits.from, "bits"))),
		}.String())
	}
	return helpers, nil
}

// convert is an expression of the encoding on an operand.
func (e *encoded) convert(t ops.Term, of string) expr {
	suffix := literals[spec.Unsigned][e.integer.Bits() == 64]
	return ops.Convert(t, name(of), encodingOperators, func(n uint64) expr {
		if n < 256 {
			return name(fmt.Sprintf("%d%s", n, suffix))
		}
		return name(fmt.Sprintf("0x%x%s", n, suffix))
	})
}

// encodingOperators are those of expressions on unsigned integers, with more parentheses than
// the grammar asks for: compilers warn of the others.
var encodingOperators = func() map[ops.Kind]func(...expr) expr {
	all := maps.Clone(operators)
	grouping := func(f binary) func(...expr) expr {
		return func(x ...expr) expr { return f(x[0].grouped(), x[1].grouped()) }
	}
	all[ops.Add], all[ops.Sub], all[ops.And] = grouping(expr.plus), grouping(expr.minus), grouping(expr.and)
	all[ops.Or], all[ops.Xor] = grouping(expr.or), grouping(expr.xor)
	all[ops.Shl], all[ops.Shr] = grouping(expr.shl), grouping(expr.shr)
	all[ops.Neg] = func(x ...expr) expr { return number(0).minus(x[0].grouped()) }
	return all
}()

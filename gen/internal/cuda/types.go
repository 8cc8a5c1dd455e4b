package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// ctype is how an element type is spelled in CUDA C++.
type ctype struct {
	name    string
	arith   string // the unsigned type in which integers wrap
	shuffle string // what a shuffle takes and gives, if not the type itself
	include string // header that defines it, if any

	fromBits string // format of a half from its bits; of a pair, of each half
}

var ctypes = map[spec.Type]ctype{
	spec.Int8:      {name: "signed char", arith: "unsigned", shuffle: "int"},
	spec.Int16:     {name: "short", arith: "unsigned", shuffle: "int"},
	spec.Int32:     {name: "int", arith: "unsigned"},
	spec.Int64:     {name: "long long", arith: "unsigned long long"},
	spec.Uint8:     {name: "unsigned char", arith: "unsigned", shuffle: "unsigned"},
	spec.Uint16:    {name: "unsigned short", arith: "unsigned", shuffle: "unsigned"},
	spec.Uint32:    {name: "unsigned", arith: "unsigned"},
	spec.Uint64:    {name: "unsigned long long", arith: "unsigned long long"},
	spec.Float32:   {name: "float"},
	spec.Float64:   {name: "double"},
	spec.Float16:   {name: "__half", include: "cuda_fp16.h", fromBits: "__ushort_as_half(0x%04x)"},
	spec.Bfloat16:  {name: "__nv_bfloat16", include: "cuda_bf16.h", fromBits: "__ushort_as_bfloat16(0x%04x)"},
	spec.Float16x2: {name: "__half2", include: "cuda_fp16.h", fromBits: "__half2half2(__ushort_as_half(0x%04x))"},
	spec.Bfloat16x2: {name: "__nv_bfloat162", include: "cuda_bf16.h",
		fromBits: "__bfloat162bfloat162(__ushort_as_bfloat16(0x%04x))"},
}

// travel is x of type c, moved between lanes. Narrow integers travel as int.
func (c ctype) travel(x expr, move func(expr) expr) expr {
	if c.shuffle == "" {
		return move(x)
	}
	return move(x.to(c.shuffle)).to(c.name)
}

// operators are those of C++ expressions on integers.
var operators = map[ops.Kind]func(...expr) expr{
	ops.Add: operator(expr.plus), ops.Sub: operator(expr.minus), ops.Mul: operator(expr.times),
	ops.And: operator(expr.and), ops.Or: operator(expr.or), ops.Xor: operator(expr.xor),
	ops.Not: func(x ...expr) expr { return x[0].not() },
	ops.Min: func(x ...expr) expr { return x[0].less(x[1]).choose(x[0], x[1]) },
	ops.Max: func(x ...expr) expr { return x[0].op(">", orderBinds, x[1]).choose(x[0], x[1]) },
}

func operator(f binary) func(...expr) expr { return func(x ...expr) expr { return f(x[0], x[1]) } }

// operation is the op on two expressions, and a helper function that
// it needs on architectures, if any.
func operation(s spec.Spec, on arches) (op binary, helper string, err error) {
	c, ok := ctypes[s.Type]
	if !ok {
		return nil, "", fmt.Errorf("cuda: no row for type %s", s.Type)
	}
	if s.Type.Class() == spec.Float {
		name := s.FileName() + "_op"
		helper, err = opHelper(s, name, on)
		return calling(name), helper, err
	}
	body, ok := ops.Body(s.Op)
	if !ok || ops.Identity(s.Op, s.Type) == ops.None {
		return nil, "", fmt.Errorf("cuda: no row for %s on %s", s.Op, s.Type)
	}
	return c.onIntegers(body), "", nil
}

// onIntegers is a term on two expressions of a type of integers.
func (c ctype) onIntegers(body ops.Term) binary {
	return func(a, b expr) expr {
		if body.Chooses() || c.name == c.arith {
			return ops.Apply(body, a, b, operators)
		}
		return ops.Apply(body, a.to(c.arith), b.to(c.arith), operators).to(c.name)
	}
}

// combine is a function on two elements.
func (p *printer) combine(n *network.Node, e network.Combine) expr {
	left, right := p.element(e.Left), p.element(e.Right)
	if n.Packed {
		return p.packed.combine(left, right)
	}
	if e.Fn.Undoes {
		return p.elem.onIntegers(*e.Fn.Body)(left, right)
	}
	p.combines = true
	return p.ops[e.Fn.Op](left, right)
}

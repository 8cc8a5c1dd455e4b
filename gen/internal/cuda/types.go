package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
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
	by, ok := ops.Operator(s.Op)
	if !ok || ops.Identity(s.Op, s.Type) == ops.None {
		return nil, "", fmt.Errorf("cuda: no row for %s on %s", s.Op, s.Type)
	}
	return c.onIntegers(by), "", nil
}

// onIntegers is an operator on two expressions of a type of integers.
func (c ctype) onIntegers(by ir.Op) binary {
	if ops.Chooses(by) || c.name == c.arith {
		return infix[by]
	}
	return func(a, b expr) expr { return infix[by](a.to(c.arith), b.to(c.arith)).to(c.name) }
}

// combine is a function on two elements.
func (p *printer) combine(n *network.Node, e network.Combine) expr {
	left, right := p.element(e.Left), p.element(e.Right)
	if n.Packed {
		return p.packed.combine(left, right)
	}
	if e.Fn.Undoes {
		by, ok := ops.Undo(e.Fn.Op, p.spec.Type)
		if !ok {
			p.report("nothing undoes %s", e.Fn.Name)
		}
		return p.elem.onIntegers(by)(left, right)
	}
	p.combines = true
	return p.ops[e.Fn.Op](left, right)
}

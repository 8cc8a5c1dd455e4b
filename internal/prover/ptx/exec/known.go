package exec

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
)

// Known is a function that a call of stays a call: of its body nothing is read. It takes values
// by their leaves, and gives one.
type Known struct {
	Name   string // in CUDA C++, of no namespace
	Params []spec.Operand
	Result spec.Operand
	Fns    []*bv.Fn // of the leaves of all values: each leaf of the result
}

// Is reports whether a function of PTX is the known one: its name is in the mangled name, with its
// length before it (Itanium C++ ABI, 5.1.2).
func (k *Known) Is(callee string) bool {
	name := fmt.Sprintf("%d%s", len(k.Name), k.Name)
	at := strings.Index(callee, name)
	return at > 0 && (callee[at-1] < '0' || callee[at-1] > '9') && strings.HasPrefix(callee, "_Z")
}

// knownFunction is the known function of a name in PTX, or nil.
func (l *loader) knownFunction(callee string) *Known {
	for _, k := range l.user {
		if k.Is(callee) {
			return k
		}
	}
	return nil
}

// sizeOf is the number of bytes up to the end of the last leaf of a value.
func sizeOf(value spec.Operand) (size int) {
	for _, leaf := range value.Leaves() {
		size = max(size, leaf.Offset+leaf.Type.Bits()/8)
	}
	return size
}

// known puts a call of a known function in place of its body: vars are the callee's parameters
// and what it returns, as the caller's variables.
func (l *loader) known(k *Known, in *parse.Instr, callee *parse.Kernel, vars map[string]*region) error {
	if len(callee.Params) != len(k.Params) || len(callee.Returns) != 1 {
		return l.refuse(in, parse.Unsupported, "%s passes %d values and returns %d, want %d and one", k.Name,
			len(callee.Params), len(callee.Returns), len(k.Params))
	}
	var params []*region
	for i, v := range append(append([]*parse.Variable{}, callee.Params...), callee.Returns...) {
		value := k.Result
		if i < len(k.Params) {
			value = k.Params[i]
			params = append(params, vars[v.Name])
		}
		if size := sizeOf(value); v.Size < size {
			return l.refuse(in, parse.Unsupported, "%s: %s has %d bytes, want %d", k.Name, v.Name, v.Size, size)
		}
	}
	result := vars[callee.Returns[0].Name]
	l.does(in, func(t *thread, ins *instr) {
		var args []bv.Value
		def := t.m.one
		for i, from := range params {
			for _, leaf := range k.Params[i].Leaves() {
				c := t.load(from, uint64(leaf.Offset), leaf.Type.Bits()/8)
				c = t.data(c)
				args, def = append(args, c.V), t.m.and(def, c.Def)
			}
		}
		// The calling convention widens a number of less than 32 bits.
		scalar := k.Result.Elem == nil || k.Result.Elem.IsNumber()
		for i, leaf := range k.Result.Leaves() {
			v := bv.Apply(t.m.Dom, k.Fns[i], args...)
			if scalar && 8*result.size > leaf.Type.Bits() {
				v = t.m.Dom.Extend(v, 8*result.size, leaf.Type.Class() == spec.Signed)
			}
			t.store(ins, result, uint64(leaf.Offset), Cell{v, def})
		}
	})
	return nil
}

package exec

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Known is a function that a call of stays a call: of its body nothing is read. It takes two
// values by their leaves, and gives a third.
type Known struct {
	Name   string // in CUDA C++, of no namespace
	Leaves []KnownLeaf
	Fns    []*bv.Fn // of the leaves of both values: each leaf of the result
	Scalar bool     // the value is no struct: the calling convention widens one of less than 32 bits
}

// KnownLeaf is a scalar within a value.
type KnownLeaf struct {
	Offset, Bytes int
	Signed        bool
}

// is reports whether a function of PTX is the known one: its name is in the mangled name, with its
// length before it (Itanium C++ ABI, 5.1.2).
func (k *Known) is(callee string) bool {
	if k == nil {
		return false
	}
	name := fmt.Sprintf("%d%s", len(k.Name), k.Name)
	at := strings.Index(callee, name)
	return at > 0 && (callee[at-1] < '0' || callee[at-1] > '9') && strings.HasPrefix(callee, "_Z")
}

// known puts a call of the known function in place of its body: inner are the callee's parameters
// and what it returns, as the caller's variables.
func (l *loader) known(in *parse.Instr, callee *parse.Kernel, vars map[string]*region) error {
	k := l.user
	if len(callee.Params) != 2 || len(callee.Returns) != 1 {
		return l.refuse(in, parse.Unsupported, "%s passes %d values and returns %d, want two and one", k.Name, len(callee.Params), len(callee.Returns))
	}
	size := 0
	for _, leaf := range k.Leaves {
		size = max(size, leaf.Offset+leaf.Bytes)
	}
	for _, v := range append(append([]*parse.Variable{}, callee.Params...), callee.Returns...) {
		if v.Size < size {
			return l.refuse(in, parse.Unsupported, "%s: %s has %d bytes, want %d", k.Name, v.Name, v.Size, size)
		}
	}
	a, b, result := vars[callee.Params[0].Name], vars[callee.Params[1].Name], vars[callee.Returns[0].Name]
	l.does(in, func(t *thread, ins *instr) {
		var args []bv.Value
		def := t.m.one
		for _, from := range []*region{a, b} {
			for _, leaf := range k.Leaves {
				c := t.load(from, uint64(leaf.Offset), leaf.Bytes)
				t.data(c)
				args, def = append(args, c.V), t.m.and(def, c.Def)
			}
		}
		for i, leaf := range k.Leaves {
			v := bv.Apply(t.m.Dom, k.Fns[i], args...)
			if k.Scalar && result.size > leaf.Bytes {
				v = t.m.Dom.Extend(v, 8*result.size, leaf.Signed)
			}
			t.store(ins, result, uint64(leaf.Offset), Cell{v, def})
		}
	})
	return nil
}

package lower

import (
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// threads are those that combine what each has by networks of a warp or a block.
type threads struct {
	*ir.Program
	of    spec.Spec
	coded bool // what an op combines encodes an element
}

// across adds the functions that are networks: of so many threads, by which they combine elements. For an op with an
// index they find the winning key, and the least place with it.
func (t threads) across(elem ir.Type, lanes int, suffixes []string, networks ...*network.Network) {
	for i, n := range networks {
		if n == nil {
			continue
		}
		if t.of.HasLane() {
			elem = ir.Number{Type: n.Spec.Type}
		}
		params := []ir.Type{elem}
		if n.Spec.Mask == spec.Member {
			params = []ir.Type{ir.U32, elem}
		}
		of := ir.Collective{Same: n.Spec.All, Receive: t.receives(n)}
		if lanes <= n.Spec.Warp() {
			of.Warp, of.Part = true, lanes
		}
		t.Together(suffixes[i], elem, of, params...)
	}
}

// receives is what threads receive of a network: those of a part of a warp, which computes all its parts alike. Numbers
// stand for elements, as one may have several leaves.
func (t threads) receives(n *network.Network) func(ir.Launch, [][]uint64) ([][]uint64, error) {
	masked := n.Spec.Mask == spec.Member
	return func(l ir.Launch, args [][]uint64) (all [][]uint64, err error) {
		var elements [][]uint64
		number := func(words []uint64) uint64 {
			elements = append(elements, words)
			return uint64(len(elements) - 1)
		}
		c := network.Call{Elements: [][]uint64{nil}, Identity: number([]uint64{l.Identity})}
		for i := range max(len(args), n.Spec.Warp()) {
			a, member := args[i%len(args)], true
			if masked {
				member, a = a[0]>>i&1 == 1, a[1:]
			}
			c.Members, c.Elements[0] = append(c.Members, member), append(c.Elements[0], number(a))
		}
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 {
			return number(t.applied(l, n.Spec, elements[a], elements[b]))
		}
		out, err := network.Interpret(n, c)
		if err != nil {
			return nil, err
		}
		for _, v := range out.Elements[0][:len(args)] {
			all = append(all, elements[v])
		}
		return all, nil
	}
}

// applied is the op of two elements of a network.
func (t threads) applied(l ir.Launch, of spec.Spec, a, b []uint64) []uint64 {
	call := func(suffix string, args ...uint64) []uint64 { return l.Primitive(t.Func(suffix), args) }
	switch {
	case t.of.HasLane():
		sign := uint64(0)
		if of.Type.Class() == spec.Signed {
			sign = 1 << (of.Type.Bits() - 1)
		}
		if (a[0]^sign < b[0]^sign) == (of.Op == spec.Min) {
			return a
		}
		return b
	case t.coded:
		return call("_unkey", call("_op", call("_key", a[0])[0], call("_key", b[0])[0])[0])
	}
	return call("_op", slices.Concat(a, b)...)
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// memoryRole is the role of the shared memory that a caller lends its warp.
const memoryRole spec.Role = 1<<7 + 1

// memoryParam is the parameter of that memory; none if the function takes none.
func memoryParam(s spec.Spec) params {
	if !s.TakesMemory() {
		return nil
	}
	return params{{memoryRole, "memory", s.MemoryName() + " &memory"}}
}

// memoryType declares the type of the memory, as large and as aligned as the function needs.
func memoryType(s spec.Spec, bytes int) string {
	return fmt.Sprintf("// The shared memory of one warp.\nstruct alignas(%d) %s {\n    unsigned char bytes[%d];\n};",
		network.MemoryAlign, s.MemoryName(), bytes)
}

// lentBytes is how large the memory is that a network uses, 0 if it uses none.
func lentBytes(n *network.Network) int {
	for node := range n.All() {
		switch e := node.Expr.(type) {
		case network.Scatter:
			return e.Layout.Bytes
		case network.StoreAtRank:
			return e.Bytes(n.Spec)
		}
	}
	return 0
}

// memoryPromise says what a caller lends, and when it is free again.
func memoryPromise(s spec.Spec, bytes int) []string {
	return []string{
		fmt.Sprintf("Each warp passes shared memory of its own, a %s: %d bytes, aligned to %d.", s.MemoryName(), bytes,
			network.MemoryAlign),
		"After the call it is free at once: for the next call, or for anything else.",
	}
}

// memoryLines are the statements of a node of shared memory of a warp; false for any other.
func (p *printer) memoryLines(n *network.Node) ([]string, bool) {
	switch e := n.Expr.(type) {
	case network.Scatter:
		p.names[n] = name("memory")
		return p.scatter(e), true
	case network.Gather:
		return p.gather(n, e), true
	case network.StoreAtRank:
		p.names[n] = name("memory")
		return p.storeAtRank(e), true
	case network.LoadAtRank:
		return p.loadAtRank(n, e), true
	case network.Barrier:
		if !p.spec.TakesMemory() {
			break
		}
		p.names[n] = p.names[e.X]
		if network.SortOf(n) == network.Element {
			p.names[n] = p.element(e.X)
		}
		return []string{"__syncwarp();"}, true
	}
	return nil, false
}

// start is the address of a lane's first item: the sum of the terms of an access.
func (p *printer) start(a network.Access) expr {
	at := expr{p.scope.param(memoryRole).text + ".bytes", primary}
	for _, t := range a.Terms {
		n := p.at.lane()
		if t.Div > 1 {
			n = n.over(number(t.Div))
		}
		if t.Mod > 0 {
			n = n.op("%", mulBinds, number(t.Mod))
		}
		if t.Times > 1 {
			n = n.times(number(t.Times))
		}
		at = at.plus(n)
	}
	return at
}

// scatter stores the items of a lane.
func (p *printer) scatter(e network.Scatter) []string {
	a := e.Layout.Store
	lines := []string{fmt.Sprintf("unsigned char *to = %s;", p.start(a))}
	for i := 0; i < len(e.Of); i += a.Vector {
		single := p.itemType(e.Of[i].Packed)
		typ, value := single.name, p.element(e.Of[i])
		if a.Vector > 1 {
			typ = single.vector(a.Vector)
			value = call("make_"+typ, p.elements(e.Of[i:i+a.Vector])...)
		}
		lines = append(lines, fmt.Sprintf("*reinterpret_cast<%s *>(%s) = %s;", typ, offset("to", a.Offsets[i]), value))
	}
	return lines
}

// gather loads an item of a lane, with those that the same instruction loads.
func (p *printer) gather(n *network.Node, e network.Gather) []string {
	a := e.Layout.Load
	single := p.itemType(n.Packed)
	var lines []string
	if e.Item == 0 {
		lines = append(lines, fmt.Sprintf("const unsigned char *from = %s;", p.start(a)))
	}
	typ := single.name
	if a.Vector > 1 {
		typ = single.vector(a.Vector)
	}
	if part := e.Item % a.Vector; part == 0 {
		local := fmt.Sprintf("x%d", p.made)
		p.made++
		p.loaded = name(local)
		lines = append(lines, fmt.Sprintf("%s %s = *reinterpret_cast<const %s *>(%s);", typ, local, typ,
			offset("from", a.Offsets[e.Item])))
	}
	p.names[n] = p.loaded
	if a.Vector > 1 {
		p.names[n] = name(p.loaded.text + "." + "xyzw"[e.Item%a.Vector:][:1])
	}
	return lines
}

// offset is an address so many bytes further.
func offset(from string, bytes int) expr {
	if bytes == 0 {
		return name(from)
	}
	return name(from).plus(literal(bytes))
}

// itemType is the type of an item: a packed register, or an element.
func (p *printer) itemType(isPacked bool) ctype {
	if isPacked {
		return ctypes[spec.Uint32]
	}
	return p.ctype
}

// vector is the name of CUDA's vector of so many values of a type.
func (c ctype) vector(n int) string {
	base := map[string]string{"long long": "longlong", "unsigned": "uint", "unsigned long long": "ulonglong"}[c.name]
	if base == "" {
		base = strings.TrimPrefix(c.name, "__")
	}
	return fmt.Sprintf("%s%d", base, n)
}

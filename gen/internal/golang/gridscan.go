package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// emitScan prints the scan of an array as a Go file: a loop over its tiles, and in them over strips and rows.
func emitScan(n *network.Network, pkg string) ([]byte, error) {
	s := n.Spec
	d, err := dialectOf(s)
	if err != nil {
		return nil, err
	}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	arrays, err := newScanArrays(s)
	if err != nil {
		return nil, err
	}
	f, prefix := jen.NewFile(pkg), helperName(s, "")
	does := s.FuncName() + " scans an array."
	if len(arrays.names) > 1 {
		does = s.FuncName() + " scans what arrays make."
	}
	lines := append([]string{does}, contract.Gives(s, "")...)
	beside := strings.Join(arrays.names, ", ") + " and out have one length, and do not overlap."
	header(f, s, append(append(lines, beside, ""), algebra...))
	importUsers(f, s)
	primitives, err := scanPrimitives(s, d, prefix)
	if err != nil {
		return nil, err
	}
	helpers := d.helpers
	if s.Made() {
		primitives["Made"] = arrays.made(prefix)
		helpers = arrays.row.dialect.helpers
	}
	p := &program{owned: map[*ir.Var]bool{}}
	p.print(f, n.Program, primitives)
	for _, h := range helpers {
		h.print(f)
	}
	if p.err != nil {
		return nil, p.err
	}
	return rendered(f, s)
}

// scanPrimitives are the op, and its identity where it has one.
func scanPrimitives(s spec.Spec, d dialect, prefix string) (map[string]helper, error) {
	does := "is the " + s.Op.String() + " of a and b."
	if s.User != nil {
		does = "is " + s.User.String() + " of a and b."
	}
	all := map[string]helper{"Join": {
		name: prefix + "Join", doc: does, result: goType(s.Type), body: d.joined(),
		params: []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Id(goType(s.Type))},
	}}
	if s.User != nil {
		if d.users.identity.name != "" {
			all["Identity"] = d.users.identity
		}
		return all, nil
	}
	identity, err := scanIdentity(s, d)
	all["Identity"] = helper{
		name: prefix + "Identity", doc: "is what changes nothing.", result: goType(s.Type),
		body: []jen.Code{returned(identity)},
	}
	return all, err
}

// scanIdentity is the identity. Of floats that an encoding orders it is the NaN that no other is below, so that it
// takes no other NaN's place.
func scanIdentity(s spec.Spec, d dialect) (expr, error) {
	with, _, ok := s.Encoded()
	if !ok || !isFloat(s.Type) {
		return d.idElem, nil
	}
	by, err := ops.EncodingOf(with, s.Type)
	if err != nil || by.Trivial() {
		return d.idElem, err
	}
	return fromBitsOf(s.Type)(hex(by.Decode.Value(0) & (^uint64(0) >> (64 - s.Type.Bits())))), nil
}

// joined is the body of a function of two elements, a and b, that combines them.
func (d dialect) joined() []jen.Code {
	a, b := id("a"), id("b")
	if d.fromBits != nil || d.load == nil && d.encode == nil { // what combines are the elements
		return []jen.Code{returned(d.combine(a, b))}
	}
	var lines []jen.Code
	held := func(e expr, name string) expr {
		e = d.load.of(e)
		if d.encode != nil {
			lines = append(lines, statement(id(name), defined, e))
			return d.encode(id(name))
		}
		return e
	}
	x, y := held(a, "x"), held(b, "y")
	lines = append(lines, statement(id("key"), defined, d.combine(x, y)))
	return append(lines, returned(d.store.of(id("key"))))
}

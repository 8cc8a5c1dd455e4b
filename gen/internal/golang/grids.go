package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// A function of an array is one that [lower.GridReduceLoop] makes, with the text of its primitives, and what it
// promises.

// Lower is the program of a network of rows or of an array.
func Lower(n *network.Network) (*ir.Program, error) {
	s, of := n.Spec, n.Spec
	if s.Pattern.GridScan() {
		return lower.GridScanLoop(s, s.ScanOrder())
	}
	if s.Pattern.Applies() {
		of = s.Reduction()
	}
	r, err := newRows(of)
	switch {
	case err != nil:
		return nil, err
	case s.Pattern.Applies():
		return lower.RowApplyLoop(s, r.how())
	case n.Row != nil:
		return lower.RowLoop(s, r.how())
	}
	d, how := r.dialect, r.how()
	asStored := d.load == nil || d.fromBits != nil
	how.Plain = r.mapped == nil && r.widen == nil && !how.Encodes && !how.Stores && asStored
	// others need helpers or locals, which take more time than calls
	how.Loads = !how.Plain && !how.Encodes && !how.Stores && asStored
	return lower.GridReduceLoop(s, n.Grid.GridOrder, how)
}

// emitProgram prints a network of rows or of an array as a Go file.
func emitProgram(n *network.Network, pkg string) ([]byte, error) {
	s, of := n.Spec, n.Spec
	if s.Pattern.Applies() {
		of = s.Reduction()
	}
	r, err := newRows(of)
	if err != nil {
		return nil, err
	}
	p, primitives, promise := r.printer(), winnerHelpers(s, n.Program), promiseOfArray(s)
	p.parts, p.rows, p.apart, p.counts = helperFor(s, s.Type, partsHelper), s.Shape().Row(), true, s.Shape().Grid()
	p.order = []string{"Column", "Many", "Chunks", "Several", "Short", "LoadFour", "LoadFew", "Round", "Long", "Tree",
		"Eight", "Few", "Four", "Place", "Key", "Unkey", "Decode", "Bar", "Beats"}
	var helpers []helper
	switch {
	case s.Pattern.Applies():
		promise, helpers = promiseOfApplied(s), appliedHelpers(s, n.Program)
		p.applies(s, n.Program)
	case s.Shape().Row():
		promise = r.promise()
	case s.Pattern.GridScan():
		p = &program{owned: map[*ir.Var]bool{}}
		promise = promiseOfScan(s, n.Program)
		if primitives, err = r.scanPrimitives(p, n.Program); err != nil {
			return nil, err
		}
	}
	f, err := newFile(s, pkg, promise)
	if err != nil {
		return nil, err
	}
	p.print(f, n.Program, primitives)
	for _, h := range r.dialect.helpers {
		if !slices.ContainsFunc(helpers, func(had helper) bool { return had.name == h.name }) {
			helpers = append(helpers, h)
		}
	}
	if r.dialect.users != nil {
		helpers = append(helpers, r.dialect.users.helpers()...)
	}
	if p.parts.name != "" {
		helpers = append(helpers, p.parts)
	}
	for _, h := range helpers {
		h.print(f)
	}
	if p.err != nil {
		return nil, p.err
	}
	return rendered(f, s)
}

// promiseOfArray says what the function of an array, or of columns, does.
func promiseOfArray(s spec.Spec) []string {
	does, shared := "reduces an array.", "the chunks"
	switch {
	case s.HasLane():
		does, shared = "finds an element of an array.", "them"
	case s.Pattern.Columns():
		does = fmt.Sprintf("reduces the columns of a matrix: row r is %s[r*len(out) : (r+1)*len(out)].",
			s.Shape().Matrices()[0].InMemory())
		shared = "the columns"
	}
	lines := append([]string{s.FuncName() + " " + does}, contract.Gives(s, "")...)
	if s.Pattern.Columns() {
		lines = append(lines, contract.OtherRows(s)...)
	}
	return append(lines, fmt.Sprintf("From %d elements on, several processors share %s.", 2*partColumns, shared))
}

// promiseOfScan says what the function of a scan does.
func promiseOfScan(s spec.Spec, of *ir.Program) []string {
	var arrays []string
	for _, v := range of.Kernel().Params {
		arrays = append(arrays, v.Name)
	}
	does := s.FuncName() + " scans an array."
	if len(arrays) > 2 {
		does = s.FuncName() + " scans what arrays make."
	}
	lines := append([]string{does}, contract.Gives(s, "")...)
	beside := strings.Join(arrays[:len(arrays)-1], ", ") + " and out have one length, and do not overlap."
	return append(lines, beside)
}

// scanPrimitives are the op, its identity where it has one, and what makes elements.
func (r *rows) scanPrimitives(p *program, of *ir.Program) (map[string]helper, error) {
	s, d, prefix := r.spec, r.dialect, of.Name
	does := "is the " + s.Op.String() + " of a and b."
	if s.User != nil {
		does = "is " + s.User.String() + " of a and b."
	}
	all := map[string]helper{"Join": {
		name: prefix + "Join", doc: does, result: goType(s.Type), body: d.joined(),
		params: []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Id(goType(s.Type))},
	}}
	if s.Made() {
		all["Made"] = p.made(of.Func("Made"), r)
	}
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
	bits, err := ops.ZeroOf(with, s.Type)
	return fromBitsOf(s.Type)(hex(bits)), err
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

// made is the text of a function that makes elements of others, as those of a row are made.
func (p *program) made(of *ir.Func, r *rows) helper {
	h := helper{name: of.Name, doc: "makes as many elements as x has."}
	var in []expr
	for _, v := range of.Params {
		h.params = append(h.params, jen.Id(v.Name).Add(p.typ(v.Type)))
		in = append(in, id(v.Name).index(id("i")))
	}
	each := assign(in[0], r.made(in[1:]))
	h.body = []jen.Code{jen.For(jen.Id("i").Op(":=").Range().Len(jen.Id("x"))).Block(each)}
	return h
}

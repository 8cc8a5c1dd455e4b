package golang

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/templates"
)

var (
	scanTmpl     = template.Must(template.ParseFS(templates.FS, "gridscan.go.tmpl"))
	scanUserTmpl = template.Must(template.ParseFS(templates.FS, "gridscanuser.go.tmpl")) // calls an operator on elements alone
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
	o, prefix, exclusive := s.ScanOrder(), helperName(s, ""), s.Pattern == shflgen.GridExclusiveScan
	join := prefix + "Join"
	var rest []int // of a piece
	for v := 1; v < o.Vector; v++ {
		rest = append(rest, v)
	}
	var text strings.Builder
	tmpl := scanTmpl
	arrays, err := newScanArrays(s, o)
	if err != nil {
		return nil, err
	}
	if s.User != nil {
		tmpl = scanUserTmpl
	}
	if err := tmpl.Execute(&text, map[string]any{
		"Made": s.Made(), "Params": arrays.params(), "In": arrays.names[0], "Others": append(slices.Clone(arrays.names[1:]), "out"), "Arrays": strings.Join(arrays.names, ", "),
		"CutN": arrays.each("%s[:n]"), "NextN": arrays.next("n"), "NextRow": arrays.next(fmt.Sprint(o.Row())),
		"Name": s.FuncName(), "Low": prefix, "E": goType(s.Type), "Exclusive": exclusive, "Associative": s.Laws().Associative,
		"Vector": o.Vector, "Row": o.Row(), "Strip": o.Strip(), "Strips": o.Strips, "Tile": o.Tile(), "Levels": o.Levels, "Top": o.Levels - 1,
		"Rest": rest, "Last": o.Vector - 1, "Lanes": doubling(join, shflgen.ScanFan), "OfStrips": doubling(join, o.Strips),
	}); err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	f := jen.NewFile(pkg)
	does := s.FuncName() + " scans an array."
	if len(arrays.names) > 1 {
		does = s.FuncName() + " scans what arrays make."
	}
	lines := append([]string{does}, contract.Gives(s, "")...)
	header(f, s, append(append(lines, strings.Join(arrays.names, ", ")+" and out have one length, and do not overlap.", ""), algebra...))
	f.Op(strings.TrimSuffix(text.String(), "\n"))
	does = "is the " + s.Op.String() + " of a and b."
	if s.User != nil {
		does = "is " + s.User.String() + " of a and b."
	}
	importUsers(f, s)
	helper{name: join, doc: does, params: []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Id(goType(s.Type))}, result: goType(s.Type), body: d.joined()}.print(f)
	switch {
	case s.User == nil:
		identity, err := scanIdentity(s, d)
		if err != nil {
			return nil, err
		}
		helper{name: prefix + "Identity", doc: "is what changes nothing.", result: goType(s.Type), body: []jen.Code{returned(identity)}}.print(f)
	case exclusive:
		d.users.identity.print(f)
	}
	helpers := d.helpers
	if s.Made() {
		arrays.made(prefix).print(f)
		helpers = arrays.row.dialect.helpers
	}
	for _, h := range helpers {
		h.print(f)
	}
	return rendered(f, s)
}

// scanIdentity is the identity. Of floats that an encoding orders it is the NaN that no other is below, so that it takes no other
// NaN's place.
func scanIdentity(s shflgen.Spec, d dialect) (expr, error) {
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

// doubling are the statements that scan an array a in place: each element takes in the one 1, 2, 4, … before it.
func doubling(join string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\ta%d := a[%[1]d]\n", i)
	}
	for d := 1; d < n; d *= 2 {
		for i := n - 1; i >= d; i-- {
			fmt.Fprintf(&b, "\ta%d = %s(a%d, a%[1]d)\n", i, join, i-d)
		}
	}
	for i := range n {
		fmt.Fprintf(&b, "\ta[%d] = a%[1]d\n", i)
	}
	return b.String()
}

package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// rows prints a function that gives one value a row: a loop over the rows, around a function of one row, which
// [lower.RowLoop] makes.
type rows struct {
	spec    spec.Spec
	dialect dialect
	widen   conversion // of an element of memory
	inputs  []spec.Port
	mapped  func(in []expr) expr // what the map makes of a column; nil: the element itself
}

// rowGroup is the number of accumulators that are locals at once.
const rowGroup = 8

// emitRows prints a row's network as a Go file.
func emitRows(n *network.Network, pkg string) ([]byte, error) {
	s, of := n.Spec, rowsFile
	if s.Row().F != spec.NoApplied {
		of = emitApply
	}
	f, err := of(n, pkg)
	if err != nil {
		return nil, err
	}
	return rendered(f, s)
}

// rowsFile is the file of a reduction.
func rowsFile(n *network.Network, pkg string) (*jen.File, error) {
	s, of := n.Spec, n.Program
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	column := ""
	if s.HasLane() {
		column = ", its column idx[r]"
	}
	lines := []string{fmt.Sprintf("%s: %s, and its result is out[r]%s.", s.FuncName(), r.where(), column)}
	f, err := newFile(s, pkg, append(append(lines, contract.Gives(s, "")...), r.howMany()))
	if err != nil {
		return nil, err
	}
	var params, args []jen.Code
	for i, p := range r.inputs {
		in, pitch := r.matrix(i)
		cols := jen.Index(jen.Lit(s.Cols())).Id(goType(p.Type))
		params = append(params, jen.Id(in).Index().Id(goType(p.Type)), jen.Id(pitch).Int())
		if s.Ranged() {
			begin := jen.Id("r").Op("*").Id(pitch)
			args = append(args, jen.Id(in).Index(begin.Clone(), begin.Clone().Op("+").Id("cols"), jen.Len(jen.Id(in))))
			continue
		}
		args = append(args, jen.Parens(jen.Op("*").Add(cols)).Call(jen.Id(in).Index(jen.Id("r").Op("*").Id(pitch).Op(":"))))
	}
	if s.Ranged() {
		params = append(params, jen.Id("cols").Int())
	}
	elem := typeOf(s.Shape().Out[0])
	params = append(params, jen.Id("out").Index().Add(elem))
	stored := jen.Id("out").Index(jen.Id("r"))
	if s.HasLane() {
		params = append(params, jen.Id("idx").Index().Int32())
		stored = stored.Op(",").Id("idx").Index(jen.Id("r"))
	}
	parts := helperFor(s, s.Type, partsHelper)
	f.Func().Id(s.FuncName()).Params(params...).Block(append(inRange(s),
		rowLoop(s, parts, jen.Id("out"), jen.Len(jen.Id("out")), stored.Op("=").Id(of.Kernel().Name).Call(args...))...)...)
	p := r.printer()
	p.apart, p.order = true, []string{"Row", "Key", "Unkey", "Decode", "Bar"}
	p.print(f, of, winnerHelpers(s, of))
	for _, h := range append(r.dialect.helpers, parts) {
		h.print(f)
	}
	return f, p.err
}

// howMany says how many rows there are, and what several processors share.
func (r *rows) howMany() string {
	const rows = "There is a row for each element of out. "
	if r.spec.Ranged() {
		return rows + fmt.Sprintf("From %d elements on, several processors share them. "+
			"It panics if cols is not one of %d to %d.", 2*partColumns, r.spec.Least(), r.spec.Cols())
	}
	return rows + fmt.Sprintf("From %d rows on, several processors share them.", 2*partRows(r.spec))
}

// matrix names an input of the function, and its pitch.
func (r *rows) matrix(i int) (in, pitch string) {
	in = r.inputs[i].InMemory()
	if r.spec.Map == nil {
		return in, "pitch"
	}
	return in, in + "Pitch"
}

// where says where rows are.
func (r *rows) where() string {
	var all []string
	cols := fmt.Sprint(r.spec.Cols())
	if r.spec.Ranged() {
		cols = "cols"
	}
	for i := range r.inputs {
		in, pitch := r.matrix(i)
		all = append(all, fmt.Sprintf("%s[r*%s : r*%[2]s+%s]", in, pitch, cols))
	}
	if len(all) == 1 {
		return "row r of the matrix is " + all[0]
	}
	return "row r is " + spelling.List(all)
}

// alone is [network.Alone] by the name from which those of functions in Go are made.
func alone(s spec.Spec) spec.Spec {
	one := network.Alone(s)
	one.Name = s.FuncName()
	return one
}

func newRows(s spec.Spec) (*rows, error) {
	alone, r := alone(s), &rows{spec: s, inputs: s.Shape().Matrices()}
	if s.HasLane() { // elements are compared as they are
		return r, nil
	}
	d, err := dialectOf(alone)
	if err != nil {
		return nil, err
	}
	if r.dialect = d; s.In().Integer() {
		r.widen = func(e expr) expr { return e.to(goType(s.Type)) }
	} else if s.In() != spec.AsType {
		decode := helperFor(alone, s.InType(), decodeHelper)
		r.widen = decode.of
		if s.Map.BeforeWidening() {
			r.widen = func(e expr) expr { return decode.of(e.and(hex(0x7fff))) }
		}
		r.dialect.helpers = append([]helper{decode}, r.dialect.helpers...)
	}
	if s.Map != nil && !s.MapsStored() {
		var helpers []helper
		if r.mapped, helpers, err = columnMap(s); err != nil {
			return nil, err
		}
		r.dialect.helpers = append(helpers, r.dialect.helpers...)
	}
	return r, nil
}

// takes gives the rows n inputs of the type of the first. The function mapped computes from them what is combined.
func (r *rows) takes(n int) {
	if n > 1 {
		scalar := spec.Operand{Type: spec.Float32}
		r.spec.Map = &spec.Map{Kind: spec.UserMap, Params: slices.Repeat([]spec.Operand{scalar}, n), Result: scalar}
		r.inputs = r.spec.Shape().Matrices()
	}
}

// made is what is combined of an element of each input.
func (r *rows) made(in []expr) expr {
	for i, x := range in {
		if !r.inputs[i].Role.OfRow() {
			in[i] = r.widen.of(x)
		}
	}
	if r.mapped == nil {
		return in[0]
	}
	return r.mapped(in)
}

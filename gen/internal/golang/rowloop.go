package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// how is how elements become what is combined.
func (r *rows) how() lower.ReduceLoop {
	if s := r.spec; s.HasLane() { // the key of a float16 takes less time than its value
		return lower.ReduceLoop{Held: ir.Number{Type: keyType(s.Type)}, Bars: s.Type != spec.Float16}
	}
	return lower.ReduceLoop{Held: r.held(), Encodes: r.dialect.encode != nil, Stores: r.dialect.store != nil}
}

// held is the type of a local.
func (r *rows) held() ir.Type {
	if r.spec.Elem != nil {
		return ir.Struct{Element: r.spec.Elem}
	}
	local := r.dialect.bits
	if r.dialect.fromBits != nil {
		local = r.dialect.elem
	}
	for _, t := range spec.Types() {
		if t.Class() != spec.Float && t.String() == local && local != goType(r.spec.Type) {
			return ir.Number{Type: t}
		}
	}
	return ir.Number{Type: r.spec.Type}
}

// printer prints programs with primitives of the dialect, or helpers.
func (r *rows) printer() *program {
	if r.spec.HasLane() {
		return &program{owned: map[*ir.Var]bool{}}
	}
	d := r.dialect
	inline := func(of conversion) func(...expr) expr { return func(in ...expr) expr { return of.of(in[0]) } }
	return &program{owned: map[*ir.Var]bool{}, inline: map[string]func(...expr) expr{
		"Combine": func(in ...expr) expr { return d.combine(in[0], in[1]) },
		"Made": func(in ...expr) expr {
			e := r.made(in[:len(r.inputs)])
			if d.fromBits == nil {
				e = d.load.of(e)
			}
			return e
		},
		"Key": inline(d.encode), "Stored": inline(d.store), "Widen": inline(r.widen),
		"Nothing": func(...expr) expr {
			if d.users != nil {
				return d.users.call(d.users.identity)
			}
			return d.idElem
		},
	}}
}

// LowerRow is the program of a row.
func LowerRow(s spec.Spec, _ network.Row) (*ir.Program, error) {
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	return lower.RowLoop(s, helperName(s, ""), "Row", r.how(), nil, nil)
}

// body is the function of one row.
func (r *rows) body(of *ir.Program) ([]jen.Code, error) {
	p := r.printer()
	p.name = of.Name
	return p.region(of.Kernel().Body), p.err
}

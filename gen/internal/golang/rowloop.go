package golang

import (
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// how is how elements become what is combined.
func (r *rows) how() lower.ReduceLoop {
	if s := r.spec; s.HasLane() { // the key of a float16 takes less time than its value
		lanes := network.Alone(s)
		lanes.Op = s.Op
		return lower.ReduceLoop{Held: ir.Number{Type: network.KeysOf(lanes).By.Type}, Bars: s.Type != spec.Float16,
			Share: partColumns}
	}
	return lower.ReduceLoop{Held: r.held(), Encodes: r.dialect.encode != nil, Stores: r.dialect.store != nil,
		Share: partColumns}
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

// columnMap is what the map of a row's spec makes of the elements of a column, and the functions that it calls.
func columnMap(s spec.Spec) (of func(in []expr) expr, helpers []helper, err error) {
	e, known := rowfn.OfMap(s.Map)
	switch {
	case known:
		return func(in []expr) expr {
			inputs := map[string]expr{}
			for i, p := range s.Shape().Mapped() {
				inputs[p.Role.Name()] = in[i]
			}
			return rowfn.Print(e, func(name string) expr { return inputs[name] }, floatOperation)
		}, nil, nil
	case s.Map.User():
		return func(in []expr) expr { return rounded(s, callUser(s.Map, in)) }, nil, nil
	}
	return tableMap(s, s.FuncName()+"Map")
}

// rounded converts an element that is a float to its type, so that no sum is fused with a product, which a call that is
// compiled in place may be.
func rounded(s spec.Spec, e expr) expr {
	if s.Elem == nil && isFloat(s.Type) {
		return e.to(goType(s.Type))
	}
	return e
}

// callUser is a call of a function of a user.
func callUser(f *spec.Map, args []expr) expr {
	if f.Local {
		return call(f.Name, args...)
	}
	return callIn(f.Path, f.Name, args...)
}

// partColumns is how many columns a processor has at least before another one takes rows. Measured on two
// processors of one core, sums of float32: 2^17 columns in all take 1.25 times as long as on one, 2^18 0.8 to 1.0
// times, 2^20 0.7 to 0.9.
const partColumns = 1 << 17

// partRows is how many rows they are.
func partRows(s spec.Spec) int { return (partColumns + s.Cols() - 1) / s.Cols() }

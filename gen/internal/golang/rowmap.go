package golang

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// columnMap is what the map of a row's spec makes of the elements of a column, and the functions that
// it calls. The result is rounded to its type, so that no sum is fused with it.
func columnMap(s shflgen.Spec) (of func(in []expr) expr, helpers []helper, err error) {
	alone := network.Alone(s)
	rounded := func(e expr) expr {
		if isFloat(s.Type) {
			return e.to(goType(s.Type))
		}
		return e
	}
	switch {
	case s.Map.User():
		return func(in []expr) expr {
			if s.Map.Local {
				return rounded(call(s.Map.Name, in...))
			}
			return rounded(callIn(s.Map.Path, s.Map.Name, in...))
		}, nil, nil
	case s.Map.Kind == shflgen.Abs:
		p := &printer{spec: alone}
		if s.Type.Class() != shflgen.Float {
			p.maps.helpers = []helper{helperFor(alone, s.Type, absHelper)}
		}
		return func(in []expr) expr { return p.abs(in[0]) }, p.maps.helpers, nil
	}
	prod := alone
	prod.Op, prod.Name = shflgen.Prod, s.FuncName()+"Map"
	d, err := combined(dialect{elem: goType(s.Type), bits: uintOf(s.Type)}, prod)
	if err != nil {
		return nil, nil, err
	}
	return func(in []expr) expr { return rounded(d.combine(in[0], in[len(in)-1])) }, d.helpers, nil
}

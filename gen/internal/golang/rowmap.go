package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// columnMap is what the map of a row's spec makes of the elements of a column, and the functions that
// it calls. The result is rounded to its type, so that no sum is fused with it.
func columnMap(s spec.Spec) (of func(in []expr) expr, helpers []helper, err error) {
	alone := alone(s)
	switch {
	case s.Map.User():
		return func(in []expr) expr { return rounded(s, callUser(s.Map, in)) }, nil, nil
	case s.Map.Kind == spec.Abs:
		p := &printer{spec: alone}
		if s.Type.Class() != spec.Float {
			p.maps.helpers = []helper{helperFor(alone, s.Type, absHelper)}
		}
		return func(in []expr) expr { return p.abs(in[0]) }, p.maps.helpers, nil
	}
	prod := alone
	prod.Op, prod.Name = spec.Prod, s.FuncName()+"Map"
	d, err := combined(dialect{elem: goType(s.Type), bits: uintOf(s.Type)}, prod)
	if err != nil {
		return nil, nil, err
	}
	return func(in []expr) expr { return rounded(s, d.combine(in[0], in[len(in)-1])) }, d.helpers, nil
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

// importUsers names the packages of the functions of users that a spec names.
func importUsers(f *jen.File, s spec.Spec) {
	for _, m := range []*spec.Map{s.Map, s.Fn} {
		if m.User() {
			f.ImportName(m.Path, m.Package)
		}
	}
	if s.User != nil {
		f.ImportName(s.User.Path, s.User.Package)
	}
}

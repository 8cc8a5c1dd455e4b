package cuda

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// User is a function of a user's package, which was loaded with syntax and types, those of its
// imports included.
type User struct {
	Package *userpkg.Package
	Func    *types.Func
}

// Users are the functions that a spec names: the op User, the map, and what is applied to a row.
type Users struct{ Op, Map, Applied User }

// mapName is the function that makes an element of the inputs of a lane.
func mapName(s spec.Spec) string { return s.FileName() + "_map" }

// mapped is the element that the map of the spec makes of a register's inputs.
func (p *printer) mapped(register int) expr {
	var args []expr
	for _, port := range p.shape.Mapped() {
		x := p.scope.param(port.Role)
		if port.Array {
			x = x.entry(register)
		}
		args = append(args, x)
	}
	if !p.spec.Map.User() {
		helper, err := knownMap(p.spec, p.on)
		if err != nil {
			p.report("%w", err)
		}
		p.calls(helper)
	}
	return call(mapName(p.spec), args...)
}

// mapStep is the step that defines the element of the lane, if any step reads it. Registers are
// made where they are loaded.
func (p *printer) mapStep() []step {
	if p.spec.Map == nil || p.shape.Array() || !p.scope.read[spec.ElementRole] {
		return nil
	}
	return []step{{
		Title: fmt.Sprintf("The element: %s.", p.spec.MapWords()),
		Lines: []string{fmt.Sprintf("%s %s = %s;", p.elem.name, p.scope.param(spec.ElementRole), p.mapped(0))},
	}}
}

// register is the element of a register, as the caller gives it or as the map makes it.
func (p *printer) register(i int) expr {
	if p.spec.Map != nil {
		return p.mapped(i)
	}
	return p.scope.param(spec.ElementRole).entry(i)
}

// callsOnce makes the op a function where its text names an operand twice, so that a user's map is called once for
// an element.
func (p *printer) callsOnce(s spec.Spec, of string) {
	if !s.Map.User() || p.opHelper != "" || s.Op != spec.Min && s.Op != spec.Max {
		return
	}
	c := ctypes[s.Type].name
	p.opHelper = helper{
		does: "The " + map[spec.Op]string{spec.Min: "lesser", spec.Max: "greater"}[s.Op] + " of a and b.", result: c,
		name:   of + "_op",
		params: fmt.Sprintf("%s a, %[1]s b", c), body: lines(fmt.Sprintf("return %s;", p.op(term("a"), term("b")))),
	}.String()
	p.op = calling(of + "_op")
}

// knownMap is a map of the table as a function.
func knownMap(s spec.Spec, on arches) (string, error) {
	name, c := mapName(s), ctypes[s.Type]
	switch s.Map.Kind {
	case spec.Abs:
		return absHelper(s, name), nil
	case spec.Nonzero:
		return mapHelper(s, name, c.name+" a", "return a != 0;"), nil
	}
	if e, ok := rowfn.OfMap(s.Map); ok {
		return mapOfRow(s, name, e), nil
	}
	arity := len(s.MapInputs())
	if s.Type.Class() == spec.Float {
		prod := s
		prod.Op, prod.Map, prod.Name = spec.Prod, nil, name
		if arity == 2 {
			return opHelper(prod, name, on)
		}
		two := name + "_product"
		helper, err := opHelper(prod, two, on)
		one := mapHelper(s, name, c.name+" a", fmt.Sprintf("return %s(a, a);", two))
		return helper + "\n\n" + one, err
	}
	prod := s
	prod.Op, prod.Map = spec.Prod, nil
	op, _, err := operation(prod, on)
	if arity == 1 {
		return mapHelper(s, name, c.name+" a", fmt.Sprintf("return %s;", op(term("a"), term("a")))), err
	}
	return mapHelper(s, name, c.name+" a, "+c.name+" b", fmt.Sprintf("return %s;", op(term("a"), term("b")))), err
}

// mapOfRow is a map of float32 that takes values of a row, and the operations that it calls.
func mapOfRow(s spec.Spec, of string, e rowfn.E) string {
	var params, helpers []string
	for _, p := range s.Shape().Mapped() {
		params = append(params, "float "+p.Role.Name())
	}
	body := rowfn.Print(e, name, func(op string, args []expr) expr {
		helper := arithmetic(of, op)
		if !slices.Contains(helpers, helper) {
			helpers = append(helpers, helper)
		}
		return call(of+"_"+op, args...)
	})
	return strings.Join(append(helpers, mapHelper(s, of, strings.Join(params, ", "), "return "+body.String()+";")), "\n\n")
}

// term is a parameter of a map.
func term(text string) expr { return name(text) }

// mapHelper is the frame of a map of the table.
func mapHelper(s spec.Spec, name, params, body string) string {
	does := s.MapWords()
	return helper{does: strings.ToUpper(does[:1]) + does[1:] + ".", result: ctypes[s.Type].name, name: name,
		params: params, body: lines(body)}.String()
}

// absHelper clears the signs of floats, and takes the negative of a negative integer modulo 2^bits.
func absHelper(s spec.Spec, name string) string {
	c, t := ctypes[s.Type], s.Type
	if t.Class() != spec.Float {
		zero := "0u"
		if t.Bits() == 64 {
			zero = "0ull"
		}
		return mapHelper(s, name, c.name+" a", fmt.Sprintf("return (%s)(a < 0 ? %s - (%s)a : (%[3]s)a);", c.name, zero,
			c.arith))
	}
	word, clear := "unsigned", map[spec.Type]string{
		spec.Float16: "0x7fffu", spec.Bfloat16: "0x7fffu", spec.Float32: "0x7fffffffu",
		spec.Float64: "0x7fffffffffffffffull", spec.Float16x2: "0x7fff7fffu", spec.Bfloat16x2: "0x7fff7fffu",
	}[t]
	if t.Bits() == 64 {
		word = "unsigned long long"
	}
	return helper{
		does: "The magnitude of a: without its sign.", result: c.name, name: name, params: c.name + " a",
		body: lines(fmt.Sprintf("%s bits = %s & %s;", word, fmt.Sprintf(bitsAs[t].to, "a"), clear),
			fmt.Sprintf("return %s;", fmt.Sprintf(bitsAs[t].from, "bits"))),
	}.String()
}

// userFunctions are the functions of users that a spec names, translated.
func userFunctions(s spec.Spec, users Users) ([]string, error) {
	var all []string
	add := func(parts []string) {
		for _, part := range parts {
			if part = strings.TrimRight(part, "\n"); !slices.Contains(all, part) {
				all = append(all, part)
			}
		}
	}
	if s.Map.User() {
		parts, err := userFunction(s, "map", s.Map.Ref, mapName(s), cmp.Or(s.Map.NoCUDA, s.Map.Fusion.Unrounded), users.Map)
		if err != nil {
			return nil, err
		}
		add(parts)
	}
	if s.Op == spec.User {
		name := userOpName(s)
		parts, err := userFunction(s, "op", s.User.Ref, name, cmp.Or(s.User.NoCUDA, s.User.Fusion.Unrounded), users.Op)
		if err != nil {
			return nil, err
		}
		add(append(parts, cABI(s, name)))
		if s.User.Identity != nil {
			add([]string{userIdentity(s)})
		}
	}
	if s.Row().Fn != nil {
		fn := s.Row().Fn
		parts, err := userFunction(s, "f", fn.Ref, s.FileName()+"_apply", cmp.Or(fn.NoCUDA, fn.Fusion.Unrounded),
			users.Applied)
		if err != nil {
			return nil, err
		}
		add(parts)
	}
	return all, nil
}

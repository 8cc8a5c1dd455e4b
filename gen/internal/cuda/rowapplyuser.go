package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// userHelpers are the functions that a kernel with a function of a user calls: it, and what the
// reduction of a row is made of.
func (r *rowApply) userHelpers(users Users) ([]string, error) {
	all, err := userFunctions(r.spec, users)
	if err != nil {
		return nil, err
	}
	if r.spec.Map != nil && !r.spec.Map.User() {
		more, err := (&rows{printer: r.reduce, of: r.spec.Reduction(), name: r.name}).mapHelpers()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if r.reduce.opHelper != "" && !slices.Contains(all, r.reduce.opHelper) {
		all = append(all, r.reduce.opHelper)
	}
	return all, nil
}

// combined is what the reduction of a row makes of two elements: their sum, but for a user's function.
func (r *rowApply) combined(a, b string) string {
	if r.reduce == nil {
		return fmt.Sprintf("%s_add(%s, %s)", r.name, a, b)
	}
	return r.reduce.op(name(a), name(b)).text
}

// absent is what changes nothing in the reduction of a row.
func (r *rowApply) absent() string {
	switch {
	case r.spec.Op == spec.User:
		return r.reduce.identity.text
	case r.reduce == nil:
		return "__uint_as_float(0x80000000u)"
	}
	bits, ok := ops.IdentityBits(r.spec.Op, spec.Float32)
	if !ok {
		r.reduce.report("no identity of %s on %s", r.spec.Op, spec.Float32)
	}
	return fmt.Sprintf("__uint_as_float(%#xu)", bits)
}

// absentWord is the same in a comment.
func (r *rowApply) absentWord() string {
	if r.reduce == nil {
		return "-0"
	}
	return "the identity"
}

// summand is element v of a vector as the reduction of a row takes it.
func (r *rowApply) summand(x string, v int) string {
	if !r.spec.MapsStored() {
		return r.value(x, v)
	}
	return call(r.name+"_widen", call(mapName(r.spec), r.vector.element(name(x), v))).text
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// FloatMask declares the overload that rejects a mask of a floating-point type; "" if there is no mask.
func (f function) FloatMask() string { return floatMask(f.Type, f.Name, f.Params) }

// floatMask is a deleted template beside a function, with template parameters of its own before the type of the
// mask. Braces convert .5 to floating-point types alone, so that a call with an integer takes the function, as
// without the template. Beside any second declaration, auto p = &f has no type to deduce; a mask of a class
// type would allow it, and change the interface.
func floatMask(typ, name string, ps params, template ...string) string {
	texts := make([]string, len(ps))
	found := false
	for i, p := range ps {
		texts[i] = p.declare
		if p.role == spec.MaskRole && p.name == "mask" {
			texts[i], found = "Mask mask", true
		}
	}
	if !found {
		return ""
	}
	template = append(template, "class Mask", "class = decltype(Mask{.5})")
	return fmt.Sprintf("template <%s> __device__ %s %s(%s) = delete;", strings.Join(template, ", "), typ, name,
		strings.Join(texts, ", "))
}

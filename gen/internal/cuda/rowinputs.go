package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// rowInput is a matrix or an array that elements are loaded from, and the distance of its rows: names of parameters.
type rowInput struct{ matrix, pitch string }

// inputsOf are those of a row or an array of s.
func inputsOf(s spec.Spec) (all []rowInput) {
	for _, p := range s.Shape().Matrices() {
		in := rowInput{matrix: p.InMemory(), pitch: "pitch"}
		if s.Map != nil {
			in.pitch = in.matrix + "_pitch"
		}
		all = append(all, in)
	}
	return all
}

// element is what is combined of an element of each input.
func (r *rows) element(all []expr) expr {
	mapped := r.of.Map == nil
	if r.of.MapsStored() {
		all, mapped = []expr{call(mapName(r.of), all...)}, true
	}
	if r.of.In != spec.AsType {
		for i, e := range all {
			all[i] = call(r.name+"_widen", e)
		}
	}
	return r.ofWide(all, mapped)
}

// ofWide is what is combined of an element of each input, as the type that is computed in.
func (r *rows) ofWide(all []expr, mapped bool) expr {
	e := all[0]
	if !mapped {
		e = call(mapName(r.of), all...)
	}
	return r.encode(e)
}

// mapHelpers are the functions by which a map of the table makes an element of the inputs.
func (r *rows) mapHelpers() ([]string, error) {
	s := r.of
	if s.MapsStored() {
		s.Name, s.Type, s.In = s.FileName(), s.InType(), spec.AsType
	}
	text, err := knownMap(s, r.on)
	return []string{text}, err
}

// widenHelper turns an element of memory into a float.
func (r *rows) widenHelper() string {
	from := r.of.InType()
	if r.of.In.Integer() {
		wide := ctypes[r.of.Type].name
		return helper{
			does: "The value of an element in memory.", result: wide, name: r.name + "_widen",
			params: ctypes[from].name + " narrow",
			body:   lines(fmt.Sprintf("return (%s)narrow;", wide)),
		}.String()
	}
	ptx := "cvt.f32.f16 %0, %1;"
	if from == spec.Bfloat16 {
		ptx = "mov.b32 %0, {0, %1};"
	}
	return helper{
		does: fmt.Sprintf("The value of a %s, exactly.", from), result: "float", name: r.name + "_widen",
		params: ctypes[from].name + " narrow",
		body: lines("float wide;", fmt.Sprintf(`asm("%s" : "=f"(wide) : "h"(%s));`, ptx,
			fmt.Sprintf(operands[from].to, "narrow")), "return wide;"),
	}.String()
}

package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// column is what is combined of element v of the vectors of a round.
func (r *rows) column(round, v int) expr {
	var all []expr
	for _, in := range r.inputs {
		x := name(fmt.Sprintf("%s%d", in.x, round))
		if r.wide() {
			all = append(all, in.vector.wide(x, v))
		} else {
			all = append(all, in.vector.element(x, v))
		}
	}
	if r.wide() {
		return r.ofWide(all, r.of.Map == nil)
	}
	return r.element(all)
}

// wide reports whether elements of a vector are widened by words.
func (r *rows) wide() bool { return r.of.In == spec.StoredBfloat16 && !r.of.MapsStored() }

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
	if r.encoded != nil {
		return r.encoded.encode(e)
	}
	return e
}

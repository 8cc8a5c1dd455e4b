package golang

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// rows is what makes elements of a row, or of an array, what is combined.
type rows struct {
	spec    spec.Spec
	dialect dialect
	widen   conversion // of an element of memory
	inputs  []spec.Port
	mapped  func(in []expr) expr // what the map makes of a column; nil: the element itself
}

// promise says where the rows and their results are.
func (r *rows) promise() []string {
	column := ""
	if r.spec.HasLane() {
		column = ", its column idx[r]"
	}
	lines := []string{fmt.Sprintf("%s: %s, and its result is out[r]%s.", r.spec.FuncName(), r.where(), column)}
	lines = append(lines, contract.Gives(r.spec, "")...)
	return append(lines, "There is a row for each element of out. "+shares(r.spec))
}

// shares says which rows several processors share.
func shares(s spec.Spec) string {
	if s.Ranged() {
		return fmt.Sprintf("From %d elements on, several processors share them. It panics if cols is not one of %d to %d.",
			2*partColumns, s.Least(), s.Cols())
	}
	return fmt.Sprintf("From %d rows on, several processors share them.", 2*partRows(s))
}

// where says where rows are.
func (r *rows) where() string {
	var all []string
	cols := fmt.Sprint(r.spec.Cols())
	if r.spec.Ranged() {
		cols = "cols"
	}
	for _, input := range r.inputs {
		in, pitch := input.InMemory(), "pitch"
		if r.spec.Map != nil {
			pitch = in + "Pitch"
		}
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

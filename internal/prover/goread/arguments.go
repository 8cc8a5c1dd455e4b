package goread

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// given are the arrays that a caller passes.
type given struct {
	v       *array
	value   *array // what follows the elements, if there is one
	numbers []*array
}

// arguments are the values of the parameters, in order.
func (r *run) arguments(s *State) (args []value, arrays given) {
	params := parameters(r.shape, r.elems)
	elements, values := spec.Apart(r.shape, s.Lanes)
	inputs := 0
	for _, p := range params {
		x := value{ptr: true}
		if p.port.Role.Number() {
			x.arr = r.elements(p.port, s.Numbers[len(arrays.numbers)], "")
			arrays.numbers = append(arrays.numbers, x.arr)
		}
		switch p.port.Role {
		case spec.MaskRole:
			if _, pointer := p.typ.(*types.Pointer); !pointer {
				args = append(args, value{v: s.Mask[0]})
				continue
			}
			x.arr = valuesArray(s.Mask, p.name)
		case spec.KeyRole:
			x.arr = valuesArray(s.Keys, p.name)
			for i, c := range x.arr.cells {
				c.val.of = i + 1
			}
		case spec.ElementRole:
			_, copies := r.shape.Global()
			switch {
			case !p.written:
				x.arr = r.elements(p.port, elements, p.name)
			case copies:
				x.arr = r.elements(p.port, r.unwritten(p.port), "")
				arrays.v = x.arr
			default:
				x.arr = r.elements(p.port, elements, "")
				arrays.v = x.arr
			}
		case spec.ValueRole:
			x.arr = r.elements(p.port, values, "")
			arrays.value = x.arr
		case spec.InputARole, spec.InputBRole, spec.InputCRole:
			x.arr = r.elements(p.port, s.Inputs[inputs], p.name)
			inputs++
		case spec.SrcRole, spec.DeltaRole, spec.LaneMaskRole:
			if p.port.Uniform {
				args = append(args, value{v: s.Operands[0]})
				continue
			}
			x.arr = valuesArray(s.Operands, p.name)
		}
		if p.port.Global != "" && r.shape.Partial() {
			r.cutToPresent(x.arr, s.Operands[0])
		}
		args = append(args, x)
	}
	element := slices.IndexFunc(params, func(p parameter) bool { return p.port.Role == spec.ElementRole })
	for i, x := range args {
		if x.ptr && x.arr.readOnly != "" && (params[i].port.Role.Input() || overlap(params[i].typ, params[element].typ)) {
			for _, of := range x.arr.withRows() {
				of.mayBe = arrays.v.withRows()
			}
		}
	}
	return args, arrays
}

// cutToPresent leaves of the elements in memory those that there are.
func (r *run) cutToPresent(a *array, left bv.Value) {
	n := check.Present(r.dom, left, len(a.cells))
	if n == len(a.cells) {
		a.length = left
	}
	a.cells = a.cells[:n]
}

// unwritten are values that nobody knows, for each leaf of a port: what depends on one is a
// difference.
func (r *run) unwritten(p spec.Port) (all []bv.Value) {
	for range r.shape.Lanes {
		for _, l := range p.Leaves() {
			x, ok := bv.Fresh(r.dom, len(all), l.Type.Bits())
			if !ok {
				panic(bv.Stop{Why: "a domain without unknown values"})
			}
			all = append(all, x)
		}
	}
	return all
}

// valuesArray is an array of values. A name says that it is read-only.
func valuesArray(values []bv.Value, readOnly string) *array {
	a := &array{readOnly: readOnly}
	for _, x := range values {
		a.cells = append(a.cells, &cell{val: value{v: x}})
	}
	return a
}

// elements is the array of the values of a port: of several registers, a row for each. A name says
// that it is read-only.
func (r *run) elements(p spec.Port, values []bv.Value, readOnly string) *array {
	of := func(values []bv.Value) *array {
		a := valuesArray(values, "")
		if t := r.typeOf(p); t != nil {
			a = r.composites(t, values)
		}
		for _, part := range a.withRows() {
			part.readOnly = readOnly
		}
		return a
	}
	if !p.Array {
		return of(values)
	}
	rows := &array{readOnly: readOnly}
	for row := range slices.Chunk(values, r.shape.Lanes*len(p.Leaves())) {
		rows.cells = append(rows.cells, &cell{val: value{arr: of(row)}})
	}
	return rows
}

// withRows is an array, and each array that it holds.
func (a *array) withRows() []*array {
	all := []*array{a}
	for _, c := range a.cells {
		if c.val.arr != nil {
			all = append(all, c.val.arr)
		}
	}
	return all
}

// readable refuses to read an array that a caller may have laid over one that was
// written.
func (r *run) readable(n ast.Node, a *array) {
	for _, other := range a.mayBe {
		if other.written {
			r.stop(n, "element of "+a.readOnly+" after one of v was written", "a caller may pass one array for both; want all of "+a.readOnly+" read before")
		}
	}
}

package goread

import (
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// given are the arrays that a caller passes.
type given struct {
	v       *goexec.Array
	value   *goexec.Array // what follows the elements, if there is one
	numbers []*goexec.Array
}

// arguments are the values of the parameters, in order.
func (r *run) arguments(s *State) (args []goexec.Value, arrays given) {
	params := parameters(r.shape, r.elems)
	elements, values := spec.Apart(r.shape, s.Lanes)
	inputs := 0
	for _, p := range params {
		x := goexec.Value{Ptr: true}
		if p.port.Role.Number() {
			x.Arr = r.elements(p.port, s.Numbers[len(arrays.numbers)], "")
			arrays.numbers = append(arrays.numbers, x.Arr)
		}
		switch p.port.Role {
		case spec.MaskRole:
			if _, pointer := p.typ.(*types.Pointer); !pointer {
				args = append(args, goexec.Value{V: s.Mask[0]})
				continue
			}
			x.Arr = valuesArray(s.Mask, p.name)
		case spec.KeyRole:
			x.Arr = valuesArray(s.Keys, p.name)
			for i, c := range x.Arr.Cells {
				c.Val.Of = int32(i + 1)
			}
		case spec.ElementRole:
			_, copies := r.shape.Global()
			switch {
			case !p.written:
				x.Arr = r.elements(p.port, elements, p.name)
			case copies:
				x.Arr = r.elements(p.port, r.unknownLike(elements, 0), "")
				arrays.v = x.Arr
			default:
				x.Arr = r.elements(p.port, elements, "")
				arrays.v = x.Arr
			}
		case spec.ValueRole:
			x.Arr = r.elements(p.port, values, "")
			arrays.value = x.Arr
		case spec.InputARole, spec.InputBRole, spec.InputCRole:
			x.Arr = r.elements(p.port, s.Inputs[inputs], p.name)
			inputs++
		case spec.SrcRole, spec.DeltaRole, spec.LaneMaskRole:
			if p.port.Uniform {
				args = append(args, goexec.Value{V: s.Operands[0]})
				continue
			}
			x.Arr = valuesArray(s.Operands, p.name)
		}
		if p.port.Global != "" && r.shape.Partial() {
			r.cutToPresent(x.Arr, s.Operands[0])
		}
		args = append(args, x)
	}
	element := slices.IndexFunc(params, func(p parameter) bool { return p.port.Role == spec.ElementRole })
	for i, x := range args {
		if x.Ptr && x.Arr.ReadOnly != "" && (params[i].port.Role.Input() || overlap(params[i].typ, params[element].typ)) {
			for _, of := range withRows(x.Arr) {
				of.MayBe = withRows(arrays.v)
			}
		}
	}
	return args, arrays
}

// cutToPresent leaves of the elements in memory those that there are.
func (r *run) cutToPresent(a *goexec.Array, left bv.Value) {
	n := check.Present(r.Dom, left, len(a.Cells))
	if n == len(a.Cells) {
		a.Length = left
	}
	a.Cells = a.Cells[:n]
}

// unknownLike are values that nobody knows, from a number on, of the sizes of some others: what memory of results holds
// before. A result that depends on one is a difference.
func (r *run) unknownLike(of []bv.Value, first int) (all []bv.Value) {
	for i, v := range of {
		x, ok := bv.Fresh(r.Dom, first+i, v.Width())
		if !ok {
			r.Stop(r.main, "memory of results", "nothing stands for what it holds before")
		}
		all = append(all, x)
	}
	return all
}

// valuesArray is an array of values. A name says that it is read-only.
func valuesArray(values []bv.Value, readOnly string) *goexec.Array {
	a := &goexec.Array{ReadOnly: readOnly}
	for _, x := range values {
		a.Cells = append(a.Cells, &goexec.Cell{Val: goexec.Value{V: x}})
	}
	return a
}

// elements is the array of the values of a port: of several registers, a row for each. A name says
// that it is read-only.
func (r *run) elements(p spec.Port, values []bv.Value, readOnly string) *goexec.Array {
	of := func(values []bv.Value) *goexec.Array {
		a := valuesArray(values, "")
		if t := r.typeOf(p); t != nil {
			a = r.composites(t, values)
		}
		for _, part := range withRows(a) {
			part.ReadOnly = readOnly
		}
		return a
	}
	if !p.Array {
		return of(values)
	}
	rows := &goexec.Array{ReadOnly: readOnly}
	for row := range slices.Chunk(values, r.shape.Lanes*len(p.Leaves())) {
		rows.Cells = append(rows.Cells, &goexec.Cell{Val: goexec.Value{Arr: of(row)}})
	}
	return rows
}

// withRows is an array, and each array that it holds.
func withRows(a *goexec.Array) []*goexec.Array {
	all := []*goexec.Array{a}
	for _, c := range a.Cells {
		if c.Val.Arr != nil {
			all = append(all, c.Val.Arr)
		}
	}
	return all
}

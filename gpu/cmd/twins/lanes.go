package main

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gpu/compare"
	"github.com/shflgen/shflgen/spec"
)

// elements are the element types in emitted Go.
var elements = map[spec.Type]string{
	spec.Int8: "int8", spec.Int16: "int16", spec.Int32: "int32", spec.Int64: "int64",
	spec.Uint8: "uint8", spec.Uint16: "uint16", spec.Uint32: "uint32", spec.Uint64: "uint64",
	spec.Float32: "float32", spec.Float64: "float64",
	spec.Float16: "uint16", spec.Bfloat16: "uint16",
	spec.Float16x2: "uint32", spec.Bfloat16x2: "uint32",
}

// writeLanes writes the functions of a choice.
func writeLanes(w *writer, args []string) {
	var choice compare.Choice
	parse(args, choice.Bind)
	w.all(func(s spec.Spec) string {
		return fmt.Sprintf("twin.Register(%q, func(mask []uint32, v unsafe.Pointer) uint32 { %s })", s.FileName(), call(s))
	}, slices.Values(choice.Specs()))
}

// elementOf is the element type of s in Go.
func elementOf(s spec.Spec) string {
	if s.Elem != nil {
		return s.Elem.String()
	}
	return elements[s.Type]
}

// call is the body of the twin of s: a call of the emitted function.
func call(s spec.Spec) string {
	sh := s.Shape()
	registers := ""
	if sh.Array() {
		registers = fmt.Sprintf("[%d]", sh.Registers())
	}
	args := fmt.Sprintf("(*%s[%d]%s)(v)", registers, s.Lanes(), elementOf(s))
	value, paired := sh.Takes(spec.ValueRole)
	if paired {
		args = "&keys, &values"
	}
	if sh.Keyed() {
		args = fmt.Sprintf("(*[%d]%s)(unsafe.Add(v, twin.BesideAt)), %s", s.Lanes(), s.Keyed().Key, args)
	}
	if sh.Masked() {
		mask := "mask[0]"
		if sh.Block() {
			mask = fmt.Sprintf("(*[%d]uint32)(mask)", s.Shape().MaskWords())
		}
		args = mask + ", " + args
	}
	if operand, ok := sh.Operand(); ok {
		at := "unsafe.Add(v, twin.BesideAt)"
		if operand.Uniform {
			args += fmt.Sprintf(", int(*(*int32)(%s))", at)
		} else {
			args += fmt.Sprintf(", (*[%d]int32)(%s)", s.Lanes(), at)
		}
	}
	for _, port := range sh.Numbers() {
		of := ""
		if port.Array {
			of = registers
		}
		args += fmt.Sprintf(", (*%s[%d]int32)(unsafe.Add(v, twin.NumbersAt))", of, s.Lanes())
	}
	if sh.Partial() { // what is in v past the elements of a store stays
		clear := "to[:]"
		if sh.Element().Global != "" {
			clear = "to[:n]"
		}
		return fmt.Sprintf("n := min(%d, *(*uint32)(unsafe.Add(v, twin.BesideAt))); to := (*[%[1]d]%[2]s)(v); from := "+
			"*to; clear(%[3]s); %[4]s; return 0", s.Lanes(), elementOf(s), clear, globalCall(s))
	}
	if _, ok := sh.Global(); ok { // copied between two arrays
		return fmt.Sprintf("to := (*[%d]%s)(v); from := *to; clear(to[:]); %s; return 0", s.Lanes(), elementOf(s),
			globalCall(s))
	}
	if sh.HasPred() {
		return "return " + s.FuncName() + "(" + args + ")"
	}
	if paired && sh.Array() {
		return fmt.Sprintf("pairs := (*[%d][%d]struct{ key %s; value %s })(v); var keys [%[1]d][%[2]d]%[3]s; var values "+
			"[%[1]d][%[2]d]%[4]s; "+
			"for r, lanes := range pairs { for i, p := range lanes { keys[r][i], values[r][i] = p.key, p.value } }; %s(%s); "+
			"for r := range pairs { for i := range pairs[r] { pairs[r][i].key, pairs[r][i].value = keys[r][i], values[r][i] } "+
			"}; return 0",
			sh.Registers(), s.Lanes(), elementOf(s), elements[value.Type], s.FuncName(), args)
	}
	if paired { // what a lane brings is a struct of both
		return fmt.Sprintf("pairs := (*[%d]struct{ key %s; value %s })(v); var keys [%[1]d]%[2]s; var values [%[1]d]%[3]s; "+
			"for i, p := range pairs { keys[i], values[i] = p.key, p.value }; %s(%s); "+
			"for i := range pairs { pairs[i].key, pairs[i].value = keys[i], values[i] }; return 0",
			s.Lanes(), elementOf(s), elements[value.Type], s.FuncName(), args)
	}
	return s.FuncName() + "(" + args + "); return 0"
}

// globalCall is the call of the twin of s, with arrays called from and to.
func globalCall(s spec.Spec) string {
	from, to := "&from", "to"
	switch stores := s.Shape().Element().Global != ""; {
	case s.Global().Partial && stores:
		to = "to[:n]"
	case s.Global().Partial:
		from = "from[:n]"
	}
	args := from + ", " + to
	if s.Shape().Element().Global != "" { // where to comes first
		args = to + ", " + from
	}
	return s.FuncName() + "(" + args + ")"
}

package exec

import (
	"fmt"
	"slices"
)

// ofFloats are opcodes with the last type for every operand but a predicate.
var ofFloats = map[string]bool{"add": true, "sub": true, "mul": true, "fma": true, "min": true, "max": true,
	"neg": true, "abs": true, "setp": true, "selp": true}

// mistyped says which operand has a type that the instruction's does not allow: bits
// may be anything, integers and floats are not each other (PTX ISA, "Type
// Information for Instructions and Operands"). ptxas refuses such code.
func (in *instr) mistyped() string {
	integers, float := len(in.mods) > 0, false
	for i, m := range in.mods {
		ty, ok := typs[m]
		if ok && (ty.float || m[0] == 'b' || m == "pred") {
			integers = false
		}
		float = ok && ty.float && i == len(in.mods)-1
	}
	float = float && ofFloats[in.form.name]
	integers = integers && typs[in.mods[len(in.mods)-1]].w > 0
	for _, a := range in.args {
		of := typs[a.typ]
		switch {
		case integers && (of.float || a.kind == argConst && a.size > 0):
			return "a float where an integer is wanted"
		case float && (a.kind == argConst && a.size == 0 || a.kind == argReg && !of.float && a.typ != "" && a.typ[0] != 'b' &&
			a.typ != "pred"):
			return "an integer where a float is wanted"
		}
	}
	return ""
}

// The comparisons of setp and set by the kind of their type (PTX ISA, "Comparison and
// Selection Instructions").
var (
	cmpBits     = []string{"eq", "ne"}
	cmpSigned   = append([]string{"lt", "le", "gt", "ge"}, cmpBits...)
	cmpUnsigned = append([]string{"lo", "ls", "hi", "hs"}, cmpSigned...)
	cmpFloat    = append([]string{"equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"}, cmpSigned...)
)

// misused says what rule of its own the instruction breaks, other than those about
// every operand. ptxas refuses such code.
func (in *instr) misused() string {
	switch in.form.name {
	case "setp", "set":
		return in.miscompared()
	case "mov":
		return in.mismoved()
	case "ld":
		if slices.Contains(in.mods, "nc") && in.space() != "global" {
			return ".nc of what is not .global"
		}
	case "popc", "clz":
		if typs[in.args[0].typ].float {
			return "a float for a count"
		}
	}
	return ""
}

// miscompared is misused of setp and set.
func (in *instr) miscompared() string {
	name := in.mods[len(in.mods)-1]
	allowed := cmpSigned
	switch {
	case typs[name].float:
		allowed = cmpFloat
	case name[0] == 'b':
		allowed = cmpBits
	case !typs[name].signed:
		allowed = cmpUnsigned
	}
	if !slices.Contains(allowed, in.mods[0]) {
		return fmt.Sprintf(".%s does not compare .%s", in.mods[0], name)
	}
	return ""
}

// mismoved is misused of mov: vectors are of bits, and a register has the width of
// the type.
func (in *instr) mismoved() string {
	name := in.mods[len(in.mods)-1]
	for _, a := range in.args {
		switch {
		case a.kind == argVector && name[0] != 'b':
			return "a vector is of bits"
		case a.kind == argReg && a.size != typs[name].w:
			return fmt.Sprintf("a register of %d bits", a.size)
		case typs[name].float && (a.kind == argSpecial || a.kind == argSymbol || a.kind == argConst && a.size == 0):
			return "an integer where a float is wanted"
		}
	}
	return ""
}

// discards says which result is _ though the instruction has none to spare: only a
// part of a vector, and one of two results but the first of a shuffle, may be left out,
// and special registers are operands of mov and cvt alone. ptxas refuses all else.
func (in *instr) discards() string {
	for i, a := range in.args {
		switch {
		case a.kind == argSink && in.form.name != "mbarrier":
			return "a result is left out"
		case a.kind == argPair && a.reg < 0 && (a.second < 0 || in.form.name == "shfl"):
			return "the first result is left out"
		case a.kind == argSpecial && (i == 0 || in.form.name != "mov" && in.form.name != "cvt"):
			return fmt.Sprintf("%s is an operand of mov and cvt alone", a.name)
		}
	}
	return ""
}

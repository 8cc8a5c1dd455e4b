package smt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// names of the formats, and of the ops on them.
var (
	formatNames = map[bv.Format]string{bv.F16: "f16", bv.BF16: "bf16", bv.F32: "f32", bv.F64: "f64"}
	floatNames  = map[bv.FloatOp]string{
		bv.FAdd: "add", bv.FMul: "mul", bv.FMin: "min", bv.FMax: "max",
		bv.FMinNaN: "minnan", bv.FMaxNaN: "maxnan", bv.FEq: "eq", bv.FLt: "lt", bv.FUnordered: "unordered",
	}
	intNames = map[bv.IntOp]string{
		bv.Add: "bvadd", bv.Sub: "bvsub", bv.Mul: "bvmul", bv.And: "bvand", bv.Or: "bvor", bv.Xor: "bvxor",
		bv.SMin: "bvsle", bv.SMax: "bvsge", bv.UMin: "bvule", bv.UMax: "bvuge",
		bv.Eq: "=", bv.ULt: "bvult", bv.SLt: "bvslt",
	}
)

// printer writes terms as definitions, each after what it is made of.
type printer struct{ bytes.Buffer }

// reach lists the terms that roots are made of, by id: parts come first.
func reach(roots []*Term) []*Term {
	seen := map[*Term]bool{}
	todo := slices.Clone(roots)
	var all []*Term
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t == nil || seen[t] {
			continue
		}
		seen[t] = true
		all = append(all, t)
		todo = append(todo, t.args[:]...)
	}
	slices.SortFunc(all, func(a, b *Term) int { return a.id - b.id })
	return all
}

// ref is how a term is referred to.
func (t *Term) ref() string {
	switch t.kind {
	case kConst:
		return number(t.w, t.x)
	case kVar:
		return t.name
	}
	return fmt.Sprintf("t%d", t.id)
}

func number(w int, x uint64) string {
	if w%4 == 0 {
		return fmt.Sprintf("#x%0*x", w/4, x)
	}
	return fmt.Sprintf("#b%0*b", w, x)
}

func sort(w int) string { return fmt.Sprintf("(_ BitVec %d)", w) }

// define writes the definition of a term.
func (p *printer) define(t *Term) {
	switch t.kind {
	case kConst:
		return
	case kVar:
		fmt.Fprintf(p, "(declare-const %s %s)\n", t.name, sort(t.w))
		return
	case kPayload:
		fmt.Fprintf(p, "(declare-const payload%d %s)\n", t.id, sort(t.w))
	}
	fmt.Fprintf(p, "(define-fun t%d () %s %s)\n", t.id, sort(t.w), t.body())
	if t.kind == kApply && t.fn.Commutes {
		args := []string{t.args[1].ref(), t.args[0].ref()}
		for _, a := range t.args[2:] {
			if a != nil {
				args = append(args, a.ref())
			}
		}
		fmt.Fprintf(p, "(assert (= t%d %s))\n", t.id, t.applyBody(args))
	}
	if t.kind == kFloat && commutative[bv.FloatOp(t.code)] {
		op, a, b := floatName(t), t.args[0].ref(), t.args[1].ref()
		fmt.Fprintf(p, "(assert (= (%s_any %s %s) (%s_any %s %s)))\n", op, a, b, op, b, a)
	}
}

// commutative ops are not interpreted: the law is asserted wherever one occurs.
var commutative = map[bv.FloatOp]bool{bv.FAdd: true, bv.FMul: true}

func floatName(t *Term) string {
	return floatNames[bv.FloatOp(t.code)] + "_" + formatNames[t.format]
}

func (t *Term) body() string {
	var args []string
	for _, a := range t.args {
		if a != nil {
			args = append(args, a.ref())
		}
	}
	call := func(format string, parts ...any) string {
		return "(" + fmt.Sprintf(format, parts...) + " " + strings.Join(args, " ") + ")"
	}
	switch t.kind {
	case kExtract:
		return call("(_ extract %d %d)", int(t.x)+t.w-1, t.x)
	case kConcat: // SMT-LIB has the high part first
		return fmt.Sprintf("(concat %s %s)", args[1], args[0])
	case kSign:
		return call("(_ sign_extend %d)", t.w-t.args[0].w)
	case kNot:
		return call("bvnot")
	case kSelect:
		return fmt.Sprintf("(ite (= %s #b1) %s %s)", args[0], args[1], args[2])
	case kInt:
		op := bv.IntOp(t.code)
		switch {
		case op >= bv.Eq:
			return fmt.Sprintf("(ite %s #b1 #b0)", call("%s", intNames[op]))
		case op >= bv.SMin:
			return fmt.Sprintf("(ite %s %s %s)", call("%s", intNames[op]), args[0], args[1])
		}
		return call("%s", intNames[op])
	case kFloat:
		return call("%s", floatName(t))
	case kCanon:
		return call("canon_%s", formatNames[t.format])
	case kPayload:
		return fmt.Sprintf("(payload_%s %s payload%d)", formatNames[t.format], args[0], t.id)
	case kApply:
		return t.applyBody(args)
	case kConvert:
		return call("%s_of_%s", formatNames[t.to], formatNames[t.format])
	}
	panic(fmt.Sprintf("unexpected term of kind %d", t.kind))
}

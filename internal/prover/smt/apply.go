package smt

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Functions that are known by name. Those of integers are written out; of floats solvers know
// that equal arguments give equal results.

// Apply is f of args.
func (d *Domain) Apply(f *bv.Fn, args []bv.Value) bv.Value {
	var in [3]*Term
	numbers, all := make([]uint64, len(args)), true
	for i, a := range args {
		t := a.(*Term)
		if f.Of[i] != bv.NoFormat {
			t = d.canon(f.Of[i], t)
		}
		x, known := t.known()
		in[i], numbers[i], all = t, x, all && known
	}
	if all {
		return d.number(f.Bits, f.Value(numbers))
	}
	if f.Commutes {
		in[0], in[1] = d.inOrder(in[0], in[1])
	}
	t := d.intern(node{kind: kApply, w: f.Bits, args: in, fn: f})
	if f.Gives == bv.NoFormat {
		return t
	}
	return d.payload(f.Gives, t)
}

// integerBodies are the functions of integers, by the start of their names.
var integerBodies = map[string]string{"udiv": "bvudiv", "urem": "bvurem", "sdiv": "bvsdiv", "srem": "bvsrem"}

func (t *Term) applyBody(args []string) string {
	name, _, _ := strings.Cut(t.fn.Name, ".")
	wide := func(op string, n int, terms ...string) string {
		for i, a := range terms {
			terms[i] = fmt.Sprintf("((_ zero_extend %d) %s)", n, a)
		}
		return fmt.Sprintf("(%s %s)", op, strings.Join(terms, " "))
	}
	switch {
	case integerBodies[name] != "":
		return fmt.Sprintf("(%s %s %s)", integerBodies[name], args[0], args[1])
	case t.fn == bv.MulHigh:
		return "((_ extract 127 64) " + wide("bvmul", 64, args...) + ")"
	}
	text := fmt.Sprintf("(%s %s)", fnName(t.fn), strings.Join(args, " "))
	if t.fn.Gives != bv.NoFormat {
		text = fmt.Sprintf("(canon_%s %s)", formatNames[t.fn.Gives], text)
	}
	return text
}

func fnName(f *bv.Fn) string { return "fn_" + strings.ReplaceAll(f.Name, ".", "_") }

// declarations are those of the functions that the terms use and nothing defines.
func declarations(terms []*Term) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, t := range terms {
		if t.kind != kApply || seen[t.fn.Name] {
			continue
		}
		seen[t.fn.Name] = true
		if !strings.Contains(t.applyBody([]string{"", "", ""}), fnName(t.fn)) {
			continue
		}
		var of []string
		for i := range t.fn.Of {
			of = append(of, sort(t.args[i].w))
		}
		fmt.Fprintf(&b, "(declare-fun %s (%s) %s)\n", fnName(t.fn), strings.Join(of, " "), sort(t.w))
	}
	return b.String()
}

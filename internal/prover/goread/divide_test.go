package goread

import (
	"go/ast"
	"go/token"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestDivide divides all pairs of 8 bits, bit by bit, as Go does.
func TestDivide(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	dom := veiled{}
	r := &run{File: &File{}, dom: dom, yes: dom.Const(1, 1), no: dom.Const(1, 0)}
	r.path = r.no // the program is never here, so that it need not be shown not to panic
	word := func(v bv.Value) uint8 { return uint8(shown(v)) }
	for a := range 256 {
		r.steps = 0
		for b := 1; b < 256; b++ {
			x, y := hide(8, uint64(a)), hide(8, uint64(b))
			divide := func(op token.Token, signed bool) uint8 {
				return word(r.divide(&ast.BadExpr{}, op, kind{bits: 8, signed: signed}, x, y))
			}
			sa, sb := int8(a), int8(b)
			for _, c := range []struct {
				got, want uint8
				what      string
			}{
				{divide(token.QUO, false), uint8(a) / uint8(b), "/ of uint8"},
				{divide(token.REM, false), uint8(a) % uint8(b), "% of uint8"},
				{divide(token.QUO, true), uint8(sa / sb), "/ of int8"},
				{divide(token.REM, true), uint8(sa % sb), "% of int8"},
			} {
				if c.got != c.want {
					t.Fatalf("%s: %d and %d: got %d, want %d", c.what, a, b, c.got, c.want)
				}
			}
		}
	}
}

package goread

import (
	"go/ast"
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestDivide divides all pairs of 8 bits, bit by bit, as Go does.
func TestDivide(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	dom := veiled{}
	r := &run{}
	r.Run = goexec.Start(r, nil, dom, nil)
	r.Steps = math.MaxInt
	word := func(v bv.Value) uint8 { return uint8(shown(v)) }
	for a := range 256 {
		for b := 1; b < 256; b++ {
			x, y := hide(8, uint64(a)), hide(8, uint64(b))
			divide := func(remainder, signed bool) uint8 {
				return word(r.Divides(&ast.BadExpr{}, bv.Division{Bits: 8, Signed: signed, Remainder: remainder}, x, y))
			}
			sa, sb := int8(a), int8(b)
			for _, c := range []struct {
				got, want uint8
				what      string
			}{
				{divide(false, false), uint8(a) / uint8(b), "/ of uint8"},
				{divide(true, false), uint8(a) % uint8(b), "% of uint8"},
				{divide(false, true), uint8(sa / sb), "/ of int8"},
				{divide(true, true), uint8(sa % sb), "% of int8"},
			} {
				if c.got != c.want {
					t.Fatalf("%s: %d and %d: got %d, want %d", c.what, a, b, c.got, c.want)
				}
			}
		}
	}
}

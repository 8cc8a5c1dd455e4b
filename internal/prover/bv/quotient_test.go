package bv_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestQuotient holds the form of a division against Go's own, on edges of every width and sign.
func TestQuotient(t *testing.T) {
	d := bv.Numbers{}
	for _, w := range []int{8, 16, 32, 64} {
		top, all := uint64(1)<<(w-1), ^uint64(0)>>(64-w)
		edges := []uint64{0, 1, 2, 3, 5, 7, 10, 64, 100, top - 1, top, top + 1, all - 6, all - 1, all}
		for _, x := range edges {
			for _, y := range edges[1:] {
				for _, f := range []bv.Division{{Bits: w}, {Bits: w, Remainder: true}, {Bits: w, Signed: true},
					{Bits: w, Signed: true, Remainder: true}} {
					got, _ := d.Known(bv.Quotient(d, f, d.Const(w, x), d.Const(w, y)))
					if want := divided(f, x, y) & all; got != want {
						t.Errorf("%+v: %#x by %#x is %#x, want %#x", f, x, y, got, want)
					}
				}
			}
		}
	}
}

// divided is x / y or x % y by Go's operators.
func divided(f bv.Division, x, y uint64) uint64 {
	a, b := int64(x<<(64-f.Bits))>>(64-f.Bits), int64(y<<(64-f.Bits))>>(64-f.Bits)
	switch fmt.Sprint(f.Signed, f.Remainder) {
	case "true true":
		return uint64(a % b)
	case "true false":
		return uint64(a / b)
	case "false true":
		return x % y
	}
	return x / y
}

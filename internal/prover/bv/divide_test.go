package bv

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestFloorDivision holds divisions by rests against those of numbers, of either sign.
func TestFloorDivision(t *testing.T) {
	d := Numbers{}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := int64(3); n < maxStates; n++ {
		for try := range extent.Rounds(60) {
			w := 2 + rng.IntN(62)
			x := int64(rng.Uint64()) >> (64 - w)
			switch try {
			case 0:
				x = -1
			case 1:
				x = 0
			case 2:
				x = -1 << (w - 1)
			case 3:
				x = 1<<(w-1) - 1
			}
			v := d.Const(w, uint64(x)&(^uint64(0)>>(64-w)))
			negative, rest := d.Extract(v, w-1, 1), d.Extract(v, 0, w-1)
			wantQ, wantR := x/n, x%n
			if wantR < 0 {
				wantQ, wantR = wantQ-1, wantR+n
			}
			gotR, _ := d.Known(FloorRest(d, negative, rest, uint64(n)))
			gotQ, _ := d.Known(FloorQuotient(d, negative, rest, uint64(n)))
			if gotR != uint64(wantR) || gotQ != uint64(wantQ)&(^uint64(0)>>(64-w)) {
				t.Fatalf("%d by %d in %d bits: %d rest %d, want %d rest %d", x, n, w, gotQ, gotR, wantQ, wantR)
			}
		}
	}
}

package network

import (
	"fmt"
	"slices"
	"testing"
)

// TestPiecesOfRegisters wants pieces in a row of two registers, else of one, and memory of the warp where one warp
// rakes.
func TestPiecesOfRegisters(t *testing.T) {
	for args, want := range map[string]string{
		"-block 64 -n 2":                  "32 pieces of 2, 2 apart, 4 left",
		"-block 64 -n 3":                  "32 pieces of 2, 4 apart, 3 left",
		"-block 128 -n 2":                 "32 pieces of 4, 1 apart, 8 left",
		"-block 96 -n 2":                  "32 pieces of 4, 1 apart, 8 left",
		"-block 128 -n 8":                 "32 pieces of 4, 8 apart, 8 left",
		"-block 512 -n 32":                "32 pieces of 16, 32 apart, 32 left",
		"-block 512 -n 2 -all":            "32 pieces of 16, 2 apart, 0 left",
		"-block 1024 -n 2":                "32 pieces of 32, 1 apart, 8 left",
		"-block 1024 -n 4":                "128 pieces of 8, 4 apart, 0 left",
		"-block 1024 -n 2 -type float64":  "128 pieces of 8, 2 apart, 0 left",
		"-block 256 -n 2 -for throughput": "32 pieces of 8, 1 apart, 8 left",
	} {
		n, err := RakedByWarps(specOf(t, "-pattern block-reduce -mask full "+args))
		if err != nil {
			t.Fatal(err)
		}
		most, apart, left, threads := 0, 0, 0, 0
		for _, node := range checked(t, n) {
			switch e, ok := node.Expr.(Load); {
			case ok && e.In == Left:
				left++
			case ok && e.In == Slots:
				if most, threads = e.At.First, e.Threads; apart == 0 {
					apart = most
				}
			}
		}
		if got := fmt.Sprintf("%d pieces of %d, %d apart, %d left", threads, most/apart+1, apart, left); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestRegistersAreStored wants networks rejected in which lanes read what no lane has left for them.
func TestRegistersAreStored(t *testing.T) {
	for name, c := range map[string]planted{
		"none":         {func(*Node) {}, ""},
		"no such slot": {changeLoads(Left, func(e *Load) { e.At.First += 32 }), "in which nobody has stored"},
		"parts of 8 lanes": {change(func(e Store) Expr {
			if e.Puts[0].In.Name == Left {
				e.Puts = slices.Clone(e.Puts)
				e.Puts[0].At.Terms = e.Puts[0].At.Terms[:2]
			}
			return e
		}), "twice"},
	} {
		n, err := RakedByWarps(specOf(t, "-pattern block-reduce -block 128 -n 2 -type float32 -mask full"))
		if err != nil {
			t.Fatal(err)
		}
		c.plant(t, name, n)
	}
}

package network

import (
	"fmt"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/spec"

	"github.com/shflgen/shflgen/tests/extent"
)

// lanewise builds the network that CUDA prints for args.
func lanewise(t *testing.T, args string) *Network {
	t.Helper()
	n, err := PackedBatch(specOf(t, args))
	if err != nil {
		t.Fatal(err)
	}
	for _, pass := range []func(*Network) (*Network, error){Check, Prune, Check} {
		if n, err = pass(n); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
	}
	return n
}

// count is how many nodes are of a kind.
func count[E Expr](n *Network) (count int) {
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if _, ok := node.Expr.(E); ok {
				count++
			}
		}
	}
	return count
}

// shuffles is how many there are in what CUDA prints for args.
func exchanges(t *testing.T, args string) int {
	t.Helper()
	return count[Shuffle](lanewise(t, args))
}

// halving is the sum of n/2f, n/4f, … w terms of it by powers of two, rounded up:
// what the butterfly takes for n registers where a word holds f.
func halving(n, f, w int) (sum int) {
	for d := 2; d <= w; d *= 2 {
		sum += (n + f*d - 1) / (f * d)
	}
	return sum
}

// TestBatchShuffles holds every batch of every power of two to the halving sum, of
// words where elements are narrow; a single register is an element.
func TestBatchShuffles(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	fields := map[string]int{"float64": 1, "float32": 1, "bfloat16": 2, "int16": 2, "uint8": 4}
	for name, f := range fields {
		for w := 1; w <= spec.WarpSize; w *= 2 {
			for n := 1; n <= spec.MaxRegisters; n += extent.Pick(5, 1) {
				args := fmt.Sprintf("-pattern batch-reduce -width %d -n %d -type %s", w, n, name)
				got, want := exchanges(t, args), halving(n, f, w)
				if got != want {
					t.Errorf("%s: %d shuffles, want %d", args, got, want)
				}
				if all := exchanges(t, args+" -all"); all > want+n || n <= f && all != want {
					t.Errorf("%s -all: %d shuffles, of which %d reduce", args, all, want)
				}
			}
		}
	}
}

// TestBatchShufflesElsewhere pins what other widths cost.
func TestBatchShufflesElsewhere(t *testing.T) {
	for args, want := range map[string]int{
		"-width 31 -n 31 -type float32":      31, // the butterfly of 32
		"-width 17 -n 17 -type float32":      20,
		"-width 31 -n 64 -type float32":      67, // two blocks of 31 and two registers more
		"-width 7 -n 7 -type float32":        6,  // an exchange
		"-width 7 -n 1 -type float32":        3,  // a tree
		"-width 7 -n 8 -type float32":        9,
		"-width 12 -n 32 -type float32":      33,
		"-width 3 -n 64 -type float32":       44,
		"-width 7 -n 14 -type float16":       6, // two blocks at once
		"-width 7 -n 28 -type int8":          6,
		"-width 7 -n 7 -type float32 -all":   13,
		"-width 32 -n 32 -type float32 -all": 63,
		"-width 32 -n 32 -type float16 -all": 32,
		// A sum of floats in far order may not part registers by the lowest bit first.
		"-width 32 -n 32 -type float32 -order far": 31,
		"-width 32 -n 8 -type float32 -order far":  23,
		"-width 32 -n 8 -type int32 -order far":    9,
	} {
		if got := exchanges(t, "-pattern batch-reduce "+args); got != want {
			t.Errorf("%s: %d shuffles, want %d", args, got, want)
		}
	}
}

// TestBatchSelects counts what a lane chooses: for each pair of registers the one it
// keeps and the one it gives, and for each register, or for each one kept, whether
// a lane is a member.
func TestBatchSelects(t *testing.T) {
	for args, want := range map[string]int{
		"-width 32 -n 32 -type float32 -mask full": 2 * 31,
		"-width 32 -n 32 -type int32":              2*31 + 32,
		"-width 32 -n 32 -type float32":            2*31 + 16 + 16, // of these 16 are guards of an op
		"-width 32 -n 4 -type float32":             2*3 + 2 + 2,
		"-width 32 -n 3 -type float32":             2*2 + 3,
		"-width 32 -n 32 -type float16":            2*16 + 8 + 8,
	} {
		n := lanewise(t, "-pattern batch-reduce "+args)
		got := count[Select](n) + count[Permute](n)
		if got != want {
			t.Errorf("%s: %d selects, want %d", args, got, want)
		}
	}
}

// TestCheckRefusesWords plants faults in a network of words.
func TestCheckRefusesWords(t *testing.T) {
	for name, spoil := range map[string]func(n *Network, at map[string]*Node){
		"a word as a result": func(n *Network, at map[string]*Node) {
			give(n, spec.ElementRole, at["network.Permute"])
		},
		"an element for a word": func(_ *Network, at map[string]*Node) { at["network.Pack"].Packed = false },
		"a field of an element": func(_ *Network, at map[string]*Node) {
			at["network.Unpack"].Expr = Unpack{at["network.Input"], 0}
		},
		"a register past the last": func(_ *Network, at map[string]*Node) { at["network.Input"].Expr = Input{5} },
		"too many results": func(n *Network, _ map[string]*Node) {
			n.Outs = append(n.Outs, slices.Repeat(n.Outs[:1], 5)...)
		},
	} {
		n, err := PackedBatch(specOf(t, "-pattern batch-reduce -width 4 -n 5 -type float16"))
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]*Node{}
		for _, s := range n.Steps {
			for _, node := range s.Nodes {
				at[fmt.Sprintf("%T", node.Expr)] = node
			}
		}
		spoil(n, at)
		if _, err := Check(n); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

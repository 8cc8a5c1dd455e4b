package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestCheckRefusesFunctions plants functions that a network for a sum of int32 may not
// combine by.
func TestCheckRefusesFunctions(t *testing.T) {
	laws := spec.Sum.Laws(spec.Int32)
	for says, fn := range map[string]*Fn{
		"combines by no function": nil,
		"combines by max, which is not sum of int32 with its laws": {
			Name: "max", Op: spec.Max, Laws: spec.Max.Laws(spec.Int32)},
		"combines by sum, which is not sum of int32 with its laws": {
			Name: "sum", Op: spec.Sum, Laws: spec.Max.Laws(spec.Int32)},
		"combines by minus": {Name: "minus", Op: spec.Sum, Laws: laws},
		"combines by sum undone with laws": {
			Name: "sum undone with laws", Op: spec.Sum, Laws: laws, Undoes: true},
	} {
		n := build(t, "-pattern xor-reduce -width 4 -mask full")
		every(n, func(node *Node) {
			if e, ok := node.Expr.(Combine); ok {
				node.Expr = Combine{fn, e.Left, e.Right}
			}
		})
		if _, err := Check(n); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want an error with %q", err, says)
		}
	}
}

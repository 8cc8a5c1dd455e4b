package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
)

// TestCheckRefusesFunctions plants functions that a network for a sum of int32 may not
// combine by.
func TestCheckRefusesFunctions(t *testing.T) {
	laws := shflgen.Sum.Laws(shflgen.Int32)
	for says, fn := range map[string]*Fn{
		"combines by no function":        nil,
		"combines by max":                {Name: "max", Laws: shflgen.Max.Laws(shflgen.Int32), Op: shflgen.Max, Type: shflgen.Int32},
		"combines uint32, but elements":  {Name: "sum", Laws: laws, Op: shflgen.Sum, Type: shflgen.Uint32},
		"claims other laws than sum has": {Name: "sum", Laws: shflgen.Max.Laws(shflgen.Int32), Op: shflgen.Sum, Type: shflgen.Int32},
	} {
		n := build(t, "-pattern xor-reduce -width 4")
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

package network

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// TestCheckRefusesFunctions plants functions that a network for a sum of int32 may not
// combine by.
func TestCheckRefusesFunctions(t *testing.T) {
	two := func(t spec.Type) []spec.Type { return []spec.Type{t, t} }
	sum, _ := ops.Body(spec.Sum)
	laws := spec.Sum.Laws(spec.Int32)
	for says, fn := range map[string]*Fn{
		"combines by no function": nil,
		"combines [uint32 uint32] to [uint32] by sum, but elements are int32": {
			Name: "sum", Params: two(spec.Uint32), Results: two(spec.Uint32)[:1], Laws: laws, Body: &sum},
		"combines [int32] to [int32]": {
			Name: "neg", Params: two(spec.Int32)[:1], Results: two(spec.Int32)[:1]},
		"claims laws [associative commutative idempotent] of sum": {
			Name: "sum", Params: two(spec.Int32), Results: two(spec.Int32)[:1], Laws: spec.Max.Laws(spec.Int32), Body: &sum},
		"claims laws [associative commutative] of minus on int32, and [] are known": {
			Name: "minus", Params: two(spec.Int32), Results: two(spec.Int32)[:1], Laws: laws,
			Body: &ops.Term{Kind: ops.Sub, Args: []ops.Term{{Kind: ops.A}, {Kind: ops.B}}}},
	} {
		n := withFn(t, fn, func(Combine) bool { return true })
		if _, err := Check(n); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want an error with %q", err, says)
		}
	}
}

// withFn is the butterfly of four int32 with another function in some of its combinations.
func withFn(t *testing.T, fn *Fn, in func(Combine) bool) *Network {
	t.Helper()
	n := build(t, "-pattern xor-reduce -width 4 -mask full")
	every(n, func(node *Node) {
		if e, ok := node.Expr.(Combine); ok && in(e) {
			node.Expr = Combine{fn, e.Left, e.Right}
		}
	})
	return n
}

// TestSeveralFunctions: a network may combine by two functions, each applied where it
// stands; a target that prints one refuses it.
func TestSeveralFunctions(t *testing.T) {
	minus := &Fn{
		Name: "minus", Params: []spec.Type{spec.Int32, spec.Int32}, Results: []spec.Type{spec.Int32},
		Body: &ops.Term{Kind: ops.Sub, Args: []ops.Term{{Kind: ops.A}, {Kind: ops.B}}},
	}
	n := withFn(t, minus, func(e Combine) bool { _, first := e.Left.Expr.(Input); return first })
	if _, err := Check(n); err != nil {
		t.Fatal(err)
	}
	in := make([]uint64, 32)
	for i := range in {
		in[i] = uint64(10 * i * i)
	}
	operators := map[ops.Kind]func(...uint64) uint64{
		ops.Add: func(x ...uint64) uint64 { return x[0] + x[1] }, ops.Sub: func(x ...uint64) uint64 { return x[0] - x[1] },
	}
	out, err := Interpret(n, Call{
		Elements: [][]uint64{in}, Members: make([]bool, 32),
		Apply: func(f *Fn, a, b uint64) uint64 { return ops.Apply(*f.Body, a, b, operators) },
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []uint64
	for i := range in {
		want = append(want, in[i]-in[i^1]+in[i^2]-in[i^3])
	}
	if diff := cmp.Diff(want, out.Elements[0]); diff != "" {
		t.Error(diff)
	}
	if _, err := OneOp(n); err == nil || !strings.Contains(err.Error(),
		"combines by minus, and the target prints sum alone") {
		t.Errorf("got %v", err)
	}
	if _, err := OneOp(build(t, "-pattern xor-reduce -width 4")); err != nil {
		t.Error(err)
	}
}

package ir

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// kernelOf is a program of a kernel with two parameters, out and n, in blocks of 64 threads.
func kernelOf(body func(b *Builder, out, n Expr)) *Program {
	p := &Program{Name: "k", Threads: 64}
	p.Primitive("_op", U32, U32, U32)
	b := p.Build("_shuffled", U32, "Reads another lane.")
	b.Return(b.Param("x", U32).From(Down, 1))
	b = p.Build("_waits", nil, "Waits.")
	b.Add(Barrier{})
	b = p.Build("", nil)
	body(b, b.Param("out", Pointer{To: U32}), b.Param("n", U32))
	return p
}

var f32 = Number{Type: spec.Float32}

// faulty is a body of a kernel, and the checker's error; empty if nothing is wrong.
type faulty []struct {
	wrong string
	body  func(b *Builder, out, n Expr)
}

func (all faulty) check(t *testing.T) {
	for _, c := range all {
		err := Check(kernelOf(c.body))
		switch {
		case c.wrong == "" && err != nil, c.wrong != "" && err == nil:
			t.Errorf("want %q, got %v", c.wrong, err)
		case err != nil && !strings.Contains(err.Error(), c.wrong):
			t.Errorf("want %q, got %v", c.wrong, err)
		}
	}
}

func TestCheck(t *testing.T) {
	faulty{
		{"", func(b *Builder, out, n Expr) { b.Set(out.At(Thread), n) }},
		{"ir.Binary is no <nil>", func(b *Builder, out, n Expr) {
			b.Set(out.At(0), n.Plus(True.Plus(NewExpr(Zero{}, f32))))
		}},
		{"ir.Binary is no <nil>", func(b *Builder, out, n Expr) { b.If(n.Both(n.Equal(1)), b.End) }},
		{"a condition: uint32, want bool", func(b *Builder, out, n Expr) { b.If(n, b.End) }},
		{"stored: float32, want uint32", func(b *Builder, out, n Expr) { b.Set(n, NewExpr(Zero{}, f32)) }},
		{"ir.Call is no uint32", func(b *Builder, out, n Expr) { b.Set(n, b.program.Call("_op", n)) }},
		{"calls k_none, which does not stand before it", func(b *Builder, out, n Expr) { b.Do("_none", n) }},
		{"calls k, which does not stand before it", func(b *Builder, out, n Expr) { b.Do("", out, n) }},
		{"x is used where it is not defined", func(b *Builder, out, n Expr) {
			b.If(n.Equal(0), func() { b.Let("x", n) })
			b.Set(out.At(0), NewExpr(Local{&Var{Name: "x", Type: U32}}, U32))
		}},
		{"x is used where it is not defined", func(b *Builder, out, n Expr) {
			var x Expr
			b.If(n.Equal(0), func() { x = b.Let("x", n) })
			b.Set(out.At(0), x)
		}},
		{"n is defined twice", func(b *Builder, out, n Expr) { b.Let("n", n) }},
		{"a store to memory that is only read", func(b *Builder, out, n Expr) {
			b.Set(b.LetAs("in", Pointer{U32, true}, out).At(0), n)
		}},
		{"stored: const *uint32, want *uint32", func(b *Builder, out, n Expr) {
			b.Set(out, b.LetAs("in", Pointer{U32, true}, out))
		}},
		{"ir.Index is no place", func(b *Builder, out, n Expr) { b.Set(Block, n) }},
		{"x would hold two results", func(b *Builder, out, n Expr) {
			b.Let("x", NewExpr(Pack{[]Expr{n, n}}, Pair{U32, U32}))
		}},
		{"ir.Pack is no", func(b *Builder, out, n Expr) { b.Let("x", NewExpr(Pack{[]Expr{n, n, n}}, Pair{U32, U32})) }},
		{"each x of [2]uint32", func(b *Builder, out, n Expr) { b.Each("x", b.Declare("a", Array{U32, 2}), func(Expr) {}) }},
		{"a return of another result", func(b *Builder, out, n Expr) { b.Return(n) }},
		{"an access of words that no instruction has", func(b *Builder, out, n Expr) {
			b.Add(Store{To: out, Words: []Expr{n, n, n}, Order: Streaming})
		}},
		{"a relaxed access of 2 words", func(b *Builder, out, n Expr) { b.Add(Store{To: out, Words: []Expr{n, n}}) }},
		{"an access by uint32", func(b *Builder, out, n Expr) { b.Add(Store{To: n, Words: []Expr{n}}) }},
	}.check(t)
}

func TestCheckResult(t *testing.T) {
	p := &Program{Name: "k", Threads: 32}
	b := p.Build("_f", U32, "May end without a value.")
	b.If(b.Param("x", U32).Equal(1), func() { b.Return(U32.Int(1)) })
	p.Build("", nil)
	if err := Check(p); err == nil || !strings.Contains(err.Error(), "may end without a value") {
		t.Errorf("got %v", err)
	}
}

// Only operators that an assignment can take in make a compound one.
func TestCompound(t *testing.T) {
	x, y := NewExpr(Local{&Var{Name: "x", Type: U32}}, U32), U32.Int(2)
	for _, c := range []struct {
		value Expr
		want  bool
	}{{x.Plus(y), true}, {x.Shl(1), true}, {y.Plus(x), false}, {x.Min(y), false}, {x.Equal(y), false}, {y, false}} {
		if _, _, ok := (Set{To: x, Value: c.value}).Compound(); ok != c.want {
			t.Errorf("x = %s: %t, want %t", c.value, ok, c.want)
		}
	}
}

package ir

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// pair is a struct of two leaves, with padding between them.
func pair(t *testing.T) Struct {
	e, err := spec.StructElement([]spec.Field{
		{Name: "A", Elem: spec.BoolElement()}, {Name: "B", Elem: spec.ScalarElement(spec.Uint32)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Struct{e}
}

// called is a kernel that calls functions of all kinds: one by reference and by address, one of a struct, one that the
// threads of the block call together, and one of the lanes of a warp.
func called(t *testing.T, body func(b *Builder, out, n Expr)) *Program {
	p := &Program{Name: "k", Threads: 64}
	sum := func(_ Launch, args [][]uint64) (all [][]uint64, _ error) {
		total := uint64(0)
		for _, a := range args {
			total += a[0]
		}
		return slices.Repeat([][]uint64{{total}}, len(args)), nil
	}
	p.Together("_block", U32, Collective{Receive: sum}, U32)
	p.Together("_warp", U32, Collective{Warp: true, Receive: sum}, U32)
	b := p.Build("_moves", nil)
	to, from := b.Passed(ByReference, "to", U32), b.Passed(ByAddress, "from", U32)
	b.Set(to, from.Plus(1))
	b.Set(from, 5)
	b = p.Build("_b", U32)
	b.Return(b.ReadOnly("s", pair(t)).Leaf(1))
	b = p.Build("_copy", nil)
	in, to := b.Restrict("in", Pointer{U32, true}), b.Restrict("to", Pointer{To: U32})
	b.Set(to.Pointed(), in.Pointed())
	b = p.Build("", nil)
	body(b, b.Param("out", Pointer{To: U32}), b.Param("n", U32))
	return p
}

// ran checks and runs the kernel in a block of 64 threads, and returns the first words of what it leaves.
func ran(t *testing.T, body func(b *Builder, out, n Expr)) (words []uint32, err error) {
	p, out := called(t, body), &Memory{Bytes: make([]byte, 512)}
	if err := Check(p); err != nil {
		return nil, err
	}
	err = p.Run(Launch{Blocks: 1, Args: []any{out, uint64(0)}})
	for i := range 8 {
		words = append(words, binary.LittleEndian.Uint32(out.Bytes[4*i:]))
	}
	return words, err
}

func TestCalls(t *testing.T) {
	words, err := ran(t, func(b *Builder, out, n Expr) {
		x, y := b.Let("x", U32.Int(3)), b.Declare("y", U32)
		b.Do("_moves", y, x)
		s := b.Declare("s", pair(t))
		b.Set(s.Leaf(0), n.Equal(0))
		b.Set(s.Leaf(1), y)
		slots := b.Share("slots", Array{pair(t), 64})
		b.Set(slots.At(Thread), s)
		at := b.Let("at", slots.At(Thread).Address())
		v := b.Let("v", NewExpr(Zeros{}, pair(t)))
		b.Set(v, at.Pointed())
		block := b.Let("block", b.program.Call("_block", Thread))
		warp := b.Let("warp", b.program.Call("_warp", Thread))
		b.If(Thread.Equal(32), func() {
			for i, e := range []Expr{x, b.program.Call("_b", v), v.Leaf(0).To(U32), block, warp} {
				b.Set(out.At(i), e)
			}
		})
	})
	if want := []uint32{5, 4, 1, 2016, 1520}; err != nil || !slices.Equal(words[:5], want) {
		t.Errorf("got %v, %v, want %v", words, err, want)
	}
}

func TestCallFaults(t *testing.T) {
	for wrong, body := range map[string]func(b *Builder, out, n Expr){
		"is no local that k_moves may change":       func(b *Builder, out, n Expr) { b.Do("_moves", n.Plus(1), n) },
		"in and to of k_copy reach the same memory": func(b *Builder, out, n Expr) { b.Do("_copy", out, out.Plus(1)) },
		"a thread of the block has ended that others wait for": func(b *Builder, out, n Expr) {
			b.If(Thread.Less(32), func() { b.Set(n, b.program.Call("_block", n)) })
		},
		"a lane has ended that others meet": func(b *Builder, out, n Expr) {
			b.If(Thread.Less(31), func() { b.Set(n, b.program.Call("_warp", n)) })
		},
		"word 1 has no value yet": func(b *Builder, out, n Expr) {
			s := b.Declare("s", pair(t))
			b.Set(s.Leaf(0), True)
			b.Set(n, b.program.Call("_b", s).Plus(s.Leaf(1)))
		},
		"ir.Leaf is no <nil>": func(b *Builder, out, n Expr) { b.Set(n, b.Declare("s", pair(t)).Leaf(2)) },
		"ir.Pointed is no":    func(b *Builder, out, n Expr) { b.Set(n, n.Pointed()) },
		"ir.Address is no":    func(b *Builder, out, n Expr) { b.Let("a", out.At(0).Address()) },
		"a store to memory that is only read": func(b *Builder, out, n Expr) {
			b.Set(b.Share("x", Array{U32, 2}).At(0).Address().Pointed(), n)
		},
		"ir.Zeros is no": func(b *Builder, out, n Expr) { b.Let("a", NewExpr(Zeros{}, Bool{})) },
	} {
		if _, err := ran(t, body); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("want %q, got %v", wrong, err)
		}
	}
}

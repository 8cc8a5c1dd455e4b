package ir

import (
	"slices"
	"strings"
	"testing"
)

// sequential is a program of one thread that returns what its body does.
func sequential(body func(b *Builder, in Expr)) *Program {
	p := &Program{Name: "k", Threads: 1}
	b := p.Build("", Int)
	body(b, b.Param("in", Slice{Int}))
	return p
}

func TestSequential(t *testing.T) {
	squares := func(b *Builder, in Expr) {
		n := b.Fix("n", Int.Int(10))
		all := b.Let("all", MakeSlice(Int, n))
		b.Parallel(n, Int.Int(3), func(from, to Expr) {
			b.For(AsCompiled, "i", from, func(i Expr) Expr { return i.Less(to) }, func(i Expr) Expr { return i.Plus(1) },
				func(i Expr) { b.Set(all.At(i), i.Times(i)) })
		})
		outside := b.Region(func() { b.Return(all.Between(Int.Int(2), Int.Int(9)).At(1)) })
		b.Add(Switch{Of: in.Len(), Cases: [][]Stmt{nil, outside}})
		b.Return(all.Len().AndNot(8).Max(1))
	}
	for length, want := range []uint64{2, 9, 2} {
		var got []uint64
		p := sequential(squares)
		if err := Check(p); err != nil {
			t.Fatal(err)
		}
		err := p.Run(Launch{Blocks: 1, Seed: uint64(length), Args: []any{&Memory{Bytes: make([]byte, 8*length)}},
			Result: &got})
		if err != nil || !slices.Equal(got, []uint64{want}) {
			t.Errorf("of %d values: got %d, %v, want %d", length, got, err, want)
		}
	}
}

// An inner region may hide a name, but then not use what it hides; and a loop ends.
func TestSequentialFaults(t *testing.T) {
	for wrong, body := range map[string]func(b *Builder, in Expr){
		"x is used where it is not defined": func(b *Builder, in Expr) {
			x := b.Let("x", in.Len())
			b.If(x.Equal(0), func() {
				b.Let("x", Int.Int(1))
				b.Return(x)
			})
			b.Return(x)
		},
		"x is defined twice": func(b *Builder, in Expr) {
			b.Let("x", in.Len())
			b.Return(b.Let("x", Int.Int(1)))
		},
		"a switch of []int64": func(b *Builder, in Expr) {
			b.Add(Switch{Of: in})
			b.Return(in.Len())
		},
		"a loop does not end": func(b *Builder, in Expr) {
			b.Add(For{While: in.Len().Equal(0)})
			b.Return(in.Len())
		},
		"read of what nobody has stored": func(b *Builder, in Expr) {
			b.Return(b.Let("all", MakeSlice(Int, Int.Int(2))).At(1))
		},
	} {
		p := sequential(body)
		err := Check(p)
		if err == nil {
			err = p.Run(Launch{Blocks: 1, Args: []any{&Memory{}}, Result: new([]uint64)})
		}
		if err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("want %q, got %v", wrong, err)
		}
	}
}

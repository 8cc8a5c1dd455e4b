package ir

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func added(_ *Func, args []uint64) []uint64 { return []uint64{args[0] + args[1]} }

// launched runs a kernel in 2 blocks of 64 threads, and returns the first words of what it leaves.
func launched(body func(b *Builder, out, n Expr), n uint64) (words []uint32, err error) {
	out := &Memory{Bytes: make([]byte, 512)}
	err = kernelOf(body).Run(Launch{Blocks: 2, Seed: n, Args: []any{out, n}, Primitive: added})
	for i := range 128 {
		words = append(words, binary.LittleEndian.Uint32(out.Bytes[4*i:]))
	}
	return words, err
}

// sums is the sum of the numbers of the threads of a block and n, by shuffles, then by shared memory.
func sums(b *Builder, out, n Expr) {
	sum := b.Let("sum", Thread)
	above, half := func(d Expr) Expr { return d.Greater(0) }, func(d Expr) Expr { return d.Over(2) }
	b.For(Unrolled, "d", U32.Int(16), above, half, func(d Expr) {
		b.Set(sum, b.program.Call("_op", sum, sum.From(Down, d)))
	})
	parts := b.Share("parts", Array{U32, 2})
	b.If(Thread.Mod(32).Equal(0), func() { b.Set(parts.At(Thread.Over(32)), sum) })
	b.Add(Barrier{})
	b.If(Thread.Equal(0), func() { b.Set(out.At(Block), parts.At(0).Plus(parts.At(1)).Plus(n)) })
}

func TestRun(t *testing.T) {
	if err := Check(kernelOf(sums)); err != nil {
		t.Fatal(err)
	}
	for n := range uint64(20) {
		words, err := launched(sums, n)
		if want := uint32(2016 + n); err != nil || words[0] != want || words[1] != want {
			t.Fatalf("got %d and %d, %v, want %d", words[0], words[1], err, want)
		}
	}
}

func TestRunFaults(t *testing.T) {
	for wrong, body := range map[string]func(b *Builder, out, n Expr){
		"access of bytes 512 to 515 of 512": func(b *Builder, out, n Expr) { b.Set(out.At(Thread.Plus(65)), n) },
		"access of bytes -4 to -1 of 512":   func(b *Builder, out, n Expr) { b.Set(out.At(I32.Int(-1)), n) },
		"access of 16 bytes at address 4": func(b *Builder, out, n Expr) {
			b.Add(Store{To: out.Plus(1), Words: []Expr{n, n, n, n}, Order: Streaming})
		},
		"read of what nobody has stored": func(b *Builder, out, n Expr) {
			x := b.Declare("x", Array{U32, 2})
			b.Set(x.At(0), n)
			b.Set(n, x.At(1))
		},
		"value 2 of 2": func(b *Builder, out, n Expr) { b.Set(n, b.Let("x", Nothing(Array{U32, 2})).At(2)) },
		"values up to 3 of 2": func(b *Builder, out, n Expr) {
			b.Set(n, b.Let("x", Nothing(Array{U32, 2})).First(3).At(0))
		},
		"values from 3 to 2": func(b *Builder, out, n Expr) {
			b.Set(n, b.Let("x", Nothing(Array{U32, 2})).Past(3).At(0))
		},
		"1 values as [2]uint32": func(b *Builder, out, n Expr) {
			b.Set(n, b.Let("x", Nothing(Array{U32, 2})).Past(1).View(2).At(0))
		},
		"x has no value yet": func(b *Builder, out, n Expr) { b.Set(n, b.Declare("x", U32)) },
		"division by zero":   func(b *Builder, out, n Expr) { b.Set(n, n.Over(n)) },
		"trap":               func(b *Builder, out, n Expr) { b.Add(Trap{}) },
		"lanes of a warp are at different statements where they meet": func(b *Builder, out, n Expr) {
			b.IfElse(Thread.Equal(3), func() { b.Set(n, n.From(Up, 1)) }, func() { b.Set(n, n.From(Up, 1)) })
		},
		"threads of a block are at different barriers": func(b *Builder, out, n Expr) {
			b.IfElse(Thread.Over(32).Equal(0), func() { b.Add(Barrier{}) }, func() { b.Add(Barrier{}) })
		},
		"a lane has ended that others meet": func(b *Builder, out, n Expr) {
			b.If(Thread.Equal(3), b.End)
			b.Set(n, n.From(Up, 1))
		},
	} {
		if _, err := launched(body, 0); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("want %q, got %v", wrong, err)
		}
	}
}

// Without its barrier, a block may read what nobody has stored yet, in some order of its warps.
func TestRunFindsMissingBarrier(t *testing.T) {
	p := kernelOf(sums)
	body := &p.Kernel().Body
	for i, s := range *body {
		if _, ok := s.(Barrier); ok {
			*body = append((*body)[:i:i], (*body)[i+1:]...)
			break
		}
	}
	for seed := range uint64(20) {
		args := []any{&Memory{Bytes: make([]byte, 8)}, uint64(0)}
		if p.Run(Launch{Blocks: 2, Seed: seed, Args: args, Primitive: added}) != nil {
			return
		}
	}
	t.Error("no order of warps reads too early")
}

// Operators compute as C does, on the types that it gives operands.
func TestOperators(t *testing.T) {
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{I32.Int(-7).Over(2), "fffffffd int32"},
		{I32.Int(-7).Mod(3), "ffffffff int32"},
		{I32.Int(-8).Shr(1), "fffffffc int32"},
		{U32.Int(-8).Shr(1), "7ffffffc uint32"},
		{I32.Int(-1).Plus(U32.Int(1)), "0 uint32"},
		{I32.Int(-1).Plus(U64.Int(0)), "ffffffffffffffff uint64"},
		{U32.Int(-1).Plus(U64.Int(1)), "100000000 uint64"},
		{U32.Int(-1).Plus(1), "0 uint32"},
		{I32.Int(-1).Less(U32.Int(1)), "0 bool"},
		{I32.Int(-1).Less(1), "1 bool"},
		{U8.Int(255).Plus(U8.Int(1)), "100 int32"},
		{U8.Int(255).Not(), "ffffff00 int32"},
		{U8.Int(255).To(I32), "ff int32"},
		{Number{}.Int(255).To(I32), "ffffffff int32"}, // int8
		{True.Plus(1), "2 int32"},
		{I32.Int(1).Shl(U64.Int(4)), "10 int32"},
		{True.Choose(U8.Int(255), I32.Int(0)), "ff int32"},
		{Whole(-1).Less(Whole(1)), "1 bool"},
		{F32.Digits(1 << 31).Equal(Whole(0)), "1 bool"},
		{F32.Digits(0x7fc00000).LessEqual(Whole(0)), "0 bool"},
		{F32.Digits(0x7fc00000).GreaterEqual(Whole(0)), "0 bool"},
		{F32.Digits(0x7fc00000).Unequal(F32.Digits(0x7fc00000)), "1 bool"},
		{F64.Digits(0xc000000000000000).Greater(F64.Digits(0xbff0000000000000)), "0 bool"},
	} {
		if !c.e.Node().typed(c.e.Type()) {
			t.Errorf("%v: ill-typed", c.e)
			continue
		}
		if got := fmt.Sprintf("%x %v", (&thread{}).of(c.e).n, c.e.Type()); got != c.want {
			t.Errorf("%v: got %s, want %s", c.e, got, c.want)
		}
	}
}

// A view is the memory of a slice, a clone is not; a copy is as long as the shorter slice.
func TestRunSlices(t *testing.T) {
	words, err := launched(func(b *Builder, out, n Expr) {
		x, y := b.Let("x", Nothing(Array{U32, 4})), b.Let("y", Nothing(Array{U32, 2}))
		view, clone := b.Let("view", x.Past(1).View(3)), b.Let("clone", x.Clone())
		b.Set(view.At(2), 7)
		b.Set(clone.At(2), 8)
		copied := b.Let("copied", y.Whole().CopyFrom(x.Past(2)))
		b.If(Thread.Equal(0), func() {
			for i, e := range []Expr{x.At(3), x.At(2), y.At(0), y.At(1), copied.To(U32), x.Past(1).Len().Min(9).To(U32)} {
				b.Set(out.At(i), e)
			}
		})
	}, 0)
	if want := []uint32{7, 0, 0, 7, 2, 3}; err != nil || !slices.Equal(words[:6], want) {
		t.Errorf("got %v, %v, want %v", words[:6], err, want)
	}
}

// A program of one thread may return two results, and goes through a slice's values in their order.
func TestRunPair(t *testing.T) {
	p := &Program{Name: "k", Threads: 1}
	b := p.Build("Two", Pair{U32, I32})
	all := b.Param("all", Slice{U32})
	sum, last := b.Let("sum", U32.Int(0)), b.Let("last", U32.Int(0))
	b.Each("x", all, func(x Expr) {
		b.Set(sum, sum.Plus(x))
		b.Set(last, x)
		b.If(x.Equal(9), func() { b.Return(NewExpr(Pack{[]Expr{sum, I32.Int(-1)}}, Pair{U32, I32})) })
	})
	b.Return(NewExpr(Pack{[]Expr{sum, last.To(I32)}}, Pair{U32, I32}))
	b = p.Build("", Pair{U32, I32})
	b.Return(p.Call("Two", b.Param("all", Slice{U32})))
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		{"\x01\x00\x00\x00\x02\x00\x00\x00", "[3 2]"},
		{"\x09\x00\x00\x00\x02\x00\x00\x00", "[9 4294967295]"},
	} {
		var got []uint64
		err := p.Run(Launch{Blocks: 1, Args: []any{&Memory{Bytes: []byte(c.in)}}, Result: &got})
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("got %d, %v, want %s", got, err, c.want)
		}
	}
}

// A reader sees each statement of a kernel.
func TestText(t *testing.T) {
	want := `sum = thread
d = 16
while d > 0, then d = d / 2
  sum = k_op(sum, shuffle sum by down d)
shared parts: [2]uint32
if (thread % 32) == 0
  parts[thread / 32] = sum
barrier
if thread == 0
  out[block] = (parts[0] + parts[1]) + n`
	if got := strings.Join(kernelOf(sums).Kernel().Text(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Threads reach a barrier together, and lanes a shuffle.
func TestRunTogether(t *testing.T) {
	const ended, apart = "has ended that others wait for", "different barriers"
	rounds := func(b *Builder, times Expr, body func()) {
		left := b.Let("left", times)
		b.DoWhile(func() {
			body()
			b.Set(left, left.Minus(1))
		}, left.Greater(0))
	}
	wait := func(b *Builder) func() { return func() { b.Add(Barrier{}) } }
	for i, c := range (faulty{
		{"", func(b *Builder, out, n Expr) { b.If(n.Equal(1), wait(b)) }},
		{"", func(b *Builder, out, n Expr) {
			b.If(Thread.Over(32).Equal(1), func() { b.Set(out.At(0), b.program.Call("_shuffled", n)) })
		}},
		{"", func(b *Builder, out, n Expr) {
			x := b.Share("x", U32)
			b.If(Thread.Equal(3), func() { b.Set(x, n) })
			b.Add(Barrier{})
			b.If(x.Equal(1), wait(b))
		}},
		{ended, func(b *Builder, out, n Expr) { b.If(Thread.Equal(1), wait(b)) }},
		{ended, func(b *Builder, out, n Expr) { b.If(Thread.Over(32).Equal(1), func() { b.Do("_waits") }) }},
		{ended, func(b *Builder, out, n Expr) {
			b.If(Thread.Equal(1), b.End)
			b.Add(Barrier{})
		}},
		{ended, func(b *Builder, out, n Expr) { // some leave in the first round
			rounds(b, U32.Int(2), func() {
				b.Add(Barrier{})
				b.If(Thread.Equal(1), b.End)
			})
		}},
		{ended, func(b *Builder, out, n Expr) { rounds(b, Thread.Plus(1), wait(b)) }},
		{apart, func(b *Builder, out, n Expr) { b.IfElse(Thread.Less(32), wait(b), wait(b)) }},
		{"a lane has ended", func(b *Builder, out, n Expr) {
			b.If(Thread.Mod(32).Equal(1), func() { b.Set(out.At(0), b.program.Call("_shuffled", n)) })
		}},
		{"a lane has ended", func(b *Builder, out, n Expr) { b.Set(n, Thread.Equal(1).Choose(n.From(Up, 1), n)) }},
		{"a lane has ended", func(b *Builder, out, n Expr) { b.If(Thread.Equal(1).Both(n.Equal(1).All()), b.End) }},
	}) {
		_, err := launched(c.body, 1)
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%d: want %q, got %v", i, c.wrong, err)
		}
	}
}

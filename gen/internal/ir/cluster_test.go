package ir

import (
	"slices"
	"strings"
	"testing"
)

// exchange is a kernel of clusters of two blocks: thread 0 of block 0 adds what thread 0 of each has stored, plain or
// asynchronously.
func exchange(async bool) *Program {
	p := &Program{Name: "k", Threads: 64}
	b := p.Build("", nil)
	out := b.Param("out", Pointer{To: U32})
	rank, blocks := b.Declare("rank", U32), b.Declare("blocks", U32)
	b.Instruct(ClusterRank, []Expr{rank})
	b.Instruct(ClusterBlocks, []Expr{blocks})
	b.If(blocks.Unequal(2), func() { b.Add(Trap{Why: "another cluster"}) })
	count, parts := b.Share("count", Array{U64, 1}), b.Share("parts", Array{U32, 2})
	first := Thread.Equal(0)
	if async {
		b.If(rank.Equal(0).Both(first), func() {
			b.Instruct(CountInit, nil, count.Plus(0))
			b.Instruct(CountExpect, nil, count.Plus(0), I32.Int(8))
		})
	}
	b.Instruct(ClusterBegins, nil)
	b.Instruct(ClusterWait, nil)
	b.If(first, func() {
		slot, there := b.Declare("slot", U64), b.Declare("there", U64)
		b.Instruct(Remote, []Expr{slot}, parts.At(rank).Address().AddressBits(), U32.Int(0))
		if async {
			b.Instruct(Remote, []Expr{there}, count.AddressBits(), U32.Int(0))
			b.Instruct(StoreAsync, nil, slot, rank.Plus(5), there)
		} else {
			b.Set(slot.As(U32).Pointed(), rank.Plus(5))
		}
	})
	if async {
		b.If(rank.Equal(0), func() { b.Instruct(CountWait, nil, count) })
	} else {
		b.Instruct(ClusterArrive, nil)
		b.Instruct(ClusterWait, nil)
	}
	b.If(rank.Equal(0).Both(first), func() { b.Set(out.At(Block.Over(2)), parts.At(0).Plus(parts.At(1))) })
	return p
}

// runExchange runs it in two clusters, at several paces.
func runExchange(p *Program) error {
	if err := Check(p); err != nil {
		return err
	}
	for seed := range uint64(40) {
		out := &Memory{Bytes: make([]byte, 8)}
		if err := p.Run(Launch{Blocks: 4, Cluster: 2, Arch: 90, Seed: seed, Args: []any{out}}); err != nil {
			return err
		}
		if want := []byte{11, 0, 0, 0, 11, 0, 0, 0}; !slices.Equal(out.Bytes, want) {
			panic(out.Bytes)
		}
	}
	return nil
}

func TestClusters(t *testing.T) {
	for _, async := range []bool{false, true} {
		if err := runExchange(exchange(async)); err != nil {
			t.Errorf("asynchronous: %t: %v", async, err)
		}
		if err := exchange(async).Run(Launch{Blocks: 2, Args: []any{&Memory{Bytes: make([]byte, 8)}}}); err == nil {
			t.Error("it runs without a cluster")
		}
	}
}

// A cluster without one of its instructions, the first one of some, has a fault.
func TestClusterFaults(t *testing.T) {
	for _, c := range []struct {
		async bool
		lacks *Instruction
		last  bool // of several
		wrong string
	}{
		{false, ClusterWait, false, "a block of the cluster may not have begun"},
		{false, ClusterWait, true, "read of what nobody has stored"},
		{true, ClusterBegins, false, "no block ends"},
		{true, CountInit, false, "read of what nobody has stored"},
		{true, CountExpect, false, "no block ends"},
		{true, CountWait, false, "read of what nobody has stored"},
		{true, StoreAsync, false, "no block ends"},
	} {
		p := exchange(c.async)
		var regions func(body []Stmt) []Stmt
		of := func(s Stmt) bool { i, ok := s.(Instruct); return ok && i.Of == c.lacks }
		regions = func(body []Stmt) []Stmt {
			if at := slices.IndexFunc(body, of); at >= 0 {
				if next := slices.IndexFunc(body[at+1:], of); c.last && next >= 0 {
					at += 1 + next
				}
				return slices.Delete(body, at, at+1)
			}
			for i, s := range body {
				if s, ok := s.(If); ok {
					s.Then = regions(s.Then)
					body[i] = s
				}
			}
			return body
		}
		p.Kernel().Body = regions(p.Kernel().Body)
		if err := runExchange(p); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("without %s: want %q, got %v", c.lacks.Name, c.wrong, err)
		}
	}
}

func TestCheckInstructions(t *testing.T) {
	faulty{
		{"remote of other operands", func(b *Builder, out, n Expr) { b.Instruct(Remote, []Expr{n}, n) }},
		{"remote stores a", func(b *Builder, out, n Expr) { b.Instruct(Remote, []Expr{n}, out.AddressBits(), n) }},
		{"mbarrier init of a", func(b *Builder, out, n Expr) { b.Instruct(CountInit, nil, n) }},
		{"ir.AddressBits is no", func(b *Builder, out, n Expr) { b.Let("x", n.AddressBits()) }},
		{"ir.Funnel is no", func(b *Builder, out, n Expr) { b.Let("x", n.Funnel(n.To(U64), n)) }},
		{"ir.Pack is no", func(b *Builder, out, n Expr) {
			packed := NewExpr(Pack{[]Expr{n}}, Array{U32, 3})
			b.Add(Let{Var: &Var{Name: "x", Type: packed.Type()}, Value: &packed})
		}},
		{"a store to x, which is only read", func(b *Builder, out, n Expr) {
			b.Set(b.Constants("x", U32, []Expr{n, n}).At(0), n)
		}},
	}.check(t)
}

func TestRunAddresses(t *testing.T) {
	words, err := launched(func(b *Builder, out, n Expr) {
		x := b.Constants("x", U32, []Expr{U32.Digits(0x03020100), U32.Digits(0x07060504)})
		b.Set(out.At(0), x.At(0).Funnel(x.At(1), U32.Int(8)))
		b.Set(out.Plus(3).Back(2).Pointed(), out.Plus(1).AddressBits().And(U64.Int(15)).To(U32))
	}, 1)
	if err != nil || words[0] != 0x04030201 || words[1] != 4 {
		t.Errorf("got %x, %v", words[:2], err)
	}
}

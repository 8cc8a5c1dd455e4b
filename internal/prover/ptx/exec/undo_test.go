package exec

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// branches is a kernel of one thread with branches on its element, one within the other: r3 and the words of d
// are written on some ways only.
const branches = `.version 8.6
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
	.reg .pred %p<9>;
	.reg .b32 %r<30>;
	.reg .b64 %d<9>;
	.local .align 8 .b8 d[16];
	ld.param.u64 %d1, [in];
	ld.param.u64 %d2, [out];
	ld.global.u32 %r2, [%d1];
	mov.b32 %r3, 1;
	mov.b32 %r4, 2;
	st.local.u32 [d], 10;
	st.local.u32 [d+4], 20;
	setp.lt.s32 %p1, %r2, 5;
	setp.lt.s32 %p2, %r2, 9;
	setp.lt.s32 %p3, %r2, 3;
	@%p1 bra A;
	add.s32 %r3, %r3, 1;
	st.local.u32 [d], 11;
	@%p2 bra B;
	add.s32 %r3, %r3, 2;
	st.local.u32 [d+4], 21;
	add.s32 %r4, %r4, %r3;
B:
	add.s32 %r3, %r3, 4;
	bra C;
A:
	@%p3 bra C;
	add.s32 %r4, %r4, 8;
	st.local.u32 [d], 12;
C:
	ld.local.u32 %r5, [d];
	ld.local.u32 %r6, [d+4];
	mad.lo.s32 %r3, %r3, 1000, %r4;
	mad.lo.s32 %r5, %r5, 1000, %r6;
	mad.lo.s32 %r3, %r3, 100000, %r5;
	st.global.u32 [%d2], %r3;
	ret;
}
`

// TestWays executes both ways of each branch at once: the results equal those of each element's own ways.
func TestWays(t *testing.T) {
	want := func(x int32) uint64 {
		r3, r4, d0, d1 := 1, 2, 10, 20
		switch {
		case x < 3:
		case x < 5:
			r4, d0 = 10, 12
		case x < 9:
			r3, d0 = 6, 11
		default:
			r3, r4, d0, d1 = 8, 6, 11, 21
		}
		return uint64(uint32((r3*1000+r4)*100000 + d0*1000 + d1))
	}
	m, err := parse.Parse("k.ptx", []byte(branches))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(m, m.Kernels[0], Function)
	if err != nil {
		t.Fatal(err)
	}
	for x := int32(-1); x < 12; x++ {
		d := term.New(term.Strategy{})
		in, out := &Buffer{Unit: 4, ReadOnly: true}, &Buffer{Unit: 4}
		in.Cells = []Cell{{d.Var(0, 32), d.Const(1, 1)}}
		out.Cells = []Cell{{d.Const(32, 0), d.Const(1, 0)}}
		machine, err := NewMachine(p, d, Line(1), []Arg{{Buffer: in}, {Buffer: out}})
		if err != nil {
			t.Fatal(err)
		}
		if err := machine.Run(); err != nil {
			t.Fatal(err)
		}
		if left := machine.threads[0].undo.held; len(left.regs)+len(left.regions) > 0 {
			t.Fatalf("%d registers and %d regions are noted after the last branch", len(left.regs), len(left.regions))
		}
		in32 := term.Input{Element: func(int) uint64 { return uint64(uint32(x)) }}
		if got := d.Eval(out.Get(d, 0).V, in32); got != want(x) {
			t.Errorf("of %d: got %d, want %d", x, got, want(x))
		}
	}
}

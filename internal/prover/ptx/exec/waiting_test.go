package exec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// waits is a kernel of one thread that waits for a word and stores one: what it does first, in the loop, and then.
const waits = `.version 8.6
.target sm_80
.address_size 64
.visible .entry k(.param .u64 w)
{
	.reg .pred %%p<9>;
	.reg .b32 %%r<9>;
	.reg .b64 %%d<9>;
	.local .align 8 .b8 l[16];
	.shared .align 8 .b8 s[16];
	ld.param.u64 %%d1, [w];
	mov.b32 %%r1, 0;
	mov.b64 %%d4, 7;
	%s
loop:
	ld.relaxed.gpu.global.u64 %%d2, [%%d1];
	%s
	setp.lt.u64 %%p1, %%d2, 16;
	@%%p1 bra loop;
	%s
	st.relaxed.gpu.global.u64 [%%d1], %%d4;
	ret;
}
`

// TestJoined: a thread that waits goes on in one state for every number of reads, in which nothing is defined that they
// leave different. It may do nothing between two reads that others see.
func TestJoined(t *testing.T) {
	const stops, undefined = "stops", "undefined"
	for _, tt := range []struct{ name, first, loop, then, want string }{
		{"nothing else", "", "", "", "7"},
		{"what was read", "", "", "mov.b64 %d4, %d2;", "16"},
		{"a word of its own memory", "", "st.local.u64 [l], %d2;", "ld.local.u64 %d4, [l];", "16"},
		{"a word of its own memory that is written again", "st.local.u64 [l], 5;", "st.local.u64 [l+8], %d2;",
			"ld.local.u64 %d4, [l];", "5"},
		{"what was there before the first read", "", "", "cvt.u64.u32 %d4, %r1;", "0"},
		{"a count of reads", "", "add.u32 %r1, %r1, 1;", "cvt.u64.u32 %d4, %r1;", undefined},
		{"what a second read and no first one leaves", "setp.ne.u32 %p2, %r1, %r1;",
			"@%p2 mov.b32 %r1, 1;\n\tsetp.eq.u32 %p2, %r2, %r2;", "cvt.u64.u32 %d4, %r1;", stops},
		{"the same in its own memory", "st.local.u64 [l], 5;\n\tsetp.ne.u32 %p2, %r1, %r1;",
			"@%p2 st.local.u64 [l], 6;\n\tsetp.eq.u32 %p2, %r2, %r2;", "ld.local.u64 %d4, [l];", stops},
		{"a mark that the loop leaves", "", "mov.b32 %r1, 1;\n\tsetp.ge.u64 %p3, %d2, 16;\n\t@%p3 mov.b32 %r1, 1;",
			"cvt.u64.u32 %d4, %r1;", "1"},
		{"a mark that only a second read leaves", "", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 mov.b32 %r1, 1;",
			"cvt.u64.u32 %d4, %r1;", undefined},
		{"such a mark in its own memory", "st.local.u64 [l], 5;", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 st.local.u64 [l], 6;",
			"ld.local.u64 %d4, [l];", undefined},
		{"a part of such a word", "st.local.u64 [l], 5;", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 st.local.u32 [l], 6;",
			"ld.local.u64 %d4, [l];", undefined},
		{"the part that it leaves", "st.local.u64 [l], 5;", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 st.local.u32 [l], 6;",
			"ld.local.u32 %r1, [l+4];\n\tcvt.u64.u32 %d4, %r1;", "0"},
		{"two that take turns", "mov.b32 %r2, 1;", "xor.b32 %r1, %r1, 1;\n\txor.b32 %r2, %r2, 1;\n\tadd.u32 %r3, %r1, %r2;",
			"cvt.u64.u32 %d4, %r1;", undefined},
		{"a store that others see", "", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 st.shared.u64 [s], %d4;", "", stops},
		{"a barrier", "", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 bra B;\n\tbra C;\nB:\n\tbar.sync 0;\nC:", "", stops},
		{"a store in the exchange", "", "setp.lt.u64 %p3, %d2, 16;\n\t@%p3 st.relaxed.gpu.global.u64 [%d1+8], %d4;", "",
			stops},
		{"another read", "", "ld.relaxed.gpu.global.u64 %d3, [%d1+8];", "", stops},
	} {
		m, err := parse.Parse("k.ptx", []byte(fmt.Sprintf(waits, tt.first, tt.loop, tt.then)))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		p, err := Load(m, m.Kernels[0], Meeting)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		d, reads := term.New(term.Strategy{}), 0
		x := &Exchange{Name: "w", Size: 16, Align: 8}
		x.Given = func(a Met) (bv.Value, string) {
			switch reads++; {
			case reads < 3:
				return d.Const(64, 0), ""
			case !a.Again:
				return nil, "waits and does something else"
			}
			return d.Const(64, 16), ""
		}
		g := NewGrid(new(Path), NoRow)
		g.End = 1
		machine, err := NewGridMachine(p, d, Line(1), g, []Arg{{Meet: x}})
		if err != nil {
			t.Fatal(err)
		}
		got := stops
		switch err := machine.Run(); {
		case err == nil:
			stored := x.Did[len(x.Did)-1].Value
			got = undefined
			if def, _ := d.Known(stored.Def); def == 1 {
				v, _ := d.Known(stored.V)
				got = fmt.Sprint(v)
			}
		case !strings.Contains(err.Error(), "waits and does"):
			t.Errorf("%s: %v", tt.name, err)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

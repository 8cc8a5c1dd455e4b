package exec

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// inBlock executes a body that leaves something in %r3, under a launch of 96 threads.
func inBlock(t *testing.T, l Launch, bounds, body string) ([]Cell, error) {
	t.Helper()
	src := fmt.Sprintf(`.version 8.6
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) %s
{
	.reg .pred %%p<9>;
	.reg .b32 %%r<30>;
	.reg .b64 %%d<9>;
	.local .align 8 .b8 l[16];
	ld.param.u64 %%d1, [out];
	mov.u32 %%r10, %%tid.x;
	mov.u32 %%r11, %%tid.y;
	mov.u32 %%r12, %%tid.z;
	mov.u32 %%r13, %%ntid.x;
	mov.u32 %%r14, %%ntid.y;
	mov.u32 %%r15, %%ntid.z;
	mad.lo.s32 %%r1, %%r12, %%r14, %%r11;
	mad.lo.s32 %%r1, %%r1, %%r13, %%r10;
	%s;
	mul.wide.u32 %%d2, %%r1, 4;
	add.s64 %%d1, %%d1, %%d2;
	st.global.u32 [%%d1], %%r3;
	ret;
}
`, bounds, body)
	m, err := parse.Parse("k.ptx", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(m, m.Kernels[0], Function)
	if err != nil {
		t.Fatal(err)
	}
	out := &Buffer{Unit: 4}
	for range l.Threads() {
		out.Cells = append(out.Cells, Cell{bv.Word{W: 32}, bv.Word{W: 1}})
	}
	machine, err := NewMachine(p, bv.Numbers{}, l, []Arg{{Buffer: out}})
	if err != nil {
		return nil, err
	}
	if err := machine.Run(); err != nil {
		return nil, err
	}
	var cells []Cell
	for i := range l.Threads() {
		cells = append(cells, out.Get(bv.Numbers{}, i))
	}
	return cells, nil
}

// TestAnyShape computes from thread numbers in a block with an unknown shape: a value that is the same for every shape
// is a number, and any other is refused.
func TestAnyShape(t *testing.T) {
	for body, want := range map[string]func(i int) uint32{
		"mov.b32 %r3, %r1": same,
		"mul.lo.s32 %r4, %r13, %r14; mul.lo.s32 %r4, %r4, %r12; " +
			"mad.lo.s32 %r4, %r13, %r11, %r4; add.s32 %r3, %r10, %r4": same,
		"mul.lo.s32 %r4, %r13, %r14; " +
			"mul.lo.s32 %r3, %r4, %r15": always(96),
		"shl.b32 %r4, %r10, 2; mul.lo.s32 %r5, %r12, %r14; add.s32 %r5, %r5, %r11; shl.b32 " +
			"%r5, %r5, 2; mad.lo.s32 %r3, %r5, %r13, %r4": func(i int) uint32 { return 4 * uint32(i) },
		"sub.s32 %r4, %r1, %r10; add.s32 %r3, %r4, %r10": same,
		"st.local.u32 [l], %r10; mov.b32 %r10, 0; ld.local.u32 %r5, [l]; mad.lo.s32 %r6, %r12, " +
			"%r14, %r11; mad.lo.s32 %r3, %r6, %r13, %r5": same,
		"and.b32 %r3, %r1, 31":                              func(i int) uint32 { return uint32(i % 32) },
		"mov.b32 %r3, %r10":                                 nil,
		"and.b32 %r3, %r10, 31":                             nil,
		"setp.eq.u32 %p1, %r10, 0; selp.b32 %r3, 1, 0, %p1": nil,
		"add.s32 %r3, %r1, %r11":                            nil,
		"mov.b32 %r3, %r13":                                 nil,
		"mul.lo.s32 %r3, %r13, %r14":                        nil,
		"mad.lo.s32 %r3, %r12, %r13, %r11; mad.lo.s32 %r3, %r3, %r14, %r10": nil,
		"cvt.u64.u32 %d4, %r10; cvt.u32.u64 %r3, %d4":                       nil,
		"mul.wide.u32 %d4, %r10, 4; cvt.u32.u64 %r3, %d4":                   nil,
		"shfl.sync.idx.b32 %r3, %r10, 0, 31, -1":                            nil,
		"setp.eq.u32 %p1, %r10, %r10; selp.b32 %r3, 1, 0, %p1":              nil,
	} {
		cells, err := inBlock(t, Block(96), "", body)
		if want == nil {
			f, ok := err.(*Fault)
			if !ok || !f.Shape || !strings.Contains(f.Why, "depends on the block's shape") {
				t.Errorf("%s: got %v, want a fault of the block's shape", body, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		// the same as of every shape
		for _, l := range []Launch{Line(96), {X: 4, Y: 4, Z: 6}, {X: 1, Y: 2, Z: 48}, {X: 32, Y: 3, Z: 1}} {
			of, err := inBlock(t, l, "", body)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cells {
				if got := uint32(c.V.(bv.Word).X); got != want(i) || c != of[i] {
					t.Fatalf("%s: thread %d: got %v, %v under %v, want %d", body, i, c, of[i], l, want(i))
				}
			}
		}
	}
}

// TestFlat computes from thread numbers in a block of two unknown dimensions.
func TestFlat(t *testing.T) {
	const rows = "mad.lo.s32 %r3, %r13, %r11, %r10"
	for body, want := range map[string]func(i int) uint32{
		"mov.b32 %r3, %r1":           same,
		rows:                         same,
		"mov.b32 %r3, %r12":          always(0),
		"mov.b32 %r3, %r15":          always(1),
		"mul.lo.s32 %r3, %r13, %r14": always(96),
		"mul.lo.s32 %r4, %r13, %r14; mul.lo.s32 %r3, %r4, %r15": always(96),
		"mov.b32 %r3, %r10":                nil,
		"mov.b32 %r3, %r11":                nil,
		"add.s32 %r3, %r10, %r11":          nil,
		"mov.b32 %r3, %r13":                nil,
		"mad.lo.s32 %r3, %r14, %r11, %r10": nil, // transposed
		"mul.lo.s32 %r3, %r13, %r11":       nil,
	} {
		cells, err := inBlock(t, Flat(96), "", body)
		var f *Fault
		if want == nil {
			if !errors.As(err, &f) || !f.Shape {
				t.Errorf("%s: got %v, want a fault of the block's shape", body, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		for _, l := range []Launch{Line(96), {X: 4, Y: 24, Z: 1}, {X: 1, Y: 96, Z: 1}, {X: 32, Y: 3, Z: 1}} {
			of, err := inBlock(t, l, "", body)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cells {
				if got := uint32(c.V.(bv.Word).X); got != want(i) || c != of[i] {
					t.Fatalf("%s: thread %d: got %v, %v under %v, want %d", body, i, c, of[i], l, want(i))
				}
			}
		}
	}
	var f *Fault
	if _, err := inBlock(t, Block(96), "", rows); !errors.As(err, &f) {
		t.Errorf("rows without layers in a block of any shape: got %v", err)
	}
}

// TestLaunchBounds holds the bounds of a kernel against its launch.
func TestLaunchBounds(t *testing.T) {
	for bounds, ok := range map[string]bool{
		".reqntid 96": true, ".reqntid 4, 4, 6": true, ".reqntid 32": false, ".reqntid 4, 4, 4": false, ".reqntid 0140": true,
		".maxntid 96": true, ".maxntid 1024, 1, 1": true, ".maxntid 95": false, ".maxntid 8, 4": false,
		".minnctapersm 2": true,
	} {
		_, err := inBlock(t, Block(96), bounds, "mov.b32 %r3, 0")
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "launched with 96") {
			t.Errorf("%s: got %v", bounds, err)
		}
	}
}

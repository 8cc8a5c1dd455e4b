package exec

import (
	"math"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// TestSwapLoops executes loops around a compare-and-swap by four threads, and refuses loops that are no one operation.
func TestSwapLoops(t *testing.T) {
	const load = "ld.global.u32 %r2, [%d1]; "
	const end = "atom.global.cas.b32 %r4, [%d1], %r2, %r3; setp.ne.s32 %p1, %r2, %r4; mov.u32 %r2, %r4; @%p1 bra L; "
	const moved = "L: mov.b32 %f2, %r2; max.f32 %f3, %f1, %f2; mov.b32 %r3, %f3; "
	for name, c := range map[string]struct {
		body  string
		gives float32 // 0: it is refused; -1: the execution ends with a fault
	}{
		"maximum":            {load + moved + end, 3},
		"sum":                {load + "L: mov.b32 %f2, %r2; add.f32 %f3, %f2, %f1; mov.b32 %r3, %f3; " + end, 7},
		"difference":         {load + "L: mov.b32 %f2, %r2; sub.f32 %f3, %f2, %f1; mov.b32 %r3, %f3; " + end, 0},
		"of itself":          {load + "L: mov.b32 %f2, %r2; add.f32 %f3, %f2, %f2; mov.b32 %r3, %f3; " + end, 0},
		"of another value":   {load + "mov.b32 %f2, %r2; L: max.f32 %f3, %f1, %f2; mov.b32 %r3, %f3; " + end, 0},
		"of a changed value": {load + moved + "add.f32 %f1, %f1, %f1; " + end, 0},
		"a product before": {load + "L: mov.b32 %f2, %r2; mul.f32 %f2, %f2, %f1; " +
			"add.f32 %f3, %f1, %f2; mov.b32 %r3, %f3; " + end, 0},
		"what it found":        {load + moved + end + "st.global.u32 [%d2], %r2; ", 0},
		"what it computed":     {load + moved + end + "st.global.f32 [%d2], %f3; ", 0},
		"the first guess":      {load + "mov.u32 %r5, %r2; " + moved + end, 0},
		"until it fails":       {load + moved + strings.Replace(end, "@%p1", "@!%p1", 1), 0},
		"while equal":          {load + moved + strings.Replace(end, ".ne", ".eq", 1), 0},
		"once":                 {load + moved + strings.Replace(end, "@%p1 bra L; ", "", 1), 0},
		"a guess for the next": {load + moved + strings.Replace(end, "mov.u32 %r2, %r4; ", "", 1), 0},
		"a store between":      {load + moved + "st.global.u32 [%d2], %r3; " + end, 0},
		"entered in between": {load + strings.Replace(moved, "max", "M: max", 1) + end +
			"setp.eq.u32 %p2, %r1, 9; @%p2 bra M; ", 0},
		"a guarded swap": {load + moved + "@%p2 " + end, 0},
		"compared as floats": {load + moved + strings.Replace(end, "ne.s32 %p1, %r2, %r4",
			"ne.f32 %p1, %f3, %f3", 1), 0},
		"found, compared as floats": {strings.ReplaceAll(load+"L: max.f32 %f3, %f1, %f2; "+
			"atom.global.cas.b32 %f0, [%d1], %f2, %f3; setp.ne.f32 %p1, %f2, %f0; mov.f32 %f2, %f0; @%p1 bra L; ",
			"u32 %r2", "f32 %f2"), 0},
		"halves of what it found": {load + moved + "mov.b32 {%h1, %h2}, %r2; " + end + "st.global.u16 [%d2], %h1; ", 0},
		"a guess beyond memory":   {"ld.global.u32 %r2, [%d1+400]; " + moved + end, -1},
		"rounded to zero":         {load + "L: mov.b32 %f2, %r2; add.rz.f32 %f3, %f1, %f2; mov.b32 %r3, %f3; " + end, 0},
		"between 0 and 1":         {load + "L: mov.b32 %f2, %r2; add.sat.f32 %f3, %f1, %f2; mov.b32 %r3, %f3; " + end, 0},
		"halves":                  {load + "L: add.f16x2 %r3, %r1, %r2; " + end, 0},
		"two guesses":             {load + "mov.u32 %r2, 0; " + moved + end, 0},
	} {
		src := ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_0)\n{\n.reg .pred %p<3>;\n" +
			".reg .b32 %r<6>;\n.reg .b16 %h<3>;\n.reg .f32 %f<4>;\n.reg .b64 %d<3>;\n" +
			"mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; ld.param.u64 %d1, [k_0]; add.u64 %d2, %d1, 4; " +
			"setp.ne.u32 %p2, %r1, 7;\n" + c.body + "\nret;\n}\n"
		m, err := parse.Parse("k.ptx", []byte(src))
		if err != nil {
			t.Fatal(name, err)
		}
		p, err := Load(m, m.Kernels[0], Standalone)
		if c.gives == 0 {
			if err == nil || !strings.Contains(err.Error(), "the order of atomics is not fixed") &&
				!strings.Contains(err.Error(), "unsupported by design: add.") {
				t.Errorf("%s: %v, want a refusal", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		d := bv.Numbers{}
		out := &Buffer{Unit: 4}
		for range 2 {
			out.Cells = append(out.Cells, Cell{d.Const(32, uint64(math.Float32bits(1))), d.Const(1, 1)})
		}
		machine, err := NewMachine(p, d, Line(4), []Arg{{Buffer: out}})
		if err != nil {
			t.Fatal(name, err)
		}
		if err := machine.Run(); c.gives < 0 {
			if err == nil || !strings.Contains(err.Error(), "outside") {
				t.Errorf("%s: %v, want a fault", name, err)
			}
			continue
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if x, _ := d.Known(out.Get(d, 0).V); math.Float32frombits(uint32(x)) != c.gives {
			t.Errorf("%s: %v, want %v", name, math.Float32frombits(uint32(x)), c.gives)
		}
	}
}

// TestConstantMemory reads what a standalone kernel never writes, and refuses a kernel that writes it.
func TestConstantMemory(t *testing.T) {
	const read, write = "ld.global.nc.u32 %r1, [%d1]; ", "st.global.u32 [%d1], 7; "
	for name, c := range map[string]struct{ body, why string }{
		"read":           {read, ""},
		"written before": {write + read, "never writes (.nc)"},
		"written after":  {read + write, "never writes (.nc)"},
		"added after":    {read + "red.global.add.u32 [%d1], 1; ", "never writes (.nc)"},
	} {
		src := ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_0)\n{\n.reg .b32 %r<2>;\n" +
			".reg .b64 %d<2>;\nld.param.u64 %d1, [k_0];\n" + c.body + "\nret;\n}\n"
		m, err := parse.Parse("k.ptx", []byte(src))
		if err != nil {
			t.Fatal(name, err)
		}
		p, err := Load(m, m.Kernels[0], Standalone)
		if err != nil {
			t.Fatal(name, err)
		}
		d := bv.Numbers{}
		memory := &Buffer{Unit: 4, Cells: []Cell{{d.Const(32, 1), d.Const(1, 1)}}}
		machine, err := NewMachine(p, d, Line(1), []Arg{{Buffer: memory}})
		if err != nil {
			t.Fatal(name, err)
		}
		if err := machine.Run(); (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}

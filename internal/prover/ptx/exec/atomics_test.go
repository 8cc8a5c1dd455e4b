package exec

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// ofBlock executes a kernel of 64 threads with one word s of shared memory, another one and a result for each thread.
func ofBlock(t *testing.T, d bv.Domain, body string) ([]bv.Value, error) {
	t.Helper()
	return ofKind(t, d, body, Function)
}

// ofKind is ofBlock of another kind of program.
func ofKind(t *testing.T, d bv.Domain, body string, kind Kind) ([]bv.Value, error) {
	t.Helper()
	return ofMachine(t, d, body, kind, func(*Machine) {})
}

// ofMachine is what 64 threads leave on a machine that tell has changed.
func ofMachine(t *testing.T, d bv.Domain, body string, kind Kind, tell func(*Machine)) ([]bv.Value, error) {
	t.Helper()
	src := ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_0)\n{\n.reg .pred %p<3>;\n" +
		".reg .b32 %r<6>;\n.reg .b64 %d<4>;\n.shared .align 4 .b8 s[4];\n.shared .align 4 .b8 o[4];\n" +
		"mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; ld.param.u64 %d1, [k_0]; mul.wide.u32 %d2, %r1, 4; " +
		"add.u64 %d1, %d1, %d2; @%p1 st.shared.u32 [s], 0; bar.sync 0; mov.u32 %r2, 0;\n" +
		body + "\nst.global.u32 [%d1], %r2; ret;\n}\n"
	m, err := parse.Parse("k.ptx", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(m, m.Kernels[0], kind)
	if err != nil {
		return nil, err
	}
	out := &Buffer{Unit: 4}
	for range 64 {
		out.Cells = append(out.Cells, Cell{d.Const(32, 0), d.Const(1, 0)})
	}
	machine, err := NewMachine(p, d, Line(64), []Arg{{Buffer: out}})
	if err != nil {
		t.Fatal(err)
	}
	tell(machine)
	err = machine.Run()
	var all []bv.Value
	for i := range 64 {
		all = append(all, out.Get(d, i).V)
	}
	return all, err
}

const after = "bar.sync 0; ld.shared.u32 %r2, [s];"

// TestAtomics: what atomic operations of one kind leave is known; whatever depends on their order is not followed,
// except on numbers, where one order is a call that may be.
func TestAtomics(t *testing.T) {
	any := func(says string) [2]string { return [2]string{says, says} }
	for name, c := range map[string]struct {
		body   string
		faults [2]string // on terms, on numbers
		gives  uint64
	}{
		"sum":           {"atom.shared.add.u32 %r3, [s], %r1;" + after, any(""), 63 * 64 / 2},
		"red":           {"red.shared.add.s32 [s], %r1;" + after, any(""), 63 * 64 / 2},
		"relaxed":       {"atom.relaxed.cta.shared.add.u32 %r3, [s], 2;" + after, any(""), 128},
		"maximum":       {"red.shared.max.s32 [s], %r1;" + after, any(""), 63},
		"signed":        {"sub.s32 %r3, 0, %r1; red.shared.min.s32 [s], %r3;" + after, any(""), 1<<32 - 63},
		"unsigned":      {"sub.s32 %r3, 0, %r1; red.shared.max.u32 [s], %r3;" + after, any(""), 1<<32 - 1},
		"bits":          {"red.shared.or.b32 [s], %r1;" + after, any(""), 63},
		"of one thread": {"@%p1 red.shared.add.u32 [s], 7;" + after, any(""), 7},
		"two kinds, between them a barrier": {"red.shared.add.u32 [s], 1; bar.sync 0; red.shared.xor.b32 [s], %r1;" + after,
			any(""), 64},
		"two kinds": {"red.shared.add.u32 [s], 1; red.shared.xor.b32 [s], 1;" + after,
			[2]string{"volatile and atomic accesses take place in any order", ""}, 0},
		"signed and unsigned": {"red.shared.max.u32 [s], 1; red.shared.max.s32 [s], 1;" + after,
			[2]string{"volatile and atomic accesses take place in any order", ""}, 1},
		"a sum is read at once": {"red.shared.add.u32 [s], 1; ld.shared.u32 %r2, [s];",
			any("race: writes what thread 0 reads"), 0},
		"a sum that is written": {"red.shared.add.u32 [s], 1; @%p1 st.shared.u32 [s], 0;" + after,
			any("race: writes what thread 0 writes"), 0},
		"what one found": {"atom.shared.add.u32 %r2, [s], 1;",
			[2]string{"what an atomic operation read is used as data", ""}, 0},
		"what one found is stored": {"atom.shared.add.u32 %r3, [s], 1; @%p1 st.shared.u32 [o], %r3;",
			[2]string{"what an atomic operation read is used as data", ""}, 0},
		"exchange":        {"atom.exch.b32 %r2, [s], 1;", any("the order of atomics is not fixed"), 0},
		"sum of floats":   {"red.shared.add.f32 [s], 0f3F800000;", any("the order of atomics is not fixed"), 0},
		"a result's word": {"red.add.u32 [%d1], 1;", any("an atomic operation on global memory"), 0},
		"a fence orders nothing": {"@%p1 st.shared.u32 [o], 7; membar.cta; fence.sc.cta; ld.shared.u32 %r2, [o];",
			any("race: reads what thread 0 writes"), 0},
		"volatile": {"@%p1 st.volatile.shared.u32 [o], 7; bar.sync 0; ld.volatile.shared.u32 %r2, [o];", any(""), 7},
		"volatile orders nothing": {"@%p1 st.volatile.shared.u32 [o], 7; ld.volatile.shared.u32 %r2, [o];",
			[2]string{"volatile and atomic accesses take place in any order", ""}, 7},
		"volatile beside ordinary": {"@%p1 st.volatile.shared.u32 [o], 7; ld.shared.u32 %r2, [o];",
			any("race: reads what thread 0 writes"), 0},
		"a message": {"@!%p1 bra L; st.shared.u32 [o], 9; membar.cta; st.volatile.shared.u32 [s], 1; L: " +
			"ld.volatile.shared.u32 %r3, [s]; setp.eq.u32 %p2, %r3, 0; @%p2 bra L; membar.cta; ld.shared.u32 %r2, [o];",
			[2]string{"volatile and atomic accesses take place in any order", "may have ordered them"}, 0},
		"a loop that ends late": {"L: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 10000; @%p2 bra L;",
			any("more than 8192 backward steps"), 0},
		"a wait of many instructions": {"L: atom.shared.add.u32 %r3, [s], 0; " + strings.Repeat("mov.u32 %r2, 1; ", 50) +
			"setp.lt.u32 %p2, %r3, 1; @%p2 bra L;",
			[2]string{"what an atomic operation read is used as data", "more than 200000 steps"}, 0},
		"a message from the last": {"setp.ne.u32 %p1, %r1, 63; @%p1 bra L; st.volatile.shared.u32 [s], 1; L: " +
			"ld.volatile.shared.u32 %r3, [s]; setp.eq.u32 %p2, %r3, 0; @%p2 bra L;", any("which may wait for others"), 0},
	} {
		for on, d := range []bv.Domain{term.New(term.Strategy{}), bv.Numbers{}} {
			got, err := ofBlock(t, d, c.body)
			want := c.faults[on]
			if want != "" {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s on %T: %v, want %q", name, d, err, want)
				}
				if f, is := err.(*Fault); is && f.Shows() == !strings.HasPrefix(want, "race") {
					t.Errorf("%s on %T: shows %v: %v", name, d, f.Shows(), err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s on %T: %v", name, d, err)
				continue
			}
			if x, known := d.Known(got[0]); !known || x != c.gives {
				t.Errorf("%s on %T: thread 0 has %v, want %d", name, d, got[0], c.gives)
			}
		}
	}
}

// TestAbreast: side by side lanes read what others hold at that step. One after the other they read what earlier
// ones left, and either way the machine names the access.
func TestAbreast(t *testing.T) {
	const body = "@%p1 st.volatile.shared.u32 [s], 1; add.u32 %r5, %r1, 5; st.volatile.shared.u32 [s], %r5; " +
		"ld.volatile.shared.u32 %r2, [s];"
	for abreast, want := range map[bool]uint64{false: 5, true: 36} {
		var m *Machine
		got, err := ofMachine(t, bv.Numbers{}, body, Function, func(of *Machine) { m, of.Abreast = of, abreast })
		if err != nil {
			t.Fatal(err)
		}
		if x, _ := (bv.Numbers{}).Known(got[0]); x != want || m.OneOrder == nil || m.OneOrder.Thread == 0 {
			t.Errorf("abreast %v: thread 0 has %d, want %d; %v", abreast, x, want, m.OneOrder)
		}
	}
	var m *Machine
	_, err := ofMachine(t, bv.Numbers{}, "st.volatile.shared.u32 [o], 1;", Function, func(of *Machine) { m = of })
	if err != nil || m.OneOrder == nil {
		t.Errorf("%v, %v", err, m.OneOrder)
	}
	const barrier = "@%p1 st.volatile.shared.u32 [o], 1; bar.sync 0; " +
		"ld.volatile.shared.u32 %r2, [o];"
	_, err = ofMachine(t, bv.Numbers{}, barrier, Function, func(of *Machine) { m = of })
	if err != nil || m.OneOrder != nil {
		t.Errorf("with a barrier: %v, %v", err, m.OneOrder)
	}
}

// TestSoleAtomics: a launch executes every thread. A thread knows there what its atomic operation found, if no other
// thread has one on the place without a barrier in between.
func TestSoleAtomics(t *testing.T) {
	const first, second = "@%p1 atom.shared.add.u32 %r3, [s], 5; @%p1 add.u32 %r2, %r3, 1; ",
		"setp.eq.u32 %p2, %r1, 1; @%p2 atom.shared.add.u32 %r4, [s], 7; "
	for name, c := range map[string]struct {
		body string
		kind Kind
		ends bool
		word uint64
	}{
		"one thread":                        {first, Standalone, false, 1},
		"one thread twice":                  {first + first, Standalone, false, 6},
		"another one after it":              {first + second, Standalone, true, 0},
		"another one before it":             {second + first, Standalone, true, 0},
		"a barrier between the two":         {second + "bar.sync 0; " + first, Standalone, false, 8},
		"every thread":                      {"atom.shared.add.u32 %r3, [s], 5; add.u32 %r2, %r3, 1; ", Standalone, true, 0},
		"a function, which others may call": {first, Function, true, 0},
	} {
		all, err := ofKind(t, term.New(term.Strategy{}), c.body, c.kind)
		switch {
		case c.ends && (err == nil || !strings.Contains(err.Error(), usedFound)):
			t.Errorf("%s: got %v", name, err)
		case !c.ends && err != nil:
			t.Errorf("%s: %v", name, err)
		case !c.ends:
			if x, known := term.New(term.Strategy{}).Known(all[0]); !known || x != c.word {
				t.Errorf("%s: got %v, want %d", name, all[0], c.word)
			}
		}
	}
}

// TestVotesOfABlock: bar.red gives every thread the count of predicates, or whether all or any hold.
func TestVotesOfABlock(t *testing.T) {
	for body, want := range map[string]uint64{
		"setp.lt.u32 %p2, %r1, 40; bar.red.popc.u32 %r2, 0, %p2;":                                                   40,
		"setp.lt.u32 %p2, %r1, 40; bar.red.or.pred %p1, 0, %p2; selp.b32 %r2, 1, 0, %p1;":                           1,
		"setp.lt.u32 %p2, %r1, 40; bar.red.and.pred %p1, 0, %p2; selp.b32 %r2, 1, 0, %p1;":                          0,
		"setp.lt.u32 %p2, %r1, 64; bar.red.and.pred %p1, 0, %p2; selp.b32 %r2, 1, 0, %p1;":                          1,
		"setp.gt.u32 %p2, %r1, 63; bar.red.or.pred %p1, 0, %p2; selp.b32 %r2, 1, 0, %p1;":                           0,
		"@%p1 st.shared.u32 [o], 5; setp.lt.u32 %p2, %r1, 3; bar.red.popc.u32 %r2, 0, %p2; ld.shared.u32 %r2, [o];": 5,
	} {
		got, err := ofBlock(t, bv.Numbers{}, body)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		for i, v := range got {
			if x, _ := (bv.Numbers{}).Known(v); x != want {
				t.Errorf("%s: thread %d has %d, want %d", body, i, x, want)
				break
			}
		}
	}
}

package exec

import (
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// sample is what a body of run leaves in %r3 of each lane: want, nothing that is
// defined for a nil want, or a fault that says err.
type sample struct {
	name, ptx string
	want      func(i int) uint32
	err       string
}

func (s sample) check(t *testing.T, n int) {
	t.Helper()
	cells, err := run(t, s.ptx, n, func(i int) uint32 { return uint32(i) })
	if s.err != "" || err != nil {
		if err == nil || s.err == "" || !strings.Contains(err.Error(), s.err) {
			t.Errorf("%s: got %v, want an error with %q", s.name, err, s.err)
		}
		return
	}
	for lane, c := range cells {
		def := c.Def == (bv.Word{W: 1, X: 1})
		if def != (s.want != nil) {
			t.Fatalf("%s: lane %d: defined: %v", s.name, lane, def)
		}
		if def && uint32(c.V.(bv.Word).X) != s.want(lane) {
			t.Fatalf("%s: lane %d: got %#x, want %#x", s.name, lane, c.V.(bv.Word).X, s.want(lane))
		}
	}
}

func same(i int) uint32 { return uint32(i) }

func always(x uint32) func(int) uint32 { return func(int) uint32 { return x } }

// TestProvenance keeps an address in the variable that it was taken of, and keeps it
// from becoming data.
func TestProvenance(t *testing.T) {
	const two = ".shared .align 8 .b8 a[8]; .shared .align 8 .b8 b[8]; .local " +
		".align 8 .b8 l[8]; .local .align 8 .b8 k[8]; "
	for _, tt := range []sample{
		{"a shared neighbour", two + "mov.u64 %d4, a; st.shared.u32 [%d4+8], %r2", nil, "outside shared memory of a"},
		{"a shared neighbour by name", two + "st.shared.u32 [a+8], %r2", nil, "outside shared memory of a"},
		{"before a shared variable", two + "st.shared.u32 [b+-4], %r2", nil, "outside shared memory of b"},
		{"a shared neighbour, generic", two + "mov.u64 %d4, a; cvta.shared.u64 %d4, %d4; st.u32 [%d4+8], %r2", nil,
			"outside shared memory of a"},
		{"a shared neighbour in 32 bits", two + "mov.u32 %r5, a; add.s32 %r5, %r5, 8; st.shared.u32 [%r5], %r2", nil,
			"outside shared memory of a"},
		{"a local neighbour", two + "st.local.u32 [l+8], %r2", nil, "outside local memory of l"},
		{"a local neighbour, generic", two + "mov.u64 %d4, k; cvta.local.u64 %d4, %d4; ld.u32 %r3, [%d4+-4]", nil,
			"outside local memory of k"},
		{"another buffer", "sub.s64 %d4, %d2, %d1; add.s64 %d4, %d1, %d4; st.global.u32 [%d4], %r2", nil, "are mixed"},
		{"past a buffer", "st.global.u32 [%d2+0x80], %r2", nil, "outside global memory of out"},
		{"addresses added", two + "mov.u64 %d4, a; mov.u64 %d5, b; add.s64 %d4, %d4, %d5", nil, "are mixed"},
		{"addresses of two variables compared", two + "mov.u64 %d4, a; mov.u64 %d5, b; setp.lt.u64 %p1, %d4, %d5", nil,
			"used as data"},
		{"addresses of two variables equal", two + "mov.u64 %d4, a; mov.u64 %d5, b; setp.eq.u64 %p1, %d4, %d5", nil,
			"used as data"},
		{"an address as data", two + "mov.u32 %r3, a", nil, "used as data"},
		{"an address in an element", two + "mov.u32 %r3, a; and.b32 %r3, %r3, 0xffff", nil, "beyond its alignment"},
		{"an address in two parts", two + "mov.u64 %d4, a; mov.b64 {%r3, %r4}, %d4", nil, "used as data"},
		{"an address in a shuffle", two + "mov.u32 %r4, a; shfl.sync.idx.b32 %r3, %r4, 0, 31, -1", nil, "used as data"},
		{"an address in a vote", two + "mov.u32 %r4, a; setp.ne.u32 %p1, %r4, 0", nil, "used as data"},
		{"an address converted", two + "mov.u64 %d4, a; cvta.shared.u64 %d4, %d4; cvt.u32.u64 %r3, %d4", nil, "in 32 bits"},
		{"an address in shared memory", two + "mov.u64 %d4, a; st.shared.u64 [b], %d4", nil, "used as data"},
		{"half of an address", two + "mov.u64 %d4, a; st.local.u64 [l], %d4; ld.local.u32 %r3, [l]", nil,
			"part of an address"},
		{"an address over half of another",
			two + "mov.u64 %d4, a; st.local.u64 [l], %d4; st.local.u32 [l], 1; ld.local.u64 %d4, [l]", nil,
			"part of an address"},
		{"the parity of a buffer", "shr.u64 %d4, %d1, 7; cvt.u32.u64 %r3, %d4", nil, "used as data"},
		{"bits that the alignment settles",
			"and.b64 %d4, %d1, 3; cvt.u32.u64 %r3, %d4; and.b64 %d5, %d1, -4; ld.global.u32 %r4, [%d5]; add.s32 %r3, %r3, %r4",
			same, ""},
		{"bits beyond the alignment", "and.b64 %d4, %d1, 7", nil, "beyond its alignment of 4"},
		{"or for an add", two + "mov.u64 %d4, l; or.b64 %d4, %d4, 4; st.local.u32 [%d4], %r2; ld.local.u32 %r3, [l+4]", same,
			""},
		{"an alignment that is not declared", ".shared .align 4 .b8 c[16]; mov.b64 %d4, 1; st.shared.u64 [c], %d4", nil,
			"not aligned"},
		{"a number for an address", "mov.u64 %d4, 1024; ld.shared.u32 %r3, [%d4]", nil, "a number is no address"},
		{"a space that it is not in", two + "mov.u64 %d4, a; ld.local.u32 %r3, [%d4]", nil, "outside local memory"},
		{"a shared address as a generic one", two + "mov.u64 %d4, a; ld.u32 %r3, [%d4]", nil, "as a generic one"},
		{"a generic address as a shared one", two + "mov.u64 %d4, a; cvta.shared.u64 %d4, %d4; ld.shared.u32 %r3, [%d4]", nil,
			"a generic address"},
		{"an address chosen by the data",
			two + "mov.u64 %d4, a; mov.u64 %d5, b; setp.eq.u32 %p1, %r2, 1; selp.b64 %d4, %d4, %d5, " +
				"%p1; st.shared.u32 [%d4], 1; mov.b32 %r3, 1", nil, "race"},
		{"a difference", two + "mov.u64 %d4, a; add.s64 %d5, %d4, 4; sub.s64 %d5, %d5, %d4; cvt.u32.u64 %r3, %d5", always(4),
			""},
		{"an address kept in local memory", two + "st.local.u64 [l], %d1; ld.local.u64 %d5, [l]; ld.global.u32 %r3, [%d5]",
			same, ""},
		{"32 bits from 64", two +
			"mov.u64 %d4, l; cvt.u32.u64 %r5, %d4; st.local.u32 [%r5+4], %r2; cvt.u64.u32 %d5, %r5; ld.local.u32 %r3, [%d5+4]",
			same, ""},
		{"read as what is never written", "ld.global.nc.u32 %r3, [%d1]", same, ""},
		{"read once, as what is never written", "ld.global.cs.nc.u32 %r3, [%d1]", same, ""},
		{"written, and read as what is never written", "st.global.u32 [%d2], 7; ld.global.nc.u32 %r3, [%d2]", nil,
			"never writes (.nc)"},
		{"written, and read once as what is never written", "st.global.u32 [%d2], 7; ld.global.cs.nc.u32 %r3, [%d2]", nil,
			"never writes (.nc)"},
		{"to be written, and read as what is never written", "ld.global.nc.u32 %r3, [%d2]", nil, "never writes (.nc)"},
		{"a parameter written", "st.param.u64 [in], %d2; mov.b32 %r3, 1", nil, "writes what was passed"},
	} {
		tt.ptx += "; mov.b32 %r4, 0; "
		tt.check(t, 32)
	}
}

// TestBytes reads back what was stored in other parts than it is read in.
func TestBytes(t *testing.T) {
	const l = ".local .align 8 .b8 l[16]; "
	swapped := func(i int) uint32 { return uint32(i)<<16 | uint32(i)>>16 }
	for _, tt := range []sample{
		{"halves", l + "mov.b32 {%h1, %h2}, %r2; st.local.b16 [l], %h1; st.local.b16 [l+2], %h2; ld.local.u32 %r3, [l]", same,
			""},
		{"halves swapped", l +
			"mov.b32 {%h1, %h2}, %r2; st.local.b16 [l], %h2; st.local.b16 [l+2], %h1; ld.local.u32 %r3, [l]", swapped, ""},
		{"halves of the result",
			"mov.b32 {%h1, %h2}, %r2; st.global.b16 [%d2], %h1; st.global.b16 [%d2+2], %h2; ld.global.u32 %r3, [%d2]", same, ""},
		{"a vector of halves", l + "mov.b32 {%h1, %h2}, %r2; st.local.v2.b16 [l+8], {%h1, %h2}; ld.local.u32 %r3, [l+8]",
			same, ""},
		{"bytes", l + "st.local.u32 [l], %r2; ld.local.u8 %r4, [l+1]; ld.local.u8 %r5, [l]; " +
			"shl.b32 %r4, %r4, 8; or.b32 %r3, %r4, %r5", same, ""},
		{"one half over a word",
			l + "st.local.u32 [l], -1; cvt.u16.u32 %h1, %r2; st.local.u16 [l+2], %h1; ld.local.u32 %r3, [l]",
			func(i int) uint32 { return uint32(i)<<16 | 0xffff }, ""},
		{"half a word alone",
			l + "cvt.u16.u32 %h1, %r2; st.local.u16 [l+2], %h1; ld.local.u32 %r3, [l]; shr.b32 %r3, %r3, 16", same, ""},
		{"half a word alone, copied",
			l + "cvt.u16.u32 %h1, %r2; st.local.u16 [l+2], %h1; ld.local.u32 %r3, [l]; st.local.u32 [l+8], %r3; ld.local.u16 " +
				"%h2, [l+10]; cvt.u32.u16 %r3, %h2", same, ""},
		{"the half of a word that nothing was written to",
			l + "cvt.u16.u32 %h1, %r2; st.local.u16 [l+2], %h1; ld.local.u16 %h2, [l]; cvt.u32.u16 %r3, %h2", nil, ""},
		{"a double word of two",
			l + "st.local.u32 [l], %r2; st.local.u32 [l+4], 5; ld.local.u64 %d4, [l]; " +
				"shr.u64 %d4, %d4, 32; cvt.u32.u64 %r3, %d4", always(5), ""},
		{"an element's byte", "ld.global.u8 %r3, [%d1]", same, ""},
		{"a byte that two threads share a word of",
			".shared .align 4 .b8 b[32]; mov.u64 %d4, b; cvt.u64.u32 %d5, %r1; add.s64 %d4, %d4, %d5; st.shared.u8 [%d4], " +
				"%r2; bar.sync 0; ld.shared.u8 %r3, [%d4]", same, ""},
		{"a race for one byte of a word",
			".shared .align 4 .b8 b[32]; mov.u64 %d4, b; cvt.u64.u32 %d5, %r1; add.s64 %d4, %d4, %d5; " +
				"st.shared.u8 [%d4], %r2; ld.shared.u32 %r3, [b]", nil, "race"},
	} {
		tt.ptx += "; mov.b32 %r4, 0; "
		tt.check(t, 32)
	}
}

// TestReadsBeforeWrites runs instructions that write what they read.
func TestReadsBeforeWrites(t *testing.T) {
	for _, tt := range []sample{
		{"the guard, true", "setp.eq.u32 %p1, %r1, %r1; not.pred %p2, %p1; @%p1 setp.ne.u32 %p1|%p2, %r1, %r1; selp.b32 " +
			"%r3, 1, 0, %p2; selp.b32 %r4, 2, 0, %p1; or.b32 %r3, %r3, %r4", always(1), ""},
		{"the negated guard",
			"setp.ne.u32 %p1, %r1, %r1; not.pred %p2, %p1; @!%p1 setp.eq.u32 %p1|%p2, %r1, %r1; selp.b32 %r3, 1, 0, %p2; " +
				"selp.b32 %r4, 2, 0, %p1; or.b32 %r3, %r3, %r4", always(2), ""},
		{"the base of a vector load", ".local .align 8 .b8 l[16]; st.local.v2.u64 [l], {%d1, %d2}; ", nil, "not aligned"},
		{"the source of its parts", "mov.b64 %d4, {%r2, %r1}; mov.b64 {%r2, %r3}, %d4; sub.s32 %r3, %r3, %r2", always(0), ""},
		{"a part of itself",
			"mov.b32 {%h1, %h2}, %r2; mov.b32 %r3, {%h2, %h1}; mov.b32 {%h2, %h1}, %r3; mov.b32 %r3, {%h1, %h2}", same, ""},
		{"shuffles in place", "shfl.sync.bfly.b32 %r2|%p1, %r2, 1, 31, -1; mov.b32 %r3, %r2", func(i int) uint32 {
			return uint32(i ^ 1)
		}, ""},
		{"one register twice", "mov.b64 {%r3, %r3}, %d4", nil, "writes one register twice"},
		{"one predicate twice", "setp.eq.u32 %p1|%p1, %r1, 0; mov.b32 %r3, 0", nil, "writes one register twice"},
	} {
		tt.ptx += "; mov.b32 %r4, 0; "
		tt.check(t, 32)
	}
}

// TestEnds wants that no thread is ended but by the return of the kernel.
func TestEnds(t *testing.T) {
	for _, tt := range []sample{
		{"exit", "mov.b32 %r3, 1; st.global.u32 [%d2], %r3; exit", nil, "ends the thread"},
		{"exit of some", "setp.gt.u32 %p1, %r1, 3; @%p1 exit; mov.b32 %r3, 1", nil, "thread 4: exit: ends the thread"},
		{"exit of nobody", "setp.gt.u32 %p1, %r1, 99; @%p1 exit; mov.b32 %r3, 1", always(1), ""},
		{"trap", "setp.gt.u32 %p1, %r1, 3; @%p1 trap; mov.b32 %r3, 1", nil, "trap: an assertion fails"},
		{"in a function's branch", "setp.lt.u32 %p1, %r1, 3; @%p1 bra X; exit; X: mov.b32 %r3, 1", nil, "ends the thread"},
	} {
		tt.ptx += "; "
		tt.check(t, 32)
	}
}

// TestNull compares addresses of variables with null, as C++ and compilers do it. As a number the address of a space
// may be 0.
func TestNull(t *testing.T) {
	const a = ".shared .align 8 .b8 a[8]; .local .align 8 .b8 l[8]; mov.b64 %d6, 0; mov.u64 %d4, a; mov.u64 %d5, l; "
	const bit = "; selp.b32 %r3, 1, 0, %p1"
	for _, tt := range []sample{
		{"generic", a + "cvta.shared.u64 %d4, %d4; setp.eq.u64 %p1, %d4, 0" + bit, always(0), ""},
		{"null first", a + "cvta.shared.u64 %d4, %d4; setp.ne.u64 %p1, 0, %d4" + bit, always(1), ""},
		{"in its space", a + "cvta.to.shared.u64 %d6, %d6; setp.ne.u64 %p1, %d4, %d6" + bit, always(1), ""},
		{"null in its space", a + "cvta.to.local.u64 %d6, %d6; setp.eq.u64 %p1, %d6, %d5" + bit, always(0), ""},
		{"nulls", a + "cvta.to.local.u64 %d6, %d6; setp.eq.u64 %p1, %d6, %d6" + bit, always(1), ""},
		{"in another space", a + "cvta.to.local.u64 %d6, %d6; setp.eq.u64 %p1, %d6, %d4" + bit, nil, "used as data"},
		{"a number", a + "setp.eq.u64 %p1, %d4, 0" + bit, nil, "used as data"},
		{"a number first", a + "setp.ne.u64 %p1, 0, %d5" + bit, nil, "used as data"},
		{"in 32 bits", a + "cvta.to.shared.u64 %d6, %d6; cvt.u32.u64 %r5, %d6; mov.u32 %r6, a; setp.eq.u32 %p1, %r5, %r6" +
			bit, nil, "in 32 bits"},
		{"past its variable", a + "add.s64 %d4, %d4, 16; cvta.to.shared.u64 %d6, %d6; setp.eq.u64 %p1, %d4, %d6" + bit, nil,
			"used as data"},
		{"back", a + "cvta.to.shared.u64 %d6, %d6; cvta.shared.u64 %d6, %d6; setp.eq.u64 %p1, %d6, 0" + bit, nil,
			"no address"},
		{"of a number", a + "cvta.shared.u64 %d6, %d6; setp.eq.u64 %p1, %d6, 0" + bit, nil, "no address"},
		{"read", a + "cvta.to.shared.u64 %d6, %d6; ld.shared.u32 %r3, [%d6]", nil, "of a null pointer"},
	} {
		tt.ptx += "; "
		tt.check(t, 32)
	}
}

// TestShows wants that an execution on numbers which ends for want of a rule is no counterexample, and that one which
// goes wrong on hardware is.
func TestShows(t *testing.T) {
	const a = ".shared .align 4 .b8 a[8]; .shared .align 4 .b8 b[8]; mov.u64 %d4, a; mov.u64 %d5, b; "
	for ptx, shows := range map[string]bool{
		a + "setp.eq.u64 %p1, %d4, 0":                        false,
		a + "setp.lt.u64 %p1, %d4, %d5":                      false,
		a + "shr.u64 %d4, %d4, 4":                            false,
		a + "cvta.shared.u64 %d4, %d4; cvt.u32.u64 %r3, %d4": false,
		"mov.b64 %d6, 64; ld.shared.u32 %r3, [%d6]":          false,
		a + "st.shared.u64 [a], %d6":                         false,
		"mov.b64 %d6, 64; ld.global.u32 %r3, [%d6]":          true,
		"mov.b64 %d6, 0; ld.u32 %r3, [%d6]":                  true,
		"ld.global.u32 %r3, [%d7]":                           true,
		a + "ld.shared.u32 %r3, [a+8]":                       true,
		a + "ld.shared.u32 %r3, [a+2]":                       true,
		a + "st.shared.u32 [a], %r1":                         true,
		"setp.eq.u32 %p1, %r1, 3; @%p1 trap":                 true,
		"setp.eq.u32 %p1, %r1, 3; @%p1 ret; bar.sync 0":      true,
	} {
		_, err := run(t, "mov.b32 %r3, 0; "+ptx+"; ", 64, same)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Shows() != shows {
			t.Errorf("%s: got %v, want a fault that shows something: %v", ptx, err, shows)
		}
	}
}

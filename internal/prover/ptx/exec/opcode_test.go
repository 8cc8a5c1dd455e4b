package exec

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// f32 is f on the bits of floats.
func f32(f func(a, b float32) float32) func(a, b uint32) uint32 {
	return func(a, b uint32) uint32 {
		return math.Float32bits(f(math.Float32frombits(a), math.Float32frombits(b)))
	}
}

// b2u is 1 for true.
func b2u(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// pick is prmt: four of the eight bytes of a and b.
func pick(a, b uint32, sel uint32) uint32 {
	both := uint64(b)<<32 | uint64(a)
	var r uint32
	for i := range 4 {
		s := sel >> (4 * i) & 15
		x := byte(both >> (8 * (s & 7)))
		if s >= 8 {
			x = byte(int8(x) >> 7)
		}
		r |= uint32(x) << (8 * i)
	}
	return r
}

// opcodeTests are instructions, and what they compute.
var opcodeTests = []struct {
	ptx  string
	want func(a, b uint32) uint32
}{
	{"add.u32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a + b }},
	{"sub.s32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a - b }},
	{"mul.lo.s32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a * b }},
	{"mul.hi.u32 %r3, %r2, %r4", func(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }},
	{"mul.hi.s32 %r3, %r2, %r4", func(a, b uint32) uint32 { return uint32(int64(int32(a)) * int64(int32(b)) >> 32) }},
	{"mad.lo.s32 %r3, %r2, 5, %r4", func(a, b uint32) uint32 { return a*5 + b }},
	{"mul.wide.s32 %d4, %r2, %r4; shr.s64 %d4, %d4, 7; cvt.u32.u64 %r3, %d4", func(a, b uint32) uint32 {
		return uint32(int64(int32(a)) * int64(int32(b)) >> 7)
	}},
	{"min.s32 %r3, %r2, %r4", func(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) }},
	{"max.u32 %r3, %r2, %r4", func(a, b uint32) uint32 { return max(a, b) }},
	{"neg.s32 %r3, %r2", func(a, b uint32) uint32 { return -a }},
	{"abs.s32 %r3, %r2", func(a, b uint32) uint32 { return uint32(max(int32(a), -int32(a))) }},
	{"div.u32 %r3, %r2, 7", func(a, b uint32) uint32 { return a / 7 }},
	{"rem.u32 %r3, %r2, 7", func(a, b uint32) uint32 { return a % 7 }},
	{"div.s32 %r3, %r2, -7", func(a, b uint32) uint32 { return uint32(int32(a) / -7) }},
	{"rem.s32 %r3, %r2, 7", func(a, b uint32) uint32 { return uint32(int32(a) % 7) }},
	{"div.s32 %r3, %r2, -1", func(a, b uint32) uint32 { return -a }},
	{"rem.s32 %r3, %r2, -1", func(a, b uint32) uint32 { return 0 }},
	{"cvt.u16.u32 %h1, %r2; div.s16 %h1, %h1, -3; cvt.s32.s16 %r3, %h1", func(a, b uint32) uint32 {
		return uint32(int32(int16(a) / -3))
	}},
	{"cvt.s64.s32 %d4, %r2; rem.s64 %d4, %d4, 10; cvt.u32.u64 %r3, %d4", func(a, b uint32) uint32 {
		return uint32(int32(a) % 10)
	}},
	{"and.b32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a & b }},
	{"or.b32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a | b }},
	{"xor.b32 %r3, %r2, %r4", func(a, b uint32) uint32 { return a ^ b }},
	{"not.b32 %r3, %r2", func(a, b uint32) uint32 { return ^a }},
	{"shl.b32 %r3, %r2, 5", func(a, b uint32) uint32 { return a << 5 }},
	{"shl.b32 %r3, %r2, 32", func(a, b uint32) uint32 { return 0 }},
	{"shl.b32 %r3, %r2, %r1", func(a, b uint32) uint32 { return a }}, // thread 0
	{"shr.u32 %r3, %r2, 31", func(a, b uint32) uint32 { return a >> 31 }},
	{"shr.s32 %r3, %r2, 99", func(a, b uint32) uint32 { return uint32(int32(a) >> 31) }},
	{"shr.b32 %r3, %r2, 40", func(a, b uint32) uint32 { return 0 }},
	{"shf.l.wrap.b32 %r3, %r2, %r4, 37", func(a, b uint32) uint32 { return b<<5 | a>>27 }},
	{"shf.r.wrap.b32 %r3, %r2, %r4, 4", func(a, b uint32) uint32 { return a>>4 | b<<28 }},
	{"shf.r.clamp.b32 %r3, %r2, %r4, 40", func(a, b uint32) uint32 { return b }},
	{"shf.l.clamp.b32 %r3, %r2, %r4, 40", func(a, b uint32) uint32 { return a }},
	{"lop3.b32 %r3, %r2, %r4, 0xff00ff, 0xca", func(a, b uint32) uint32 { return a&b | ^a&0xff00ff }},
	{"lop3.b32 %r3, %r2, %r4, %r2, 0x3c", func(a, b uint32) uint32 { return a ^ b }},
	{"lop3.b32 %r3, %r2, %r4, 0x1234, 0x96", func(a, b uint32) uint32 { return a ^ b ^ 0x1234 }},
	{"lop3.b32 %r3, %r2, %r4, 0x1234, 0xe8", func(a, b uint32) uint32 { return a&b | a&0x1234 | b&0x1234 }},
	{"lop3.b32 %r3, %r2, %r4, 0, 0x1f", func(a, b uint32) uint32 { return ^(a & b) }},
	{"prmt.b32 %r3, %r2, %r4, 0x5410", func(a, b uint32) uint32 { return a&0xffff | b<<16 }},
	{"prmt.b32 %r3, %r2, %r4, 0x37b6", func(a, b uint32) uint32 { return pick(a, b, 0x37b6) }},
	{"bfe.u32 %r3, %r2, 4, 7", func(a, b uint32) uint32 { return a >> 4 & 127 }},
	{"bfe.s32 %r3, %r2, 4, 7", func(a, b uint32) uint32 { return uint32(int32(a<<21) >> 25) }},
	{"bfe.s32 %r3, %r2, 28, 4", func(a, b uint32) uint32 { return uint32(int32(a) >> 28) }},
	{"bfe.u32 %r3, %r2, 0, 32", func(a, b uint32) uint32 { return a }},
	{"bfe.s32 %r3, %r2, 32, 0", func(a, b uint32) uint32 { return 0 }},
	{"bfe.u32 %r3, %r2, 3, 0", func(a, b uint32) uint32 { return 0 }},
	{"bfi.b32 %r3, %r2, %r4, 8, 4", func(a, b uint32) uint32 { return b&^0xf00 | a&15<<8 }},
	{"bfi.b32 %r3, %r2, %r4, 28, 4", func(a, b uint32) uint32 { return b&0xfffffff | a<<28 }},
	{"bfi.b32 %r3, %r2, %r4, 0, 32", func(a, b uint32) uint32 { return a }},
	{"bfi.b32 %r3, %r2, %r4, 32, 0", func(a, b uint32) uint32 { return b }},
	{"popc.b32 %r3, %r2", func(a, b uint32) uint32 { return uint32(bits.OnesCount32(a)) }},
	{"clz.b32 %r3, %r2", func(a, b uint32) uint32 { return uint32(bits.LeadingZeros32(a)) }},
	{"brev.b32 %r3, %r2", func(a, b uint32) uint32 { return bits.Reverse32(a) }},
	{"bfind.shiftamt.u32 %r3, %r2", func(a, b uint32) uint32 {
		if a == 0 {
			return ^uint32(0)
		}
		return uint32(bits.LeadingZeros32(a))
	}},
	{"mov.b64 %d4, {%r2, %r4}; shr.u64 %d4, %d4, 8; mov.b64 {%r3, _}, %d4", func(a, b uint32) uint32 {
		return a>>8 | b<<24
	}},
	{"mov.b32 {%h1, %h2}, %r2; mov.b32 %r3, {%h2, %h1}", func(a, b uint32) uint32 { return a<<16 | a>>16 }},
	{"cvt.u16.u32 %h1, %r2; cvt.s32.s16 %r3, %h1", func(a, b uint32) uint32 { return uint32(int16(a)) }},
	{"cvt.s32.s8 %r3, %r2", func(a, b uint32) uint32 { return uint32(int8(a)) }},
	{"cvt.u16.u32 %h1, %r2; cvt.u32.u8 %r3, %h1", func(a, b uint32) uint32 { return a & 255 }},
	{"cvt.s8.s32 %h1, %r2; cvt.u32.u16 %r3, %h1", func(a, b uint32) uint32 { return uint32(uint16(int8(a))) }},
	{"cvt.s64.s32 %d4, %r2; shr.u64 %d4, %d4, 32; cvt.u32.u64 %r3, %d4", func(a, b uint32) uint32 {
		return uint32(int32(a) >> 31)
	}},
	{"setp.lt.s32 %p1, %r2, %r4; selp.b32 %r3, %r2, %r4, %p1", func(a, b uint32) uint32 {
		return uint32(min(int32(a), int32(b)))
	}},
	{"setp.hs.u32 %p1|%p2, %r2, %r4; selp.b32 %r3, 1, 0, %p2", func(a, b uint32) uint32 { return b2u(a < b) }},
	{"setp.ne.b32 %p2, %r2, 7; setp.le.and.u32 %p1, %r2, %r4, %p2; selp.b32 %r3, 1, 0, %p1", func(a, b uint32) uint32 {
		return b2u(a <= b && a != 7)
	}},
	{"setp.gt.xor.s32 %p1, %r2, %r4, !%p2; selp.b32 %r3, 1, 0, %p1", nil}, // %p2 was never set
	{"mov.b32 %r3, 9; @%p2 mov.b32 %r3, 8", nil},
	{"mov.b32 %r3, 9; @!%p2 mov.b32 %r3, 8", nil},
	{"mov.b32 %r3, 9; @%p2 bra X; mov.b32 %r3, 8; X: mov.b32 %r5, 1", nil},
	{"mov.b32 %r3, 9; @%p2 bra X; mov.b32 %r5, 8; X: mov.b32 %r5, 1", func(a, b uint32) uint32 { return 9 }},
	{"set.lt.u32.s32 %r3, %r2, %r4", func(a, b uint32) uint32 { return -b2u(int32(a) < int32(b)) }},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; set.le.f32.f32 %f3, %f1, %f2; mov.b32 %r3, %f3", func(a, b uint32) uint32 {
		return 0x3f800000 * b2u(math.Float32frombits(a) <= math.Float32frombits(b))
	}},
	{"mov.b32 %r3, 9; setp.eq.u32 %p1, %r2, %r4; @%p1 mov.b32 %r3, 8; @!%p1 add.s32 %r3, %r3, 1",
		func(a, b uint32) uint32 { return 10 - 2*b2u(a == b) }},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; add.rn.f32 %f3, %f1, %f2; mov.b32 %r3, %f3",
		f32(func(a, b float32) float32 { return a + b })},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; sub.rn.f32 %f3, %f1, %f2; mov.b32 %r3, %f3",
		f32(func(a, b float32) float32 { return a - b })},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; mul.rn.f32 %f3, %f1, %f2; mov.b32 %r3, %f3",
		f32(func(a, b float32) float32 { return a * b })},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; min.NaN.f32 %f3, %f1, %f2; mov.b32 %r3, %f3",
		f32(func(a, b float32) float32 { return min(a, b) })},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; max.f32 %f3, %f1, %f2; mov.b32 %r3, %f3", f32(func(a, b float32) float32 {
		switch {
		case a != a:
			return b
		case b != b:
			return a
		}
		return max(a, b)
	})},
	{"mov.b32 %f1, %r2; neg.f32 %f3, %f1; mov.b32 %r3, %f3", func(a, b uint32) uint32 { return a ^ 1<<31 }},
	{"mov.b32 %f1, %r2; abs.f32 %f3, %f1; mov.b32 %r3, %f3", func(a, b uint32) uint32 { return a &^ (1 << 31) }},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; setp.ltu.f32 %p1, %f1, %f2; selp.b32 %r3, 1, 0, %p1", func(a, b uint32) uint32 {
		return b2u(!(math.Float32frombits(a) >= math.Float32frombits(b)))
	}},
	{"mov.b32 %f1, %r2; mov.b32 %f2, %r4; setp.ne.f32 %p1, %f1, %f2; selp.b32 %r3, 1, 0, %p1", func(a, b uint32) uint32 {
		x, y := math.Float32frombits(a), math.Float32frombits(b)
		return b2u(x < y || x > y)
	}},
	{"mov.b32 %f1, %r2; setp.nan.f32 %p1, %f1, %f1; selp.b32 %r3, 1, 0, %p1", func(a, b uint32) uint32 {
		x := math.Float32frombits(a)
		return b2u(x != x)
	}},
}

// TestOpcodes compares what an instruction does to in[i] (%r2) and its
// neighbour's shuffle (%r4) with Go.
func TestOpcodes(t *testing.T) {
	for _, tt := range opcodeTests {
		t.Run(tt.ptx, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			edges := []uint32{0, 1, 7, 0x7fffffff, 0x80000000, 0x80000001, ^uint32(0), 0x7f800000, 0xff800000, 0x7fc00000,
				0x3f800000, 0xbf800000, 0x80, 0x7fff}
			for range 100 {
				in := [2]uint32{rng.Uint32(), rng.Uint32()}
				for i := range in {
					if rng.IntN(2) == 0 {
						in[i] = edges[rng.IntN(len(edges))]
					}
				}
				cells, err := run(t, "shfl.sync.bfly.b32 %r4, %r2, 1, 31, 3; "+tt.ptx+"; ", 2, func(i int) uint32 { return in[i] })
				if err != nil {
					t.Fatal(err)
				}
				got, def := uint32(cells[0].V.(bv.Word).X), cells[0].Def == (bv.Word{W: 1, X: 1})
				if def != (tt.want != nil) {
					t.Fatalf("defined: %v", def)
				}
				if tt.want == nil {
					return
				}
				want := tt.want(in[0], in[1])
				nan := math.IsNaN(float64(math.Float32frombits(got))) && math.IsNaN(float64(math.Float32frombits(want)))
				if got != want && !nan {
					t.Fatalf("%#x, %#x: got %#x, want %#x", in[0], in[1], got, want)
				}
			}
		})
	}
}

// TestVotes runs vote and redux with a warp of 20 threads.
func TestVotes(t *testing.T) {
	const n = 20
	value := func(i int) uint32 { return uint32(i*i*37 - 900) }
	for _, tt := range []struct {
		ptx  string
		want func() uint32
	}{
		{"setp.gt.s32 %p1, %r2, 0; vote.sync.ballot.b32 %r3, %p1, -1", func() uint32 {
			var m uint32
			for i := range n {
				if int32(value(i)) > 0 {
					m |= 1 << i
				}
			}
			return m
		}},
		{"setp.gt.s32 %p1, %r2, 0; vote.sync.all.pred %p2, %p1, -1; selp.b32 %r3, 1, 0, %p2", func() uint32 { return 0 }},
		{"setp.gt.s32 %p1, %r2, 0; vote.sync.any.pred %p2, %p1, -1; selp.b32 %r3, 1, 0, %p2", func() uint32 { return 1 }},
		{"setp.gt.s32 %p1, %r2, 99999; vote.sync.uni.pred %p2, %p1, -1; selp.b32 %r3, 1, 0, %p2", func() uint32 { return 1 }},
		{"redux.sync.add.s32 %r3, %r2, -1", func() (s uint32) {
			for i := range n {
				s += value(i)
			}
			return s
		}},
		{"redux.sync.min.s32 %r3, %r2, 0xfffff", func() uint32 { return uint32(math.MaxUint32 - 899) }},
		{"redux.sync.min.u32 %r3, %r2, 0xfffff", func() uint32 { return value(5) }},
		{"redux.sync.xor.b32 %r3, %r2, 0xfffff", func() (s uint32) {
			for i := range n {
				s ^= value(i)
			}
			return s
		}},
	} {
		cells, err := run(t, tt.ptx+"; ", n, value)
		if err != nil {
			t.Errorf("%s: %v", tt.ptx, err)
			continue
		}
		for lane, c := range cells {
			if got, want := uint32(c.V.(bv.Word).X), tt.want(); got != want {
				t.Errorf("%s: lane %d: got %#x, want %#x", tt.ptx, lane, got, want)
				break
			}
		}
	}
}

// TestFloatRedux runs redux of floats with three threads.
func TestFloatRedux(t *testing.T) {
	const nan, none, least = 0x7fffffff, 0xffc00001, 0xff800000 // canonical, another, -inf
	for _, tt := range []struct {
		ptx  string
		in   [3]uint32
		want uint32
	}{
		{"redux.sync.max.f32 %f1, %f2, -1", [3]uint32{0x3f800000, 0x40000000, 0xc0400000}, 0x40000000},
		{"redux.sync.min.f32 %f1, %f2, -1", [3]uint32{0x3f800000, 0x40000000, 0xc0400000}, 0xc0400000},
		{"redux.sync.max.f32 %f1, %f2, -1", [3]uint32{0x80000000, 0, 0x80000000}, 0},
		{"redux.sync.min.f32 %f1, %f2, -1", [3]uint32{0, 0x80000000, 0}, 0x80000000},
		{"redux.sync.max.f32 %f1, %f2, -1", [3]uint32{none, least, nan}, least},
		{"redux.sync.min.f32 %f1, %f2, -1", [3]uint32{none, 1, nan}, 1},
		{"redux.sync.max.f32 %f1, %f2, -1", [3]uint32{none, none, none}, nan},
		{"redux.sync.max.NaN.f32 %f1, %f2, -1", [3]uint32{0, none, 0}, nan},
		{"redux.sync.min.NaN.f32 %f1, %f2, -1", [3]uint32{0, 1, none}, nan},
		{"redux.sync.min.NaN.f32 %f1, %f2, -1", [3]uint32{2, 1, 3}, 1},
	} {
		cells, err := runFor(t, "sm_100a", "mov.b32 %f2, %r2; "+tt.ptx+"; mov.b32 %r3, %f1; ", len(tt.in),
			func(i int) uint32 { return tt.in[i] })
		if err != nil {
			t.Errorf("%s: %v", tt.ptx, err)
			continue
		}
		for lane, c := range cells {
			if got := uint32(c.V.(bv.Word).X); got != tt.want {
				t.Errorf("%s of %#x: lane %d: got %#x, want %#x", tt.ptx, tt.in, lane, got, tt.want)
			}
		}
	}
}

// TestRefusesOpcodes holds the reasons of refusal against what is written.
func TestRefusesOpcodes(t *testing.T) {
	for ptx, want := range map[string]string{
		"add.rn.ftz.f32 %f1, %f2, %f3":            "flushes denormals",
		"add.sat.s32 %r3, %r2, %r2":               ".sat clamps",
		"ex2.approx.f32 %f1, %f2":                 "approximate",
		"div.u32 %r3, %r2, 0":                     "division by zero",
		"div.approx.f32 %f1, %f2, %f3":            "not correctly rounded",
		"div.f32 %f1, %f2, %f3":                   "form div.f32",
		"add.s32 %r3, %f1, %r2":                   "a float where an integer is wanted",
		"add.s32 %r3, %r2, 0f00000001":            "a float where an integer is wanted",
		"cvt.u32.u16 %r3, %f1":                    "a float where an integer is wanted",
		"add.rn.f32 %f1, %f2, 1":                  "an integer where a float is wanted",
		"setp.eq.f32 %p1, %f2, 0":                 "an integer where a float is wanted",
		"fma.rz.f32 %f1, %f2, %f3, %f4":           "rounds toward zero",
		"activemask.b32 %r3":                      "no part of the program",
		"match.any.b32 %r3, %r2":                  "only .{any,all}.sync",
		"shfl.up.b32 %r3, %r2, 1, 0":              "only .sync",
		"vote.ballot.b32 %r3, %p1":                "only .sync",
		"atom.global.add.u32 %r3, [%d1], 1":       "order of atomics",
		"sqrt.approx.f32 %f1, %f2":                "not correctly rounded",
		"sqrt.rn.ftz.f32 %f1, %f2":                "flushes denormals",
		"rsqrt.approx.ftz.f32 %f1, %f2":           "not correctly rounded",
		"rsqrt.approx.f64 %d1, %d2":               "not correctly rounded",
		"frobnicate.b32 %r3, %r2":                 "unknown: opcode frobnicate",
		"add.b32 %r3, %r2, %r2":                   "unknown: form add.b32",
		"add.s32 %r3, %r2":                        "unknown: operands of add.s32",
		"bar.sync 0, 32":                          "unknown: operands of bar.sync",
		"@%r1 add.s32 %r3, %r2, %r2":              "no predicate",
		"add.u16 %r3, %r2, %r2":                   "32 bits where 16",
		"add.s64 %d4, %d4, %r2":                   "32 bits where 64",
		"mov.b32 %r3, 0x1ffffffff":                "does not fit",
		"add.rn.f32 %f1, %f2, 0d3FF0000000000000": "float immediate of 64 bits",
		"setp.ltu.s32 %p1, %r2, %r2":              "does not compare .s32",
		"cvt.f32.f64 %f1, %d1":                    "rounding wanted",
		"shfl.sync.idx.b32 %r3, %r2, %r9, 31, -1": "may be undefined",
		"ld.global.u32 %r3, [%d7]":                "may be undefined",
		"ld.global.u32 %r3, [%r2]":                "a number is no address",
		"bfe.s32 %r3, %r2, 63, 63":                "a field of 63 bits at bit 63 of 32",
		"bfe.u32 %r3, %r2, 28, 5":                 "a field of 5 bits at bit 28 of 32",
		"bfi.b32 %r3, %r2, %r4, 1, 55":            "a field of 55 bits at bit 1 of 32",
		"bfe.s32 %r3, %r2, %r1, 1":                "no constants",
		"bfi.b32 %r3, %r2, %r4, 1, %r1":           "no constants",
		"bar.warp.sync 1":                         "not in its own member mask",
		"redux.sync.add.s32 %r3, %r2, 0":          "not in its own member mask",
		"setp.eq.u32 %p1, %r1, 0; @%p1 bra X; bar.sync 0; bra Y; X: bar.sync 0; Y: ": "divergent barrier",
	} {
		ptx = strings.TrimSuffix(ptx, " ") + "; mov.b32 %r3, %r2; "
		if strings.HasSuffix(ptx, ":; mov.b32 %r3, %r2; ") {
			ptx = strings.Replace(ptx, ":; mov", ": mov", 1)
		}
		_, err := run(t, ptx, 2, func(i int) uint32 { return uint32(i) })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", ptx, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "k.ptx:") {
			t.Errorf("%s: no position: %v", ptx, err)
		}
	}
}

// TestWarpBarrierOrders: bar.warp.sync orders memory within a warp, a shuffle
// does not, and no warp barrier orders two warps.
func TestWarpBarrierOrders(t *testing.T) {
	exchange := func(between string) string {
		return fmt.Sprintf("mov.u64 %%d4, s; shl.b32 %%r5, %%r1, 2; cvt.u64.u32 %%d5, %%r5; add.s64 %%d5, %%d4, %%d5; "+
			"st.shared.u32 [%%d5], %%r2; %s; xor.b32 %%r5, %%r5, 4; cvt.u64.u32 %%d5, %%r5; add.s64 %%d5, "+
			"%%d4, %%d5; ld.shared.u32 %%r3, [%%d5]; ", between)
	}
	for _, tt := range []struct {
		between, far string
		n            int
		ok           bool
	}{
		{"bar.warp.sync -1", "4", 32, true},
		{"bar.sync 0", "4", 32, true},
		{"mov.b32 %r6, 0", "4", 32, false},
		{"shfl.sync.bfly.b32 %r6, %r2, 1, 31, -1", "4", 32, false},
		{"bar.warp.sync -1", "128", 64, false},
		{"bar.sync 0", "128", 64, true},
	} {
		body := strings.Replace(exchange(tt.between), "%r5, 4;", "%r5, "+tt.far+";", 1)
		cells, err := run(t, body, tt.n, func(i int) uint32 { return uint32(i) })
		if (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), "race") {
			t.Errorf("%s at distance %s: %v", tt.between, tt.far, err)
		}
		if err == nil && cells[0].Def != (bv.Word{W: 1, X: 1}) {
			t.Errorf("%s: undefined", tt.between)
		}
	}
}

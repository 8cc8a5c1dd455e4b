package exec

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// alone runs a kernel of one thread that aborts, on numbers: see [aloneOn].
func alone(t *testing.T, body string, a, b uint64) (got uint64, trapped bool) {
	t.Helper()
	d := bv.Numbers{}
	machine, out := aloneOn(t, d, body, d.Const(64, a), d.Const(64, b))
	if err := machine.Run(); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	x, _ := d.Known(machine.Trapped)
	got, _ = d.Known(out.Get(d, 0).V)
	return got, x == 1
}

// aloneOn is a kernel of one thread that aborts: %d1 and %d2 are its arguments, %d3 its result.
func aloneOn(t *testing.T, d bv.Domain, body string, a, b bv.Value) (*Machine, *Buffer) {
	t.Helper()
	src := fmt.Sprintf(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u64 k_2)
{
.reg .pred %%p<9>;
.reg .b16 %%h<9>;
.reg .b32 %%r<9>;
.reg .b64 %%d<9>;
.reg .f32 %%f<9>;
.reg .f64 %%g<9>;
ld.param.u64 %%d1, [k_0];
ld.param.u64 %%d2, [k_1];
ld.param.u64 %%d8, [k_2];
%s;
st.global.u64 [%%d8], %%d3;
ret;
}
`, body)
	m, err := parse.Parse("k.ptx", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(m, m.Kernels[0], Function)
	if err != nil {
		t.Fatal(err)
	}
	out := &Buffer{Unit: 8, Cells: []Cell{{d.Const(64, 0), d.Const(1, 0)}}}
	machine, err := NewMachine(p, d, Line(1), []Arg{{Scalar: a}, {Scalar: b}, {Buffer: out}})
	if err != nil {
		t.Fatal(err)
	}
	machine.Abort()
	return machine, out
}

func floatsOf(f func(a, b float64) float64) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 { return math.Float64bits(f(math.Float64frombits(a), math.Float64frombits(b))) }
}

// low32 runs on the low halves as float32.
func low32(f func(a, b float32) float32) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		return uint64(math.Float32bits(f(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))))
	}
}

const (
	toSingle = "cvt.u32.u64 %r1, %d1; mov.b32 %f1, %r1; cvt.u32.u64 %r2, %d2; mov.b32 %f2, %r2; "
	ofSingle = "; mov.b32 %r3, %f3; cvt.u64.u32 %d3, %r3"
	toDouble = "mov.b64 %g1, %d1; mov.b64 %g2, %d2; "
	ofDouble = "; mov.b64 %d3, %g3"
)

// TestFunctions compares instructions with Go: those that domains know by name, and those with arbitrary operands in a
// thread that is alone.
func TestFunctions(t *testing.T) {
	for _, tt := range []struct {
		ptx  string
		want func(a, b uint64) uint64
	}{
		{toSingle + "div.rn.f32 %f3, %f1, %f2" + ofSingle, low32(func(a, b float32) float32 { return a / b })},
		{toSingle + "sqrt.rn.f32 %f3, %f1" + ofSingle, low32(func(a, b float32) float32 {
			return float32(math.Sqrt(float64(a)))
		})},
		{toDouble + "div.rn.f64 %g3, %g1, %g2" + ofDouble, floatsOf(func(a, b float64) float64 { return a / b })},
		{toDouble + "sqrt.rn.f64 %g3, %g1" + ofDouble, floatsOf(func(a, b float64) float64 { return math.Sqrt(a) })},
		{toDouble + "fma.rn.f64 %g3, %g1, %g2, %g1" + ofDouble,
			floatsOf(func(a, b float64) float64 { return math.FMA(a, b, a) })},
		{toDouble + "cvt.rmi.f64.f64 %g3, %g1" + ofDouble, floatsOf(func(a, b float64) float64 { return math.Floor(a) })},
		{toDouble + "cvt.rpi.f64.f64 %g3, %g1" + ofDouble, floatsOf(func(a, b float64) float64 { return math.Ceil(a) })},
		{toDouble + "cvt.rzi.f64.f64 %g3, %g1" + ofDouble, floatsOf(func(a, b float64) float64 { return math.Trunc(a) })},
		{toDouble + "cvt.rni.f64.f64 %g3, %g1" + ofDouble,
			floatsOf(func(a, b float64) float64 { return math.RoundToEven(a) })},
		{"cvt.rn.f64.s64 %g3, %d1" + ofDouble, func(a, b uint64) uint64 { return math.Float64bits(float64(int64(a))) }},
		{"cvt.rn.f64.u64 %g3, %d1" + ofDouble, func(a, b uint64) uint64 { return math.Float64bits(float64(a)) }},
		{"cvt.rn.f32.u64 %f3, %d1" + ofSingle, func(a, b uint64) uint64 { return uint64(math.Float32bits(float32(a))) }},
		{"cvt.rn.f32.s64 %f3, %d1" + ofSingle, func(a, b uint64) uint64 {
			return uint64(math.Float32bits(float32(int64(a))))
		}},
		{toSingle + "cvt.rn.f32.u32 %f3, %r1" + ofSingle, func(a, b uint64) uint64 {
			return uint64(math.Float32bits(float32(uint32(a))))
		}},
		{toSingle + "cvt.rn.f32.s32 %f3, %r1" + ofSingle, func(a, b uint64) uint64 {
			return uint64(math.Float32bits(float32(int32(a))))
		}},
		{toSingle + "cvt.u16.u32 %h1, %r1; cvt.rn.f32.s16 %f3, %h1" + ofSingle, func(a, b uint64) uint64 {
			return uint64(math.Float32bits(float32(int16(a))))
		}},
		{toSingle + "cvt.u16.u32 %h1, %r1; cvt.rn.f32.u8 %f3, %h1" + ofSingle, func(a, b uint64) uint64 {
			return uint64(math.Float32bits(float32(uint8(a))))
		}},
		{"mul.hi.u64 %d3, %d1, %d2", func(a, b uint64) uint64 { hi, _ := bits.Mul64(a, b); return hi }},
		{"mul.hi.s64 %d3, %d1, %d2", func(a, b uint64) uint64 {
			hi, _ := bits.Mul64(a, b)
			return hi - a*(b>>63) - b*(a>>63)
		}},
		{"div.u64 %d3, %d1, %d2", func(a, b uint64) uint64 { return a / b }},
		{"rem.u64 %d3, %d1, %d2", func(a, b uint64) uint64 { return a % b }},
		{"div.s64 %d3, %d1, %d2", func(a, b uint64) uint64 { return uint64(int64(a) / int64(b)) }},
		{"rem.s64 %d3, %d1, %d2", func(a, b uint64) uint64 { return uint64(int64(a) % int64(b)) }},
		{"cvt.u16.u64 %h1, %d1; cvt.u16.u64 %h2, %d2; or.b16 %h2, %h2, 1; div.s16 %h3, %h1, %h2; cvt.u64.u16 %d3, %h3",
			func(a, b uint64) uint64 { return uint64(uint16(int16(a) / (int16(b) | 1))) }},
		{"cvt.u32.u64 %r1, %d2; shl.b64 %d3, %d1, %r1", func(a, b uint64) uint64 { return a << uint32(b) }},
		{"cvt.u32.u64 %r1, %d2; shr.s64 %d3, %d1, %r1", func(a, b uint64) uint64 { return uint64(int64(a) >> uint32(b)) }},
		{toSingle + "shf.l.wrap.b32 %r3, %r1, %r1, %r2; cvt.u64.u32 %d3, %r3", func(a, b uint64) uint64 {
			return uint64(bits.RotateLeft32(uint32(a), int(b&31)))
		}},
		{toSingle + "shf.r.wrap.b32 %r3, %r1, %r1, %r2; cvt.u64.u32 %d3, %r3", func(a, b uint64) uint64 {
			return uint64(bits.RotateLeft32(uint32(a), -int(b&31)))
		}},
		{toSingle + "shf.r.wrap.b32 %r3, %r1, %r2, %r2; cvt.u64.u32 %d3, %r3", func(a, b uint64) uint64 {
			return uint64(uint32((b<<32 | a&0xffffffff) >> (b & 31)))
		}},
		{toSingle + "shf.l.clamp.b32 %r3, %r1, %r2, %r2; cvt.u64.u32 %d3, %r3", func(a, b uint64) uint64 {
			if uint32(b) >= 32 {
				return a & 0xffffffff
			}
			return uint64(uint32((b<<32 | a&0xffffffff) << (b & 31) >> 32))
		}},
	} {
		t.Run(tt.ptx, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			edges := []uint64{1, 2, 31, 32, 33, 63, 64, 65, 0x7fffffff, 0x80000000, 0x3f800000, 0x7f800000, 0x7fc00000, 1 << 63,
				1<<63 - 1, ^uint64(0),
				math.Float64bits(2.5), math.Float64bits(-0.5), math.Float64bits(math.Inf(1)), math.Float64bits(math.NaN()),
				math.Float64bits(1e-310), 1<<53 + 1, 1<<24 + 1}
			for range 200 {
				in := [2]uint64{r.Uint64() >> r.IntN(64), 1 + r.Uint64()>>(1+r.IntN(63))}
				for i := range in {
					if r.IntN(2) == 0 {
						in[i] = edges[r.IntN(len(edges))]
					}
				}
				got, trapped := alone(t, tt.ptx, in[0], in[1])
				want := tt.want(in[0], in[1])
				nan := got == 1<<63-1 && math.IsNaN(math.Float64frombits(want)) || got == 1<<31-1 &&
					math.IsNaN(float64(math.Float32frombits(uint32(want))))
				if got != want && !nan || trapped {
					t.Fatalf("%#x, %#x: got %#x, want %#x", in[0], in[1], got, want)
				}
			}
		})
	}
}

// TestAbort: a trap ends all where its guards hold, and there alone.
func TestAbort(t *testing.T) {
	for _, tt := range []struct {
		ptx   string
		traps func(a uint64) bool
		want  func(a uint64) uint64
	}{
		{"setp.eq.u64 %p1, %d1, 5; @%p1 trap; add.u64 %d3, %d1, 1", func(a uint64) bool { return a == 5 },
			func(a uint64) uint64 { return a + 1 }},
		{"setp.ne.u64 %p1, %d1, 5; mov.u64 %d3, 9; @%p1 bra L; trap; L: add.u64 %d3, %d1, 1", func(a uint64) bool {
			return a == 5
		}, func(a uint64) uint64 { return a + 1 }},
		{"setp.lt.u64 %p1, %d1, 5; mov.u64 %d3, 9; @%p1 bra L; setp.gt.u64 %p2, %d1, 7; @%p2 bra M; mov.u64 %d3, 1; bra " +
			"N; M: trap; exit; L: mov.u64 %d3, 2; N: add.u64 %d3, %d3, %d1",
			func(a uint64) bool { return a > 7 }, func(a uint64) uint64 {
				if a < 5 {
					return 2 + a
				}
				return 1 + a
			}},
		{"mov.u64 %d3, 1; trap", func(uint64) bool { return true }, nil},
	} {
		for a := range uint64(12) {
			got, trapped := alone(t, tt.ptx, a, 0)
			if trapped != tt.traps(a) {
				t.Errorf("%s of %d: traps %v", tt.ptx, a, trapped)
			}
			if !trapped && got != tt.want(a) {
				t.Errorf("%s of %d: %d, want %d", tt.ptx, a, got, tt.want(a))
			}
		}
	}
}

// TestCompareAlone: comparisons of floats give the same in a thread that is alone.
func TestCompareAlone(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN()}
	for mod, want := range map[string]func(a, b float64) bool{
		"lt": func(a, b float64) bool { return a < b }, "le": func(a, b float64) bool { return a <= b },
		"gt": func(a, b float64) bool { return a > b }, "ge": func(a, b float64) bool { return a >= b },
		"eq": func(a, b float64) bool { return a == b }, "neu": func(a, b float64) bool { return a != b },
		"ltu": func(a, b float64) bool { return !(a >= b) }, "leu": func(a, b float64) bool { return !(a > b) },
		"gtu": func(a, b float64) bool { return !(a <= b) }, "geu": func(a, b float64) bool { return !(a < b) },
	} {
		for _, a := range values {
			for _, b := range values {
				got, _ := alone(t, toDouble+"setp."+mod+".f64 %p1, %g1, %g2; selp.b64 %d3, 1, 0, %p1", math.Float64bits(a),
					math.Float64bits(b))
				if (got == 1) != want(a, b) {
					t.Errorf("%v %s %v: %d", a, mod, b, got)
				}
			}
		}
	}
}

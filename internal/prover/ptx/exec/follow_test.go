package exec

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/tests/extent"
)

// divisions are what compilers make of a division of %r1, with the quotient in %r5 and what it leaves in
// %r7: M is a factor, S a shift and D the divisor.
var divisions = []string{
	"mul.hi.u32 %r2, %r1, M; shr.u32 %r5, %r2, S; mul.lo.s32 %r6, %r5, D; sub.s32 %r7, %r1, %r6",
	"mul.hi.u32 %r2, %r1, M; sub.s32 %r3, %r1, %r2; shr.u32 %r3, %r3, 1; add.s32 %r4, %r3, %r2; shr.u32 %r5, %r4, S; " +
		"mul.lo.s32 %r6, %r5, D; sub.s32 %r7, %r1, %r6",
	"mul.wide.u32 %d4, %r1, M; shr.u64 %d5, %d4, T; cvt.u32.u64 %r5, %d5; mad.lo.s32 %r7, %r5, -D, %r1",
	"mul.hi.u32 %r2, %r1, M; cvt.u64.u32 %d4, %r2; shr.u64 %d5, %d4, S; " +
		"cvt.u32.u64 %r5, %d5; mad.lo.s32 %r7, %r5, -D, %r1",
	"mul.hi.s32 %r2, %r1, M; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, S; add.s32 %r5, %r4, %r3; " +
		"mul.lo.s32 %r6, %r5, D; sub.s32 %r7, %r1, %r6",
	"mul.hi.s32 %r2, %r1, M; add.s32 %r2, %r2, %r1; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, S; add.s32 %r5, %r4, %r3; " +
		"mul.lo.s32 %r6, %r5, D; sub.s32 %r7, %r1, %r6",
	"mul.hi.s32 %r2, %r1, M; mad.lo.s32 %r2, %r1, 1, %r2; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, S; add.s32 %r5, %r4, " +
		"%r3; mad.lo.s32 %r7, %r5, -D, %r1",
	"mul.hi.s32 %r2, %r1, M; sub.s32 %r2, %r2, %r1; shr.u32 %r3, %r2, 31; shr.s32 %r4, %r2, S; add.s32 %r5, %r4, %r3; " +
		"mul.lo.s32 %r6, %r5, -D; sub.s32 %r7, %r1, %r6",
}

// wrongly changes one of a few things that make such code wrong, most of the time.
var wrongly = [][2]string{
	{"u32", "s32"}, {"s32", "u32"}, {"shr.u32", "shr.s32"}, {"shr.s32", "shr.u32"}, {"shr.u64", "shr.s64"},
	{"mul.hi.u32", "mul.hi.s32"},
	{"mul.hi.s32", "mul.hi.u32"}, {"cvt.u64.u32", "cvt.s64.s32"}, {"cvt.u64.u32", "cvt.u64.u16"},
	{"mul.wide.u32", "mul.wide.s32"},
	{"cvt.u32.u64", "cvt.u32.u16"}, {", 31", ", 30"}, {"add.s32", "sub.s32"}, {"%r1, %r6", "%r6, %r1"},
	{"mul.hi", "mul.lo"}, {", 1;", ", 2;"},
}

// spoiled is code with a change of the kinds in wrongly, where it has what is changed.
func spoiled(r *rand.Rand, body string) string {
	w := wrongly[r.IntN(len(wrongly))]
	at := strings.Count(body, w[0])
	if at == 0 {
		return body
	}
	parts := strings.SplitAfter(body, w[0])
	k := r.IntN(at)
	parts[k] = strings.TrimSuffix(parts[k], w[0]) + w[1]
	return strings.Join(parts, "")
}

// numbersOf fills in a factor, a shift and a divisor: those of a division, or near them.
func numbersOf(r *rand.Rand, body string) string {
	by := 2 + r.Uint64N(62)
	if r.IntN(4) == 0 {
		by = 2 + r.Uint64N(1<<20)
	}
	k := bits.Len64(by-1) - r.IntN(2)
	m := (1<<(32+k))/by + 1
	near := func(x uint64) uint64 { return x + uint64(r.IntN(8)/6) - uint64(r.IntN(8)/6) }
	m = uint64(int64(int32(uint32(near(m)))))
	if !strings.Contains(body, ".s32 %r2, %r1, M") {
		m = uint64(uint32(m))
	}
	s := near(uint64(k))
	if strings.Contains(body, "sub.s32 %r3, %r1") {
		s--
	}
	return strings.NewReplacer("M", fmt.Sprint(int64(m)), "S", fmt.Sprint(s&31), "T", fmt.Sprint((32+s)&63), "D",
		fmt.Sprint(near(by))).Replace(body)
}

// TestFollow: what is followed as a division gives on terms what it gives on numbers, also where the
// code is no division, by its factor, shift, divisor, types or order.
func TestFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	followed := 0
	for range extent.Rounds(1200) {
		body := numbersOf(r, divisions[r.IntN(len(divisions))])
		if r.IntN(3) > 0 {
			body = spoiled(r, body)
		}
		result := []string{"%r5", "%r7"}[r.IntN(2)]
		body = "cvt.u32.u64 %r1, %d1; " + strings.ReplaceAll(body, "--", "") + "; cvt.u64.u32 %d3, " + result
		d := term.New(term.Strategy{})
		m, out := aloneOn(t, d, body, d.Var(0, 64), d.Const(64, 0))
		if err := m.Run(); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		got := out.Get(d, 0).V
		if len(m.recipes.quotients) > 0 {
			followed++
		}
		for i := range 25 {
			a := []uint64{0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xc0000000,
				0xbfffffff}[r.IntN(8)] + uint64(r.IntN(5)) - 2
			if i > 12 {
				a = r.Uint64() >> r.IntN(40)
			}
			a &= 0xffffffff
			want, _ := alone(t, body, a, 0)
			if n := d.Eval(got, term.Input{Element: func(int) uint64 { return a }, Mask: func(int) bool {
				return false
			}}); n != want {
				t.Fatalf("%s\nof %#x: %#x on terms, want %#x", body, a, n, want)
			}
		}
	}
	if followed < extent.Rounds(100) {
		t.Errorf("%d of them are divisions to the domain", followed)
	}
}

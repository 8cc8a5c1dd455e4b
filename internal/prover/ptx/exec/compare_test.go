package exec

import (
	"cmp"
	"fmt"
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestComparisons runs every comparison, with its complement, under each of the ops
// that setp joins a third predicate by: PTX ISA, "Comparisons" and "setp".
func TestComparisons(t *testing.T) {
	ordered := map[string]func(c int) bool{
		"eq": func(c int) bool { return c == 0 }, "ne": func(c int) bool { return c != 0 },
		"lt": func(c int) bool { return c < 0 }, "le": func(c int) bool { return c <= 0 },
		"gt": func(c int) bool { return c > 0 }, "ge": func(c int) bool { return c >= 0 },
	}
	type rule func(a, b uint32) bool
	rules := map[string]rule{}
	for name, holds := range ordered {
		of := func(nan bool) rule {
			return func(a, b uint32) bool {
				x, y := math.Float32frombits(a), math.Float32frombits(b)
				if x != x || y != y {
					return nan
				}
				return holds(cmp.Compare(x, y))
			}
		}
		rules[name+".f32"], rules[name+"u.f32"] = of(false), of(true)
		rules[name+".s32"] = func(a, b uint32) bool { return holds(cmp.Compare(int32(a), int32(b))) }
		rules[name+".u32"] = func(a, b uint32) bool { return holds(cmp.Compare(a, b)) }
	}
	for other, name := range map[string]string{"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"} {
		rules[other+".u32"] = rules[name+".u32"]
	}
	for name, num := range map[string]bool{"num": true, "nan": false} {
		rules[name+".f32"] = func(a, b uint32) bool {
			x, y := math.Float32frombits(a), math.Float32frombits(b)
			return (x == x && y == y) == num
		}
	}
	joins := map[string]func(p, c bool) bool{
		"":     func(p, _ bool) bool { return p },
		".and": func(p, c bool) bool { return p && c },
		".or":  func(p, c bool) bool { return p || c },
		".xor": func(p, c bool) bool { return p != c },
	}
	values := []uint32{0, 0x80000000, 1, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
		0x7f800001, 0x7fffffff}
	for name, rule := range rules {
		for join, joined := range joins {
			for _, c := range []bool{false, true} {
				third := ""
				if join != "" {
					third = ", %p3"
				}
				op, ty := name[:len(name)-4], name[len(name)-4:]
				other := "setp.ne.u32 %p3, %r1, %r1; "
				if c {
					other = "setp.eq.u32 %p3, %r1, %r1; "
				}
				n := len(values)
				body := fmt.Sprintf("%smov.b32 %%f1, %%r2; mov.b32 %%r5, 0; ", other)
				for i, y := range values { // bit 2i: p of value i, bit 2i+1: q
					second := "%f2"
					first := "%f1"
					if ty != ".f32" {
						first, second = "%r2", "%r4"
					}
					body += fmt.Sprintf("mov.b32 %%r4, %d; mov.b32 %%f2, %%r4; setp.%s%s%s %%p1|%%p2, %s, %s%s; @%%p1 or.b32 %%r5, "+
						"%%r5, %d; @%%p2 or.b32 %%r5, %%r5, %d; ",
						y, op, join, ty, first, second, third, uint32(1)<<(2*i), uint32(1)<<(2*i+1))
				}
				cells, err := run(t, body+"mov.b32 %r3, %r5; ", n, func(i int) uint32 { return values[i] })
				if err != nil {
					t.Fatalf("setp.%s%s%s: %v", op, join, ty, err)
				}
				for lane, cell := range cells {
					got := uint32(cell.V.(bv.Word).X)
					for i, y := range values {
						holds := rule(values[lane], y)
						for k, want := range []bool{joined(holds, c), joined(!holds, c)} {
							if bit := got>>(2*i+k)&1 == 1; bit != want {
								t.Fatalf("setp.%s%s%s of %#x and %#x, %v: result %d is %v", op, join, ty, values[lane], y, c, k, bit)
							}
						}
					}
				}
			}
		}
	}
}

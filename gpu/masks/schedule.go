package masks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// schedule is the order in which a pattern combines elements: the reference, run on the
// numbers of values in place of elements. Values 0 to 31 are the elements of the lanes, in
// mask mode active by rank. Value 32+k combines the values joins[k].
type schedule struct {
	joins  []joined
	levels []int  // level l combines joins[levels[l]:levels[l+1]], from values of lower levels
	result []int  // of each lane: a value, or absent for the identity
	named  uint32 // bit i: the contract names lane i
}

// joined are the values that one application of the op combines.
type joined struct{ left, right int }

// absent is the number of a value that is not there.
const absent = -1

// scheduleOf is the schedule of s, which combines elements of one register a lane.
func scheduleOf(s spec.Spec) (schedule, error) {
	v := &values{number: map[joined]int{}}
	var in ref.Input[int, bool]
	for lane := range spec.WarpSize {
		in.Elements, in.Members = append(in.Elements, lane), append(in.Members, true)
	}
	out, err := ref.Run(v, s, in)
	if err != nil {
		return schedule{}, err
	}
	c := v.inLevels(out.Value)
	for lane := range out.Named {
		if out.Named[lane] && out.Gets[lane] {
			c.named |= 1 << lane
		}
	}
	return c, nil
}

// values is the algebra of a schedule: an element is its number, every lane is a member.
type values struct {
	joins  []joined
	number map[joined]int
}

func (*values) Absent() int                   { return absent }
func (*values) Present(x int) bool            { return x != absent }
func (*values) Settle(x int) int              { return x }
func (*values) And(a, b bool) bool            { return a && b }
func (*values) Known(b bool) bool             { return b }
func (*values) Better(_, y int) bool          { return y == absent } // the lowest lane wins
func (*values) Number(lane int) int           { return lane }
func (*values) If(c bool, x, y int) int       { return pick(c, x, y) }
func (*values) Choose(c, a, b bool) bool      { return pick(c, a, b) }
func (*values) IfNumber(c bool, x, y int) int { return pick(c, x, y) }

// Element panics: a rank has no schedule.
func (*values) Element(int) int { panic("a rank has no schedule") }

// Ordered panics: both elements decide which one a lane of a sort gets.
func (*values) Ordered(_, _ int) (first, last int) { panic("a sort has no schedule") }

// Join is a value of its own for each two values.
func (v *values) Join(x, y int) int {
	if x == absent || y == absent {
		return max(x, y)
	}
	j := joined{x, y}
	if _, ok := v.number[j]; !ok {
		v.number[j] = spec.WarpSize + len(v.joins)
		v.joins = append(v.joins, j)
	}
	return v.number[j]
}

func pick[T any](c bool, x, y T) T {
	if c {
		return x
	}
	return y
}

// inLevels keeps what the results need, and numbers it level by level.
func (v *values) inLevels(results []int) schedule {
	level := map[int]int{absent: 0} // of each value that is needed
	var need func(x int) int
	need = func(x int) int {
		if l, ok := level[x]; ok || x < spec.WarpSize {
			return l
		}
		j := v.joins[x-spec.WarpSize]
		level[x] = 1 + max(need(j.left), need(j.right))
		return level[x]
	}
	last := 0
	for _, x := range results {
		last = max(last, need(x))
	}
	renamed := map[int]int{} // the values of joins
	number := func(x int) int {
		if x < spec.WarpSize {
			return x
		}
		return renamed[x]
	}
	var c schedule
	for l := 1; l <= last; l++ {
		c.levels = append(c.levels, len(c.joins))
		for i, j := range v.joins {
			if x := spec.WarpSize + i; level[x] == l {
				renamed[x] = spec.WarpSize + len(c.joins)
				c.joins = append(c.joins, joined{number(j.left), number(j.right)})
			}
		}
	}
	c.levels = append(c.levels, len(c.joins))
	for _, x := range results {
		c.result = append(c.result, number(x))
	}
	return c
}

// text is the schedule in CUDA C++: it combines level by level and leaves want.
func (c schedule) text(identity string) string {
	var b strings.Builder
	if len(c.joins) > 0 {
		var left, right []int
		for _, j := range c.joins {
			left, right = append(left, j.left), append(right, j.right)
		}
		fmt.Fprintf(&b, `        %s
        %s
        %s
        for (unsigned l = 0; l < %du; ++l) {
            for (unsigned k = level[l] + lane; k < level[l + 1]; k += 32u)
                combine(*now, 32u + k, left[k], right[k]);
            __syncwarp();
        }
`, table("left", left), table("right", right), table("level", c.levels), len(c.levels)-1)
	}
	fmt.Fprintf(&b, `        %s
        if (!past) {
            const int r = result[slot];
            want = r >= 0 && now->there[r] ? now->x[r] : (T)(%s);
        }
`, table("result", c.result), identity)
	return b.String()
}

// table declares numbers as a constant array.
func table(name string, x []int) string {
	var text []string
	for _, n := range x {
		text = append(text, strconv.Itoa(n))
	}
	kind := "unsigned char"
	if slices.Min(x) < 0 {
		kind = "short"
	}
	return fmt.Sprintf("static constexpr %s %s[] = {%s};", kind, name, strings.Join(text, ", "))
}

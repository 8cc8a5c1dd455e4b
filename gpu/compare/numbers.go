package compare

import (
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// absent reports whether nothing is written for a lane in call i: it does not make the call, or there is no
// element that it stores.
func (c *calls) absent(i, lane int) bool {
	if c.spec.Global().Partial && c.spec.Pattern == spec.Store {
		return uint32(lane) >= uint32(c.inOf(i)[c.spec.Shape().Values()])
	}
	return c.spec.Mask == spec.Active && c.maskOf(i)[0]>>lane&1 == 0
}

// compareNumber compares the number of one lane of a call, such as the winner's lane.
func (r *Report) compareNumber(c *calls, call int, w outcome, lane int, got uint16) {
	want, what := uint16(poison&0xffff), "no call, so no number"
	if !c.absent(call, lane) {
		if !w.named[lane] {
			return
		}
		want, what = uint16(w.numbers[lane]), strconv.Itoa(int(w.numbers[lane]))
	}
	if r.Comparisons++; got != want {
		r.mismatch("%s: mask %#08x lane %d: expected %s, got number %d, inputs %#x",
			strings.Join(c.spec.Args(), " "), c.maskOf(call), lane, what, int16(got), c.inOf(call))
	}
}

// numbersInArray reports whether each register of a lane has a number.
func numbersInArray(s spec.Spec) bool {
	numbers := s.Shape().Numbers()
	return len(numbers) > 0 && numbers[0].Array
}

// numbersOf is how many numbers or preds a call leaves: those of the lanes, or of each of their registers.
func numbersOf(s spec.Spec) int {
	if numbersInArray(s) {
		return s.Elements()
	}
	return s.Lanes()
}

// unwritten is the value of the numbers before a call of a twin.
const unwritten = 77

// compareTwinNumbers compares the numbers of the Go twin with the reference and replaces the
// reference's by them.
func (r *Report) compareTwinNumbers(c *calls, call int, w *outcome, got []int32) {
	for lane, g := range got {
		want := int32(unwritten)
		if w.named[lane] {
			want = w.numbers[lane]
		}
		if r.TwinComparisons++; g != want {
			r.mismatch("%s: mask %#08x lane %d: Go number %d, reference %d, inputs %#x",
				strings.Join(c.spec.Args(), " "), c.maskOf(call), lane, g, want, c.inOf(call))
		}
		w.numbers[lane] = g
	}
}

// besideOf is the port of what a call takes beside a mask and elements: keys or distances.
func besideOf(sh spec.Shape) (spec.Port, bool) {
	if key, ok := sh.Takes(spec.KeyRole); ok {
		return key, true
	}
	return sh.Operand()
}

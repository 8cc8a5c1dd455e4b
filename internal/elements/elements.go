// Package elements reads the elements of one call, for a picture that shows what each lane holds. Commands and the
// playground read them alike; it joins the generator's pictures and the reference's ops.
package elements

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Read reads the elements of lanes, with commas between them, and what the op makes of them. A short list repeats; one
// that ends in … goes on by its last difference. The error is that of the flag -values.
func Read(o *gen.DrawOptions, s spec.Spec, text string) error {
	wrong := func(want string) error { return spec.FlagError{Flag: "values", Value: text, Want: want} }
	if !s.Shape().OneElement() || s.Op == spec.User || s.Pattern.InMemory() {
		return wrong("draw shows values of patterns of a warp or a block, of one element a lane, without keys, maps or " +
			"operators of yours")
	}
	n, ok := numbersOf(s.Type)
	if !ok {
		return wrong(fmt.Sprintf("draw shows values of integers, float32 and float64, not of %s", s.TypeText()))
	}
	lanes := max(s.Lanes(), spec.WarpSize)
	list, ok := expanded(strings.Split(text, ","), lanes)
	if !ok {
		return wrong("want two whole numbers or more before …")
	}
	if len(list) > lanes {
		return wrong(fmt.Sprintf("want at most %d elements", lanes))
	}
	o.Values = make([]uint64, lanes)
	for lane := range o.Values {
		word := strings.TrimSpace(list[lane%len(list)])
		v, err := n.read(word)
		if err != nil {
			return wrong(fmt.Sprintf("%q is no %s", word, s.Type))
		}
		o.Values[lane] = v
	}
	o.Label = n.label
	o.Apply = func(op spec.Op, a, b uint64) uint64 { return ref.Apply(op, s.Type, a, b) }
	if len(s.Combines()) == 1 && !s.Op.HasLane() {
		o.Identity = ref.Identity(s.Op, s.Type)
	}
	return nil
}

// expanded is a list for so many lanes, if its last word is …: it goes on by the last difference.
func expanded(list []string, lanes int) ([]string, bool) {
	n := len(list) - 1
	if last := strings.TrimSpace(list[n]); last != "…" && last != "..." {
		return list, true
	}
	if n < 2 || n > lanes {
		return nil, false
	}
	a, err := strconv.ParseInt(strings.TrimSpace(list[n-2]), 0, 64)
	b, also := strconv.ParseInt(strings.TrimSpace(list[n-1]), 0, 64)
	if err != nil || also != nil {
		return nil, false
	}
	for list = list[:n]; len(list) < lanes; {
		a, b = b, b+(b-a)
		list = append(list, strconv.FormatInt(b, 10))
	}
	return list, true
}

// numbers reads and prints the elements of a type, as bits.
type numbers struct {
	read  func(string) (uint64, error)
	label func(uint64) string
}

// numbersOf is false of types that draw does not read.
func numbersOf(t spec.Type) (numbers, bool) {
	width := t.Bits()
	switch {
	case t.Class() == spec.Signed:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseInt(text, 0, width)
				return uint64(v) << (64 - width) >> (64 - width), err
			},
			func(v uint64) string { return strconv.FormatInt(int64(v<<(64-width))>>(64-width), 10) },
		}, true
	case t.Class() == spec.Unsigned:
		return numbers{
			func(text string) (uint64, error) { return strconv.ParseUint(text, 0, width) },
			func(v uint64) string { return strconv.FormatUint(v, 10) },
		}, true
	case t == spec.Float32:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseFloat(text, 32)
				return uint64(math.Float32bits(float32(v))), err
			},
			func(v uint64) string {
				return strconv.FormatFloat(float64(math.Float32frombits(uint32(v))), 'g', 4, 32)
			},
		}, true
	case t == spec.Float64:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseFloat(text, 64)
				return math.Float64bits(v), err
			},
			func(v uint64) string { return strconv.FormatFloat(math.Float64frombits(v), 'g', 4, 64) },
		}, true
	}
	return numbers{}, false
}

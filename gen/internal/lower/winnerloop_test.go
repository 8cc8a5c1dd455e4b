package lower

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// winning is argmin or argmax on numbers, as a loop computes it.
type winning struct {
	spec.Spec
	how ReduceLoop
}

// winnings are reductions of all forms: rows of a length, rows of a range of lengths, and an array.
func winnings() map[string]winning {
	all := map[string]winning{}
	add := func(s spec.Spec, held spec.Type, bars bool) {
		for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
			for _, cols := range [][2]int{{0, 0}, {0, 1}, {0, 5}, {0, 8}, {0, 27}, {1, 5}, {2, 30}, {8, 40}} {
				w := winning{s, ReduceLoop{Held: ir.Number{Type: held}, Bars: bars, Share: 20}}
				w.Op, w.Mask, w.Pattern = op, spec.Full, spec.RowReduce
				w.Params = spec.RowParams{Least: cols[0], Cols: cols[1], In: s.In()}
				if w.Cols() == 0 {
					w.Pattern, w.Params = spec.GridReduce, spec.GridParams{In: s.In()}
				}
				all[fmt.Sprintf("%s of %s in %s of %v", op, s.Type, s.InType(), cols)] = w
			}
		}
	}
	add(spec.Spec{Type: spec.Int32}, spec.Int32, false)
	add(spec.Spec{Type: spec.Uint8}, spec.Uint8, false)
	add(spec.Spec{Type: spec.Float16}, spec.Int16, false)
	add(spec.Spec{Type: spec.Bfloat16}, spec.Int16, true)
	add(spec.Spec{Type: spec.Float32}, spec.Int32, true)
	add(spec.Spec{Type: spec.Float64}, spec.Int64, true)
	add(spec.Spec{Type: spec.Float32, Params: spec.RowParams{In: spec.StoredBfloat16}}, spec.Int32, true)
	return all
}

func (w winning) program() (*ir.Program, error) {
	if w.Pattern.Row() {
		return rowAlone(w.Spec, w.how)
	}
	return GridReduceLoop(w.Spec, w.GridOrder(), w.how)
}

// number64 is what an element of a type is, of a float16 a number that is ordered as it.
func number64(t spec.Type, e uint64) float64 {
	bits := t.Bits()
	switch {
	case t == spec.Float64:
		return math.Float64frombits(e)
	case t == spec.Float32:
		return float64(math.Float32frombits(uint32(e)))
	case t == spec.Bfloat16:
		return float64(math.Float32frombits(uint32(e) << 16))
	case t == spec.Float16 && e&0x7c00 == 0x7c00:
		return float64(math.Float32frombits(uint32(e&0x8000)<<16 | 0x7f800000 | uint32(e&0x3ff)<<13))
	case t == spec.Float16:
		return float64(math.Float32frombits(uint32(e&0x8000)<<16 | uint32(e&0x7fff)<<13))
	case t.Class() == spec.Signed:
		return float64(int64(e<<(64-bits)) >> (64 - bits))
	}
	return float64(e)
}

// better says that an element is better than another one, by the words of the contract.
func (w winning) better(a, b uint64) bool {
	x, y := number64(w.InType(), a), number64(w.InType(), b)
	if w.Op == spec.ArgMin {
		x, y = -x, -y
		if w.InType().Class() != spec.Float { // which have one zero
			return x > y
		}
	}
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.IsNaN(y) && !math.IsNaN(x)
	case x == 0 && y == 0:
		return !math.Signbit(x) && math.Signbit(y)
	}
	return x > y
}

// plain is the place of the best of elements, and how many keys the loop over a row makes that compares elements with a
// bar first.
func (w winning) plain(all []uint64) (at, keys int) {
	at, keys = 0, 1
	exceeds := func(e uint64) bool {
		x, best := number64(w.InType(), e), number64(w.InType(), all[at])
		low := best == 0 && math.Signbit(best) == (w.Op == spec.ArgMax) && x == 0
		return math.IsNaN(x) || math.IsNaN(best) || low || w.better(e, all[at])
	}
	take := func(i int) {
		if keys++; w.better(all[i], all[at]) {
			at = i
		}
	}
	k := 0
	for ; k+group <= len(all); k += group {
		if slices.ContainsFunc(all[k:k+group], exceeds) {
			for i := k; i < k+group; i++ {
				take(i)
			}
		}
	}
	if w.Pattern.Row() {
		k = max(k, 1)
	}
	for ; k < len(all); k++ {
		if exceeds(all[k]) {
			take(k)
		}
	}
	return at, keys
}

// elements are some numbers, among them those that are hard to order.
func (w winning) elements(draw *rand.Rand, n int) (all []uint64) {
	bits := w.InType().Bits()
	sign := uint64(1) << (bits - 1)
	hard := []uint64{0, 1, sign - 1, sign, sign + 1, 2*sign - 1}
	if t := w.InType(); t.Class() == spec.Float {
		inf := (uint64(1)<<t.ExpBits() - 1) << (bits - 1 - t.ExpBits())
		hard = []uint64{0, 1, sign, sign | 1, inf, sign | inf, inf + 1, sign | inf + 1, 2*sign - 1, 1<<(bits-2) - 1}
	}
	some := hard[:1+draw.IntN(len(hard))]
	draw.Shuffle(len(hard), func(i, k int) { hard[i], hard[k] = hard[k], hard[i] })
	for range n {
		e := some[draw.IntN(len(some))]
		if draw.IntN(4) == 0 {
			e = draw.Uint64() & (2*sign - 1)
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, [...]func(a, b uint64) int{
		func(a, b uint64) int { return 0 },
		func(a, b uint64) int { return int(truth(w.better(a, b))) - int(truth(w.better(b, a))) },
		func(a, b uint64) int { return int(truth(w.better(b, a))) - int(truth(w.better(a, b))) },
	}[draw.IntN(3)])
	return all
}

func truth(holds bool) uint64 {
	if holds {
		return 1
	}
	return 0
}

// key is an integer that orders floats as better does, as its lower bits.
func (w winning) key(e uint64) uint64 {
	sign := uint64(1) << (w.Type.Bits() - 1)
	switch {
	case math.IsNaN(number64(w.Type, e)) && w.Op == spec.ArgMax:
		return sign
	case math.IsNaN(number64(w.Type, e)):
		return sign - 1
	}
	return w.unkey(e)
}

// unkey are the bits of the float of a key.
func (w winning) unkey(key uint64) uint64 {
	if sign := uint64(1) << (w.Type.Bits() - 1); key&sign != 0 {
		return key ^ (sign - 1)
	}
	return key
}

// bar is the number that all better elements exceed.
func (w winning) bar(key uint64) uint64 {
	bits := w.unkey(key)
	if w.Type == spec.Bfloat16 {
		bits <<= 16
	}
	sign := uint64(1) << (max(32, w.Type.Bits()) - 1)
	if w.Op == spec.ArgMax && bits == sign || w.Op == spec.ArgMin && bits == 0 {
		bits |= 1
	}
	return bits
}

// run runs the function on n elements.
func (w winning) run(p *ir.Program, n int, seed uint64) error {
	all := w.elements(rand.New(rand.NewPCG(seed, 9)), n)
	size := w.InType().Bits() / 8
	in := &ir.Memory{ReadOnly: true}
	for _, e := range all {
		in.Bytes = append(in.Bytes, binary.LittleEndian.AppendUint64(nil, e)[:size]...)
	}
	var got []uint64
	keys := 0
	launch := ir.Launch{Blocks: 1, Seed: seed, Args: []any{in}, Result: &got}
	launch.Primitive = func(f *ir.Func, args []uint64) []uint64 {
		switch strings.TrimPrefix(f.Name, p.Name) {
		case "Key":
			keys++
			return []uint64{w.key(args[0])}
		case "Unkey":
			return []uint64{w.unkey(args[0])}
		case "Bar":
			return []uint64{w.bar(args[0])}
		}
		return []uint64{args[0] << 16} // a bfloat16 as a float32
	}
	if err := p.Run(launch); err != nil {
		return err
	}
	if n == 0 {
		if got[1] != math.MaxUint64 {
			return fmt.Errorf("no element: place %d", int64(got[1]))
		}
		return nil
	}
	at, makes := w.plain(all)
	want, nan := all[at], math.IsNaN(number64(w.InType(), all[at]))
	if w.In() != spec.AsType {
		want <<= 16
	}
	switch {
	case int(got[1]) != at:
		return fmt.Errorf("%x: place %d, want %d", all, int(got[1]), at)
	case got[0] != want && !(nan && math.IsNaN(number64(w.Type, got[0]))):
		return fmt.Errorf("%x: got %x, want %x", all, got[0], want)
	case w.how.Bars && n > 1 && (w.Pattern.Row() || n < 2*w.how.Share) && keys != makes:
		return fmt.Errorf("%x: %d keys, want %d", all, keys, makes)
	}
	return nil
}

// lengths are those of a row, or of arrays of one part and of several.
func (w winning) lengths() []int {
	switch {
	case w.Pattern.Grid():
		return []int{0, 1, 2, 7, 8, 9, 17, 39, 40, 41, 50, 90, 133}
	case !w.Ranged():
		return []int{w.Cols()}
	}
	return []int{w.Least(), w.Cols(), (w.Least() + w.Cols()) / 2, max(w.Least(), w.Cols()-5)}
}

func TestWinnerLoop(t *testing.T) {
	all := winnings()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w := all[name]
		p, err := w.program()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for seed := range uint64(30) {
			for _, n := range w.lengths() {
				if err := w.run(p, n, seed); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
}

// Each statement of the functions is needed, but for shorter ways: the first of a group that is all is the best
// already, an array of one part is the part, and without a bar the last loop of an array could take all.
func TestWinnerLoopNeedsItsStatements(t *testing.T) {
	all := winnings()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w := all[name]
		p, err := w.program()
		if err != nil {
			t.Fatal(err)
		}
		spared := map[string]int{}
		switch {
		case w.Pattern.Grid() && w.how.Bars:
			spared[" ir.If"], spared[" ir.Return"] = 1, 1
		case w.Pattern.Grid():
			spared[" ir.If"], spared[" ir.Return"], spared["Place ir.For"] = 1, 1, 1
		case w.Cols() == group && !w.Ranged():
			spared["Row ir.If"], spared["Row ir.Set"] = 1, 3
		}
		drawn := drawnStatements(t, p.Funcs, 7, 3)
		for _, f := range p.Funcs {
			withoutEach(&f.Body, func(lacks ir.Stmt) {
				if !drawn() || ir.Check(p) != nil {
					return
				}
				for seed := range uint64(300) {
					for _, n := range w.lengths() {
						if w.run(p, n, seed) != nil {
							return
						}
					}
				}
				at := fmt.Sprintf("%s %T", strings.TrimPrefix(strings.ToLower(f.Name[:1])+f.Name[1:], p.Name), lacks)
				if spared[at]--; spared[at] < 0 {
					t.Errorf("%s: %s: %v", name, at, lacks)
				}
			})
		}
	}
}

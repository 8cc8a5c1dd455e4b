package lower

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/math32"
	"github.com/shflgen/shflgen/spec"
)

// appliedModel is a function that is applied to rows, on numbers.
type appliedModel struct {
	spec.Spec
	row network.Row
	fn  rowfn.Fn

	prefix   string // of the names of functions
	identity uint64 // of a user's op
}

// real and bitsOf are a float32 as its bits; all NaNs have the same.
func real(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

func bitsOf(x float32) uint64 {
	if x != x {
		return 0x7fffffff
	}
	return uint64(math.Float32bits(x))
}

// primitive is what a function of the target returns. A user's op is commutative, but not associative.
func (m appliedModel) primitive(f *ir.Func, args []uint64) []uint64 {
	a, b := args[0], args[len(args)-1]
	x, y := real(a), real(b)
	switch name := strings.TrimPrefix(f.Name, m.prefix); name {
	case "_add":
		return []uint64{bitsOf(x + y)}
	case "_sub":
		return []uint64{bitsOf(x - y)}
	case "_mul":
		return []uint64{bitsOf(x * y)}
	case "_div":
		return []uint64{bitsOf(x / y)}
	case "_exp":
		return []uint64{bitsOf(math32.Exp(x))}
	case "_log":
		return []uint64{bitsOf(math32.Log(x))}
	case "_rsqrt":
		return []uint64{bitsOf(math32.Rsqrt(x))}
	case "_number":
		if x != x {
			return []uint64{b}
		}
		return []uint64{a}
	case "_least":
		return []uint64{bitsOf(min(x, y))}
	case "_most":
		return []uint64{bitsOf(max(x, y))}
	case "_widen":
		return []uint64{bitsOf(m.half().widened(a))}
	case "_narrow":
		return []uint64{m.half().rounded(x)}
	case "_map":
		if !m.MapsStored() {
			a = bitsOf(x)
		}
		return []uint64{hashed(a, a>>3, 0x3fff)}
	case "_apply":
		return []uint64{bitsOf(float32(int32(hashed(bitsOf(x), b+1, 0xffff))))}
	case "_op":
		a, b = bitsOf(x), bitsOf(y)
		switch m.identity {
		case a:
			return []uint64{b}
		case b:
			return []uint64{a}
		}
		return []uint64{hashed(min(a, b)+8, max(a, b)+9, 0x3fffffff)}
	default:
		panic(name)
	}
}

func (m appliedModel) call(op string, args ...uint64) uint64 {
	return m.primitive(&ir.Func{Name: m.prefix + "_" + op}, args)[0]
}

// format16 is a format of 16 bits: how many of the significand are stored, and the least exponent.
type format16 struct{ stored, least int }

func (m appliedModel) half() format16 {
	if m.In() == spec.StoredBfloat16 {
		return format16{7, -126}
	}
	return format16{10, -14}
}

// widened is the value of a half.
func (h format16) widened(bits uint64) float32 {
	infinite := uint64(0x7fff) >> h.stored << h.stored
	one := uint64(1) << h.stored
	rest, exponent := bits&(one-1), int(bits&0x7fff>>h.stored)
	x := math.Ldexp(float64(rest+one), h.least+exponent-1-h.stored)
	switch {
	case bits&0x7fff > infinite:
		x = math.NaN()
	case bits&0x7fff == infinite:
		x = math.Inf(1)
	case exponent == 0:
		x = math.Ldexp(float64(rest), h.least-h.stored)
	}
	return float32(math.Copysign(x, 0.5-float64(bits>>15)))
}

// rounded are the bits of the nearest half, ties to even.
func (h format16) rounded(x float32) uint64 {
	infinite := uint64(0x7fff) >> h.stored << h.stored
	if x != x {
		return 0x7fff
	}
	sign := uint64(math.Float32bits(x) >> 31 << 15)
	if math.IsInf(float64(x), 0) {
		return sign | infinite
	}
	_, exponent := math.Frexp(float64(x))
	exponent = max(exponent-1, h.least)
	units := uint64(math.RoundToEven(math.Ldexp(math.Abs(float64(x)), h.stored-exponent)))
	return sign | min(infinite, uint64(exponent-h.least)<<h.stored+units)
}

// first is what a row becomes first with a residual, as memory has it.
func (m appliedModel) first(row, residual []uint64) (all []uint64) {
	for at := range row {
		all = append(all, m.narrow(m.call("add", m.widen(row[at]), m.widen(residual[at]))))
	}
	return all
}

// labels are of some rows the number of a column or, of some, another number.
func (m appliedModel) labels(draw *rand.Rand, rows int) (*ir.Memory, []int32) {
	a, all := &ir.Memory{Bytes: make([]byte, 4*rows), ReadOnly: true}, make([]int32, rows)
	for i := range all {
		if all[i] = draw.Int32N(int32(m.Cols())); draw.IntN(4) == 0 {
			all[i] = []int32{-1, int32(m.Cols()), math.MinInt32}[draw.IntN(3)]
		}
		binary.LittleEndian.PutUint32(a.Bytes[4*i:], uint32(all[i]))
	}
	return a, all
}

// expected is a row of results, or the value of the row, by docs/order.md.
func (m appliedModel) expected(row, grad []uint64, beside [][]uint64, eps uint64, label int32) (all []uint64) {
	values := map[string]uint64{"eps": eps, "n": bitsOf(float32(m.Cols())), "one": bitsOf(1), "zero": 0}
	values["picked"] = bitsOf(real(0x7fc00000))
	if 0 <= label && int(label) < len(row) {
		values["picked"] = m.widen(row[label])
	}
	var eval func(e rowfn.E, at int) uint64
	eval = func(e rowfn.E, at int) uint64 {
		var args []uint64
		for _, a := range e.Args {
			args = append(args, eval(a, at))
		}
		switch {
		case args != nil:
			return m.call(e.Op, args...)
		case e.Op == "x":
			return m.widen(row[at])
		case e.Op == "grad":
			return m.widen(grad[at])
		case e.Op == "weight":
			return m.widen(beside[0][at])
		case e.Op == "bias":
			return m.widen(beside[1][at])
		}
		return values[e.Op]
	}
	if m.fn.Peak {
		peak := bitsOf(float32(math.Inf(-1)))
		for at := range row {
			peak = m.call("most", peak, m.widen(row[at]))
		}
		values["peak"] = peak
	}
	op := "add"
	if m.Row().Fn != nil {
		op = "op"
	}
	for _, sum := range m.fn.Sums {
		a := make([]uint64, min(len(row), m.row.Accumulators()))
		for at, x := range row {
			e := eval(sum.Of, at)
			if m.MapsStored() {
				e = m.widen(m.call("map", x))
			}
			if j := at % m.row.Accumulators(); at == j {
				a[j] = e
			} else {
				a[j] = m.call(op, a[j], e)
			}
		}
		for d := 1; d < len(a); d *= 2 {
			for i := 0; i+d < len(a); i += 2 * d {
				a[i] = m.call(op, a[i], a[i+d])
			}
		}
		values[sum.Name] = a[0]
		for _, l := range sum.Then {
			values[l.Name] = eval(l.Is, 0)
		}
	}
	if m.PerRow() {
		return []uint64{eval(m.fn.Give, 0)}
	}
	for at := range row {
		all = append(all, m.narrow(eval(m.fn.Give, at)))
	}
	return all
}

// narrow is a float as memory has it.
func (m appliedModel) narrow(bits uint64) uint64 {
	if m.In() == spec.AsType {
		return bits
	}
	return m.call("narrow", bits)
}

// widen is an element of memory as a float.
func (m appliedModel) widen(bits uint64) uint64 {
	if m.In() == spec.AsType {
		return bits
	}
	return m.call("widen", bits)
}

// array are random elements at some address. Some may be NaNs.
func (m appliedModel) array(draw *rand.Rand, n int, aligned bool) (*ir.Memory, []uint64) {
	size := m.InType().Bits() / 8
	a, all := &ir.Memory{Bytes: make([]byte, n*size), ReadOnly: true}, make([]uint64, n)
	if !aligned {
		a.Skew = size * draw.IntN(16/size)
	}
	nan := draw.IntN(8)
	for i := range all {
		x := float32(draw.NormFloat64())
		if nan == 0 && draw.IntN(n) == 0 {
			x = float32(math.NaN())
		}
		if all[i] = bitsOf(x); size == 2 {
			all[i] = m.half().rounded(x)
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], all[i])
		copy(a.Bytes[i*size:(i+1)*size], word[:])
	}
	return a, all
}

package lower

import (
	"encoding/binary"
	"fmt"
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
	if m.In == spec.StoredBfloat16 {
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

// expected is a row of results, or the value of the row, by docs/order.md.
func (m appliedModel) expected(row []uint64, beside [][]uint64, eps uint64) (all []uint64) {
	values := map[string]uint64{"eps": eps, "n": bitsOf(float32(m.Cols)), "one": bitsOf(1)}
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
	if m.Fn != nil {
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
		e := eval(m.fn.Give, at)
		if m.In != spec.AsType {
			e = m.call("narrow", e)
		}
		all = append(all, e)
	}
	return all
}

// widen is an element of memory as a float.
func (m appliedModel) widen(bits uint64) uint64 {
	if m.In == spec.AsType {
		return bits
	}
	return m.call("widen", bits)
}

// array are random elements, some of which may be a NaN, at some address.
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

// unwritten are the bytes of results that nobody has stored.
const unwritten = 0xa5

// runs runs the kernel on some rows.
func (m appliedModel) runs(p *ir.Program, seed uint64, arch int) error {
	draw := rand.New(rand.NewPCG(seed, 3))
	rows := 1 + draw.IntN(3)
	pitches, aligned := [2]int{m.Cols + draw.IntN(3), m.Cols + draw.IntN(3)}, draw.IntN(3) == 0
	if aligned {
		pitches = [2]int{(m.Cols + 15) / 16 * 16, (m.Cols + 15) / 16 * 16}
	}
	in, all := m.array(draw, (rows-1)*pitches[0]+m.Cols, aligned)
	out, _ := m.array(draw, rows*pitches[1], aligned)
	if out.ReadOnly = false; !aligned && draw.IntN(2) == 0 && m.InType().Bits() < 32 { // in one word each
		out.Skew, pitches[1] = 2*draw.IntN(2), pitches[1]/2*2+2
		out.Bytes = make([]byte, 2*rows*pitches[1])
	}
	cols, size := m.Cols, m.InType().Bits()/8 // of a row of results
	if m.PerRow() {
		cols, size, pitches[1] = 1, 4, 1
		out.Skew, out.Bytes = 4*draw.IntN(4), make([]byte, 4*(rows+2))
	}
	for i := range out.Bytes {
		out.Bytes[i] = unwritten
	}
	launch := ir.Launch{
		Seed: seed, Identity: m.identity, Primitive: m.primitive, Arch: arch,
		Blocks: (rows*m.row.Blocks+m.row.Rows-1)/m.row.Rows + draw.IntN(2)*m.row.Blocks,
		Args:   []any{in, uint64(pitches[0]), out},
	}
	if !m.PerRow() {
		launch.Args = append(launch.Args, uint64(pitches[1]))
	}
	if arch >= clusterArch {
		launch.Cluster = m.row.Blocks
	}
	var beside [][]uint64
	for range besideOf(m.fn) {
		a, elements := m.array(draw, m.Cols, aligned || draw.IntN(2) == 0)
		launch.Args, beside = append(launch.Args, a), append(beside, elements)
	}
	eps := bitsOf(1e-3)
	if m.fn.Eps {
		launch.Args = append(launch.Args, eps)
	}
	launch.Args = append(launch.Args, uint64(rows))
	if err := p.Run(launch); err != nil {
		return err
	}
	behind := func(at int) error {
		if got := element(out, at, size); got != uint64(0xa5a5a5a5)>>(32-8*size) {
			return fmt.Errorf("a store of %x behind the end of row %d", got, at/pitches[1])
		}
		return nil
	}
	for i := range rows {
		want := m.expected(all[i*pitches[0]:][:m.Cols], beside, eps)
		for c := range pitches[1] {
			at := i*pitches[1] + c
			if c >= cols {
				if err := behind(at); err != nil {
					return err
				}
			} else if got := element(out, at, size); got != want[c] {
				return fmt.Errorf("row %d of %d, column %d: got %x, want %x", i, rows, c, got, want[c])
			}
		}
	}
	for at := rows * pitches[1]; at < len(out.Bytes)/size; at++ {
		if err := behind(at); err != nil {
			return err
		}
	}
	return nil
}

package bv

import (
	"math"
	"slices"
	"strings"
	"sync"
)

// functions computes what an instruction of that name approximates, or rounds in a way that no operator has.
var functions = map[string]func(x []float64) float64{
	"ex2":      func(x []float64) float64 { return math.Exp2(x[0]) },
	"lg2":      func(x []float64) float64 { return math.Log2(x[0]) },
	"rsqrt":    func(x []float64) float64 { return 1 / math.Sqrt(x[0]) },
	"sqrt":     func(x []float64) float64 { return math.Sqrt(x[0]) },
	"rcp":      func(x []float64) float64 { return 1 / x[0] },
	"div":      func(x []float64) float64 { return x[0] / x[1] },
	"tanh":     func(x []float64) float64 { return math.Tanh(x[0]) },
	"fma":      func(x []float64) float64 { return math.FMA(x[0], x[1], x[2]) },
	"cvt":      func(x []float64) float64 { return x[0] },
	"copysign": func(x []float64) float64 { return math.Copysign(x[1], x[0]) },
}

// approximations are the functions by their opcodes.
var approximations sync.Map

// known is the function of an opcode. There is one of each, as functions are compared by their addresses.
func known(opcode string, made func() *Fn) *Fn {
	if f, ok := approximations.Load(opcode); ok {
		return f.(*Fn)
	}
	kept, _ := approximations.LoadOrStore(opcode, made())
	return kept.(*Fn)
}

// Approximate is the function of an instruction that approximates, known by its opcode, such as ex2.approx.f32. Its
// results on numbers are those of one machine that keeps within the bounds of the PTX ISA: nothing is proved of them.
func Approximate(opcode string, args int, format Format) *Fn {
	return known(opcode, func() *Fn {
		name, mods, _ := strings.Cut(opcode, ".")
		of := functions[name]
		eval := func(x []uint64) uint64 {
			in := make([]float64, len(x))
			for i := range x {
				in[i] = ToFloat(format, x[i])
			}
			return FromFloat(format, rounded(mods, format, of(in)))
		}
		return &Fn{Name: opcode, Bits: format.Bits(), Gives: format, Of: slices.Repeat([]Format{format}, args), Eval: eval}
	})
}

// rounded is a result as the modifiers of an opcode say: down, or no less than 0 and no more than 1.
func rounded(mods string, format Format, x float64) float64 {
	switch {
	case strings.Contains(mods, "sat"):
		if !(x > 0) { // a NaN becomes 0 (PTX ISA, "cvt": .sat)
			return 0
		}
		return math.Min(x, 1)
	case strings.HasPrefix(mods, "rm") && format == F32 && float64(float32(x)) > x:
		return float64(math.Nextafter32(float32(x), float32(math.Inf(-1))))
	case strings.HasPrefix(mods, "rp") && format == F32 && float64(float32(x)) < x:
		return float64(math.Nextafter32(float32(x), float32(math.Inf(1))))
	case strings.HasPrefix(mods, "rz") && format == F32 && math.Abs(float64(float32(x))) > math.Abs(x):
		return float64(math.Nextafter32(float32(x), 0))
	}
	return x
}

// RoundedToInt is cvt of a float32 to an int32, which ends at the ends of the type (PTX ISA, "cvt").
func RoundedToInt(opcode string) *Fn {
	eval := func(x []uint64) uint64 {
		v := ToFloat(F32, x[0])
		if strings.Contains(opcode, "rni") {
			v = math.RoundToEven(v)
		}
		switch v = math.Trunc(v); {
		case v != v:
			return 0
		case v >= math.MaxInt32:
			return math.MaxInt32
		case v <= math.MinInt32:
			return 1 << 31
		}
		return uint64(uint32(int32(v)))
	}
	return known(opcode, func() *Fn {
		return &Fn{Name: opcode, Bits: 32, Gives: NoFormat, Of: []Format{F32}, Eval: eval}
	})
}

package bv

import "fmt"

// MulFloat is the product of two floats of a format, rounded once, as an unknown function.
func MulFloat(f Format) *Fn {
	return &Fn{Name: fmt.Sprintf("mul.format%d", f), Bits: f.Bits(), Of: []Format{f, f}, Gives: f, Commutes: true,
		Eval: func(x []uint64) uint64 {
			n := Numbers{}
			k, _ := n.Known(n.Float(FMul, f, n.Const(f.Bits(), x[0]), n.Const(f.Bits(), x[1])))
			return k
		}}
}

// MulFloatBits is the product with the bits that one machine gives it, those of a NaN included: a
// function of all bits of both factors, in their order.
func MulFloatBits(f Format) *Fn {
	product := MulFloat(f)
	return integerFn(product.Name+".bits", f.Bits(), 2, product.Eval)
}

// MulInt is the product of two integers of some bits, modulo 2^bits, as an unknown function.
func MulInt(bits int) *Fn {
	return &Fn{Name: fmt.Sprintf("mul.i%d", bits), Bits: bits, Of: []Format{NoFormat, NoFormat}, Gives: NoFormat,
		Commutes: true, Eval: func(x []uint64) uint64 {
			return low(bits, x[0]*x[1])
		}}
}

// AbsInt is the magnitude of an integer of some bits, modulo 2^bits, as an unknown function.
func AbsInt(bits int) *Fn {
	return integerFn(fmt.Sprintf("abs.i%d", bits), bits, 1, func(x []uint64) uint64 {
		if x[0]>>(bits-1)&1 == 1 {
			return low(bits, -x[0])
		}
		return x[0]
	})
}

// WidenBits is a half as a float32, with the bits that one machine gives it, those of a NaN included.
func WidenBits(from Format) *Fn {
	return integerFn(fmt.Sprintf("widen.format%d", from), 32, 1, func(x []uint64) uint64 {
		n := Numbers{}
		k, _ := n.Known(n.Convert(F32, from, n.Const(from.Bits(), x[0])))
		return k
	})
}

// Package fmath holds functions of float32 that emitted code computes itself, with the same bits in Go and in CUDA:
// exp, log and the reciprocal of the square root. It holds the text of CUDA as data, which the target and the
// translator of users' functions print. That of Go is package math32's, which states what they compute and how far they
// are off.
package fmath

import (
	"fmt"
	"math"
)

// Function is one function of a float32 x.
type Function struct {
	// Name is what the function is called in package math32, with a lower initial letter in CUDA.
	Name string
	// Does is the contract, in words: no full stop, no slashes.
	Does string
	cuda func(from, below int) []string
}

// CUDABody is the body of float(float x) in CUDA C++, a line each, without indentation, for architectures from the
// compute capability from up to the one below, both times ten. It is inline PTX, which flags such as --use_fast_math do
// not change.
func (f Function) CUDABody(from, below int) []string { return f.cuda(from, below) }

// Exp is e to the power of x. ExpNotPositive is Exp of x that are not above 0, or NaN, in fewer instructions and with
// the same bits. Greater x give unspecified results. Only CUDA has it.
var Exp, ExpNotPositive = full.functions("Exp", "at most 0.892 ulp off, subnormal results included")

// ExpHalf is e to the power of x for results of half types. It and ExpHalfNotPositive are as Exp and ExpNotPositive.
var ExpHalf, ExpHalfNotPositive = short.functions("ExpHalf", "at most 5e-6 of it off, for results of half types")

// Log is the natural logarithm.
var Log = Function{
	Name: "Log",
	Does: "log(x), at most 0.898 ulp off, of subnormal x too: -inf at 0, a NaN below 0",
	cuda: func(int, int) []string { return logCUDA() },
}

// All are the functions.
var All = []Function{Exp, ExpNotPositive, ExpHalf, ExpHalfNotPositive, Log, Rsqrt}

// asm is a body of one statement of inline PTX, a line of instructions each: %0 is the result, %1 is x.
func asm(ptx ...string) []string {
	body := []string{"float y;"}
	for i, line := range ptx {
		before, after := "    ", " "
		if i == 0 {
			before = `asm("{ `
		} else {
			before += `"`
		}
		if i == len(ptx)-1 {
			after = ` }"`
		} else {
			after += `"`
		}
		body = append(body, before+line+after)
	}
	return append(body, `    : "=f"(y) : "f"(x));`, "return y;")
}

// imm is a number of float32 as PTX spells it.
func imm(x float32) string { return fmt.Sprintf("0f%08X", math.Float32bits(x)) }

// stepsCUDA are the steps of a polynomial in the register by, two a line.
func stepsCUDA(by string, coefficients []float32) (all []string) {
	for i, c := range coefficients {
		text := fmt.Sprintf("fma.rn.f32 p, p, %s, %s;", by, imm(c))
		if i%2 == 0 {
			all = append(all, text)
		} else {
			all[len(all)-1] += " " + text
		}
	}
	return all
}

// Package refused holds functions that are not followed.
package refused

import (
	"math"
	"strings"
)

var counter int32

func count() { counter++ }

type shape interface{ Area() int32 }

func Written(a, b int32) int32        { count(); return a + counter }
func Pointer(a, b *int32) int32       { return *a + *b }
func Slice(a []int32) int32           { return a[0] }
func Word(a, b int) int               { return a + b }
func Text(a, b int32) int32           { return a + int32(len(strings.Repeat("x", 3))) }
func Closure(a, b int32) int32        { f := func() int32 { return a }; return f() + b }
func Address(a, b int32) int32        { p := &a; return *p + b }
func Index(a [4]int32, i uint8) int32 { return a[i&3] }
func Endless(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
func Deep(a, b uint32) uint32 {
	if a == 0 {
		return b
	}
	return Deep(a-1, b)
}
func Payload(a, b float32) uint32 { return math.Float32bits(a + b) }
func Sign(a, b float64) bool      { return math.Signbit(a * b) }
func Jump(a, b int32) int32 {
	if a > b {
		goto end
	}
	a = b
end:
	return a
}
func Generic[T int32 | int64](a, b T) T   { return a + b }
func List(a ...int32) int32               { return a[0] }
func Defer(a, b int32) (c int32)          { defer func() { c = 3 }(); return a }
func Map(a, b int32) int32                { m := map[int32]int32{1: 2}; return m[a] }
func Gamma(a, b float64) float64          { return math.Gamma(a) }
func Made(a, b int32) int32               { var s shape; return s.Area() }
func Quotient(a, b complex128) complex128 { return a / b }

// Empty has an array without elements.
func Empty(a, b int32) int32 {
	var rows [0][2]int32
	i := 0
	if a == b {
		return rows[i][1]
	}
	return a + b
}

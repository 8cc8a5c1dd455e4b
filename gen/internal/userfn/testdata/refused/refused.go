// Package refused holds functions that are not translated.
package refused

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

type S struct{ X, Y float32 }

var counter int32

var Exported = [2]int32{1, 2}

func Pointer(a, b *S) *S { return a }

func Deref(a, b S) S {
	p := &a
	p.X = 1
	return *p
}

func Maps(a, b int32) int32 { return map[int32]int32{1: 2}[a] }

func Strings(a, b int32) int32 { return int32(len("x" + string(rune(a)))) }

func Slices(a, b [4]int32) [4]int32 {
	s := a[1:]
	s[0] = 2
	return a
}

func Closure(a, b int32) int32 {
	f := func() int32 { return a }
	return f()
}

func Recursion(a, b int32) int32 {
	if a == 0 {
		return b
	}
	return Recursion(a-1, b)
}

func Mutual(a, b int32) int32 { return other(a, b) }

func other(a, b int32) int32 { return Mutual(a, b) }

func Loop(a, b int32) int32 {
	for a != 0 {
		a, b = b%a, a
	}
	for i := int32(0); i < b; i++ {
		a++
	}
	for i := 0; i < 4; i++ {
		i += 2
	}
	for {
		return a
	}
}

func Globals(a, b int32) int32 {
	counter++
	return counter + Exported[0]
}

func Complex(a, b complex64) complex64 { return a*b + a/b }

func Ints(a, b int32) int32 {
	n := int(a) + int(b)
	return int32(n)
}

func IntField(a, b struct{ N int }) struct{ N int } { return a }

func FloatToInt(a, b float32) float32 { return float32(int32(a)) }

func Transcendental(a, b float64) float64 { return math.Exp(a) + math.Log(b) }

func IO(a, b int32) int32 {
	fmt.Println(a)
	return b + int32(time.Now().Unix())
}

func Deferred(a, b int32) int32 {
	defer print()
	go print()
	return a
}

func Index(a, b [4]int32) [4]int32 {
	a[b[0]&7] = 1
	a[b[0]&3] = 2
	return a
}

func Labels(a, b int32) int32 {
outer:
	for i := range int32(4) {
		switch i {
		case a:
			break
		case b:
			break outer
		}
	}
	return a
}

func Uint(a, b uint32) uint32 { return uint32(bits.OnesCount(uint(a))) }

func Generic[T int32 | uint32](a, b T) T { return a }

func UsesGeneric(a, b int32) int32 { return Generic(a, b) }

func Interface(a, b any) any { return a }

func Variadic(a, b int32) int32 { return most(a, b) }

func most(all ...int32) int32 { return all[0] }

// Overtaken is a loop that its bound may slip under.
func Overtaken(a, b uint8) uint8 {
	n := uint8(5)
	for i := uint8(0); i != n; i++ {
		if a++; i == 3 && b > 7 {
			n = 2
		}
	}
	return a
}

// Rounds asks for a temporary in each round.
func Rounds(a, b C) C {
	for i := uint8(0); i < count(a.Z+(a.Z+b.Z)); i++ {
		a.Z += b.Z
	}
	return a
}

func count(z complex64) uint8 {
	if real(z) > 3 {
		return 2
	}
	return 7
}

// C holds a complex number.
type C struct{ Z complex64 }

// Parts uses a complex number within a struct. Its product is refused everywhere.
func Parts(a, b C) C {
	if real(a.Z) > 0 || a == b {
		return C{b.Z * b.Z}
	}
	return a
}

// Last passes the last value of its counter's type, as <= never fails.
func Last(a, b int32) int32 {
	for i := int64(1<<63 - 3); i <= 1<<63-1; i++ {
		if a += b; a > 100 {
			return a
		}
	}
	return b
}

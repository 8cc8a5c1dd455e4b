package bad

import "unsafe"

// AnyOf gives what a map has first.
func AnyOf(a, b uint32) uint32 {
	for k := range map[uint32]bool{a: true, b: true} {
		return k
	}
	return 0
}

// Where gives where a variable lies.
func Where(a, b uint32) uint32 { return a + b + uint32(uintptr(unsafe.Pointer(&a))>>4) }

// Nothing compares where variables of no size lie.
func Nothing(a, b uint32) uint32 {
	var x, y struct{}
	if &x == &y {
		return a
	}
	return b
}

// Held compares them within structs, by a function of any type.
func Held(a, b uint32) uint32 {
	var x, y struct{}
	if same(holder{&x}, holder{&y}) {
		return a
	}
	return b
}

type holder struct{ at *struct{} }

func same[T comparable](x, y T) bool { return x == y }

// Waits receives.
func Waits(a, b uint32) uint32 {
	var c chan uint32
	for x := range c {
		a += x
	}
	return a + b
}

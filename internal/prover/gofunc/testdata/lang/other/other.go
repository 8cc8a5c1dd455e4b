// Package other is called from package lang.
package other

// Embedded is a part of structs.
type Embedded struct {
	Count int64
}

// Half is a variable that nobody writes.
var Half = half(1)

func half(x float32) float32 { return x / 2 }

// Twice doubles.
func Twice(x float32) float32 { return 2 * x }

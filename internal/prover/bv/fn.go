package bv

import "fmt"

// Fn is a function that a domain need not know: it is computed on numbers, and of other
// values a domain knows only that equal arguments give equal results.
type Fn struct {
	Name string // there is one function of a name
	Bits int    // of the result
	// Of says which arguments are floats, and Gives is the format of the result: [NoFormat] is an integer. The
	// payload of a NaN in a float argument does not matter, and no bit of a float result is known if it is a NaN.
	Of       []Format
	Gives    Format
	Bool     bool // the result is 0 or 1
	Commutes bool // in the first two operands
	Operand  int  // arguments of one operand of two that commute or have an identity; 0: one
	// Identity is an operand that leaves the other as it is; nil: none is known. Then the result
	// is what argument Leaf of an operand is.
	Identity []uint64
	Leaf     int
	Most     uint64 // no result is greater, as an integer without a sign; 0: it may be any
	Eval     func(args []uint64) uint64
}

// Bodies execute functions by their names: the result of each for arguments, in any domain. It ends with a [Stop] as
// the domain does.
type Bodies map[string]func(d Domain, args []Value) Value

// NoFormat is the format of what is no float.
const NoFormat Format = 255

// String is the name.
func (f *Fn) String() string { return f.Name }

// Apply is f of arguments. A domain may have a form of its own for it; others compute it
// where all arguments are known.
func Apply(d Domain, f *Fn, args ...Value) Value {
	if len(args) != len(f.Of) {
		panic(fmt.Sprintf("%s of %d arguments, want %d", f.Name, len(args), len(f.Of)))
	}
	result := apply(d, f, args)
	if f.Bool {
		return d.Extend(d.Extract(result, 0, 1), f.Bits, false)
	}
	return result
}

func apply(d Domain, f *Fn, args []Value) Value {
	if own, ok := d.(interface {
		Apply(f *Fn, args []Value) Value
	}); ok {
		return own.Apply(f, args)
	}
	numbers := make([]uint64, len(args))
	for i, a := range args {
		x, known := d.Known(a)
		if !known {
			panic(Stop{Why: f.Name + " is not followed here"})
		}
		numbers[i] = x
	}
	return d.Const(f.Bits, f.Value(numbers))
}

// Value is f of numbers: of NaNs the canonical one.
func (f *Fn) Value(args []uint64) uint64 {
	x := low(f.Bits, f.Eval(args))
	if f.Gives != NoFormat && IsNaN(f.Gives, x) {
		return canonicalNaN(f.Gives)
	}
	return x
}

// IsNaN reports whether the bits x are a NaN of format f.
func IsNaN(f Format, x uint64) bool {
	v := ToFloat(f, x)
	return v != v
}

// Memo is what was made for some keys. The zero value is empty.
type Memo[K comparable, V any] map[K]V

// Once is what the memo has for a key, which is made the first time.
func (m *Memo[K, V]) Once(key K, made func() V) V {
	v, ok := (*m)[key]
	if !ok {
		v = made()
		m.Keep(key, v)
	}
	return v
}

// Keep makes v what the memo has for a key.
func (m *Memo[K, V]) Keep(key K, v V) {
	if *m == nil {
		*m = Memo[K, V]{}
	}
	(*m)[key] = v
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// vector is 16 bytes of a row, as one load gives them: words of CUDA's vector types, of which an
// element is one or a part.
type vector struct {
	of    spec.Type // the elements
	name  string    // of the type
	word  string    // the type of a word
	bits  int       // of a word
	count int       // elements
}

// wordNames are the words of CUDA's vector types.
const wordNames = "xyzw"

// vectorOf is a vector of 16 bytes.
func vectorOf(t spec.Type) vector {
	v := vector{of: t, name: "uint", word: "unsigned", bits: 32, count: 128 / t.Bits()}
	if t.Bits() == 64 {
		v.name, v.word, v.bits = "ulonglong", "unsigned long long", 64
	}
	v.name += fmt.Sprint(v.size())
	return v
}

// size is the number of words.
func (v vector) size() int { return v.count * v.of.Bits() / v.bits }

// fraction is the number of elements of a word.
func (v vector) fraction() int { return v.bits / v.of.Bits() }

// words are the words of a vector.
func (v vector) words(x expr) []expr {
	all := make([]expr, v.size())
	for i := range all {
		all[i] = name(x.as(primary) + "." + wordNames[i:i+1])
	}
	return all
}

// element is element i of a vector.
func (v vector) element(x expr, i int) expr {
	bits := v.words(x)[i/v.fraction()]
	if by := i % v.fraction() * v.of.Bits(); by > 0 {
		bits = bits.shr(literal(by))
	}
	return ofWord(v.of, bits, v.word)
}

// wide is element i of a vector of bfloat16 as a float, whose upper half it is: one instruction, where the element by
// itself takes two.
func (v vector) wide(x expr, i int) expr {
	bits := v.words(x)[i/v.fraction()]
	if i%v.fraction() == 0 {
		return call("__uint_as_float", bits.shl(literal(16)))
	}
	return call("__uint_as_float", bits.and(hex(8, 0xffff0000)))
}

// ofWord is the number of a type that the low bits of a word are.
func ofWord(t spec.Type, bits expr, word string) expr {
	format, ok := bitsAs[t]
	switch c := ctypes[t].name; {
	case !ok && c == word:
		return bits
	case !ok:
		return bits.to(c)
	case strings.HasSuffix(format.from, "(%s)"):
		return name(fmt.Sprintf(format.from, bits))
	}
	return expr{fmt.Sprintf(format.from, bits.as(unaryBinds)), unaryBinds}
}

// asWord is a number of a type as a word, zeros above it.
func asWord(t spec.Type, e expr) expr {
	format, ok := bitsAs[t]
	if !ok {
		return e
	}
	bits := fmt.Sprintf(format.to, e.as(unaryBinds))
	if strings.HasPrefix(bits, "(") {
		return expr{bits, unaryBinds}
	}
	return name(bits)
}

func braced(words []expr) string {
	text := call("", words...).text
	return "{" + text[1:len(text)-1] + "}"
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// wordNames are the words of CUDA's vector types.
const wordNames = "xyzw"

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

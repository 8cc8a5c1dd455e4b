package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// number reads an immediate: decimal, 0x, octal (a leading 0) or 0b integers with or
// without U (PTX ISA, "Integer Constants"), and floats as bits (0f, 0d). Decimal
// floats do not occur in compiler output.
func number(text string) (Operand, error) {
	lower := strings.ToLower(text)
	if len(lower) > 2 && lower[0] == '0' && (lower[1] == 'f' || lower[1] == 'd') {
		size := 32
		if lower[1] == 'd' {
			size = 64
		}
		bits, err := strconv.ParseUint(lower[2:], 16, size)
		if err != nil || len(lower) != 2+size/4 {
			return nil, fmt.Errorf("float immediate %s: want %d hex digits", text, size/4)
		}
		return Float{bits, size}, nil
	}
	digits := strings.ToLower(strings.TrimSuffix(text, "U"))
	if strings.ContainsRune(digits, '_') {
		return nil, fmt.Errorf("integer immediate %s", text)
	}
	bits, err := strconv.ParseUint(digits, 0, 64)
	if err != nil || strings.HasPrefix(digits, "0o") {
		return nil, fmt.Errorf("integer immediate %s", text)
	}
	return Int{bits}, nil
}

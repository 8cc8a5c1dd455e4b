package cuda

import (
	"fmt"
	"strings"
)

// Data that passes once is loaded and stored as such (.cs, PTX ISA "Cache Operators"): the caches then drop it first.

// streamed are the parts of an instruction that loads or stores words of so many bits: the end of its opcode, the
// words, and what they are in C++. The mode of words that are loaded is "=".
func streamed(bits int, words []string, mode string) (suffix, slots, operands string) {
	constraint := map[int]string{16: "h", 32: "r", 64: "l"}[bits]
	var of, all []string
	for i, word := range words {
		of = append(of, fmt.Sprintf("%%%d", i))
		all = append(all, fmt.Sprintf(`"%s%s"(%s)`, mode, constraint, word))
	}
	suffix, slots = fmt.Sprintf("u%d", bits), of[0]
	if len(of) > 1 {
		suffix, slots = fmt.Sprintf("v%d.%s", len(of), suffix), "{"+strings.Join(of, ", ")+"}"
	}
	return suffix, slots, strings.Join(all, ", ")
}

// loadStreamed is the statement that loads words. Data that no thread writes (.nc) may be loaded at any time: the
// compiler then moves loads as it moves its own.
func loadStreamed(bits int, words []string, from string, written bool) string {
	suffix, slots, to := streamed(bits, words, "=")
	asm, op, after := "asm", "ld.global.cs.nc", ""
	if written {
		asm, op, after = "asm volatile", "ld.global.cs", ` : "memory"`
	}
	return fmt.Sprintf(`%s("%s.%s %s, [%%%d];" : %s : "l"(%s)%s);`, asm, op, suffix, slots, len(words), to, from, after)
}

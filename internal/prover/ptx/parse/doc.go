// Package parse reads PTX, as nvcc 13 and clang 19 write it, into a syntax tree.
// It checks syntax only and names what it rejects. Package exec knows the opcodes and their
// meaning.
package parse

import "fmt"

// Kind tells why PTX was refused.
type Kind uint8

// The kinds of refusal.
const (
	Malformed   Kind = iota // not PTX
	Unsupported             // PTX that is left out by design: it cannot be proved
	Unknown                 // nothing the reader has a rule for
)

var kindNames = [...]string{Malformed: "malformed", Unsupported: "unsupported by design", Unknown: "unknown"}

// String names the kind as messages do.
func (k Kind) String() string { return kindNames[k] }

// Refusal is an error of the reader: the place, the kind and the reason.
type Refusal struct {
	File string
	Place
	Kind Kind
	Why  string
}

// Error is the refusal in one line, its place first.
func (r *Refusal) Error() string {
	return fmt.Sprintf("%s: %s: %s", r.In(r.File), r.Kind, r.Why)
}

// Refuse refuses what is not supported at a place of a file.
func Refuse(file string, at Place, format string, args ...any) error {
	return &Refusal{file, at, Unsupported, fmt.Sprintf(format, args...)}
}

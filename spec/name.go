package spec

import (
	_ "embed" // reserved.txt
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"strings"
	"sync"
)

// maxName is the length in bytes that a name may have in snake_case: a file's name
// has at most 255 on most systems, 143 on some encrypted ones.
const maxName = 120

// validateName rejects a name that a function or a file cannot have in both
// languages on every system.
func (s Spec) validateName(wrong report) {
	if s.Name == "" {
		return
	}
	if token.IsKeyword(s.Name) {
		wrong("name", s.Name, "it is a keyword of Go; want another identifier, such as %s", suggest(s.Name))
		return
	}
	if !token.IsIdentifier(s.Name) || !isASCII(s.Name) || s.Name == "_" {
		wrong("name", s.Name, "want an identifier of Go and C in ASCII letters, digits and _")
		return
	}
	snake := SnakeCase(s.Name)
	last := snake[strings.LastIndexByte(snake, '_')+1:]
	switch {
	case s.Name[0] == '_':
		wrong("name", s.Name, "want an identifier that starts with a letter; go build leaves out the file %s.go", snake)
	case goNames[s.Name] || types.Universe.Lookup(s.Name) != nil:
		wrong("name", s.Name, "Go, or a package that emitted files import, declares it; want another identifier, such as %s",
			suggest(s.Name))
	case strings.Contains(snake, "__") || last == "":
		wrong("name", s.Name,
			"C++ keeps names with two _ in a row, and a helper of %s would have them; want words with one _ between them", snake)
	case cKeywords[snake]:
		wrong("name", s.Name, "its snake_case %s is a keyword of C++; want another identifier, such as %s", snake,
			suggest(s.Name))
	case reserved()[snake]:
		wrong("name", s.Name,
			"its snake_case %s is a macro or a name of a C, POSIX or CUDA header; want another identifier, such as %s", snake,
			suggest(s.Name))
	case deviceNames[snake]:
		wrong("name", s.Name, "Windows has no file %s.go, as that names a device; want another identifier, such as %s", snake,
			suggest(s.Name))
	case Constrained(snake):
		wrong("name", s.Name, "want another end; go build leaves out the file %s.go, or builds it for _%s alone", snake, last)
	case len(snake) > maxName:
		wrong("name", s.Name, "want at most %d bytes; %s.go has %d before its end", maxName, snake, len(snake))
	}
}

// Emittable is the spec of an emitted function for that of a function that is written already: by another name, and in
// an order.
func (s Spec) Emittable() Spec {
	s.Name = ""
	if s.Order == AnyOrder && s.sumsFloats() {
		s.Order = Near
	}
	return s
}

// sumsFloats reports whether elements are floats that a warp or a block adds.
func (s Spec) sumsFloats() bool {
	return s.Pattern.Reduces() && !s.Pattern.InMemory() && !s.Pattern.Global() && s.Op == Sum && s.User == nil &&
		s.Map == nil && s.Type.Class() == Float && !s.Type.Packed()
}

// validateOwn is [Spec.Validate], but for a name that no file gets.
func (s Spec) validateOwn() error {
	name := s.Name
	err := s.Emittable().Validate()
	if name == "" {
		return err
	}
	snake := SnakeCase(name)
	switch {
	case !token.IsIdentifier(name) && !cKeywords[name] || !isASCII(name) || name == "_":
		return errors.Join(err,
			FlagError{Flag: "name", Value: name, Want: "want an identifier in ASCII letters, digits and _"})
	case ReservedInC(name) || ReservedInC(snake):
		return errors.Join(err,
			FlagError{Flag: "name", Value: name,
				Want: "it is a keyword of C++, or a macro or a name of a C, POSIX or CUDA header"})
	}
	return err
}

// CheckPackage says what is wrong with the name of a Go package; "" for a valid one.
func CheckPackage(name string) string {
	switch {
	case !token.IsIdentifier(name) || name == "_":
		return "want a Go identifier that is not _"
	case len(name) > maxName:
		return fmt.Sprintf("want at most %d bytes", maxName)
	case name == "documentation":
		return "go build leaves out files of a package of that name (go help packages); want another"
	}
	return ""
}

// suggest is a similar name that is free.
func suggest(name string) string {
	if 'a' <= name[0] && name[0] <= 'z' {
		return "warp" + strings.ToUpper(name[:1]) + name[1:]
	}
	return "Warp" + name
}

//go:embed reserved.txt
var reservedText string

// reserved is the set of names in the file reserved.txt.
var reserved = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(reservedText) {
		if !strings.HasPrefix(line, "#") {
			maps.Copy(set, words(line))
		}
	}
	return set
})

// goNames are names that a function of a Go package cannot have, and the names of
// the packages that emitted files import.
var goNames = words(`init main bits math`)

// deviceNames are what Windows keeps for devices, with any ending.
var deviceNames = words(`con prn aux nul
	com0 com1 com2 com3 com4 com5 com6 com7 com8 com9
	lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// words is the set of the words of a text.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// cKeywords are the C++ keywords that a Go name can become in snake_case, and
// main, which C++ keeps for itself as well.
var cKeywords = words(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char class
	compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
	default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
	int long main mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
	reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template
	this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
	while xor xor_eq`)

// ReservedInC reports whether a name in snake_case is a word of C++, or a macro or a name of
// a C, POSIX or CUDA header.
func ReservedInC(snake string) bool { return cKeywords[snake] || reserved()[snake] }

// fileConstraints are the last words of a file's name that limit when it is
// built: tests, systems and architectures (go help buildconstraint).
var fileConstraints = words(`test
	aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64
	ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

// Constrained reports whether go build takes the name of a file, without its
// ending, for one that is built on some systems alone, or as a test.
func Constrained(base string) bool {
	i := strings.LastIndexByte(base, '_')
	return i >= 0 && fileConstraints[base[i+1:]]
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

package shflgen

import (
	"go/token"
	"go/types"
	"strings"
)

// validateName refuses a name that no function, or no file, can go by in both
// languages.
func (s Spec) validateName(wrong report) {
	if s.Name == "" {
		return
	}
	snake := snakeCase(s.Name)
	last := snake[strings.LastIndexByte(snake, '_')+1:]
	switch {
	case !token.IsIdentifier(s.Name) || !isASCII(s.Name) || s.Name == "_":
		wrong("name", s.Name, "want an identifier of Go and C in ASCII letters, digits and _")
	case s.Name[0] == '_':
		wrong("name", s.Name, "want an identifier that starts with a letter; go build leaves out the file %s.go", snake)
	case s.Name == "init" || types.Universe.Lookup(s.Name) != nil:
		wrong("name", s.Name, "Go declares it; want another identifier")
	case cKeywords[snake]:
		wrong("name", s.Name, "want an identifier of Go and C; its snake_case %s is a word of C++", snake)
	case last != snake && fileConstraints[last]:
		wrong("name", s.Name, "want another end; go build leaves out the file %s.go, or builds it for _%s alone", snake, last)
	}
}

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

// fileConstraints are the last words of a file's name that limit when it is
// built: tests, systems and architectures (go help buildconstraint).
var fileConstraints = words(`test
	aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64
	ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

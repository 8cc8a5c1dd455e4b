package cxx

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// The reasons to reject a word.
const (
	tellsBuild    = "a file can distinguish the proved build from another by it"
	tellsConstant = "a function can distinguish constant arguments from others by it"
	differsByHost = "its size or sign differs between hosts; takes a type such as signed char, int or long long"
	promises      = "a compiler assumes it, and the proof cannot check it"
	hidesFunction = "it can replace the called function by another"
)

// refused are the words that the prover rejects, one row a reason.
var refused = []struct{ why, words string }{
	{tellsBuild, `NDEBUG _DEBUG linux unix i386 CUDART_VERSION CUDA_VERSION source_location __func__
		__has_include __has_include_next __has_embed __has_feature __has_extension __has_builtin __has_attribute
		__has_cpp_attribute __has_declspec_attribute __has_warning __is_identifier __building_module __cplusplus
		__clang__ __clang_major__ __clang_minor__ __clang_patchlevel__ __clang_version__ __clang_literal_encoding__
		__clang_wide_literal_encoding__ __llvm__ __gnu_linux__ __linux __linux__ __unix __unix__ __amd64 __amd64__ __x86_64
		__x86_64__ __k8 __k8__ __code_model_small__ __tune_k8__ __seg_fs __seg_gs __nvptx__ __pic__ __pie__ __nvvm_reflect
		__nv_reflect __builtin_FILE __builtin_LINE __builtin_FUNCTION __builtin_COLUMN __builtin_FILE_NAME
		__builtin_source_location __builtin_FUNCSIG __cudart_builtin__ __builtin_get_device_side_mangled_name`},
	{tellsConstant, `__builtin_constant_p __builtin_is_constant_evaluated is_constant_evaluated __nv_is_constexpr
		consteval enable_if diagnose_if pass_object_size __builtin_object_size __builtin_dynamic_object_size alloc_size`},
	{differsByHost, `wchar_t alignof _Alignof __alignof__ __alignof offsetof __builtin_offsetof`},
	{promises, `__builtin_unreachable __builtin_assume __assume __builtin_assume_separate_storage __builtin_assume_aligned
		__nv_assume assume unreachable noreturn __noreturn__`},
	{hidesFunction, `overloadable alias ifunc weakref redefine_extname push_macro pop_macro _Pragma __pragma poison`},
}

// upper matches macros that compilers and headers define.
var upper = regexp.MustCompile(`^_+[A-Z0-9][A-Z0-9_]*$`)

// allowed are the macros of compilers that sources may use: the one that all compilers for GPUs define, those that
// distinguish architectures, as each is proved, and limits of types that are the same everywhere.
var allowed = []string{"__CUDACC__", "__CUDA_ARCH__", "__CUDA_ARCH_FAMILY_SPECIFIC__", "__CUDA_ARCH_SPECIFIC__",
	"__VA_ARGS__", "__VA_OPT__", "__FLT_MAX__", "__FLT_MIN__", "__FLT_EPSILON__", "__DBL_MAX__", "__DBL_MIN__",
	"__DBL_EPSILON__", "__INT_MAX__", "__SCHAR_MAX__", "__SHRT_MAX__", "__LONG_LONG_MAX__"}

// otherPlatform matches macros of compilers for other GPUs. No compiler of CUDA defines one.
var otherPlatform = regexp.MustCompile(`^__HIP\w*__$|^__HCC__$`)

// reasons are the reasons of refused, by word.
var reasons = func() map[string]string {
	m := map[string]string{}
	for _, row := range refused {
		for _, w := range strings.Fields(row.words) {
			m[w] = row.why
		}
	}
	return m
}()

// reason is the reason to reject a word, or "".
func reason(word string) string {
	if why := reasons[word]; why != "" {
		return why
	}
	if upper.MatchString(word) && !slices.Contains(allowed, word) && !otherPlatform.MatchString(word) {
		return tellsBuild
	}
	return ""
}

// Macros are the uses of the preprocessor in a source.
type Macros struct {
	Defined  []string // macros that it defines
	Asked    []string // macros that its conditionals test and that it does not define
	Includes []Include
	Arch     bool // it distinguishes architectures
}

// Include is an operand of #include, with its quotes, and its line.
type Include struct {
	Operand string
	Line    int
}

// Name is the operand without its quotes.
func (i Include) Name() string { return i.Operand[1 : len(i.Operand)-1] }

// included is what stands behind #include: a name in quotes, then nothing but comments.
var included = regexp.MustCompile(`^("[^"\\\n]+"|<[^>\\\n]+>)\s*(?://[^\n]*|(?:/\*[^*]*\*/\s*)*)$`)

// directives are the accepted preprocessor directives.
var directives = strings.Fields("include define undef if ifdef ifndef elif elifdef " +
	"elifndef else endif pragma error warning")

// differentlyDefined matches what is a macro for one compiler and none for another: the prelude has macros for
// variables of nvcc, and nvcc reads headers of C and of the toolkit before each file.
var differentlyDefined = regexp.MustCompile(`^(threadIdx|blockIdx|blockDim|gridDim|warpSize|cuda[A-Z]\w*|EOF|BUFSIZ|` +
	`FP_\w+|MATH_\w+|SEEK_\w+|(CHAR|SHRT|INT|LONG|LLONG)_WIDTH|(PATH|NAME|LINE|TMP|FOPEN|FILENAME|SSIZE)_MAX|` +
	`(BIG|LITTLE)_ENDIAN|BYTE_ORDER|CUDART_(CB|DEVICE))$`)

// pragmas are the accepted pragmas: they change no meaning.
var pragmas = regexp.MustCompile(`^(once|unroll\b.*|nounroll|(GCC|clang) diagnostic .*|nv_diag\w+ ` +
	`.*|nv_diagnostic .*|diag_\w+ .*|clang loop .*)$`)

// unrolling is the operand of a _Pragma that changes no meaning.
var unrolling = regexp.MustCompile(`^"(no)?unroll( \d+)?"$`)

// unrolls reports whether a word is the operator _Pragma, with such an operand.
func unrolls(tokens []Token, i int) bool {
	return tokens[i].Text == "_Pragma" && at(tokens, i+1) == "(" && unrolling.MatchString(at(tokens, i+2)) &&
		at(tokens, i+3) == ")"
}

// MacrosOf reads the words of a source. The error is the first word that could distinguish the
// proof from a use. given are the macros that the build defines by -D.
func MacrosOf(tokens []Token, given []string) (Macros, error) {
	m := Macros{Defined: slices.Clone(given)}
	if err := CheckAsm(tokens); err != nil {
		return m, err
	}
	if err := CheckAttributes(tokens); err != nil {
		return m, err
	}
	for _, t := range tokens {
		if t.Kind == Directive && DirectiveName(t.Text) == "define" {
			if w := operands(t.Text); len(w) > 0 && w[0].Kind == Word {
				if strings.HasPrefix(w[0].Text, "__") {
					return m, &Error{t.Line, "#define " + w[0].Text + ": names that start with __ belong to compilers"}
				}
				m.Defined = append(m.Defined, w[0].Text)
			}
		}
	}
	if err := CheckMacros(tokens); err != nil {
		return m, err
	}
	for i, t := range tokens {
		switch t.Kind {
		case Word:
			if unrolls(tokens, i) {
				continue
			}
			if err := m.word(t.Text, t.Line); err != nil {
				return m, err
			}
			if differs(tokens, i) {
				return m, &Error{t.Line, t.Text + ": " + differsByHost}
			}
		case Directive:
			if err := m.directive(t); err != nil {
				return m, err
			}
		}
	}
	if err := literals(tokens); err != nil {
		return m, err
	}
	slices.Sort(m.Asked)
	m.Asked = slices.Compact(m.Asked)
	return m, nil
}

func (m *Macros) word(word string, line int) error {
	if slices.Contains(m.Defined, word) {
		return nil
	}
	m.Arch = m.Arch || strings.HasPrefix(word, "__CUDA_ARCH") || strings.HasPrefix(word, "NV_")
	if why := reason(word); why != "" {
		return &Error{line, word + ": " + why}
	}
	return nil
}

// long is a number of the type long, or of long double.
var long = regexp.MustCompile(`(?i)^(0x[\da-f']+|[\d']+)(u?l|lu)$|(?i)^[\d.]+(e[+-]?\d+)?l$`)

// literals rejects numbers of types that differ between hosts, and characters and strings (their
// sign differs), except strings of assembly and of messages, and those that nothing reads.
func literals(tokens []Token) error {
	var calls []string // the word before each parenthesis that is open
	message := func(w string) bool {
		return slices.Contains([]string{"asm", "__asm__", "__asm", "static_assert", "deprecated", "nodiscard"}, w)
	}
	before := Token{}
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment || t.Kind == Directive })
	printed := prints(tokens, code)
	for i, t := range code {
		switch {
		case t.Text == "(":
			if before.Text == "volatile" || before.Text == "__volatile__" {
				before.Text = "asm"
			}
			calls = append(calls, before.Text)
		case t.Text == ")" && len(calls) > 0:
			calls = calls[:len(calls)-1]
		case t.Kind == Number && long.MatchString(t.Text):
			return &Error{t.Line, t.Text + ": " + differsByHost}
		case t.Kind == Literal && i > 1 && unrolls(code, i-2):
		case t.Kind == Literal && printed && at(code, i-2) == "printf":
		case t.Kind == Literal && before.Text == "&" && at(code, i-2) == "&" && at(code, i+1) == ")": // it is not null
		case t.Kind == Literal && before.Text != "extern" && !slices.ContainsFunc(calls, message) && !unread(tokens, code, i):
			return &Error{t.Line, "a character or a string: its sign differs between hosts"}
		}
		before = t
	}
	return nil
}

// format is a string of characters that are no negative number on any host.
var format = regexp.MustCompile(`^"([ !#-\[\]-~]|\\[nt"\\])*"$`)

// prints reports whether printf is that of CUDA: wherever the file names it, a statement calls it with a format.
func prints(tokens, code []Token) bool {
	for _, t := range tokens {
		if t.Kind == Directive && strings.Contains(t.Text, "printf") {
			return false
		}
	}
	for i, t := range code {
		if t.Text == "printf" && (!slices.Contains([]string{";", "{", "}", ")", "else"}, at(code, i-1)) ||
			at(code, i+1) != "(" || !format.MatchString(at(code, i+2)) ||
			!slices.Contains([]string{",", ")"}, at(code, i+3))) {
			return false
		}
	}
	return true
}

// unread reports whether a literal is all that a constant pointer holds which no other word of the file names, as in
// constexpr const char *title = "…";. A member of a struct, which a structured binding reads without its name, is no
// such constant.
func unread(tokens, code []Token, literal int) bool {
	at := literal - 1
	takes := func(words ...string) bool {
		if at >= 0 && slices.Contains(words, code[at].Text) {
			at--
			return true
		}
		return false
	}
	if literal+1 >= len(code) || code[literal+1].Text != ";" || !takes("=") || at < 0 || code[at].Kind != Word {
		return false
	}
	name := code[at].Text
	at--
	takes("const")
	if !takes("*") || !takes("char") {
		return false
	}
	kept := false
	for takes("const", "inline") || takes("static", "constexpr") {
		kept = kept || code[at+1].Text == "static" || code[at+1].Text == "constexpr"
	}
	names := 0
	for _, t := range tokens {
		if t.Kind != Comment && strings.Contains(t.Text, name) {
			names++
		}
	}
	return kept && names == 1
}

// sharedBytes reports whether a word is the type of an array in shared memory, such as extern __shared__ char a[], that
// the file takes addresses in and no values from: an element has one byte on every host, and its sign is never seen.
func sharedBytes(tokens []Token, i int) bool {
	if i+2 >= len(tokens) || tokens[i+1].Kind != Word || tokens[i+2].Text != "[" {
		return false
	}
	shared := false
	for k := i - 1; k >= 0 && !slices.Contains([]string{";", "{", "}"}, tokens[k].Text); k-- {
		shared = shared || tokens[k].Text == "__shared__"
	}
	name := tokens[i+1].Text
	for k, t := range tokens {
		before := at(tokens, k-1)
		switch {
		case t.Kind == Directive && strings.Contains(t.Text, name):
			return false
		case t.Kind != Word || t.Text != name || before == "char":
		case before == "*" || before == "(" && at(tokens, k-2) == "*", at(tokens, k+1) == "[" && before != "&":
			return false
		}
	}
	return shared
}

// differs reports whether a word is a type that differs between hosts: char without a sign, a
// single long, an enumeration without a type.
func differs(tokens []Token, i int) bool {
	word := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return tokens[i].Text
	}
	before, after := word(i-1), word(i+1)
	switch tokens[i].Text {
	case "char":
		return before != "signed" && before != "unsigned" && after != "signed" && after != "unsigned" && after != "*" &&
			!sharedBytes(tokens, i)
	case "long":
		joins := func(w string) bool { return w == "long" || w == "double" }
		return !joins(before) && !joins(after) && !(after == "int" && before == "long")
	case "enum":
		return after != "class" && after != "struct" && after != ":" && word(i+2) != ":"
	}
	return false
}

func (m *Macros) directive(t Token) error {
	name := DirectiveName(t.Text)
	if !slices.Contains(directives, name) {
		return &Error{t.Line, fmt.Sprintf("#%s is not supported", name)}
	}
	rest := strings.TrimSpace(t.Text[strings.Index(t.Text, name)+len(name):])
	switch name {
	case "error", "warning":
		return nil
	case "pragma":
		if !pragmas.MatchString(strings.TrimSpace(strings.SplitN(rest, "//", 2)[0])) {
			return &Error{t.Line, "#pragma " + rest + ": want unroll, once or a diagnostic"}
		}
		return nil
	case "include":
		found := included.FindStringSubmatch(rest)
		if found == nil {
			return &Error{t.Line, "#include of a macro, or of a name in another form: want \"NAME\" or <NAME>"}
		}
		m.Includes = append(m.Includes, Include{found[1], t.Line})
		return nil
	}
	if name == "define" { // the body of a macro is read like code
		body := operands(t.Text)
		if slices.ContainsFunc(body, func(w Token) bool { return w.Text == "#" }) {
			return &Error{t.Line, "# in a macro makes words or strings that are not written in the file"}
		}
		for i := range body {
			body[i].Line = t.Line
		}
		if err := errors.Join(CheckAsm(body), CheckAttributes(body)); err != nil {
			return err
		}
	}
	if w := words(t); w == opensFrame || w == "ifdef __cplusplus" { // true of every compiler for GPUs
		return nil
	}
	all := operands(t.Text)
	for i, w := range all {
		if w.Kind != Word || name == "define" && (i == 0 || unrolls(all, i)) {
			continue
		}
		if err := m.word(w.Text, t.Line); err != nil {
			return err
		}
		conditional := strings.HasPrefix(name, "if") || strings.HasPrefix(name, "el")
		known := w.Text == "defined" || slices.Contains(m.Defined, w.Text) || w.Text == "__CUDACC__" ||
			strings.HasPrefix(w.Text, "__CUDA_ARCH") || otherPlatform.MatchString(w.Text)
		if conditional && !known && w.Text[0] == '_' {
			return &Error{t.Line, w.Text + ": " + tellsBuild}
		}
		if conditional && differentlyDefined.MatchString(w.Text) {
			return &Error{t.Line, w.Text + ": " + tellsBuild}
		}
		if conditional && !known {
			m.Asked = append(m.Asked, w.Text)
		}
	}
	return nil
}

// operands are the tokens of a directive after its name.
func operands(text string) []Token {
	text = strings.ReplaceAll(text, "\\\n", "  ")
	name := DirectiveName(text)
	text = text[strings.Index(text, name)+len(name):]
	tokens, err := Lex([]byte(text))
	if err == nil {
		return slices.DeleteFunc(tokens, func(t Token) bool { return t.Kind == Comment })
	}
	var all []Token // the words of a line that is not a sequence of tokens
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r < 0x80 && !isLetter(byte(r)) && !isDigit(byte(r))
	}) {
		all = append(all, Token{Kind: Word, Text: w})
	}
	return all
}

// defines are the directives that define a macro, each with its name and what follows.
func defines(tokens []Token) iter.Seq2[Token, []Token] {
	return func(yield func(Token, []Token) bool) {
		for _, t := range tokens {
			if t.Kind == Directive && DirectiveName(t.Text) == "define" && !yield(t, operands(t.Text)) {
				return
			}
		}
	}
}

//go:build !js

package compile

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Unit is the translation unit of a proof: a file of its own that includes the
// subject and then defines the kernels. Its names are random, so that the subject can
// mention none of them.
type Unit struct {
	Subject string   // name of the file that is included
	File    string   // name of the file that includes it
	Kernels []string // names of the kernels, one a caller
	Text    []byte   // of File
}

// NewUnit is the unit of some callers of one subject.
func NewUnit(callers ...Caller) Unit { return NewUnitWithout(nil, callers...) }

// NewUnitWithout is [NewUnit] which is an error to compile if one of some macros is
// defined, before the subject or after it.
func NewUnitWithout(macros []string, callers ...Caller) Unit {
	name := RandomName()
	u := Unit{Subject: name + "_subject.cu", File: name + "_kernel.cu"}
	var text, b strings.Builder
	var all []string
	for n, c := range callers {
		kernel := fmt.Sprintf("%s_%d", name, n)
		for _, h := range c.headers() {
			fmt.Fprintf(&b, "#include <%s>\n", h)
		}
		if c.Spec.Pattern.InMemory() { // a kernel itself, which nobody calls
			u.Kernels = append(u.Kernels, strings.TrimPrefix(c.function(), "::"))
			continue
		}
		u.Kernels = append(u.Kernels, kernel)
		text.WriteString(c.Kernel(kernel))
		calls := c
		calls.Call = ""
		all = append(all, words(calls.Kernel(kernel))...)
	}
	absent(&b, macros, "the build defines the macro %s, which the file asks for")
	for _, c := range callers {
		b.WriteString(c.outOfLine())
	}
	fmt.Fprintf(&b, "#include \"%s\"\n", u.Subject)
	absent(&b, macros, "the file defines the macro %s after asking for it")
	slices.Sort(all)
	absent(&b, slices.Compact(all), "the file defines the macro %s, which the call of its function needs")
	b.WriteString(text.String())
	u.Text = []byte(b.String())
	return u
}

// RandomName is a name that nobody can know before.
func RandomName() string {
	id := make([]byte, 12)
	rand.Read(id)
	return "shflgen_" + hex.EncodeToString(id)
}

// Guard makes it an error to compile if the file defines a word of a kernel's text as a macro.
func (u *Unit) Guard(text string) {
	var b strings.Builder
	absent(&b, words(text), "the file defines the macro %s, which the call of its function needs")
	u.Text = append(u.Text, b.String()...)
}

// Files are the files of the unit.
func (u Unit) Files(subject []byte) map[string][]byte {
	return map[string][]byte{u.Subject: subject, u.File: u.Text}
}

// absent prints lines that end the compilation if a macro is defined.
func absent(b *strings.Builder, macros []string, why string) {
	for _, m := range macros {
		fmt.Fprintf(b, "#ifdef %s\n#error "+why+"\n#endif\n", m, m)
	}
}

// outOfLine declares a function with C linkage so that the kernel calls it, and the proof is of the
// code that a linker finds; empty for other functions.
func (c Caller) outOfLine() string {
	if c.Spec.Linkage != spec.ExternLinkage || c.Func != "" || c.Planned {
		return ""
	}
	name := strings.TrimPrefix(c.function(), "::")
	text := ""
	if c.Spec.Shape().Memory {
		text = "struct " + name + "_memory;\n"
	}
	return text + fmt.Sprintf("extern \"C\" __attribute__((device)) __attribute__((noinline)) %s %s(%s);\n", c.Result(),
		name, strings.Join(c.types(), ", "))
}

// headers are those of the element type: included first, so that the subject can
// define no type of the same name.
func (c Caller) headers() []string {
	switch names[c.Spec.InType()] {
	case "__half", "__half2":
		return []string{"cuda_fp16.h"}
	case "__nv_bfloat16", "__nv_bfloat162":
		return []string{"cuda_bf16.h"}
	}
	return nil
}

var (
	quoted     = regexp.MustCompile(`"[^"\n]*"`)
	identifier = regexp.MustCompile(`\b[A-Za-z_]\w*`)
)

// words lists the identifiers and keywords of a kernel's text, each once.
func words(text string) []string {
	all := identifier.FindAllString(quoted.ReplaceAllString(text, " "), -1)
	slices.Sort(all)
	return slices.Compact(all)
}

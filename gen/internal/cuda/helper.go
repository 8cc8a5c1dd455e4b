package cuda

import (
	"fmt"
	"strings"
)

// helper is a function that the steps of an emitted function call. Its frame stands here
// alone. Its body is lines of C++ made of expressions, or rows of inline PTX.
type helper struct {
	does   string // the comment, without its slashes
	result string // type
	name   string
	params string
	body   string // indented, each line with its end
}

// String is the function as it stands in a file.
func (h helper) String() string {
	comment := "// " + strings.ReplaceAll(h.does, "\n", "\n// ")
	return fmt.Sprintf("%s\n[[maybe_unused]] static __device__ __forceinline__ %s %s(%s)\n{\n%s}", comment, h.result,
		h.name, h.params, h.body)
}

// lines is a body of some statements and lines of the preprocessor.
func lines(statements ...string) string {
	return strings.ReplaceAll("    "+strings.Join(statements, "\n    ")+"\n", "    #", "#")
}

// problem is the first error of a printer. The text printed after it is not used.
type problem struct{ err error }

func (p *problem) report(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("cuda: "+format, args...)
	}
}

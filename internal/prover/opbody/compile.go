package opbody

import (
	"context"
	"fmt"
	"strings"
)

// compile makes PTX of the function with a kernel that calls it.
func (s *subject) compile(ctx context.Context, b Build) ([]byte, error) {
	kernel := "#include \"shflgen_subject.cu\"\n" + s.kernel()
	return b.Compiler.Compile(ctx, map[string][]byte{"shflgen_subject.cu": s.Source, "shflgen_body.cu": []byte(kernel)},
		"shflgen_body.cu", b.Build)
}

// kernel is a kernel of one thread that calls the function: its parameters are those of the
// function, whatever their types are called, and where to leave the result.
func (s *subject) kernel() string {
	n := len(s.Go.Takes)
	var types, names, args []string
	for i := range n {
		types = append(types, fmt.Sprintf("class P%d", i))
		names = append(names, fmt.Sprintf("P%d", i))
		args = append(args, fmt.Sprintf("p%d", i))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\ntemplate <class F> struct shflgen_parts;\n"+
		"template <class R, %s> struct shflgen_parts<R (*)(%s)> {\n    typedef R result;\n",
		strings.Join(types, ", "), strings.Join(names, ", "))
	var params []string
	for i := range n {
		fmt.Fprintf(&b, "    typedef P%d p%d;\n", i, i)
		params = append(params, fmt.Sprintf("shflgen_parts<decltype(&%s)>::p%d p%d", s.Name, i, i))
	}
	fmt.Fprintf(&b, "};\nextern \"C\" __attribute__((global)) void shflgen_body(%s, "+
		"shflgen_parts<decltype(&%s)>::result *out)\n{\n    *out = %s(%s);\n}\n",
		strings.Join(params, ", "), s.Name, s.Name, strings.Join(args, ", "))
	return b.String()
}

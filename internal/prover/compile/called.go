package compile

import (
	"fmt"
	"strings"
)

// written is the call as a user wrote it. Its type has to be exact. The elements go by the name x, too; of a map the
// first inputs.
func (c Caller) written(result string) string {
	text := ""
	sh := c.Spec.Shape()
	if _, ok := sh.Global(); c.Result() != "void" && !ok {
		t, name := c.Result(), "v"
		if mapped := sh.Mapped(); len(mapped) > 0 {
			t, name = typeName(mapped[0]), mapped[0].Role.Name()
		}
		text = fmt.Sprintf("    %s &x = %s;\n    (void)x;\n", t, name)
	}
	if c.Result() != "void" {
		text += fmt.Sprintf("    exactly(static_cast<%s (*)()>(nullptr), static_cast<decltype(%s) (*)()>(nullptr));\n",
			c.Result(), c.Call)
	}
	return text + "    " + result + c.Call + ";\n"
}

// exact declares what takes two pointers of one type.
const exact = "\ntemplate <class T> static __attribute__((device)) inline void exactly(T *, T *) {}\n"

// call is the statement of the call.
func (c Caller) call(args []string) string {
	result := ""
	if t := c.Result(); t != "void" {
		result = t + " result = "
	}
	if c.Call != "" {
		return c.written(result)
	}
	if c.Planned {
		return c.plannedCall(result, args)
	}
	only := fmt.Sprintf("    (void)sizeof(&%s); // no overloads\n", c.function())
	if c.Alone {
		only = ""
	}
	return only + fmt.Sprintf("    %sstatic_cast<%s (*)(%s)>(%s)(%s);\n",
		result, c.Result(), strings.Join(c.types(), ", "), c.function(), strings.Join(args, ", "))
}

// types are those of the function's parameters.
func (c Caller) types() []string {
	var types []string
	for _, p := range c.called() {
		types = append(types, p.typ)
	}
	return types
}

// called are the parameters of the call, in its order: where elements go in global memory, then the
// inputs, then the outputs.
func (c Caller) called() []part {
	var to, others []part
	global := c.Spec.Shape().Element().Global
	for _, p := range append(c.parts(), c.outs()...) {
		switch p.arg {
		case "":
		case global:
			to = append(to, p)
		default:
			others = append(others, p)
		}
	}
	return append(to, others...)
}

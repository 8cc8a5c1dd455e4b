package gofuzz

import (
	"fmt"
	"strings"
)

// typ is a type of the subset.
type typ struct {
	name   string
	kind   string // of a scalar its predeclared type
	fields []field
	elem   *typ
	n      int
}

type field struct {
	name string
	t    *typ
}

// Leaf is a scalar in memory order.
type Leaf struct {
	Bits        int
	Float, Bool bool
}

const (
	intKinds   = "int8 int16 int32 int64 uint8 uint16 uint32 uint64"
	floatKinds = "float32 float64"
)

var (
	scalars = map[string]*typ{}
	numbers []*typ // integers and floats
	ints    []*typ
	floats  []*typ
	boolean = &typ{name: "bool", kind: "bool"}
	word    = &typ{name: "int", kind: "int"}
	natural = &typ{name: "uint", kind: "uint"}
)

func init() {
	for k := range strings.FieldsSeq(intKinds) {
		ints = append(ints, &typ{name: k, kind: k})
	}
	for k := range strings.FieldsSeq(floatKinds) {
		floats = append(floats, &typ{name: k, kind: k})
	}
	numbers = append(append(numbers, ints...), floats...)
	for _, t := range append(numbers, boolean, word, natural) {
		scalars[t.kind] = t
	}
}

func (t *typ) scalar() bool   { return t.kind != "" }
func (t *typ) isFloat() bool  { return strings.HasPrefix(t.kind, "float") }
func (t *typ) isInt() bool    { return strings.Contains(t.kind, "int") }
func (t *typ) unsigned() bool { return strings.HasPrefix(t.kind, "uint") }

// bits is the size of a scalar.
func (t *typ) bits() int {
	n := 0
	switch t.kind {
	case "bool":
		return 8
	case "int", "uint":
		return 64
	}
	fmt.Sscanf(strings.TrimLeft(t.kind, "abcdefghijklmnopqrstuvwxyz"), "%d", &n)
	return n
}

func (t *typ) leaves() (all []Leaf) {
	switch {
	case t.scalar():
		return []Leaf{{t.bits(), t.isFloat(), t.kind == "bool"}}
	case t.elem != nil:
		for range t.n {
			all = append(all, t.elem.leaves()...)
		}
	}
	for _, f := range t.fields {
		all = append(all, f.t.leaves()...)
	}
	return all
}

func arrayOf(t *typ, n int) *typ { return &typ{name: fmt.Sprintf("[%d]%s", n, t.name), elem: t, n: n} }

// declareTypes writes the types of a program, and the constants and variables of the package.
func (a *author) declareTypes() {
	var b strings.Builder
	base := append(append([]*typ{}, numbers...), boolean)
	a.types = append(a.types, base...)
	for i := range 2 {
		of := pick(a, ints)
		if i == 1 {
			of = pick(a, floats)
		}
		t := &typ{name: fmt.Sprintf("N%d", i), kind: of.kind}
		fmt.Fprintf(&b, "\ntype %s %s\n", t.name, of.name)
		base, a.types = append(base, t), append(a.types, t)
	}
	for i := range 4 {
		t := &typ{name: fmt.Sprintf("S%d", i)}
		fmt.Fprintf(&b, "\ntype %s struct {\n", t.name)
		for j := range 2 + a.IntN(5) {
			f := field{fmt.Sprintf("F%d", j), pick(a, base)}
			switch {
			case i > 0 && a.one(5):
				f.t = a.structType()
			case a.one(4):
				f.t = arrayOf(f.t, 1+a.IntN(4))
			case a.one(8):
				f.t = arrayOf(arrayOf(f.t, 1+a.IntN(2)), 2)
			}
			t.fields = append(t.fields, f)
			fmt.Fprintf(&b, "\t%s %s\n", f.name, f.t.name)
		}
		b.WriteString("}\n")
		a.types = append(a.types, t)
	}
	a.types = append(a.types, arrayOf(pick(a, base), 2+a.IntN(3)))
	b.WriteString("\nconst (\n\tseven = 7\n\tbig = 1 << 62\n\tthird = 1.0 / 3\n" +
		"\tletter = 'a'\n\tfirst = iota * 3\n\tsecond\n)\n")
	for _, t := range base {
		if t == boolean {
			continue
		}
		fmt.Fprintf(&b, "\nfunc pick_%s(c bool, x, y %s) %s {\n"+
			"\tif c {\n\t\treturn x\n\t}\n\treturn y\n}\n", t.name, t.name, t.name)
		fmt.Fprintf(&b, "\nfunc both_%s(x, y %s) (low, high %s) {\n"+
			"\tif x < y {\n\t\tlow, high = x, y\n\t\treturn\n\t}\n\treturn y, x\n}\n", t.name, t.name, t.name)
		a.calls = append(a.calls, signature{name: "pick_" + t.name, in: []*typ{boolean, t, t}, out: []*typ{t}},
			signature{name: "both_" + t.name, in: []*typ{t, t}, out: []*typ{t, t}})
	}
	for _, t := range ints {
		if a.lean {
			fmt.Fprintf(&b, "\nfunc table_%s(i int) %s { return [4]%s{%s, 3: %s}[i] }\n",
				t.name, t.name, t.name, a.constant(t), a.constant(t))
			continue
		}
		fmt.Fprintf(&b, "\nvar table_%s = [4]%s{%s, 3: %s}\n", t.name, t.name, a.constant(t), a.constant(t))
	}
	for _, t := range floats { // of a NaN that arithmetic gave neither sign nor payload is known
		fmt.Fprintf(&b, "\nfunc bitsOf%[1]d(x %[2]s) uint%[1]d {\n\tif x != x {\n\t\treturn 1\n\t}\n"+
			"\treturn math.Float%[1]dbits(x)\n}\n",
			t.bits(), t.name)
	}
	a.declarations = b.String()
}

// structType is a type of several scalars.
func (a *author) structType() *typ {
	var all []*typ
	for _, t := range a.types {
		if t.fields != nil {
			all = append(all, t)
		}
	}
	return pick(a, all)
}

// helpers is the number of random helper functions of a program.
const helpers = 4

// helper writes a small function that others call: every second is a method.
func (a *author) helper(i int) {
	var b strings.Builder
	t := pick(a, a.types)
	method := i%2 == 0 && !a.lean
	if method {
		t = a.structType()
	}
	s := signature{name: fmt.Sprintf("Helper%d", i), in: []*typ{t, pick(a, a.types)}, out: []*typ{t}, ofMethod: method}
	a.out, a.vars, a.scopes, a.names, a.rounds, a.data, a.targets, a.indent = &b, nil, []int{0}, 0, 1, 0, nil, 0
	a.results, a.named = []variable{{name: "out", t: t}}, a.one(2)
	for j, name := range []string{"a", "b"} {
		a.add(variable{name: name, t: s.in[j]})
	}
	result := t.name
	if a.named {
		result = "(out " + t.name + ")"
		a.add(a.results[0])
	}
	if method {
		a.line("func (a %s) %s(b %s) %s {", t.name, s.name, s.in[1].name, result)
	} else {
		a.line("func %s(a %s, b %s) %s {", s.name, t.name, s.in[1].name, result)
	}
	a.scope(func() {
		a.scopes[len(a.scopes)-1] = 0 // parameters are of the same scope
		a.statements(1 + a.IntN(2))
		a.returns()
	})
	a.line("}")
	a.declarations += "\n" + b.String()
	a.calls = append(a.calls, s)
}

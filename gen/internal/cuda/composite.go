package cuda

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// composite moves and chooses elements that are no scalars. A node of the network is a whole
// element. Only the functions here look into it: leaf by leaf, so that each stays in a register.
type composite struct {
	spec   spec.Spec
	name   string // of the type
	leaves []leaf
	words  [][]part // narrow leaves that share a word in a shuffle
}

// leaf is a scalar within an element, as C++ reaches it.
type leaf struct {
	spec.Leaf
	path string
}

// leavesOf are the leaves of an element, in the order of memory.
func leavesOf(e *spec.Element) []leaf {
	paths := e.CUDAPaths()
	var all []leaf
	for i, l := range e.Leaves() {
		all = append(all, leaf{l, paths[i]})
	}
	return all
}

// part is a leaf of 8 or 16 bits within a 32-bit register, shift bits above the lowest.
type part struct {
	leaf
	shift int
}

func newComposite(s spec.Spec, name string) *composite {
	c := &composite{spec: s, name: name, leaves: leavesOf(s.Elem)}
	for _, bits := range []int{16, 8} { // no narrow leaf lies across two words
		for _, l := range c.leaves {
			if l.Type.Bits() == bits {
				c.place(l)
			}
		}
	}
	return c
}

// place appends a narrow leaf to the last packed register, or starts another if it does not fit.
func (c *composite) place(l leaf) {
	last := len(c.words) - 1
	if last >= 0 {
		p := c.words[last][len(c.words[last])-1]
		if at := p.shift + p.Type.Bits(); at < spec.RegisterBits {
			c.words[last] = append(c.words[last], part{l, at})
			return
		}
	}
	c.words = append(c.words, []part{{l, 0}})
}

// narrow reports whether a leaf shares a word.
func narrow(l leaf) bool { return l.Type.Bits() < spec.RegisterBits }

// bits is a narrow leaf as a number without a sign.
func (p part) bits() string {
	unsigned := ctypes[map[int]spec.Type{8: spec.Uint8, 16: spec.Uint16}[p.Type.Bits()]].name
	return shifted(fmt.Sprintf("(unsigned)(%s)v%s", unsigned, p.path), "<<", p.shift)
}

// value is the narrow leaf in a word.
func (p part) value(word string) string {
	x := shifted(word, ">>", p.shift)
	if p.Bool {
		return fmt.Sprintf("(%s & 1u) != 0u", x)
	}
	if p.shift > 0 {
		x = "(" + x + ")"
	}
	return fmt.Sprintf("(%s)%s", ctypes[p.Type].name, x)
}

func shifted(x, op string, by int) string {
	if by == 0 {
		return x
	}
	return fmt.Sprintf("%s %s %d", x, op, by)
}

// intrinsics are the shuffles, by the end of the name of the function that stands for one: what
// the distance is called, its type, and whether there is a width.
var intrinsics = map[string]struct {
	suffix, distance, typ string
	width                 bool
}{
	"__shfl_sync":      {"_from", "lane", "int", true},
	"__shfl_up_sync":   {"_from_up", "delta", "unsigned", true},
	"__shfl_down_sync": {"_from_down", "delta", "unsigned", true},
	"__shfl_xor_sync":  {"_from_xor", "lane_mask", "int", false},
}

// shuffle is an intrinsic on an element, and the function that it is.
func (c *composite) shuffle(intrinsic string, args []expr) (expr, string) {
	row := intrinsics[intrinsic]
	params := fmt.Sprintf("unsigned threads, %s v, %s %s", c.name, row.typ, row.distance)
	with := row.distance
	if row.width {
		params, with = params+", int width", with+", width"
		if len(args) == 3 {
			args = append(args, literal(warpSize))
		}
	}
	moved := func(x string) string { return fmt.Sprintf("%s(threads, %s, %s)", intrinsic, x, with) }
	var body []string
	for i, word := range c.words {
		var texts []string
		for _, p := range word {
			texts = append(texts, p.bits())
		}
		body = append(body, fmt.Sprintf("unsigned word%d = %s;", i, moved(strings.Join(texts, " | "))))
	}
	for _, l := range c.leaves {
		if !narrow(l) {
			body = append(body, fmt.Sprintf("v%s = %s;", l.path, moved("v"+l.path)))
		}
	}
	for i, word := range c.words {
		for _, p := range word {
			body = append(body, fmt.Sprintf("v%s = %s;", p.path, p.value(fmt.Sprintf("word%d", i))))
		}
	}
	h := helper{
		does:   fmt.Sprintf("The %s of another lane: %s of 32 bits.", c.spec.TypeWord(), shuffles32(c.spec.Words())),
		result: c.name, name: c.spec.FileName() + row.suffix, params: params, body: lines(append(body, "return v;")...),
	}
	return call(h.name, args...), h.String()
}

func shuffles32(n int) string {
	if n == 1 {
		return "a shuffle"
	}
	return fmt.Sprintf("%d shuffles", n)
}

// choose is a where the condition holds, else b, and the function that it is.
func (c *composite) choose(when, a, b expr) (expr, string) {
	var body []string
	for _, l := range c.leaves {
		body = append(body, fmt.Sprintf("a%s = first ? a%s : b%s;", l.path, l.path, l.path))
	}
	h := helper{
		does: "a or b, leaf by leaf.", result: c.name, name: c.spec.FileName() + "_choose",
		params: fmt.Sprintf("bool first, %s a, %s b", c.name, c.name), body: lines(append(body, "return a;")...),
	}
	return call(h.name, when, a, b), h.String()
}

// composes prepares a printer for elements that are no scalars.
func (p *printer) composes() {
	if p.spec.Elem == nil {
		return
	}
	name := typeName(p.shape.Element())
	p.composite, p.elem, p.ctype = newComposite(p.spec, name), ctype{name: name}, ctype{name: name}
	p.at.moves = func(f string, args []expr) expr {
		e, helper := p.composite.shuffle(f, args)
		p.calls(helper)
		return e
	}
}

// clamps reports whether a choice is what the shuffle does by itself: of up and down within
// segments of a power of two, a lane without a source keeps its own value (PTX ISA, "shfl.sync").
func (p *printer) clamps(e network.Select) bool {
	moved, isMove := e.Then.Expr.(network.Shuffle)
	in, isSet := e.If.Expr.(network.InLanes)
	if !isMove || !isSet || moved.X != e.Else {
		return false
	}
	by, fixed := moved.By.(network.Move)
	if !fixed {
		return false
	}
	r, ok := by.Route()
	if !ok || !powerOfTwo(r.Width) || r.Mode != network.Up && r.Mode != network.Down {
		return false
	}
	return in.Set.Equal(by.InRange())
}

// structs spells an element that is no scalar in CUDA C++: as a struct of the layout that Go's
// type has, which C gives it as well.
type structs struct {
	ref   string // by which a flag names it
	flag  string
	decls []string
	made  map[*spec.Element]string // structs with a name, by element
}

// structsOf declares what the elements of a spec and the inputs of its map need; nil for scalars.
func structsOf(s spec.Spec) (decls []string, err error) {
	all := s.Composites()
	if len(all) == 0 {
		return nil, nil
	}
	b := &structs{ref: s.TypeText(), flag: s.DeclaredFlag(), made: map[*spec.Element]string{}}
	if e := s.Declared(); e != nil {
		b.ref = e.TypeName().Ref
	} else {
		b.ref, b.flag = s.Map.Ref, "map"
	}
	for _, e := range all {
		if e.IsNumber() {
			continue
		}
		if _, err := b.structure(e, ""); err != nil {
			return nil, err
		}
	}
	return b.decls, nil
}

func scalarName(e *spec.Element) string {
	if e.Kind() == spec.BoolKind {
		return "bool"
	}
	return ctypes[e.Scalar()].name
}

// structure declares an element that is no number as a struct with a name, once, and gives the
// name.
func (b *structs) structure(e *spec.Element, indent string) (string, error) {
	if name, ok := b.made[e]; ok {
		return name, nil
	}
	name := e.CUDAName()
	for other, taken := range b.made {
		if taken == name {
			return "", spec.FlagError{Flag: b.flag, Value: b.ref,
				Want: fmt.Sprintf("the types %s of %s and %s of %s are both %s in CUDA C++; want another name for one",
					other, other.TypeName().Path, e, e.TypeName().Path, name)}
		}
	}
	b.made[e] = name
	members, err := b.members(e, indent)
	if err != nil {
		return "", err
	}
	n := e.TypeName()
	if n.Declared() {
		b.decls = append(b.decls, usersStruct(e, name, members))
		return name, nil
	}
	guard := guardOf(name, members.lines)
	before := fmt.Sprintf("#ifndef %s\n#define %[1]s\n// %s of the Go package %s: %d bytes.", guard, e, n.Path, e.Size())
	b.decls = append(b.decls, declared(e, name, before, members, e.String(), "no offsetof", nil))
	return name, nil
}

// guardOf is the macro by which a second file of the same struct leaves its declaration out. It is made of the members:
// of another struct of that name the declaration stays, and a compiler refuses it.
func guardOf(name string, lines []string) string {
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return fmt.Sprintf("%s_%X_DEFINED", strings.ToUpper(name), sum[:4])
}

// members are those of a struct.
type members struct {
	lines   []string // declarations
	names   []string
	offsets []int
}

// checks are the conditions that each member is at its offset.
func (m members) checks(of string) []string {
	var all []string
	for i, name := range m.names {
		all = append(all, fmt.Sprintf("__builtin_offsetof(%s, %s) == %d", of, name, m.offsets[i]))
	}
	return all
}

// members declares the members of a struct.
func (b *structs) members(e *spec.Element, indent string) (members, error) {
	var m members
	for _, f := range e.Members() {
		text, err := b.member(f.Elem, f.Name, indent+"    ", f.Elem == e)
		if err != nil {
			return m, err
		}
		m.lines = append(m.lines, fmt.Sprintf("%s    %s; // %d", indent, text, f.Offset))
		m.names, m.offsets = append(m.names, f.Name), append(m.offsets, f.Offset)
	}
	return m, nil
}

// member declares what is called name, without its end. bare leaves out the element's own name.
func (b *structs) member(e *spec.Element, name, indent string, bare bool) (string, error) {
	switch e.Kind() {
	case spec.ScalarKind, spec.BoolKind:
		return scalarName(e) + " " + name, nil
	case spec.ArrayKind:
		return b.member(e.Of(), fmt.Sprintf("%s[%d]", name, e.Length()), indent, false)
	}
	if e.Kind() == spec.StructKind && e.Name() != "" && !bare {
		typ, err := b.structure(e, "")
		return typ + " " + name, err
	}
	m, err := b.members(e, indent)
	return "struct {\n" + strings.Join(m.lines, "\n") + "\n" + indent + "} " + name, err
}

// usersStruct asserts that the struct of a user, which the file does not declare, has the layout of an
// element and numbers of its types. Builds for proofs have no other header, and declare one.
func usersStruct(e *spec.Element, name string, m members) string {
	var same []string
	for _, f := range e.Members() {
		at, of, reference := name+"::"+f.Name, f.Elem, ""
		for ; of.Kind() == spec.ArrayKind; of = of.Of() {
			same = append(same, fmt.Sprintf("sizeof(%s) == %d", at, of.Size()))
			at, reference = at+"[0]", " &"
		}
		same = append(same, fmt.Sprintf("__is_same(decltype(%s), %s%s)", at, scalarName(of), reference))
	}
	return declared(e, name, fmt.Sprintf("// %s is %s of the Go package %s: %d bytes. Declare it before this file.\n"+
		"#ifdef SHFLGEN_DECLARES // a build without your header", name, e, e.TypeName().Path, e.Size()), m, name,
		"neither offsetof nor __is_same", same)
}

// declared is a struct behind some lines, which begin a condition, and checks of its layout: those that NVRTC lacks
// something for, and more of them, stand under another condition.
func declared(e *spec.Element, name, before string, m members, of, lacks string, more []string) string {
	lines := append([]string{before, "struct " + name + " {"}, m.lines...)
	lines = append(lines, "};", "#endif")
	assert := func(checks ...string) {
		for _, c := range checks {
			lines = append(lines, fmt.Sprintf("static_assert(%s, \"layout of %s\");", c, of))
		}
	}
	assert(fmt.Sprintf("sizeof(%s) == %d", name, e.Size()), fmt.Sprintf("alignof(%s) == %d", name, e.Align()))
	lines = append(lines, "#ifndef __CUDACC_RTC__ // NVRTC has "+lacks)
	assert(append(m.checks(name), more...)...)
	return strings.Join(append(lines, "#endif"), "\n")
}

package spec

import (
	"fmt"
	"go/token"
	"strings"
	"sync"
)

// GoFunc is a pure Go function of a user's package, as a flag names it.
type GoFunc struct {
	Ref string // the value of the flag, such as ./stats.Merge

	// The import path and the name of the package that declares the function, and the function's name. Path is empty as
	// long as the package was not loaded.
	Path, Package, Name string

	// Local says that the package that is generated into declares the function, so that emitted Go imports nothing.
	Local bool

	NoCUDA string   // why no CUDA gives the same bits as the function; empty: its translation does
	Fusion Fusion   // which products the function gives and adds
	Limits []string // conditions under which what is known of the function holds, such as a platform
}

// unresolved is the function of a flag's value before its package is loaded.
func unresolved(ref string) GoFunc {
	_, name := SplitRef(ref)
	return GoFunc{Ref: ref, Name: name}
}

// String is the function as Go calls it: stats.Merge.
func (f GoFunc) String() string {
	if f.Package == "" || f.Local {
		return f.Name
	}
	return f.Package + "." + f.Name
}

// UserOp is an operator that a user wrote in Go: a pure function of two elements. It is immutable.
// Two operators of equal content are one pointer, so that == compares them, and specs that
// hold them.
//
// Without an identity an absent element is no operand, and what has no member keeps its element.
type UserOp struct {
	GoFunc

	// Laws are those that were proved, or tested for every operand. A law that is only
	// claimed is not among them.
	Laws Laws

	// Identity is the identity, as the bits of an element's leaves, and IdentityName what the
	// directive names it by; nil if none was proved, or tested for every element. Emitted code
	// has it where nobody contributes.
	Identity     []uint64
	IdentityName string

	// Exact says that the function computes with bits of its floats, so that the payload of a NaN counts.
	Exact bool

	// Claimed are the laws that the function's directive claims, in the order of
	// [Laws.Strings].
	Claimed string

	// Apply is the function on numbers: the bits of the leaves of an element, in the order
	// of memory. Nil where nobody runs it.
	Apply func(a, b []uint64) []uint64
}

// userOps holds every operator by its content.
var userOps sync.Map

// Intern gives the one pointer to an operator of this content.
func (o UserOp) Intern() *UserOp {
	key := fmt.Sprintf("%#v %v %v %q %q %t %t", o.GoFunc, o.Laws, o.Identity, o.IdentityName, o.Claimed, o.Apply != nil,
		o.Exact)
	known, _ := userOps.LoadOrStore(key, &o)
	return known.(*UserOp)
}

// UnresolvedOp is the operator of a value of -op before its package is loaded.
func UnresolvedOp(ref string) *UserOp { return UserOp{GoFunc: unresolved(ref)}.Intern() }

// Resolved reports whether the package of the function was loaded.
func (o *UserOp) Resolved() bool { return o.Path != "" }

// SplitRef cuts a reference to a function or a type of a package at its last dot, such as ./stats.Merge or
// example.com/m/geom.Vec3. An empty package is the one that is generated into.
func SplitRef(ref string) (pkg, name string) {
	i := strings.LastIndexByte(ref, '.')
	return ref[:max(i, 0)], ref[i+1:]
}

// CheckOpRef says what is wrong with a reference to a function of a package, "" for a valid one.
// It does not look for the package.
func CheckOpRef(ref string) string {
	return checkRef(ref, "function", "stats.Merge", false,
		"want a function without type parameters, such as ./stats.Merge")
}

// packageRef is a value of a flag as a reference to a function of a package: a name alone, unlike
// any of the table, is one of the package that is generated into.
func packageRef(text, near string) string {
	if token.IsExported(text) && token.IsIdentifier(text) && near == "" {
		return "." + text
	}
	return text
}

// OpText is the operator as -op takes it.
func (s Spec) OpText() string {
	if s.User != nil {
		return s.User.Ref
	}
	return s.Op.String()
}

// OpWord is the operator in a sentence, as a part of names and in Go: sum, Merge.
func (s Spec) OpWord() string {
	if s.User != nil {
		return s.User.Name
	}
	return s.Op.String()
}

// opPart is the word of the operator in names.
func (s Spec) opPart() []string {
	if !s.Pattern.Reduces() && s.Row().Fn == nil {
		return nil
	}
	return []string{s.OpWord()}
}

// noun is what the op makes of elements, as sentences name it.
func (s Spec) noun() string {
	if s.User != nil {
		return "reduction by " + s.User.Name
	}
	return s.Op.row().noun
}

// KeepsWithoutMembers reports whether a lane to which no member contributes keeps its element, and
// does not receive the op's identity.
func (s Spec) KeepsWithoutMembers() bool {
	return s.Pattern.Reduces() && s.Op == User && (s.User == nil || s.User.Identity == nil)
}

// AnyTree reports whether elements may be combined in any order. The tree of a user's function stays as it is, since
// proofs compare it call by call.
func (s Spec) AnyTree() bool {
	l := s.Laws()
	return l.Associative && l.Commutative && s.Op != User
}

// validateUser rejects an operator of the user's where it is not used, or in an order that its
// laws do not allow.
func (s Spec) validateUser(wrong report) {
	switch {
	case s.Op == User && s.User == nil:
		wrong("op", s.Op, "want one of %s, or a function of a package, such as ./stats.Merge", oneOf(Ops()))
	case s.User == nil:
	case s.Op != User:
		wrong("op", s.Op, "want %s for %s", User, s.User)
	case CheckOpRef(s.User.Ref) != "":
		wrong("op", s.User.Ref, "%s", CheckOpRef(s.User.Ref))
	case s.Pattern.InMemory() && !s.Pattern.GridScan() && s.User.Resolved() && s.Type == Composite && !s.Map.User():
		wrong("op", s.User.Ref,
			"%s combines %s, and %s holds scalars; want -map with a function that makes one of them, such as ./stats.Lift",
			s.User, s.Elem, s.inMemory("a row", "an array"))
	case s.Pattern.Block() && s.User.Resolved() && s.KeepsWithoutMembers() && s.Mask != Full:
		wrong("op", s.User.Ref,
			"%s leaves no thread out by a function without an identity; want -mask full, or identity=NAME", s.Pattern)
	case s.Order == Far && s.User.Resolved() && !(s.User.Laws.Associative && s.User.Laws.Commutative):
		wrong("order", s.Order,
			"changes the order of operands, and %s is not shown to be associative and commutative; leave -order out", s.User)
	case s.User.Resolved() && s.Type.Packed():
		wrong("type", s.Type, "Go has no such type; a function takes one of Go's")
	}
	if u := s.User; u != nil {
		s.validateNamePart("op", u.Ref, u.Name, wrong)
	}
}

// validateNamePart rejects a function or a type of a user, the value of a flag, if its name would result in one that
// CUDA C++ reserves.
func (s Spec) validateNamePart(flag, ref, name string, wrong report) {
	if part := SnakeCase(name); s.Name == "" && (!isASCII(part) || strings.Contains("_"+part+"_", "__")) {
		wrong(flag, ref, "the name %s cannot be a part of a function's name in CUDA C++; give the function another by -name",
			name)
	}
}

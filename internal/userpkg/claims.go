//go:build !js

package userpkg

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// directive starts the comment that claims laws of an operator.
const directive = "//shflgen:op"

// Claims are what the directive of an operator claims. Nothing of it is believed.
type Claims struct {
	Laws     spec.Laws
	Identity string // the name of a variable, a constant or a function without parameters; a number; Zero; or none
	Valid    string // the name of a function that reports whether the laws are claimed for an element; or none
	At       map[string]token.Position
}

// Zero is the identity that is the zero value of the type.
const Zero = "zero"

// Strings names the claims in a fixed order.
func (c Claims) Strings() []string {
	all := c.Laws.Strings()
	if c.Identity != "" {
		all = append(all, "identity="+c.Identity)
	}
	if c.Valid != "" {
		all = append(all, "valid="+c.Valid)
	}
	return all
}

// claims reads the directive, a line of the function's doc comment:
//
//	//shflgen:op associative commutative idempotent identity=Zero
func (f *Func) claims() (Claims, error) {
	c := Claims{At: map[string]token.Position{}}
	if f.Decl.Doc == nil {
		return c, nil
	}
	seen := false
	for _, line := range f.Decl.Doc.List {
		rest, ok := strings.CutPrefix(line.Text, directive)
		if !ok {
			if strings.HasPrefix(line.Text, "//shflgen:") || strings.HasPrefix(strings.TrimLeft(line.Text, "/ "), "shflgen:op") {
				return c, fmt.Errorf("%s: %q is no directive; want %s without a space, and laws behind it", f.Pos(line.Pos()),
					line.Text, directive)
			}
			continue
		}
		if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			return c, fmt.Errorf("%s: %q is no directive; want %s, a space, and laws", f.Pos(line.Pos()), line.Text, directive)
		}
		if seen {
			return c, fmt.Errorf("%s: a second %s; want one", f.Pos(line.Pos()), directive)
		}
		seen = true
		if err := f.words(&c, line.Pos()+token.Pos(len(directive)), rest); err != nil {
			return c, err
		}
	}
	return c, nil
}

// words reads the words of a directive, which begin at a place.
func (f *Func) words(c *Claims, at token.Pos, text string) error {
	for offset := 0; offset < len(text); {
		if text[offset] == ' ' || text[offset] == '\t' {
			offset++
			continue
		}
		end := offset + strings.IndexAny(text[offset:]+" ", " \t")
		word, pos := text[offset:end], f.Pos(at+token.Pos(offset))
		offset = end
		name, value, valued := strings.Cut(word, "=")
		if _, again := c.At[name]; again {
			return fmt.Errorf("%s: %s is claimed twice; want it once", pos, name)
		}
		law := map[string]*bool{"associative": &c.Laws.Associative, "commutative": &c.Laws.Commutative,
			"idempotent": &c.Laws.Idempotent}[name]
		switch {
		case name == "identity":
			if err := f.identity(value); err != nil {
				return fmt.Errorf("%s: %w", pos, err)
			}
			c.Identity = value
		case name == "valid":
			if err := f.condition(value); err != nil {
				return fmt.Errorf("%s: %w", pos, err)
			}
			c.Valid = value
		case law == nil || valued:
			return fmt.Errorf("%s: %q is no law; want associative, commutative, idempotent or identity=NAME", pos, word)
		default:
			*law = true
		}
		c.At[name] = pos
	}
	return nil
}

// condition says what is wrong with the name of a function that says which elements are valid.
func (f *Func) condition(name string) error {
	if fn, ok := f.Pkg.Types.Scope().Lookup(name).(*types.Func); ok {
		p, r := fn.Signature().Params(), fn.Signature().Results()
		if p.Len() == 1 && r.Len() == 1 && types.Identical(p.At(0).Type(), f.Elem()) &&
			types.Identical(r.At(0).Type(), types.Typ[types.Bool]) {
			return nil
		}
	}
	return fmt.Errorf("valid=%s: want valid=NAME, of a function of an element of the package that gives a bool", name)
}

// identity says what is wrong with the name of an identity.
func (f *Func) identity(name string) error {
	const want = "want identity=NAME, of a variable, a constant or a function without " +
		"parameters of the package, identity=zero, or a number of the element's type, such as identity=0"
	if name == Zero {
		return nil
	}
	if _, ok := Number(name, f.Elem()); ok {
		return nil
	}
	o := f.Pkg.Types.Scope().Lookup(name)
	if o == nil {
		return fmt.Errorf("package %s declares no %q; %s", f.Pkg.Name, name, want)
	}
	elem := f.Elem()
	switch o := o.(type) {
	case *types.Var:
		if types.Identical(o.Type(), elem) {
			return nil
		}
	case *types.Const:
		if types.AssignableTo(o.Type(), elem) || isUntyped(o.Type()) && types.ConvertibleTo(o.Type(), elem) {
			return nil
		}
	case *types.Func:
		sig := o.Signature()
		if sig.Params().Len() == 0 && sig.TypeParams().Len() == 0 && sig.Results().Len() == 1 &&
			types.Identical(sig.Results().At(0).Type(), elem) {
			return nil
		}
	}
	return fmt.Errorf("%s is a %s, and the element is %s; %s", name,
		types.TypeString(o.Type(), types.RelativeTo(f.Pkg.Types)), types.TypeString(elem, types.RelativeTo(f.Pkg.Types)),
		want)
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

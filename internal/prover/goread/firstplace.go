package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of an array's argmin or argmax is followed for any length where it has one form, [File.InPlaces]: it
// asks another function for the place of the best element, of the whole array or of parts of it. That one goes through
// the elements,
//
//	best, at := KEY, 0
//	bar := BAR
//	k := 0
//	for ; k+8 <= len(x); k += 8 { c := (*[8]T)(x[k:]) … }
//	for ; k < len(x); k++ { … x[k] … }
//	return at
//
// where bar need not be. A round looks at its elements, best and bar alone: k and numbers beside it go nowhere but into
// at, and nobody reads at. So what a round does to best and bar, and which of its elements at names, does not depend on
// k, at, or the length. Then one round from any element is every round: where best is the key of the first best element
// so far, and at its number, it is after the round, too.

// placesForm is the function of the array, of a result R of in and at. A part has size elements, the last one what is
// left. The first part whose element no other one beats has the array's, and each part's place is that of its first
// best element.
const placesForm = `if len(in) == 0 {
	return 0, -1
}
if len(in) < %[3]d {
	at := %[1]sPlace(in)
	return %[2]s, int64(at)
}
const size = 65536
places := make([]int, (len(in)+size-1)/size)
%[1]sParts(len(places), 2, func(from, to int) {
	for p := from; p < to; p++ {
		places[p] = p*size + %[1]sPlace(in[p*size:min((p+1)*size, len(in))])
	}
})
at := places[0]
for _, next := range places[1:] {
	if %[1]sBeats(in[next], in[at]) {
		at = next
	}
}
return %[2]s, int64(at)
`

// groupOfPlaces is how many elements a round of the first loop has.
const groupOfPlaces = 8

// InPlaces is why the function of an array's argmin or argmax does not have the one form; "": it does.
func (f *File) InPlaces() (why string) {
	if !f.emitted {
		return "want an emitted file"
	}
	result := "in[at]"
	if f.Spec.In != spec.AsType {
		result = f.part("Decode") + "(in[at])"
	}
	if f.textOfNode(f.main.Body.List...) != fmt.Sprintf(placesForm, f.part(""), result, partsFrom) ||
		!haveNames(f.main, []string{"in"}) {
		return "want " + f.Func + " in the form of an emitted one"
	}
	if _, fn := f.function(f.part("Parts")); f.helpers[fn].axiom != "Parts" {
		return "want " + f.part("Parts") + " as the axiom"
	}
	memory := scalarType(f.shape.In[0].Type)
	for word, want := range map[string]string{"Place": fmt.Sprintf("func(x []%s) int", memory),
		"Beats": fmt.Sprintf("func(a %s, b %[1]s) bool", memory)} {
		decl, fn := f.function(f.part(word))
		if decl == nil || types.TypeString(fn.Signature(), nil) != want {
			return "want a function " + f.part(word) + " of type " + want
		}
	}
	decl, _ := f.function(f.part("Place"))
	if _, why := f.placesOf(decl); why != "" {
		return "want " + decl.Name.Name + " in the form of an emitted one: " + why
	}
	return ""
}

// places is the function that finds the place of the best element.
type places struct {
	x, best, at, k types.Object
	bar            types.Object // nil: there is none
	loops          [2]*ast.ForStmt
}

// placesOf are the parts of a function of the form, or why it has another one.
func (f *File) placesOf(decl *ast.FuncDecl) (p places, why string) {
	list := decl.Body.List
	define := func(s ast.Stmt, names ...string) (objects []types.Object) {
		set, ok := s.(*ast.AssignStmt)
		if !ok || set.Tok != token.DEFINE || len(set.Lhs) != len(names) || len(set.Rhs) != len(names) {
			return nil
		}
		for i, e := range set.Lhs {
			id, ok := e.(*ast.Ident)
			if !ok || id.Name != names[i] {
				return nil
			}
			objects = append(objects, f.info.Defs[id])
		}
		return objects
	}
	if len(list) != 5 && len(list) != 6 {
		return p, fmt.Sprintf("%d statements", len(list))
	}
	p.x = f.info.Defs[decl.Type.Params.List[0].Names[0]]
	begin := define(list[0], "best", "at")
	if begin == nil || !f.isText(list[0].(*ast.AssignStmt).Rhs[1], "0") {
		return p, "want it to begin with best, at := …, 0"
	}
	p.best, p.at = begin[0], begin[1]
	if f.looksBeside(list[0], p.x, "x[0]") {
		return p, "want best of x[0] alone"
	}
	if len(list) == 6 {
		bar := define(list[1], "bar")
		if bar == nil || f.looksBeside(list[1], p.x, "") {
			return p, "want bar after best, and of it alone"
		}
		p.bar, list = bar[0], list[1:]
	}
	k := define(list[1], "k")
	first, isFirst := list[2].(*ast.ForStmt)
	second, isSecond := list[3].(*ast.ForStmt)
	if k == nil || !f.isText(list[1].(*ast.AssignStmt).Rhs[0], "0") || !isFirst || !isSecond ||
		f.textOfNode(list[4]) != "return at\n" {
		return p, "want k := 0, two loops and return at"
	}
	p.k, p.loops = k[0], [2]*ast.ForStmt{first, second}
	for i, head := range [2][2]string{{fmt.Sprintf("k+%d <= len(x)", groupOfPlaces),
		fmt.Sprintf("k += %d\n", groupOfPlaces)}, {"k < len(x)", "k++\n"}} {
		l := p.loops[i]
		if l.Init != nil || l.Cond == nil || !f.isText(l.Cond, head[0]) || l.Post == nil || f.textOfNode(l.Post) != head[1] {
			return p, "want for ; " + head[0] + "; " + head[1]
		}
		if why := f.isRoundOfPlaces(p, l.Body, i == 0); why != "" {
			return p, why
		}
	}
	return p, ""
}

// looksBeside reports whether a statement looks at a variable otherwise than by expressions of a text.
func (f *File) looksBeside(s ast.Stmt, x types.Object, by string) (is bool) {
	fine := map[*ast.Ident]bool{}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if f.isText(n, by) {
				allow(fine, &ast.ExprStmt{X: n})
			}
		case *ast.Ident:
			is = is || f.info.Uses[n] == x && !fine[n]
		}
		return true
	})
	return is
}

// isText reports whether an expression has a text.
func (f *File) isText(e ast.Expr, text string) bool {
	return f.textOfNode(&ast.ExprStmt{X: e}) == text+"\n"
}

// isRoundOfPlaces is why a loop's body looks at more than the elements of its round, best and bar, or does more than to
// set these and at; "": it does not.
func (f *File) isRoundOfPlaces(p places, body *ast.BlockStmt, group bool) (why string) {
	fine := map[*ast.Ident]bool{}
	if group {
		if want := fmt.Sprintf("c := (*[%d]%s)(x[k:])\n", groupOfPlaces,
			scalarType(f.shape.In[0].Type)); len(body.List) == 0 || f.textOfNode(body.List[0]) != want {
			return "want a round to begin with " + want
		}
		allow(fine, body.List[0])
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if !group && f.isText(n, "x[k]") {
				allow(fine, &ast.ExprStmt{X: n})
			}
		case *ast.AssignStmt:
			for i, e := range n.Lhs {
				id, ok := e.(*ast.Ident)
				if !ok {
					why = "an assignment to no variable"
					continue
				}
				switch o := f.info.ObjectOf(id); {
				case o == p.best || p.bar != nil && o == p.bar:
					if n.Tok != token.ASSIGN {
						why = "want best and bar set by ="
					}
				case o == p.at:
					fine[id] = true
					if n.Tok != token.ASSIGN || len(n.Rhs) != len(n.Lhs) || !f.isNearK(p, n.Rhs[i]) {
						why = "want at = k, or a number beside it"
						continue
					}
					allow(fine, &ast.ExprStmt{X: n.Rhs[i]})
				case n.Tok != token.DEFINE:
					why = "want best, bar and at set alone"
				}
			}
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt, *ast.ForStmt,
			*ast.RangeStmt, *ast.IncDecStmt:
			why = fmt.Sprintf("%T in a round", n)
		case *ast.Ident:
			if o := f.info.Uses[n]; !fine[n] && (o == p.x || o == p.k || o == p.at) {
				why = n.Name + " in a round"
			}
		}
		return true
	})
	return why
}

// isNearK reports whether an expression is k or k+N.
func (f *File) isNearK(p places, e ast.Expr) bool {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		_, is := f.constant(sum.Y)
		return is && f.isNearK(p, sum.X)
	}
	id, ok := e.(*ast.Ident)
	return ok && f.info.Uses[id] == p.k
}

// Places is a round of the function of places: what it makes of the best element so far, which has number 0, and the
// elements after it, of numbers 1 and up.
type Places struct {
	Group  bool        // of the first loop, else of the second one
	Best   [2]bv.Value // the key of the best element before the round and after it
	At     [2]bv.Value // its number
	barred [2]bv.Value // the key that bar is of; nil: there is no bar

	of places
}

// Elements is how many elements a round looks at, the best one so far among them.
func (p *Places) Elements() int {
	if p.Group {
		return 1 + groupOfPlaces
	}
	return 2
}

// Barred reports whether bar is that of best, before the round and after it, if there is one.
func (p *Places) Barred() bool {
	for i, of := range p.barred {
		if p.of.bar != nil && (of == nil || of != p.Best[i]) {
			return false
		}
	}
	return true
}

// RunPlaces executes a round on some elements.
func (f *File) RunPlaces(dom bv.Domain, elements []bv.Value, p *Places) (err error) {
	decl, _ := f.function(f.part("Place"))
	r := f.start(dom, &State{Lanes: elements})
	defer r.Ends(f.Func, &err)
	p.of, _ = f.placesOf(decl)
	r.places = p
	r.called(decl, decl, []goexec.Value{{Ptr: true, Arr: valuesArray(elements, "in")}})
	if p.At[1] == nil {
		r.Stop(decl, "function "+decl.Name.Name, "its loop is not met")
	}
	return nil
}

// placesLoop executes a round in place of a loop, from the number after the best element so far; the other loop is left
// out.
func (r *run) placesLoop(s *ast.ForStmt) {
	p := r.places
	if (s == p.of.loops[0]) != p.Group {
		return
	}
	look := func(i int) {
		p.Best[i] = r.Exactly(s, r.Env[p.of.best].Val)
		p.At[i] = r.Exactly(s, r.Env[p.of.at].Val)
		if p.of.bar != nil {
			p.barred[i] = r.Env[p.of.bar].Val.Bar
		}
	}
	look(0)
	r.Env[p.of.k].Val = goexec.Value{V: r.Dom.Const(r.intBits(), 1)}
	r.Block(s.Body.List)
	look(1)
}

// RunBeats executes the function that compares two elements.
func (f *File) RunBeats(dom bv.Domain, a, b bv.Value) (is bv.Value, err error) {
	decl, _ := f.function(f.part("Beats"))
	r := f.start(dom, &State{Lanes: []bv.Value{a, b}})
	defer r.Ends(f.Func, &err)
	return r.Exactly(decl, r.called(decl, decl, []goexec.Value{{V: a}, {V: b}})[0]), nil
}

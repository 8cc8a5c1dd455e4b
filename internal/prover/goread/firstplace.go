package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of an array's argmin or argmax is followed for any length where it has one form, [File.InPlaces]: it
// asks another function for the place of the best element, of the whole array or of parts of it. A round of its loops
// reads no values but its elements, best and bar: k and other numbers are only stored in at, and nothing reads at. So
// what a round does to best and bar, and which of its elements at names, does not depend on k, at, or the length. Then
// one round from any element is every round: where best is the key of the first best element so far, and at its number,
// it is after the round, too.
//
// A part has 65536 elements, the last one what is left. The first part with an element that no other one beats has the
// array's, and each part's place is that of its first best element.
const placesForm = `func F(in []E) (RESULT, int64) {
	if len(in) == 0 {
		return 0, -1
	}
	if len(in) < $parallel {
		at := Place(in)
		return $result, int64(at)
	}
	const size = 65536
	places := make([]int, (len(in)+size-1)/size)
	Parts(len(places), 2, func(from, to int) {
		for p := from; p < to; p++ {
			places[p] = p*size + Place(in[p*size:min((p+1)*size, len(in))])
		}
	})
	at := places[0]
	for _, next := range places[1:] {
		if Beats(in[next], in[at]) {
			at = next
		}
	}
	return $result, int64(at)
}
func Beats(a, b E) bool {
	BODY
}
func Place(x []E) int {
	best, at := KEY, 0
	$bar
	k := 0
	for ; k+8 <= len(x); k += 8 {
		c := (*[8]E)(x[k:])
		GROUP
	}
	for ; k < len(x); k++ {
		ELEMENT
	}
	return at
}`

// groupOfPlaces is how many elements a round of the first loop has.
const groupOfPlaces = 8

// InPlaces is why the function of an array's argmin or argmax does not have the one form; "": it does.
func (f *File) InPlaces() (why string) {
	if !f.emitted {
		return "want an emitted file"
	}
	if _, why = f.placesOf(); why != "" {
		return why
	}
	return f.partsAxiom()
}

// places is the function that finds the place of the best element.
type places struct {
	best, at, k types.Object
	bar         types.Object // nil: there is none
	loops       [2]*ast.ForStmt
}

// placesOf are the parts of the function of places, or why a function has another form.
func (f *File) placesOf() (p places, why string) {
	decl, _ := f.function(f.part("Place"))
	if decl == nil {
		return p, "want a function " + f.part("Place")
	}
	result, bar := "in[at]", ""
	if f.Spec.In() != spec.AsType {
		result = "Decode(in[at])"
	}
	list := decl.Body.List
	if len(list) == 6 {
		bar = "bar := BAR"
	}
	t := f.template(map[string]hole{"E": f.typeHole(scalarType(f.shape.In[0].Type)), "RESULT": {}, "KEY": {},
		"BAR": {}, "V": {}, "N": f.constantHole()})
	if why := t.declares(strings.NewReplacer("$parallel", fmt.Sprint(partsFrom), "$result", result,
		"$bar", bar).Replace(placesForm)); why != "" {
		return p, why
	}
	p = places{t.bound["best"], t.bound["at"], t.bound["k"], t.bound["bar"],
		[2]*ast.ForStmt{list[len(list)-3].(*ast.ForStmt), list[len(list)-2].(*ast.ForStmt)}}
	if n := t.looks(list[:1], []string{"x"}, "x[0]"); n != nil {
		return p, "want best of x[0] alone"
	}
	if n := t.looks(list[1:len(list)-4], []string{"x"}); n != nil {
		return p, "want bar after best, and of it alone"
	}
	numbers := []string{"at = k", "at = k + N", "best, at = V, k", "best, at = V, k + N"}
	for name, by := range map[string][]string{"GROUP": numbers, "ELEMENT": append([]string{"x[k]"}, numbers...)} {
		if n := t.looks(t.lists[name], []string{"x", "k", "at"}, by...); n != nil {
			return p, sourceOf(n) + " in a round"
		}
		if why := p.sets(t, t.lists[name]); why != "" {
			return p, why
		}
	}
	return p, ""
}

// sets is why statements set more than best, bar and at, or go through something; "": they do not.
func (p places) sets(t *template, list []ast.Stmt) (why string) {
	ast.Inspect(&ast.BlockStmt{List: list}, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				id, ok := e.(*ast.Ident)
				o := t.info.ObjectOf(id)
				kept := o != nil && (o == p.best || o == p.at || o == p.bar)
				if !ok || kept && n.Tok != token.ASSIGN || !kept && n.Tok != token.DEFINE {
					why = "want best, bar and at set by =, and nothing else"
				}
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.IncDecStmt:
			why = fmt.Sprintf("%T in a round", n)
		}
		return true
	})
	return why
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
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	p.of, _ = f.placesOf()
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
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	return r.Exactly(decl, r.called(decl, decl, []goexec.Value{{V: a}, {V: b}})[0]), nil
}

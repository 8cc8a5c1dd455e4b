package goread

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// Functions of chunks hold elements, integers of an encoding, or keys of floats. Where it is no element, the function
// that cuts the array makes one of the result.

// keyRole says how the keys that a file holds treat NaNs, if it holds keys.
func (f *File) keyRole() (is role, ok bool) {
	if f.Spec.Elem != nil || algebra.FormatOf(f.Spec.Type) == bv.NoFormat {
		return 0, false
	}
	for _, h := range f.helpers {
		if h.role == nanLow || h.role == nanHigh {
			if ok && h.role != is {
				return 0, false
			}
			is, ok = h.role, true
		}
	}
	return is, ok
}

// localType is the type of what combines.
func (f *File) localType() types.Type {
	if e := f.Spec.Elem; e != nil {
		return f.elems[e]
	}
	class := f.Spec.Type.Class()
	if _, _, encoded := f.Spec.Encoded(); encoded {
		class = spec.Unsigned
	} else if _, keys := f.keyRole(); keys {
		class = spec.Signed
	}
	for _, t := range spec.Types() {
		if class != f.Spec.Type.Class() && t.Class() == class && t.Bits() == f.Spec.Type.Bits() && !t.Packed() {
			return scalarType(t)
		}
	}
	return scalarType(f.Spec.Type)
}

// finish is the result of the function that cuts the array, and the expression of it that the function returns. It is
// nil where the function returns what the functions of chunks give.
func (f *File) finish(many *ast.FuncDecl) (result types.Object, e ast.Expr) {
	list := many.Body.List
	if len(list) < 2 {
		return nil, nil
	}
	t := f.template(map[string]hole{"CHUNK": {}, "FINISH": {}})
	if !t.statements(list[len(list)-2:], "result := CHUNK\nreturn FINISH") {
		return nil, nil
	}
	return t.bound["result"], t.found["FINISH"]
}

// RunFinish executes what the function that cuts the array makes of the leaves of a result. Where it returns the
// result, it gives these.
func (f *File) RunFinish(dom bv.Domain, held []bv.Value) (all []bv.Value, err error) {
	many, _ := f.function(f.part("Many"))
	result, e := f.finish(many)
	if e == nil {
		return held, nil
	}
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	r.Frame = &goexec.Frame{Env: map[types.Object]*goexec.Cell{result: r.anyResults(held).Cells[0]}}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.info.Uses[id].(*types.Var); ok && v != result && !v.IsField() {
				r.Stop(id, id.Name, "want the result alone")
			}
		}
		return true
	})
	return r.leavesOf(r.Eval(e)), nil
}

// held is what a function of chunks holds, as a value.
func (r *run) held(n ast.Node, x goexec.Value) bv.Value {
	is, keys := r.keyRole()
	if keys && x.IsKey && x.Keyed == is {
		return x.V
	}
	if keys {
		r.Stop(n, "a value that is no key", "want keys alone held")
	}
	v := r.NoKey(n, x)
	if v.Width() == 1 { // a bool is a byte in memory
		v = r.Dom.Extend(v, 8, false)
	}
	return v
}

// GroupOfRound is how many elements a group of a round has.
const GroupOfRound = 8

// roundForm is that of a function of a round that goes through groups. A group's result does not depend on its
// number, nor on the length, and that of the last elements on these alone: so up to 8 elements show all of them, and
// the rest is the tree.
const roundForm = `func Round($slices) T {
	var t [$groups]T
	n := 0
	for ; len(x) >= 8; $next {
		GROUP
		n++
	}
	if len(x) > 0 {
		REST
		n++
	}
	return Tree(t[:n])
}`

// InGroups reports whether the function of a round has the form in which a group looks at x by (*[8]T)(x) alone, and
// nothing but t[n] outlives a group or the last elements.
func (f *File) InGroups() bool {
	t := f.chunkTemplate()
	by, rests := []string{"t[n]"}, []string(nil)
	for i, p := range f.shape.In {
		x := arrayNames[i]
		by, rests = append(by, fmt.Sprintf("(*[8]%s)(%s)", scalarType(p.Type), x)), append(rests, x+"[8:]")
	}
	arrays := arrayNames[:len(rests)]
	form := strings.NewReplacer("$groups", fmt.Sprint(f.Spec.GridOrder().Accumulators()/GroupOfRound), "$next",
		strings.Join(arrays, ", ")+" = "+strings.Join(rests, ", "))
	return t.declares(form.Replace(f.chunkText(roundForm))) == "" &&
		t.looks(t.lists["GROUP"], append([]string{"t", "n"}, arrays...), by...) == nil &&
		t.looks(t.lists["REST"], []string{"t", "n"}, by[0]) == nil
}

// lastLoop is the loop over the last elements of a chunk, if the function of a long one ends by it and the tree over
// the accumulators, and it looks at arrays by x[j] alone and at the local array a by a[j], and at nothing else that is
// made before. Then each accumulator that takes in an element does so in the same way, whatever their number.
func (t *template) lastLoop(arrays []string) *ast.ForStmt {
	first, last := t.lists["BEFORE"], t.lists["LAST"]
	made := fmt.Sprintf("var a [%d]T", t.Spec.GridOrder().Accumulators())
	if !t.statements(first, made) ||
		!t.statements(last, "for j := 0; j < len(x); j++ {\nELEMENT\n}\nreturn Tree(a[:])") {
		return nil
	}
	by := []string{"a[j]"}
	for _, x := range arrays {
		by = append(by, x+"[j]")
	}
	if t.looks(t.lists["ELEMENT"], append([]string{"a", "j"}, arrays...), by...) != nil {
		return nil
	}
	return last[0].(*ast.ForStmt)
}

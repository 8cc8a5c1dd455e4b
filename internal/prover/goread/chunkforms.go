package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// Functions of chunks hold elements, integers of an encoding, or keys of floats. Where it is no element, the function
// that cuts the array makes one of the result.

// keyRole says how the keys that a file holds treat NaNs, if it holds keys.
func (f *File) keyRole() (is role, ok bool) {
	if f.Spec.Elem != nil || formatOf(f.Spec.Type) == noFormat {
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
	set, isSet := list[len(list)-2].(*ast.AssignStmt)
	ret, isReturn := list[len(list)-1].(*ast.ReturnStmt)
	if !isSet || !isReturn || set.Tok != token.DEFINE || len(set.Lhs) != 1 || len(ret.Results) != 1 ||
		!f.isText(set.Lhs[0], "result") {
		return nil, nil
	}
	return f.info.Defs[set.Lhs[0].(*ast.Ident)], ret.Results[0]
}

// returns gives the text that returns what a call gives.
func (f *File) returns(many *ast.FuncDecl) func(indent, format string, args ...any) string {
	_, e := f.finish(many)
	return func(indent, format string, args ...any) string {
		call := fmt.Sprintf(format, args...)
		if e == nil {
			return indent + "return " + call + "\n"
		}
		return indent + "result := " + call + "\n" + indent + f.textOfNode(&ast.ReturnStmt{Results: []ast.Expr{e}})
	}
}

// RunFinish executes what the function that cuts the array makes of the leaves of a result. Where it returns the
// result, it gives these.
func (f *File) RunFinish(dom bv.Domain, held []bv.Value) (all []bv.Value, err error) {
	many, _ := f.function(f.part("Many"))
	result, e := f.finish(many)
	if e == nil {
		return held, nil
	}
	r := f.start(dom, &State{Lanes: held})
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

// InGroups reports whether the function of a round has the form
//
//	var t [K/8]T
//	n := 0
//	for ; len(x) >= 8; x = x[8:] { …; t[n] = …; n++ }
//	if len(x) > 0 { …; t[n] = …; n++ }
//	return Tree(t[:n])
//
// where the loop's body looks at x by (*[8]T)(x) alone, and nothing but t[n] outlives either body. Then a group's
// result does not depend on its number, nor on the length, and that of the last elements on these alone: so up to 8
// elements show all of them, and the rest is the tree.
func (f *File) InGroups() bool {
	decl, fn := f.function(f.part("Round"))
	if decl == nil {
		return false
	}
	var names, rests, views []string
	for i, p := range f.shape.In[:fn.Signature().Params().Len()] {
		x := arrayNames[i]
		names, rests = append(names, x), append(rests, fmt.Sprintf("%s[%d:]", x, GroupOfRound))
		views = append(views, fmt.Sprintf("(*[%d]%s)(%s)", GroupOfRound, scalarType(p.Type), x))
	}
	list := decl.Body.List
	if len(list) != 5 || !haveNames(decl, names) {
		return false
	}
	loop, isLoop := list[2].(*ast.ForStmt)
	last, isLast := list[3].(*ast.IfStmt)
	if !isLoop || !isLast || loop.Init != nil || loop.Cond == nil || loop.Post == nil || last.Init != nil ||
		last.Else != nil ||
		f.textOfNode(list[0], list[1], list[4]) != fmt.Sprintf("var t [%d]%s\nn := 0\nreturn %sTree(t[:n])\n",
			f.Spec.GridOrder().Accumulators()/GroupOfRound, f.local(), f.part("")) ||
		!f.isText(loop.Cond, fmt.Sprintf("len(x) >= %d", GroupOfRound)) ||
		f.textOfNode(loop.Post) != strings.Join(names, ", ")+" = "+strings.Join(rests, ", ")+"\n" ||
		!f.isText(last.Cond, "len(x) > 0") {
		return false
	}
	n := f.info.Defs[list[1].(*ast.AssignStmt).Lhs[0].(*ast.Ident)]
	t := f.info.Defs[list[0].(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Names[0]]
	kept := []types.Object{n, t}
	for v := range fn.Signature().Params().Variables() {
		kept = append(kept, v)
	}
	for _, body := range []*ast.BlockStmt{loop.Body, last.Body} {
		end := len(body.List) - 1
		if end < 0 || f.textOfNode(body.List[end]) != "n++\n" {
			return false
		}
		seen := kept
		if body == last.Body {
			seen = kept[:2]
		}
		if !f.looksBy(body.List[:end], seen, append(views, "t[n]")) {
			return false
		}
	}
	return true
}

// looksBy reports whether statements look at some variables by expressions of some texts alone, and end where they end.
func (f *File) looksBy(list []ast.Stmt, at []types.Object, by []string) bool {
	fine, is := map[*ast.Ident]bool{}, true
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IndexExpr, *ast.CallExpr:
				if text := f.textOfNode(&ast.ExprStmt{X: n.(ast.Expr)}); slices.Contains(by, strings.TrimSuffix(text, "\n")) {
					allow(fine, &ast.ExprStmt{X: n.(ast.Expr)})
				}
			case *ast.Ident:
				if slices.Contains(at, f.info.Uses[n]) && !fine[n] {
					is = false
				}
			case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
				is = false
			}
			return true
		})
	}
	return is
}

// lastLoop is the loop over the last elements of a chunk, if the function of a long one ends by
//
//	for len(x) >= K { … }
//	for j := 0; j < len(x); j++ { … }
//	return Tree(a[:])
//
// where the body looks at arrays by x[j] alone and at the local array a by a[j], and at nothing else that is made
// before. Then each accumulator that takes in an element does so in the same way, whatever their number.
func (f *File) lastLoop(decl *ast.FuncDecl, params *types.Tuple, rounds *ast.ForStmt) *ast.ForStmt {
	list := decl.Body.List
	n := len(list)
	if n < 4 || list[n-3] != ast.Stmt(rounds) {
		return nil
	}
	made, isMade := list[0].(*ast.DeclStmt)
	loop, isLoop := list[n-2].(*ast.ForStmt)
	if !isMade || !isLoop || loop.Init == nil || loop.Cond == nil || loop.Post == nil ||
		f.textOfNode(loop.Init, loop.Post) != "j := 0\nj++\n" ||
		!f.isText(loop.Cond, "j < len("+params.At(0).Name()+")") ||
		f.textOfNode(made, list[n-1]) != fmt.Sprintf("var a [%d]%s\nreturn %sTree(a[:])\n", f.Spec.GridOrder().Accumulators(),
			f.local(), f.part("")) {
		return nil
	}
	a := f.info.Defs[made.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Names[0]]
	seen, by := []types.Object{a, f.info.Defs[loop.Init.(*ast.AssignStmt).Lhs[0].(*ast.Ident)]}, []string{"a[j]"}
	for v := range params.Variables() {
		seen, by = append(seen, v), append(by, v.Name()+"[j]")
	}
	if !f.looksBy(loop.Body.List, seen, by) {
		return nil
	}
	return loop
}

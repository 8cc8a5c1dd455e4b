package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of an array of any length is followed where it has one form, [File.Chunked]. It returns early for
// lengths below a round, which are few enough to be executed, and else gives what another function does. That one cuts
// the array into chunks and calls functions of the file, for a chunk of one round, for a longer one and for
// the tree over the chunks.

// ChunkFunction names a function of a chunked array.
type ChunkFunction int

// The functions.
const (
	RoundFunction ChunkFunction = iota
	LongFunction
	TreeFunction
)

var chunkFunctions = [...]string{RoundFunction: "Round", LongFunction: "Long", TreeFunction: "Tree"}

// manyForm is the function that cuts the array. Its arithmetic gives chunks of rounds*round elements, for rounds =
// max(R, ceil(n / (C*round))), so there are at most C chunks. The parts of many chunks write each its own results, and
// read the array alone, so that their order does not matter. With a map there are several arrays, and the length of
// the first one is read.
const manyForm = `const round = %[2]d
if len(%[9]s) <= round {
%[12]s}
if len(%[9]s) <= %[3]d*round {
%[13]s}
rounds := max(%[4]d, (len(%[9]s)+%[5]d*round-1)/(%[5]d*round))
size := rounds * round
count := (len(%[9]s) + size - 1) / size
if len(%[9]s) < %[7]d {
	var few [%[5]d]%[6]s
	%[1]sChunks(%[10]s, size, few[:count])
%[14]s}
chunks := make([]%[6]s, count)
%[1]sParts(count, (%[8]d+size-1)/size, func(from, to int) {
	%[1]sChunks(%[11]s, size, chunks[from:to])
})
%[15]s`

// chunksForm is the function of some chunks.
const chunksForm = `for i := 0; i < len(out); i++ {
	chunk := x[:min(size, len(x))]
%[3]s	if len(chunk) <= %[2]d {
		out[i] = %[1]sRound(%[4]s)
	} else {
		out[i] = %[1]sLong(%[4]s)
	}
}
`

// othersForm is that every array has the length of the first one.
const othersForm = `if len(%[1]s) != len(%[2]s) {
	panic("%[3]s: %[1]s has another length than %[2]s")
}
`

// The names of arrays in the functions of chunks, and those of their chunks.
var (
	arrayNames = [spec.MaxMapInputs]string{"x", "y", "z"}
	chunkNames = [spec.MaxMapInputs]string{"chunk", "chunkY", "chunkZ"}
)

// forms are what the functions that cut the array have to be, by the rest of their names.
func (f *File) forms(name string, arrays []string, many *ast.FuncDecl) map[string]string {
	o, p := f.Spec.GridOrder(), f.Spec.GridOrder().Accumulators()
	var parts, cut, rests []string
	for i, a := range arrays {
		parts = append(parts, a+"[from*size:]")
		rests = append(rests, fmt.Sprintf("\t%[1]s = %[1]s[len(chunk):]\n", arrayNames[i]))
		if i > 0 {
			cut = append(cut, fmt.Sprintf("\t%s := %s[:len(chunk)]\n", chunkNames[i], arrayNames[i]))
		}
	}
	whole, gives := strings.Join(arrays, ", "), f.returns(many)
	return map[string]string{
		"Many": fmt.Sprintf(manyForm, name, p, o.Alone, o.Rounds, o.Chunks, f.local(), partsFrom, partElements, arrays[0],
			whole, strings.Join(parts, ", "),
			gives("\t", "%sRound(%s)", name, whole), gives("\t", "%sLong(%s)", name, whole),
			gives("\t", "%sTree(few[:count])", name), gives("", "%sTree(chunks)", name)),
		"Chunks": fmt.Sprintf(chunksForm, name, p, strings.Join(append(cut, rests...), ""),
			strings.Join(chunkNames[:len(arrays)], ", ")),
	}
}

// local is that type as the file spells it.
func (f *File) local() string {
	return types.TypeString(f.localType(), func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return p.Name()
	})
}

// The numbers of elements from which the chunks are parts, and of a part. Any others were right as well.
const partsFrom, partElements = 1 << 18, 1 << 17

// Chunked is up to which number of elements, at least one, the function of an array returns early, and why it
// does not have the one form; "": it does.
func (f *File) Chunked() (short int, why string) {
	name := strings.ToLower(f.Func[:1]) + f.Func[1:]
	var arrays []string
	var inputs []types.Type
	for _, p := range f.shape.In {
		arrays, inputs = append(arrays, p.InMemory()), append(inputs, types.NewSlice(scalarType(p.Type)))
	}
	list := f.main.Body.List
	if !f.emitted || len(list) == 0 {
		return 0, "want an emitted file"
	}
	for _, other := range arrays[1:] {
		if want := fmt.Sprintf(othersForm, other, arrays[0], f.Func); len(list) == 0 || f.textOfNode(list[0]) != want {
			return 0, "want " + f.Func + " to begin with " + want
		}
		list = list[1:]
	}
	passes := func(word string) string {
		return fmt.Sprintf("return %s%s(%s)\n", name, word, strings.Join(arrays, ", "))
	}
	begun, short := f.main, 1
	list, ok := f.early(list, arrays[0], &short)
	if decl, fn := f.function(name + "Several"); ok && decl != nil && f.textOfNode(list...) == passes("Several") &&
		haveNames(decl, arrays) && haveTypes(fn.Signature().Params(), inputs) {
		begun = decl
		list, ok = f.early(decl.Body.List, arrays[0], &short)
	}
	if !ok {
		return 0, "want " + begun.Name.Name + " in the form of an emitted one, which begins with if len(" + arrays[0] +
			") <= N { return … }"
	}
	if f.textOfNode(list...) != passes("Many") || !haveNames(f.main, arrays) {
		return 0, "want " + begun.Name.Name + " in the form of an emitted one"
	}
	many, _ := f.function(name + "Many")
	if many == nil {
		return 0, "want a function " + name + "Many"
	}
	for word, want := range f.forms(name, arrays, many) {
		decl, _ := f.function(name + word)
		if decl == nil {
			return 0, "want a function " + name + word
		}
		names := arrays
		if word == "Chunks" {
			names = append(slices.Clone(arrayNames[:len(arrays)]), "size", "out")
		}
		if f.textOfNode(decl.Body.List...) != want || !haveNames(decl, names) {
			return 0, "want " + name + word + " in the form of an emitted one"
		}
	}
	local := f.localType()
	elements, element := []types.Type{types.NewSlice(local)}, []types.Type{local}
	results := []types.Type{valueType(f.shape.Out[0], f.elems[f.shape.Out[0].Elem])}
	for word, signature := range map[string][2][]types.Type{
		"Round": {inputs, element}, "Long": {inputs, element}, "Tree": {elements, element}, "Many": {inputs, results},
		"Chunks": {append(slices.Clone(inputs), types.Typ[types.Int], elements[0]), nil},
	} {
		decl, fn := f.function(name + word)
		if decl == nil || !haveTypes(fn.Signature().Params(), signature[0]) ||
			!haveTypes(fn.Signature().Results(), signature[1]) {
			return 0, "want a function " + name + word + " of elements"
		}
	}
	if _, fn := f.function(name + "Parts"); f.helpers[fn].axiom != "Parts" {
		return 0, "want " + name + "Parts as the axiom"
	}
	return short, ""
}

// haveNames reports whether the parameters of a function have some names, in this order.
func haveNames(decl *ast.FuncDecl, want []string) bool {
	var names []string
	for _, field := range decl.Type.Params.List {
		for _, n := range field.Names {
			names = append(names, n.Name)
		}
	}
	return slices.Equal(names, want)
}

// haveTypes reports whether the variables of a tuple have some types.
func haveTypes(of *types.Tuple, want []types.Type) bool {
	if of.Len() != len(want) {
		return false
	}
	for i, t := range want {
		if !types.Identical(of.At(i).Type(), t) {
			return false
		}
	}
	return true
}

// early is the last statement of a function in which the others act only for lengths up to short, which grows up to
// the length of a round.
func (f *File) early(list []ast.Stmt, in string, short *int) (last []ast.Stmt, ok bool) {
	for ; len(list) > 1; list = list[1:] {
		n, ok := f.returnsUpTo(list[0], in)
		if !ok || n > f.Spec.GridOrder().Accumulators() {
			return nil, false
		}
		*short = max(*short, n)
	}
	return list, true
}

// returnsUpTo reports whether a statement does something for lengths up to n alone: it is if len(in) <= n { … },
// if len(in) == n { … }, or a switch of len(in) whose cases are numbers up to n.
func (f *File) returnsUpTo(s ast.Stmt, in string) (n int, ok bool) {
	length := func(e ast.Expr) bool { return e != nil && f.textOfNode(&ast.ExprStmt{X: e}) == "len("+in+")\n" }
	switch s := s.(type) {
	case *ast.IfStmt:
		is, ok := s.Cond.(*ast.BinaryExpr)
		if !ok || s.Init != nil || s.Else != nil || is.Op != token.LEQ && is.Op != token.EQL || !length(is.X) {
			return 0, false
		}
		return f.constant(is.Y)
	case *ast.SwitchStmt:
		if s.Init != nil || !length(s.Tag) {
			return 0, false
		}
		for _, c := range s.Body.List {
			numbers := c.(*ast.CaseClause).List
			if len(numbers) == 0 { // default
				return 0, false
			}
			for _, e := range numbers {
				k, ok := f.constant(e)
				if !ok {
					return 0, false
				}
				n = max(n, k)
			}
		}
		return n, true
	}
	return 0, false
}

// constant is the number that a constant expression is.
func (f *File) constant(e ast.Expr) (n int, ok bool) {
	v := f.info.Types[e].Value
	if v == nil {
		return 0, false
	}
	n64, exact := constant.Int64Val(v)
	return int(n64), exact && n64 == int64(int(n64))
}

// textOfNode is the text of statements, without comments.
func (f *File) textOfNode(list ...ast.Stmt) string {
	var b strings.Builder
	for _, s := range list {
		if d, ok := s.(*ast.DeclStmt); ok {
			if of, ok := d.Decl.(*ast.GenDecl); ok {
				bare := *of
				bare.Doc = nil
				s = &ast.DeclStmt{Decl: &bare}
			}
		}
		if err := format.Node(&b, token.NewFileSet(), s); err != nil {
			return ""
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// function is a function of the file by its name.
func (f *File) function(name string) (*ast.FuncDecl, *types.Func) {
	for fn, decl := range f.funcs {
		if decl.Name.Name == name {
			return decl, fn
		}
	}
	for fn := range f.helpers {
		if fn.Name() == name {
			return nil, fn
		}
	}
	return nil, nil
}

// RunChunk executes a function of a chunk on arrays, one for each input of the map; of the tree's function, on the
// leaves of results of chunks. Its loop over rounds is cut if c is not nil. The leaves of the result are returned.
func (f *File) RunChunk(dom bv.Domain, of ChunkFunction, arrays [][]bv.Value, c *Cut) (result []bv.Value, err error) {
	decl, fn := f.function(strings.ToLower(f.Func[:1]) + f.Func[1:] + chunkFunctions[of])
	r := f.start(dom, &State{Lanes: arrays[0]})
	defer r.Ends(f.Func, &err)
	if c != nil {
		r.cut = c
		r.findLoop(decl, fn.Signature().Params())
	}
	var args []goexec.Value
	for _, elements := range arrays {
		in := valuesArray(elements, "in")
		if of == TreeFunction {
			in = r.anyResults(elements)
		}
		args = append(args, goexec.Value{Ptr: true, Arr: in})
	}
	x := r.called(decl, decl, args)[0]
	if x.Product && !r.combined(0, x.V).Product {
		r.Stop(decl, "result of "+decl.Name.Name, "a product that is not rounded; want it converted to its type")
	}
	if c != nil && !c.made {
		r.Stop(decl, "function "+decl.Name.Name, "its loop over rounds is not met")
	}
	if _, keys := f.keyRole(); keys {
		return []bv.Value{r.held(decl, x)}, nil
	}
	return r.leavesOf(x), nil
}

// combined is an unknown leaf of what an op may have given.
func (r *run) combined(leaf int, v bv.Value) goexec.Value {
	if is, keys := r.keyRole(); keys && r.shape.Grid() && !r.shape.Each {
		return goexec.Value{V: v, IsKey: true, Keyed: is}
	}
	if _, _, encoded := r.Spec.Encoded(); encoded {
		return goexec.Value{V: v}
	}
	x := goexec.Value{V: v}
	if formatOf(r.shape.Element().Leaves()[leaf].Type) != noFormat && (r.Spec.User == nil || !r.Spec.User.Exact) {
		x.Loose, x.Product = goexec.Whole, r.Spec.Op == spec.Prod && r.Spec.User == nil
	}
	return x
}

// anyResults are unknown values that an op may have given, by their leaves.
func (r *run) anyResults(leaves []bv.Value) *goexec.Array {
	all, n := r.composites(r.localType(), leaves), len(r.shape.Element().Leaves())
	for i, c := range all.ScalarCells() {
		c.Val = r.combined(i%n, c.Val.V)
	}
	return all
}

package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
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

// manyForm is the function that cuts the array. Its arithmetic gives chunks of rounds*round elements, for
// rounds = max(R, ceil(n / (C*round))), so there are at most C chunks. The parts of many chunks write each its
// own results, and read the array alone, so that their order does not matter.
const manyForm = `const round = %[2]d
if len(in) <= round {
	return %[1]sRound(in)
}
if len(in) <= %[3]d*round {
	return %[1]sLong(in)
}
rounds := max(%[4]d, (len(in)+%[5]d*round-1)/(%[5]d*round))
size := rounds * round
count := (len(in) + size - 1) / size
if len(in) < %[7]d {
	var few [%[5]d]%[6]s
	%[1]sChunks(in, size, few[:count])
	return %[1]sTree(few[:count])
}
chunks := make([]%[6]s, count)
%[1]sParts(count, (%[8]d+size-1)/size, func(from, to int) {
	%[1]sChunks(in[from*size:], size, chunks[from:to])
})
return %[1]sTree(chunks)
`

// chunksForm is the function of some chunks.
const chunksForm = `for i := 0; i < len(out); i++ {
	chunk := x[:min(size, len(x))]
	x = x[len(chunk):]
	if len(chunk) <= %[2]d {
		out[i] = %[1]sRound(chunk)
	} else {
		out[i] = %[1]sLong(chunk)
	}
}
`

// The numbers of elements from which the chunks are parts, and of a part. Any others were right as well.
const partsFrom, partElements = 1 << 18, 1 << 17

// Chunked is up to which number of elements, at least one, the function of an array returns early, and why it
// does not have the one form; "": it does.
func (f *File) Chunked() (short int, why string) {
	name := strings.ToLower(f.Func[:1]) + f.Func[1:]
	o, local := f.Spec.GridOrder(), scalarType(f.Spec.Type)
	list := f.main.Body.List
	if !f.emitted || len(list) == 0 {
		return 0, "want an emitted file"
	}
	short = 1
	for ; len(list) > 1; list = list[1:] {
		n, ok := f.returnsUpTo(list[0])
		if !ok || n > o.Accumulators() {
			return 0, "want " + f.Func + " in the form of an emitted one, which begins with if len(in) <= N { return … }"
		}
		short = max(short, n)
	}
	for _, want := range []struct{ of, text string }{
		{f.Func, "return " + name + "Many(in)\n"},
		{name + "Many", fmt.Sprintf(manyForm, name, o.Accumulators(), o.Alone, o.Rounds, o.Chunks, local, partsFrom, partElements)},
		{name + "Chunks", fmt.Sprintf(chunksForm, name, o.Accumulators())},
	} {
		if want.of != f.Func {
			decl, _ := f.function(want.of)
			if decl == nil {
				return 0, "want a function " + want.of
			}
			list = decl.Body.List
		}
		if f.textOfNode(list...) != want.text {
			return 0, "want " + want.of + " in the form of an emitted one whose accumulators are elements"
		}
	}
	elements, element := types.NewSlice(local), []types.Type{local}
	for word, signature := range map[string][2][]types.Type{
		"Round": {{elements}, element}, "Long": {{elements}, element}, "Tree": {{elements}, element}, "Many": {{elements}, element},
		"Chunks": {{elements, types.Typ[types.Int], elements}, nil},
	} {
		decl, fn := f.function(name + word)
		if decl == nil || !haveTypes(fn.Signature().Params(), signature[0]) || !haveTypes(fn.Signature().Results(), signature[1]) {
			return 0, "want a function " + name + word + " of elements"
		}
	}
	if _, fn := f.function(name + "Parts"); f.helpers[fn].axiom != "Parts" {
		return 0, "want " + name + "Parts as the axiom"
	}
	return short, ""
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

// returnsUpTo reports whether a statement does something for lengths up to n alone: it is if len(in) <= n { … } or
// if len(in) == n { … }.
func (f *File) returnsUpTo(s ast.Stmt) (n int, ok bool) {
	early, ok := s.(*ast.IfStmt)
	if !ok || early.Init != nil || early.Else != nil {
		return 0, false
	}
	is, ok := early.Cond.(*ast.BinaryExpr)
	if !ok || is.Op != token.LEQ && is.Op != token.EQL || f.textOfNode(&ast.ExprStmt{X: is.X}) != "len(in)\n" {
		return 0, false
	}
	v := f.info.Types[is.Y].Value
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

// RunChunk executes a function of a chunk on elements, which are those of the tree if it is the tree's. Its
// loop over rounds is cut if c is not nil.
func (f *File) RunChunk(dom bv.Domain, of ChunkFunction, elements []bv.Value, c *Cut) (result bv.Value, err error) {
	decl, fn := f.function(strings.ToLower(f.Func[:1]) + f.Func[1:] + chunkFunctions[of])
	r := f.start(dom, &State{Lanes: elements})
	defer r.ends(&err)
	if c != nil {
		r.cut = c
		r.findLoop(decl, fn.Signature().Params().At(0))
	}
	in := valuesArray(elements, "in")
	if of == TreeFunction {
		in = valuesArray(elements, "")
		for _, cell := range in.cells {
			cell.val = r.combined(cell.val.v)
		}
	}
	x := r.callFunc(decl, decl, []value{{ptr: true, arr: in}})[0]
	r.storable(r.shape.Element().Type, x)
	if x.product && !r.combined(x.v).product {
		r.stop(decl, "result of "+decl.Name.Name, "a product that is not rounded; want it converted to its type")
	}
	if c != nil && !c.made {
		r.stop(decl, "function "+decl.Name.Name, "its loop over rounds is not met")
	}
	return r.noKey(decl, x), nil
}

// combined is an unknown value that an op may have given.
func (r *run) combined(v bv.Value) value {
	x := value{v: v}
	if formatOf(r.Spec.Type) != noFormat {
		x.loose, x.product = looseWhole, r.Spec.Op == shflgen.Prod
	}
	return x
}

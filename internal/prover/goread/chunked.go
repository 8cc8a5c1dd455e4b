package goread

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The function of an array of any length is followed where it has one form, [File.Chunked]: it cuts the
// array into chunks and calls functions of the file, for a chunk of one round, for a longer one and for
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

// chunkedForm is what follows the first statement of the function of an array. Its arithmetic gives chunks of
// rounds*round elements, for rounds = max(R, ceil(n / (C*round))), so there are at most C chunks.
const chunkedForm = `const round = %[2]d
if len(in) <= round {
	return %[1]sRound(in)
}
if len(in) <= %[3]d*round {
	return %[1]sLong(in)
}
rounds := max(%[4]d, (len(in)+%[5]d*round-1)/(%[5]d*round))
size := rounds * round
var chunks [%[5]d]%[6]s
count := 0
for ; len(in) > 0; count++ {
	chunk := in[:min(size, len(in))]
	if len(chunk) <= round {
		chunks[count] = %[1]sRound(chunk)
	} else {
		chunks[count] = %[1]sLong(chunk)
	}
	in = in[len(chunk):]
}
return %[1]sTree(chunks[:count])
`

// Chunked is why the function of an array does not have the one form; "": it does.
func (f *File) Chunked() string {
	name := strings.ToLower(f.Func[:1]) + f.Func[1:]
	o, local := f.Spec.GridOrder(), scalarType(f.Spec.Type)
	want := fmt.Sprintf(chunkedForm, name, o.Accumulators(), o.Alone, o.Rounds, o.Chunks, local)
	list := f.main.Body.List
	if !f.emitted || len(list) == 0 {
		return "want an emitted file"
	}
	first, ok := list[0].(*ast.IfStmt)
	if !ok || first.Init != nil || first.Else != nil || f.textOfNode(&ast.ExprStmt{X: first.Cond}) != "len(in) == 0\n" ||
		f.textOfNode(list[1:]...) != want {
		return "want " + f.Func + " in the form of an emitted one whose accumulators are elements"
	}
	elements := types.NewSlice(local)
	for _, word := range chunkFunctions {
		decl, fn := f.chunkFunction(word)
		if decl == nil || fn.Signature().Params().Len() != 1 || fn.Signature().Results().Len() != 1 ||
			!types.Identical(fn.Signature().Params().At(0).Type(), elements) || !types.Identical(fn.Signature().Results().At(0).Type(), local) {
			return "want a function " + name + word + " from a slice to an element"
		}
	}
	return ""
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

// chunkFunction is a function of the file by the word that its name ends with.
func (f *File) chunkFunction(word string) (*ast.FuncDecl, *types.Func) {
	for fn, decl := range f.funcs {
		if decl.Name.Name == strings.ToLower(f.Func[:1])+f.Func[1:]+word {
			return decl, fn
		}
	}
	return nil, nil
}

// RunChunk executes a function of a chunk on elements, which are those of the tree if it is the tree's. Its
// loop over rounds is cut if c is not nil.
func (f *File) RunChunk(dom bv.Domain, of ChunkFunction, elements []bv.Value, c *Cut) (result bv.Value, err error) {
	decl, fn := f.chunkFunction(chunkFunctions[of])
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

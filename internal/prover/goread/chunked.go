package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// The function of an array of any length is followed where it has one form, [File.Chunked]. It returns early for
// lengths below a round, which are few enough to be executed, and else gives what another function does. That one cuts
// the array into chunks and calls functions of the file, for a chunk of one round, for a longer one and for
// the tree over the chunks.

// ChunkFunction names a function of a chunked array.
type ChunkFunction string

// The functions.
const (
	RoundFunction ChunkFunction = "Round"
	LongFunction  ChunkFunction = "Long"
	TreeFunction  ChunkFunction = "Tree"
)

// The form of the functions that cut the array. Its arithmetic gives chunks of rounds*round elements, for rounds =
// max(R, ceil(n / (C*round))), so there are at most C chunks; of a column R depends on n, see [leastRounds]. The parts
// of many chunks write each its own results, and read the array alone, so that their order does not matter. With a map
// there are several arrays of one length.
const (
	mainForm = `func F($arrays) RESULT {
	$panics
	EARLY
	return NEXT($all)
}`
	severalForm = `func Several($arrays) RESULT {
	EARLY
	return Many($all)
}`
	manyForm = `func Many($arrays) RESULT {
	const round = $accumulators
	if len($in) <= round {
		$return Round($all) $end
	}
	if len($in) <= $alone*round {
		$return Long($all) $end
	}
	rounds := max($rounds, (len($in)+$chunks*round-1)/($chunks*round))
	size := rounds * round
	count := (len($in) + size - 1) / size
	if len($in) < $parallel {
		var few [$chunks]T
		Chunks($all, size, few[:count])
		$return Tree(few[:count]) $end
	}
	chunks := make([]T, count)
	Parts(count, ($part+size-1)/size, func(from, to int) {
		Chunks($from, size, chunks[from:to])
	})
	$return Tree(chunks) $end
}
func Chunks($slices, size int, out []T) {
	for i := 0; i < len(out); i++ {
		chunk := x[:min(size, len(x))]
		$cut
		if len(chunk) <= $accumulators {
			out[i] = Round($chunk)
		} else {
			out[i] = Long($chunk)
		}
	}
}
func Round($slices) T {
	BODY
}
func Long($slices) T {
	BODY
}
func Tree(a []T) T {
	BODY
}`
)

// The names of arrays in the functions of chunks, and those of their chunks.
var (
	arrayNames = [spec.MaxInputs]string{"x", "y", "z", "w"}
	chunkNames = [spec.MaxInputs]string{"chunk", "chunkY", "chunkZ", "chunkW"}
)

// chunkTemplate has the types of the functions of chunks.
func (f *File) chunkTemplate() *template {
	out := f.shape.Out[0]
	return f.template(map[string]hole{
		"T": f.typeHole(f.localType()), "RESULT": f.typeHole(valueType(out, f.elems[out.Elem])),
		"NEXT": {"a function", func(e ast.Expr) bool { _, ok := e.(*ast.Ident); return ok }}, "FINISH": {}, "N": {},
	})
}

// chunkText is a form of the functions of chunks, with the numbers of the order, of the arrays of the spec.
func (f *File) chunkText(form string) string {
	o := f.Spec.GridOrder()
	var all, in, x, from, panics, cut, rests []string
	for i, p := range f.shape.In {
		a, name := p.InMemory(), arrayNames[i]
		all, from = append(all, a), append(from, a+"[from*size:]")
		in = append(in, fmt.Sprintf("%s []%s", a, scalarType(p.Type)))
		x = append(x, fmt.Sprintf("%s []%s", name, scalarType(p.Type)))
		rests = append(rests, fmt.Sprintf("%s = %[1]s[len(chunk):]", name))
		if i > 0 {
			cut = append(cut, fmt.Sprintf("%s := %s[:len(chunk)]", chunkNames[i], name))
		}
		if i > 0 && !f.shape.Columns() {
			panics = append(panics, fmt.Sprintf("if len(%s) != len(%s) {\npanic(%q)\n}", a, all[0],
				fmt.Sprintf("%s: %s has another length than %s", f.Func, a, all[0])))
		}
	}
	list := func(all []string) string { return strings.Join(all, ", ") }
	begin, end := "return", ""
	if many, _ := f.function(f.part("Many")); many != nil {
		if _, e := f.finish(many); e != nil {
			begin, end = "result :=", "\nreturn FINISH"
		}
	}
	return strings.NewReplacer("$arrays", list(in), "$in", all[0], "$all", list(all), "$slices", list(x),
		"$from", list(from), "$chunks", fmt.Sprint(o.Chunks), "$chunk", list(chunkNames[:len(all)]),
		"$panics", strings.Join(panics, "\n"), "$cut", strings.Join(append(cut, rests...), "\n"),
		"$return", begin, " $end", end,
		"$accumulators", fmt.Sprint(o.Accumulators()), "$alone", fmt.Sprint(o.Alone), "$rounds", leastRounds(o, all[0]),
		"$parallel", fmt.Sprint(partsFrom), "$part", fmt.Sprint(partElements)).Replace(form)
}

// leastRounds is the least number of rounds of a chunk of an array, as an expression.
func leastRounds(o spec.GridOrder, array string) string {
	if o.Few == 0 {
		return fmt.Sprint(o.Rounds)
	}
	return fmt.Sprintf("max(%d, min(%d, (len(%s)+%d*round-1)/(%[4]d*round)))", o.Rounds, o.Most, array, o.Few)
}

// The numbers of elements from which the chunks are parts, and of a part. Any others were right as well.
const partsFrom, partElements = 1 << 18, 1 << 17

// Chunked is up to which number of elements, at least one, the function of an array returns early, and why it
// does not have the one form; "": it does.
func (f *File) Chunked() (short int, why string) {
	if !f.emitted {
		return 0, "want an emitted file"
	}
	t, several, short := f.chunkTemplate(), f.main, 1
	if why := t.declares(f.chunkText(mainForm)); why != "" {
		return 0, why
	}
	early, next := t.lists["EARLY"], t.info.Uses[t.found["NEXT"].(*ast.Ident)]
	ok := t.early(early, &short)
	if next == t.bound["Several"] && ok {
		several, _ = f.function(f.part("Several"))
		if why := t.declares(f.chunkText(severalForm)); why != "" {
			return 0, why
		}
		ok, next = t.early(t.lists["EARLY"], &short), t.bound["Many"]
	}
	switch {
	case !ok:
		return 0, fmt.Sprintf("want %s in the form of an emitted one, which begins with if len(%s) <= N { return … }",
			several.Name.Name, f.shape.In[0].InMemory())
	case next != t.bound["Many"]:
		return 0, "want " + f.Func + " in the form of an emitted one"
	}
	if why := t.declares(f.chunkText(manyForm)); why != "" {
		return 0, why
	}
	return short, f.partsAxiom()
}

// partsAxiom is why the function of parts is not the axiom; "": it is.
func (f *File) partsAxiom() string {
	if _, fn := f.function(f.part("Parts")); f.helpers[fn].axiom != "Parts" {
		return "want " + f.part("Parts") + " as the axiom"
	}
	return ""
}

// early reports whether statements do something for lengths up to that of a round alone: each is
// if len(in) <= n { … }, if len(in) == n { … }, or a switch of len(in) with cases up to n. It raises
// short to the greatest n.
func (t *template) early(list []ast.Stmt, short *int) bool {
	length := "len(" + t.shape.In[0].InMemory() + ")"
	for _, s := range list {
		var numbers []ast.Expr
		if of, ok := s.(*ast.SwitchStmt); ok && of.Init == nil && of.Tag != nil && t.copied().expression(of.Tag, length) {
			for _, c := range of.Body.List {
				if numbers = append(numbers, c.(*ast.CaseClause).List...); c.(*ast.CaseClause).List == nil { // default
					return false
				}
			}
		}
		for _, op := range []string{"<=", "=="} {
			if probe := t.copied(); probe.statements([]ast.Stmt{s}, "if "+length+op+" N {\nBODY\n}") {
				numbers = append(numbers, probe.found["N"])
			}
		}
		for _, e := range numbers {
			n, ok := t.constant(e)
			if *short = max(*short, n); !ok || n > t.Spec.GridOrder().Accumulators() {
				return false
			}
		}
		if numbers == nil {
			return false
		}
	}
	return true
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
	decl, _ := f.function(f.part(string(of)))
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	if c != nil {
		r.cut = c
		r.findLoop(decl)
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
	if algebra.FormatOf(r.shape.Element().Leaves()[leaf].Type) != bv.NoFormat &&
		(r.Spec.User == nil || !r.Spec.User.Exact) {
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

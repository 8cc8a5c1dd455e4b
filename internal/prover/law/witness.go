package law

import (
	"fmt"
	"go/format"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// Witness is a counterexample of a claim.
type Witness struct {
	In          [][]uint64 // leaves of each operand
	Left, Right []uint64   // leaves of both sides, of an identity twice; none of Closed
	Panics      string     // where and why the operator panics, if it does
	// Go is a file of the operator's package with a test of the claim, which fails. It calls the
	// original function.
	Go   string
	text string
}

// String is the counterexample as Go prints it.
func (w *Witness) String() string { return w.text }

// names are those of operands.
var names = []string{"a", "b", "c"}

// witness is the counterexample of inputs.
func (q *question) witness(in []uint64) *Witness {
	w := &Witness{}
	for element := range slices.Chunk(in, len(q.leaves)) {
		w.In = append(w.In, slices.Clone(element))
	}
	var nodes []*tape.Node
	for _, pair := range q.claim {
		nodes = append(nodes, pair.A, pair.B)
	}
	p := q.tape.Program(nodes...)
	for i, x := range in {
		if row := p.In(i); row != nil {
			row[0] = x
		}
	}
	p.Run(1)
	for i, pair := range q.claim {
		a, b := plainNaN(pair.Float, p.Out(pair.A)[0]), plainNaN(pair.Float, p.Out(pair.B)[0])
		if i < q.sides {
			w.Left, w.Right = append(w.Left, a), append(w.Right, b)
		} else if a != b && q.law != Closed && len(q.whys) > 0 {
			w.Panics = strings.Join(q.whys, "; ")
		}
	}
	return q.worded(w)
}

// worded is a counterexample with its text and its test.
func (q *question) worded(w *Witness) *Witness {
	g := &goText{q: q, imports: map[string]bool{"testing": true}}
	t := q.op.Func.Signature().Params().At(0).Type()
	var b strings.Builder
	for i, element := range w.In {
		text, _ := g.literal(t, q.leaves, element)
		fmt.Fprintf(&b, "\t%s = %s\n", names[i], text)
	}
	fn := q.op.Func.FuncName()
	left, right := q.expressions(fn)
	for k := range left {
		n := len(q.leaves)
		switch {
		case w.Panics != "":
			fmt.Fprintf(&b, "\t%s or %s panics: %s\n", left[k], right[k], w.Panics)
		case q.law == Closed:
			fmt.Fprintf(&b, "\t%s is not valid\n", left[k])
		default:
			l, _ := g.literal(t, q.leaves, w.Left[k*n:(k+1)*n])
			r, _ := g.literal(t, q.leaves, w.Right[k*n:(k+1)*n])
			if l != r || !slices.Equal(w.Left[k*n:(k+1)*n], w.Right[k*n:(k+1)*n]) {
				fmt.Fprintf(&b, "\t%s is %s\n\t%s is %s\n", left[k], l, right[k], r)
			}
		}
	}
	w.text = strings.TrimSuffix(b.String(), "\n")
	w.Go = (&goText{q: q, imports: map[string]bool{"testing": true}}).test(w)
	return w
}

// plainNaN is x, or the NaN that stands for all.
func plainNaN(f bv.Format, x uint64) uint64 {
	if f != bv.NoFormat && bv.IsNaN(f, x) {
		return canonical(f)
	}
	return x
}

// expressions are both sides of a law in Go.
func (q *question) expressions(fn string) (left, right []string) {
	switch q.law {
	case Associative:
		return []string{fn + "(" + fn + "(a, b), c)"}, []string{fn + "(a, " + fn + "(b, c))"}
	case Commutative:
		return []string{fn + "(a, b)"}, []string{fn + "(b, a)"}
	case Idempotent:
		return []string{fn + "(a, a)"}, []string{"a"}
	case Identity:
		unit := q.unit()
		return []string{fn + "(" + unit + ", a)", fn + "(a, " + unit + ")"}, []string{"a", "a"}
	}
	return []string{fn + "(a, b)"}, []string{""}
}

// unit is the identity in Go.
func (q *question) unit() string {
	switch o := q.op.Func.Types().Scope().Lookup(q.op.Identity).(type) {
	case nil: // zero, or a number
		return q.op.Identity
	case *types.Func:
		return o.Name() + "()"
	default:
		return o.Name()
	}
}

// goText is Go in the making.
type goText struct {
	q       *question
	imports map[string]bool
}

// typeName is a type as the operator's package writes it.
func (g *goText) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == g.q.op.Func.Types() {
			return ""
		}
		g.imports[p.Path()] = true
		return p.Name()
	})
}

// literal is a value in Go from its leaves, and how many of them it takes.
func (g *goText) literal(t types.Type, leaves []gofunc.Leaf, x []uint64) (string, int) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var fields []string
		n := 0
		for f := range u.Fields() {
			if f.Name() == "_" {
				continue
			}
			text, used := g.literal(f.Type(), leaves[n:], x[n:])
			fields = append(fields, f.Name()+": "+text)
			n += used
		}
		return g.typeName(t) + "{" + strings.Join(fields, ", ") + "}", n
	case *types.Array:
		var all []string
		n := 0
		for range u.Len() {
			text, used := g.literal(u.Elem(), leaves[n:], x[n:])
			all = append(all, text)
			n += used
		}
		return g.typeName(t) + "{" + strings.Join(all, ", ") + "}", n
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			return fmt.Sprintf("%s(complex(%s, %s))", g.typeName(t), g.number(leaves[0], x[0]), g.number(leaves[1], x[1])), 2
		}
	}
	text := g.number(leaves[0], x[0])
	if t.Underlying() == t && strings.HasPrefix(text, "float") || leaves[0].Bool {
		return text, 1
	}
	return g.typeName(t) + "(" + text + ")", 1
}

// number is a leaf in Go.
func (g *goText) number(l gofunc.Leaf, x uint64) string {
	switch {
	case l.Bool:
		return strconv.FormatBool(x&1 == 1)
	case l.Float != bv.NoFormat:
		v, size := bv.ToFloat(l.Float, x), l.Bits
		typ := fmt.Sprintf("float%d", size)
		switch {
		case v != v && x == canonical(l.Float) && !g.q.exact:
			g.imports["math"] = true
			return typ + "(math.NaN())"
		case v != v:
			g.imports["math"] = true
			return fmt.Sprintf("math.Float%dfrombits(%#x)", size, x)
		case math.IsInf(v, 0):
			g.imports["math"] = true
			return fmt.Sprintf("%s(math.Inf(%+d))", typ, int(math.Copysign(1, v)))
		case v == 0 && math.Signbit(v):
			g.imports["math"] = true
			return typ + "(math.Copysign(0, -1))"
		}
		return fmt.Sprintf("%s(%s)", typ, strconv.FormatFloat(v, 'g', -1, size))
	case l.Signed:
		return strconv.FormatInt(int64(x<<(64-l.Bits))>>(64-l.Bits), 10)
	}
	return strconv.FormatUint(x, 10)
}

// test is a file with a test of the claim on the witness.
func (g *goText) test(w *Witness) string {
	q := g.q
	fn := q.op.Func.FuncName()
	t := q.op.Func.Signature().Params().At(0).Type()
	var b strings.Builder
	for i, element := range w.In {
		text, _ := g.literal(t, q.leaves, element)
		fmt.Fprintf(&b, "\tvar %s %s = %s\n", names[i], g.typeName(t), text)
	}
	if q.law == Identity && q.unit() == "zero" {
		fmt.Fprintf(&b, "\tvar zero %s\n", g.typeName(t))
	}
	left, right := q.expressions(fn)
	if w.Panics != "" {
		b.WriteString("\tdefer func() {\n\t\tif p := recover(); p != nil {\n\t\t\tt.Errorf(\"panic: %v\", p)\n\t\t}\n\t}()\n")
	}
	for i := range left {
		if q.law == Closed {
			fmt.Fprintf(&b, "\tif got := %s; !%s(got) {\n\t\tt.Errorf(\"%s = %%+v is not valid\", got)\n\t}\n", left[i],
				q.op.Valid.FuncName(), left[i])
			continue
		}
		differ := `fmt.Sprintf("%#v", left) != fmt.Sprintf("%#v", right)`
		if q.exact {
			const bytes = "*(*[unsafe.Sizeof(left)]byte)(unsafe.Pointer(&%s))"
			g.imports["unsafe"], differ = true, fmt.Sprintf(bytes+" != "+bytes, "left", "right")
		} else {
			g.imports["fmt"] = true // which writes NaN and -0 as they are
		}
		fmt.Fprintf(&b, "\tif left, right := %s, %s; %s {\n\t\tt.Errorf(\"%s = %%+v, %s = %%+v\", left, right)\n\t}\n",
			left[i], right[i], differ, left[i], right[i])
	}
	var imports []string
	for path := range g.imports {
		imports = append(imports, strconv.Quote(path))
	}
	slices.Sort(imports)
	text := fmt.Sprintf("package %s\n\nimport (\n\t%s\n)\n\n"+
		"// %s is claimed to be %s: %s.\nfunc Test%sIs%s(t *testing.T) {\n%s}\n",
		q.op.Func.Types().Name(), strings.Join(imports, "\n\t"), fn, q.law, q.law.Equation(), upper(fn),
		upper(q.law.String()), b.String())
	if formatted, err := format.Source([]byte(text)); err == nil {
		return string(formatted)
	}
	return text
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

package tape

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Pair are two values that are claimed to be equal: floats of format Float but for the payload
// of a NaN.
type Pair struct {
	Float bv.Format
	A, B  *Node
	What  string // a comment in scripts
}

// Script is a question to a solver in SMT-LIB 2: are there inputs with every bit of given 1, and with a differing
// pair? unsat is a proof that there are none. The inputs are v0, v1, ….
func (t *Tape) Script(given []*Node, pairs []Pair) string {
	return t.script(given, pairs, nil)
}

// script is [Tape.Script], in which the nodes of a cut may have any value.
func (t *Tape) script(given []*Node, pairs []Pair, cut map[*Node]bool) string {
	p := t.newScript()
	p.cut = cut
	p.b.WriteString("(set-option :produce-models true)\n")
	p.ask(given, pairs)
	p.b.WriteString("(get-value (")
	for i := range t.vars {
		fmt.Fprintf(&p.b, " v%d", i)
	}
	p.b.WriteString("))\n")
	return p.b.String()
}

func (t *Tape) newScript() *script {
	return &script{t: t, declared: map[string]bool{}}
}

// ask writes the question.
func (p *script) ask(given []*Node, pairs []Pair) {
	t := p.t
	p.b.WriteString("(set-logic ALL)\n")
	for i, w := range t.vars {
		fmt.Fprintf(&p.b, "(declare-const v%d (_ BitVec %d))\n", i, w)
	}
	for _, n := range t.reach(t.roots(given, pairs), p.cut) { // operands first, so that no name nests deeply
		p.of(n)
	}
	for _, g := range given {
		fmt.Fprintf(&p.b, "(assert (= %s #b1))\n", p.of(g))
	}
	wrong := ""
	for _, q := range pairs {
		sides := []string{p.of(q.A), p.of(q.B)}
		if q.Float != bv.NoFormat {
			sides = []string{p.float(q.Float, q.A), p.float(q.Float, q.B)}
		}
		wrong += fmt.Sprintf("\n  (distinct %s %s)", sides[0], sides[1])
		if q.What != "" {
			wrong += " ; " + q.What
		}
	}
	fmt.Fprintf(&p.b, "(assert (or false%s\n))\n(check-sat)\n", wrong)
}

func (t *Tape) roots(given []*Node, pairs []Pair) []*Node {
	roots := slices.Clone(given)
	for _, q := range pairs {
		roots = append(roots, q.A, q.B)
	}
	return roots
}

var modelValue = regexp.MustCompile(`\(v(\d+) (?:#x([0-9a-fA-F]+)|#b([01]+)|\(_ bv(\d+) \d+\))\)`)

// Model are the inputs of a solver's answer to a script; those that it does not tell are 0.
func (t *Tape) Model(text string) []uint64 {
	in := make([]uint64, len(t.vars))
	for _, m := range modelValue.FindAllStringSubmatch(text, -1) {
		if i, err := strconv.Atoi(m[1]); err == nil && i < len(in) {
			for k, base := range []int{16, 2, 10} {
				if digits := m[k+2]; digits != "" {
					in[i], _ = strconv.ParseUint(digits, base, 64)
				}
			}
		}
	}
	return in
}

type floatKey struct {
	n *Node
	f bv.Format
}

// script is a script in the making: each value has a name as bits, as a float, or both.
type script struct {
	t        *Tape
	cut      map[*Node]bool
	lawful   bool // see [Tape.Lawful]
	b        strings.Builder
	bits     bv.Memo[*Node, string]
	floats   bv.Memo[floatKey, string]
	declared map[string]bool
	names    int
}

// sizes are the bits of the exponent and of the significand.
var sizes = map[bv.Format]string{bv.F16: "5 11", bv.BF16: "8 8", bv.F32: "8 24", bv.F64: "11 53"}

func (p *script) sort(f bv.Format) string {
	if p.lawful {
		return vector(f.Bits())
	}
	return "(_ FloatingPoint " + sizes[f] + ")"
}

func vector(w int) string { return fmt.Sprintf("(_ BitVec %d)", w) }

func toFP(f bv.Format) string { return "(_ to_fp " + sizes[f] + ")" }

// fp is an operation on floats, or of some bits as a float.
func (p *script) fp(f bv.Format, op string, args ...string) string {
	all := strings.Join(args, " ")
	switch {
	case p.lawful:
		p.laws(f)
		return fmt.Sprintf("(%s.%s %s)", formatNames[f], op, all)
	case op == "of":
		return fmt.Sprintf("(%s %s)", toFP(f), all)
	case op == "add", op == "mul":
		op += " RNE"
	}
	return fmt.Sprintf("(fp.%s %s)", op, all)
}

func (p *script) define(sort, text string) string {
	p.names++
	name := fmt.Sprintf("n%d", p.names)
	fmt.Fprintf(&p.b, "(define-fun %s () %s %s)\n", name, sort, text)
	return name
}

// of is n as bits.
func (p *script) of(n *Node) string {
	return p.bits.Once(n, func() string { return p.bitsOf(n) })
}

func (p *script) bitsOf(n *Node) string {
	w := int(n.w)
	sort := vector(w)
	arg := func(o *Node) string { return p.of(o) }
	isBit := func(cond string) string { return p.define(sort, "(ite "+cond+" #b1 #b0)") }
	if p.cut[n] {
		p.names++
		name := fmt.Sprintf("c%d", p.names)
		fmt.Fprintf(&p.b, "(declare-const %s %s)\n", name, sort)
		return name
	}
	switch n.code {
	case cConst:
		return fmt.Sprintf("(_ bv%d %d)", n.x, w)
	case cVar:
		return fmt.Sprintf("v%d", n.x)
	case cExtract:
		return p.define(sort, fmt.Sprintf("((_ extract %d %d) %s)", int(n.x)+w-1, n.x, arg(n.a)))
	case cConcat:
		return p.define(sort, fmt.Sprintf("(concat %s %s)", arg(n.b), arg(n.a)))
	case cZero:
		return p.define(sort, fmt.Sprintf("((_ zero_extend %d) %s)", w-int(n.a.w), arg(n.a)))
	case cSign:
		return p.define(sort, fmt.Sprintf("((_ sign_extend %d) %s)", w-int(n.a.w), arg(n.a)))
	case cNot:
		return p.define(sort, "(bvnot "+arg(n.a)+")")
	case cSelect:
		return p.define(sort, fmt.Sprintf("(ite (= %s #b1) %s %s)", arg(n.a), arg(n.b), arg(n.c)))
	case cInt:
		a, b := arg(n.a), arg(n.b)
		switch op := bv.IntOp(n.sub); op {
		case bv.Eq:
			return isBit(fmt.Sprintf("(= %s %s)", a, b))
		case bv.ULt:
			return isBit(fmt.Sprintf("(bvult %s %s)", a, b))
		case bv.SLt:
			return isBit(fmt.Sprintf("(bvslt %s %s)", a, b))
		case bv.SMin, bv.SMax, bv.UMin, bv.UMax:
			less := map[bv.IntOp]string{bv.SMin: "bvslt", bv.SMax: "bvsgt", bv.UMin: "bvult", bv.UMax: "bvugt"}[op]
			return p.define(sort, fmt.Sprintf("(ite (%s %s %s) %s %s)", less, a, b, a, b))
		default:
			name := [...]string{bv.Add: "bvadd", bv.Sub: "bvsub", bv.Mul: "bvmul", bv.And: "bvand", bv.Or: "bvor",
				bv.Xor: "bvxor"}[op]
			return p.define(sort, fmt.Sprintf("(%s %s %s)", name, a, b))
		}
	case cFloat:
		if w == 1 {
			a, b := p.float(n.f, n.a), p.float(n.f, n.b)
			switch bv.FloatOp(n.sub) {
			case bv.FEq:
				return isBit(p.fp(n.f, "eq", a, b))
			case bv.FLt:
				return isBit(p.fp(n.f, "lt", a, b))
			}
			return isBit(fmt.Sprintf("(or %s %s)", p.fp(n.f, "isNaN", a), p.fp(n.f, "isNaN", b)))
		}
		return p.anyBits(n.f, n)
	case cConv:
		return p.anyBits(n.to, n)
	case cQuiet:
		return p.anyBits(n.f, n)
	case cApply:
		return p.applied(n)
	}
	panic(fmt.Sprintf("unexpected node %d", n.code))
}

// anyBits are bits of the float that n is: of a NaN any.
func (p *script) anyBits(f bv.Format, n *Node) string {
	v := p.float(f, n)
	p.names++
	name := fmt.Sprintf("b%d", p.names)
	fmt.Fprintf(&p.b, "(declare-const %s %s)\n", name, vector(f.Bits()))
	if p.lawful {
		return p.define(vector(f.Bits()), p.fp(f, "bits", v, name))
	}
	fmt.Fprintf(&p.b, "(assert (= (%s %s) %s))\n", toFP(f), name, v)
	return name
}

// float is n as a float.
func (p *script) float(f bv.Format, n *Node) string {
	k := floatKey{n, f}
	return p.floats.Once(k, func() string { return p.define(p.sort(f), p.floatOf(f, n)) })
}

func (p *script) floatOf(f bv.Format, n *Node) string {
	sign := uint64(1) << (f.Bits() - 1)
	switch {
	case p.cut[n]:
	case n.code == cSelect:
		return fmt.Sprintf("(ite (= %s #b1) %s %s)", p.of(n.a), p.float(f, n.b), p.float(f, n.c))
	case n.code == cQuiet && n.f == f:
		return p.float(f, n.a)
	case n.code == cInt && bv.IntOp(n.sub) == bv.Xor && n.b.is(sign):
		return p.fp(f, "neg", p.float(f, n.a))
	case n.code == cZero && n.a.code == cExtract && n.a.x == 0 && n.a.a.w == n.w && n.a.w == n.w-1:
		return p.fp(f, "abs", p.float(f, n.a.a))
	case p.lawful && (n.code == cConv && n.to == f || n.code == cApply && n.fn.Gives == f):
		return p.fp(f, "of", p.unknown(p.sort(f), n))
	case n.code == cConv && n.to == f:
		return fmt.Sprintf("(%s RNE %s)", toFP(f), p.float(n.f, n.a))
	case n.code == cApply && n.fn.Gives == f:
		if s := p.floatFn(f, n); s != "" {
			return s
		}
	case !p.lawful && n.code == cApply && strings.HasPrefix(n.fn.Name, fmt.Sprintf("f%d.", f.Bits())): // of an integer
		if n.fn.Name[4] == 's' {
			return fmt.Sprintf("(%s RNE %s)", toFP(f), p.of(n.a))
		}
		return fmt.Sprintf("((_ to_fp_unsigned %s) RNE %s)", sizes[f], p.of(n.a))
	case n.code == cFloat && n.f == f && n.w > 1:
		a, b := p.float(f, n.a), p.float(f, n.b)
		switch op := bv.FloatOp(n.sub); op {
		case bv.FAdd:
			return p.commutative(f, "add", a, b)
		case bv.FMul:
			return p.commutative(f, "mul", a, b)
		default: // a minimum or maximum, with -0 < +0
			return p.extremum(op, f, a, b)
		}
	}
	return p.fp(f, "of", p.of(n))
}

// extremum is the lesser or greater of two floats: where one is a NaN, that one or the other.
func (p *script) extremum(op bv.FloatOp, f bv.Format, a, b string) string {
	x, y := a, b
	if op == bv.FMax || op == bv.FMaxNaN {
		x, y = b, a
	}
	aNaN, bNaN := p.fp(f, "isNaN", a), p.fp(f, "isNaN", b)
	chosen := fmt.Sprintf("(ite (or %s (and %s %s)) %s %s)", p.fp(f, "lt", x, y), p.fp(f, "eq", x, y),
		p.fp(f, "isNegative", x), a, b)
	if op == bv.FMin || op == bv.FMax {
		return fmt.Sprintf("(ite %s %s (ite %s %s %s))", aNaN, b, bNaN, a, chosen)
	}
	return fmt.Sprintf("(ite %s %s (ite %s %s %s))", aNaN, a, bNaN, b, chosen)
}

// floatFn is a function that solvers know, of floats; "" for another.
func (p *script) floatFn(f bv.Format, n *Node) string {
	var in []string
	for i, o := range n.operands() {
		if n.fn.Of[i] != f {
			return ""
		}
		in = append(in, p.float(f, o))
	}
	all := strings.Join(in, " ")
	known := map[*bv.Fn]string{
		bv.FDiv(f): "fp.div RNE", bv.FSqrt(f): "fp.sqrt RNE", bv.FMA(f): "fp.fma RNE",
		bv.FFloor(f): "fp.roundToIntegral RTN", bv.FCeil(f): "fp.roundToIntegral RTP",
		bv.FTrunc(f): "fp.roundToIntegral RTZ", bv.FRint(f): "fp.roundToIntegral RNE",
	}
	if name := known[n.fn]; name != "" {
		return fmt.Sprintf("(%s %s)", name, all)
	}
	return p.unknown(p.sort(f), n)
}

// applied is a function as bits.
func (p *script) applied(n *Node) string {
	if n.fn.Gives != bv.NoFormat {
		return p.anyBits(n.fn.Gives, n)
	}
	sort := vector(int(n.w))
	name, _, _ := strings.Cut(n.fn.Name, ".")
	if known := map[string]string{"udiv": "bvudiv", "urem": "bvurem", "sdiv": "bvsdiv",
		"srem": "bvsrem"}[name]; known != "" {
		return p.define(sort, fmt.Sprintf("(%s %s %s)", known, p.of(n.a), p.of(n.b)))
	}
	if op := map[string]string{"shl": "bvshl", "shr": "bvlshr", "sar": "bvashr"}[name]; op != "" { // in 64 bits
		extend := map[bool]string{true: "sign_extend", false: "zero_extend"}[name == "sar"]
		return p.define(sort, fmt.Sprintf("((_ extract %d 0) (%s ((_ %s %d) %s) %s))", n.w-1, op, extend, 64-n.w, p.of(n.a),
			p.of(n.b)))
	}
	switch {
	case name == "rol":
		by := fmt.Sprintf("((_ extract %d 0) %s)", n.w-1, p.of(n.b))
		return p.define(sort, fmt.Sprintf("(bvor (bvshl %[1]s %[2]s) (bvlshr %[1]s (bvsub (_ bv%[3]d %[3]d) %[2]s)))",
			p.of(n.a), by, n.w))
	case n.fn == bv.MulHigh:
		wide := func(o *Node) string { return "((_ zero_extend 64) " + p.of(o) + ")" }
		return p.define(sort, fmt.Sprintf("((_ extract 127 64) (bvmul %s %s))", wide(n.a), wide(n.b)))
	case p.lawful:
		return p.define(sort, p.unknown(sort, n))
	case len(n.fn.Of) == 1 && n.fn.Of[0] != bv.NoFormat: // a float without its fraction
		to := "fp.to_ubv"
		if n.fn.Name[0] == 's' {
			to = "fp.to_sbv"
		}
		return p.define(sort, fmt.Sprintf("((_ %s %d) RTZ %s)", to, n.w, p.float(n.fn.Of[0], n.a)))
	}
	for _, f := range []bv.Format{bv.F32, bv.F64} { // an integer as a float
		if strings.HasPrefix(n.fn.Name, fmt.Sprintf("f%d.", f.Bits())) {
			return p.anyBits(f, n)
		}
	}
	panic(bv.Stop{Why: n.fn.Name + " is not known to solvers"})
}

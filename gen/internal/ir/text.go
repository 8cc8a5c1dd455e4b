package ir

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Text is a function for a reader, a line each statement, regions indented.
func (f *Func) Text() []string {
	if f.Primitive || f.Collective != nil {
		return nil
	}
	return textOf(f.Body)
}

func textOf(body []Stmt) (lines []string) {
	region := func(head string, body []Stmt) {
		lines = append(lines, head)
		for _, line := range textOf(body) {
			lines = append(lines, "  "+line)
		}
	}
	for _, s := range body {
		switch s := s.(type) {
		case If:
			lines = append(lines, textOf(lets(s.Init))...)
			region(fmt.Sprintf("if %s", s.Cond), s.Then)
			if len(s.Else) > 0 {
				region("else", s.Else)
			}
		case Variant:
			region(fmt.Sprintf("from sm_%d on", s.From), s.Then)
			if len(s.Older) > 0 {
				region("before", s.Older)
			}
		case Scope:
			region("here", s.Body)
		case Switch:
			for i, body := range s.Cases {
				region(fmt.Sprintf("if %s == %d", s.Of, i), body)
			}
		case Parallel:
			region(fmt.Sprintf("in parallel, for ranges from %s to %s of %s, each of at least %s", s.From.Name, s.To.Name, s.N,
				s.Least), s.Body)
		case For:
			lines = append(lines, textOf(lets(s.Init))...)
			var next []string
			for _, n := range s.Next {
				next = append(next, textOf([]Stmt{n})...)
			}
			region(fmt.Sprintf("while %s, then %s", s.While, strings.Join(next, ", ")), s.Body)
		case Each:
			region(fmt.Sprintf("for each %s of %s", s.Var.Name, s.Of), s.Body)
		case DoWhile:
			region("repeat", s.Body)
			lines = append(lines, fmt.Sprintf("while %s", s.While))
		default:
			lines = append(lines, lineOf(s))
		}
	}
	return lines
}

func lets(all []Let) (body []Stmt) {
	for _, l := range all {
		body = append(body, l)
	}
	return body
}

// lineOf is a statement without regions.
func lineOf(s Stmt) string {
	switch s := s.(type) {
	case Step:
		return s.Title
	case Remark:
		return s.Text
	case Let:
		kind := ""
		if s.Var.Shared {
			kind = "shared "
		}
		if s.Value == nil {
			return fmt.Sprintf("%s%s: %s", kind, s.Var.Name, s.Var.Type)
		}
		return fmt.Sprintf("%s = %s", s.Var.Name, s.Value)
	case Set:
		return fmt.Sprintf("%s = %s", s.To, s.Value)
	case Do:
		return s.Call.String()
	case Return:
		if s.Value == nil {
			return "return"
		}
		return fmt.Sprintf("return %s", s.Value)
	case Trap:
		return "trap"
	case Barrier:
		return "barrier"
	case Load:
		return fmt.Sprintf("%s = %s load at %s", listed(s.To), s.Order, s.From)
	case Store:
		return fmt.Sprintf("%s store of %s at %s", s.Order, listed(s.Words), s.To)
	case Instruct:
		text := fmt.Sprintf("%s(%s)", s.Of.Name, listed(s.Use))
		if len(s.To) > 0 {
			text = listed(s.To) + " = " + text
		}
		return text
	case AtomicAdd:
		return fmt.Sprintf("%s = %s addition of %s at %s", s.Old, Relaxed, s.By, s.At)
	}
	return fmt.Sprintf("%T", s)
}

// String is the order in words.
func (o Order) String() string {
	return [...]string{Relaxed: "relaxed", Streaming: "streaming", Constant: "constant"}[o]
}

func listed(all []Expr) string {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.String())
	}
	return strings.Join(texts, ", ")
}

// text is the constant for a reader.
func (n Const) text(of Type) string {
	t, ok := integer(of)
	switch {
	case isBool(of):
		return fmt.Sprint(n.Bits == 1)
	case of == F32:
		return fmt.Sprint(math.Float32frombits(uint32(n.Bits)))
	case n.Digits:
		return fmt.Sprintf("%#x", n.Bits)
	case ok && t.Class() == spec.Signed:
		return fmt.Sprint(int64(converted(n.Bits, t, I64)))
	}
	return fmt.Sprint(n.Bits)
}

// texts are the nodes of one form for a reader, with their operands in order: %o is one in parentheses unless it is
// one word.
var texts = map[reflect.Type]string{
	reflect.TypeFor[Zero](): "nothing", reflect.TypeFor[Zeros](): "zeros", reflect.TypeFor[Identity](): "identity",
	reflect.TypeFor[Not](): "not %o", reflect.TypeFor[Choose](): "if %s then %o else %o",
	reflect.TypeFor[Bits](): "bits(%s)", reflect.TypeFor[Element](): "%o[%s]", reflect.TypeFor[Len](): "length(%s)",
	reflect.TypeFor[Clone](): "copy(%s)", reflect.TypeFor[Make](): "%o values",
	reflect.TypeFor[Copied](): "copy of %[2]o to %[1]o", reflect.TypeFor[Funnel](): "funnel(%s, %s, %s)",
	reflect.TypeFor[PickBytes](): "bytes(%s, %s, %s)", reflect.TypeFor[All](): "in all lanes %o",
	reflect.TypeFor[Pointed](): "value at %o", reflect.TypeFor[Address](): "address of %o",
	reflect.TypeFor[AddressBits](): "address(%s)",
}

// Format writes the expression for a reader; by the verb o as an operand.
func (e Expr) Format(to fmt.State, verb rune) {
	text := e.String()
	if verb == 'o' && strings.Contains(text, " ") {
		text = "(" + text + ")"
	}
	io.WriteString(to, text)
}

// String is the expression for a reader.
func (e Expr) String() string {
	if text, ok := texts[reflect.TypeOf(e.Node())]; ok {
		var operands []any
		for _, x := range args(e.Node()) {
			operands = append(operands, x)
		}
		return fmt.Sprintf(text, operands...)
	}
	switch n := e.Node().(type) {
	case Const:
		return n.text(e.Type())
	case Local:
		return n.Var.Name
	case Index:
		return [...]string{ThreadIdx: "thread", BlockIdx: "block", GridDim: "blocks"}[n.Of]
	case Binary:
		return fmt.Sprintf("%o %s %o", n.A, n.Op.Symbol(), n.B)
	case Convert:
		return fmt.Sprintf("%s(%s)", e.Type(), n.X)
	case FromBits:
		return fmt.Sprintf("%s of bits(%s)", e.Type(), n.X)
	case Part:
		from, to := "first", "last"
		if n.From != nil {
			from = fmt.Sprintf("%o", *n.From)
		}
		if n.To != nil {
			to = fmt.Sprintf("before %o", *n.To)
		}
		return fmt.Sprintf("%o from %s to %s", n.X, from, to)
	case View:
		return fmt.Sprintf("%o as %s", n.X, e.Type())
	case Recast:
		return fmt.Sprintf("%o as %s", n.X, e.Type())
	case Word:
		return fmt.Sprintf("word %d of %o", n.At, n.Of)
	case Leaf:
		return fmt.Sprintf("%o%s", n.Of, n.Of.Type().(Struct).CUDAPaths()[n.At])
	case Pack:
		if _, pair := e.Type().(Pair); pair {
			return listed(n.Words)
		}
		return fmt.Sprintf("words(%s)", listed(n.Words))
	case Offset:
		return fmt.Sprintf("%o %s %o", n.From, map[bool]string{true: "-", false: "+"}[n.Back], n.By)
	case Aligned:
		return fmt.Sprintf("%s aligned to %d", listed(n.All), n.Bytes)
	case Shuffle:
		return fmt.Sprintf("shuffle %o by %s %o", n.X, n.Mode, n.By)
	case Call:
		return fmt.Sprintf("%s(%s)", n.Func.Name, listed(n.Args))
	}
	return fmt.Sprintf("%T", e.Node())
}

// String is the mode in a word.
func (m Mode) String() string {
	return [...]string{Idx: "idx", Up: "up", Down: "down", Across: "xor"}[m]
}

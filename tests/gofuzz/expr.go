package gofuzz

import (
	"fmt"
	"strings"
)

// places are the texts of variables and their parts of a type: those that can be assigned to, or all. calls says
// whether counters may be indices.
func (a *author) places(t *typ, assign, counters bool) (all []string) {
	var walk func(text string, at *typ, depth int)
	walk = func(text string, at *typ, depth int) {
		if at == t || at.name == t.name {
			all = append(all, text)
			return
		}
		if depth == 0 {
			return
		}
		for _, f := range at.fields {
			walk(text+"."+f.name, f.t, depth-1)
		}
		if at.elem != nil {
			walk(fmt.Sprintf("%s[%s]", text, a.index(at.n, counters)), at.elem, depth-1)
		}
	}
	for _, v := range a.visible() {
		if !assign || !v.fixed {
			walk(v.name, v.t, 4)
		}
	}
	return all
}

// index is an index into an array of n elements, which is known once loops are unrolled.
func (a *author) index(n int, counters bool) string {
	var all []string
	for _, v := range a.visible() {
		if !v.counter || !counters || v.low < 0 {
			continue
		}
		if v.high < n {
			all = append(all, v.name, fmt.Sprintf("%d-%s", n-1, v.name))
		}
		if n > 1 && v.high < 100 {
			all = append(all, fmt.Sprintf("(%s+1)%%%d", v.name, n))
		}
	}
	if len(all) > 0 && !a.one(4) {
		return pick(a, all)
	}
	return fmt.Sprint(a.IntN(n))
}

// leaf is something to read, which is no constant.
func (a *author) leaf(t *typ) string {
	all := a.places(t, false, true)
	if t.isInt() && a.one(6) {
		for _, v := range a.visible() {
			if v.counter {
				all = append(all, fmt.Sprintf("%s(%s)", t.name, v.name))
			}
		}
		if t.name == t.kind && t != word && t != natural {
			all = append(all, a.table(t, a.index(4, true)))
		}
	}
	if len(all) > 0 {
		return pick(a, all)
	}
	if t.scalar() && t.kind != "bool" {
		for range 20 {
			from := pick(a, numbers)
			if from.isFloat() != t.isFloat() && (!t.isFloat() || a.lean) {
				continue
			}
			if all = a.places(from, false, true); len(all) > 0 {
				return fmt.Sprintf("%s(%s)", t.name, pick(a, all))
			}
		}
	}
	return a.zero(t)
}

// zero is an expression of a type that reads nothing, and is no constant.
func (a *author) zero(t *typ) string {
	switch {
	case t.kind == "bool":
		return "(" + a.table(ints[0], "0") + " == 0)"
	case t.isFloat() && a.lean:
		return t.name + "(math.Abs(0.5))"
	case t.scalar():
		return t.name + "(" + a.table(ints[0], "1") + ")"
	}
	return "(" + t.name + "{})"
}

// table is an element of the table of a type. CUDA code has no variables of packages.
func (a *author) table(t *typ, index string) string {
	if a.plain {
		return fmt.Sprintf("[4]%s{1, 3: 5}[%s]", t.name, index)
	}
	if a.lean {
		return fmt.Sprintf("table_%s(int(%s))", t.name, index)
	}
	return fmt.Sprintf("table_%s[%s]", t.name, index)
}

// expr is an expression of a type, which is no constant.
func (a *author) expr(t *typ, depth int) string {
	if depth <= 0 || a.one(5) {
		return a.leaf(t)
	}
	if a.one(8) {
		for range 4 {
			if s := pick(a, a.calls); len(s.out) == 1 && s.out[0] == t {
				return a.callOf(s, depth-1)
			}
		}
	}
	switch {
	case t.kind == "bool":
		return a.condition(depth)
	case t.isFloat():
		return a.float(t, depth)
	case t.isInt():
		return a.integer(t, depth)
	}
	if !a.one(3) {
		return a.leaf(t)
	}
	return a.literal(t, depth)
}

// callOf is a call of a helper.
func (a *author) callOf(s signature, depth int) string {
	var args []string
	for _, t := range s.in {
		args = append(args, a.expr(t, depth))
	}
	if s.ofMethod {
		return fmt.Sprintf("%s.%s(%s)", args[0], s.name, strings.Join(args[1:], ", "))
	}
	return fmt.Sprintf("%s(%s)", s.name, strings.Join(args, ", "))
}

// literal is a struct or an array written out. It stands in brackets: in front of a block its braces would be the
// block's.
func (a *author) literal(t *typ, depth int) string {
	var parts []string
	if t.elem != nil {
		for i := range t.n {
			switch {
			case a.one(4):
			case a.one(3) || len(parts) < i:
				parts = append(parts, fmt.Sprintf("%d: %s", i, a.operand(t.elem, depth-1)))
			default:
				parts = append(parts, a.operand(t.elem, depth-1))
			}
		}
		return "(" + t.name + "{" + strings.Join(parts, ", ") + "})"
	}
	keyed := a.one(2)
	for _, f := range t.fields {
		switch {
		case !keyed:
			parts = append(parts, a.operand(f.t, depth-1))
		case !a.one(4):
			parts = append(parts, f.name+": "+a.operand(f.t, depth-1))
		}
	}
	a.Shuffle(len(parts), func(i, j int) {
		if keyed {
			parts[i], parts[j] = parts[j], parts[i]
		}
	})
	return "(" + t.name + "{" + strings.Join(parts, ", ") + "})"
}

// operand is an expression, or a constant.
func (a *author) operand(t *typ, depth int) string {
	if t.scalar() && a.one(4) {
		return a.constant(t)
	}
	return a.expr(t, depth)
}

// constant is a constant that a type holds.
func (a *author) constant(t *typ) string {
	switch {
	case t.kind == "bool":
		return a.word("true false")
	case t.isFloat():
		text := a.word("0 1 -1 0.5 0.1 third third*3 -0.0 3 1e-40 0x1p-149 16777217 1e30 7.25 1e38*10/10 " +
			"seven 'b' 0x1.000001p0 1e-320 9007199254740993 letter/2.0")
		if a.one(4) {
			return t.name + "(" + text + ")"
		}
		return text
	}
	bits := t.bits()
	if t == word || t == natural { // as many as the smaller of both sizes holds
		bits = 31
	}
	var text string
	switch x := a.IntN(10); {
	case x < 5:
		text = a.word("0 1 2 3 seven 2.0 first second 8>>1 1e1 letter 'z'-letter big>>60 1<<6 100")
	case t.unsigned() && x < 8:
		text = fmt.Sprintf("1<<%d-1", bits-a.IntN(2))
	case t.unsigned():
		text = fmt.Sprintf("%#x", a.Uint64()>>(64-bits))
	case x == 5:
		text = fmt.Sprintf("1<<%d-1", bits-1)
	case x == 6:
		text = fmt.Sprintf("-1<<%d", bits-1)
	case x == 7:
		text = a.word("-1 -2 -3 -seven -100")
	default:
		text = fmt.Sprint(int64(a.Uint64()) >> (64 - bits))
	}
	if a.one(4) {
		return t.name + "(" + text + ")"
	}
	return "(" + text + ")"
}

// divisor is a constant that is not zero.
func (a *author) divisor(t *typ) string {
	text := a.word("1 2 3 7 10 64 100 127")
	if !t.unsigned() && a.one(3) {
		text = "(-" + a.word("1 2 3 100 128") + ")"
	}
	return text
}

func (a *author) integer(t *typ, depth int) string {
	x := func() string { return a.expr(t, depth-1) }
	switch a.IntN(22) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("+ - * & | ^ &^"), x())
	case 4, 5:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("+ - * & | ^ &^"), a.constant(t))
	case 6:
		return fmt.Sprintf("(%s %s %s)", a.constant(t), a.word("+ - * & | ^ &^"), x())
	case 7:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("/ %"), a.divisor(t))
	case 8:
		if a.risky && a.one(3) {
			return fmt.Sprintf("(%s %s %s)", x(), a.word("/ %"), x())
		}
		return fmt.Sprintf("(%s %s (%s | 1))", x(), a.word("/ %"), x())
	case 9:
		return fmt.Sprintf("(%s %s %d)", x(), a.word("<< >>"), a.IntN(70))
	case 10:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("<< >>"), a.expr(pick(a, ints[4:]), depth-1))
	case 11:
		return fmt.Sprintf("(%s %s (%s & 15))", x(), a.word("<< >>"), a.expr(pick(a, ints), depth-1))
	case 12:
		if a.risky {
			return fmt.Sprintf("(%s %s %s)", x(), a.word("<< >>"), a.expr(pick(a, ints[:4]), depth-1))
		}
		return fmt.Sprintf("(%s + 1<<(%s))", x(), a.expr(pick(a, ints[4:]), depth-1))
	case 13:
		return fmt.Sprintf("%s(%s)", a.word("- ^ +"), x())
	case 14:
		return fmt.Sprintf("%s(%s, %s)", a.word("min max"), x(), a.operand(t, depth-1))
	case 15:
		return fmt.Sprintf("%s(%s, %s, %s)", a.word("min max"), a.constant(t), x(), x())
	case 16, 17:
		return fmt.Sprintf("%s(%s)", t.name, a.expr(pick(a, ints), depth-1))
	case 18, 19:
		return a.bitFunction(t, depth)
	case 20:
		if !t.unsigned() || t.bits() < 32 || t.name != t.kind || t == natural {
			return x()
		}
		f := map[int]*typ{32: floats[0], 64: floats[1]}[t.bits()]
		return fmt.Sprintf("bitsOf%d(%s)", t.bits(), a.leaf(f))
	}
	if t == word || t == natural {
		return fmt.Sprintf("%s(%s)", t.name, a.expr(pick(a, numbers[:8]), depth-1))
	}
	return fmt.Sprintf("pick_%s(%s, %s, %s)", t.name, a.expr(boolean, depth-1), x(), a.operand(t, depth-1))
}

func (a *author) bitFunction(t *typ, depth int) string {
	w := fmt.Sprint(t.bits())
	if t == word || t == natural {
		w = "32"
	}
	x := a.expr(scalars["uint"+w], depth-1)
	name := a.word("OnesCount LeadingZeros TrailingZeros Len Reverse ReverseBytes RotateLeft")
	if name == "ReverseBytes" && w == "8" {
		name = "Reverse"
	}
	if name == "RotateLeft" {
		return fmt.Sprintf("%s(bits.RotateLeft%s(%s, %s))", t.name, w, x, a.word("1 -3 65 7 0"))
	}
	return fmt.Sprintf("%s(bits.%s%s(%s))", t.name, name, w, x)
}

func (a *author) float(t *typ, depth int) string {
	x := func() string { return a.expr(t, depth-1) }
	single := t.kind == "float32"
	of := func(f string) string {
		switch {
		case single:
			return t.name + "(" + f + "(float64(" + x() + ")))"
		case t.name != t.kind:
			return t.name + "(" + f + "(float64(" + x() + ")))"
		}
		return f + "(" + x() + ")"
	}
	switch a.IntN(13) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("+ -"), x())
	case 2:
		if a.plain || a.lean {
			return fmt.Sprintf("%s(%s * %s)", t.name, x(), x())
		}
		return fmt.Sprintf("(%s * %s)", x(), x())
	case 3:
		return fmt.Sprintf("%s(%s * %s)", t.name, x(), a.constant(t))
	case 4:
		return fmt.Sprintf("%s(%s / %s)", t.name, x(), a.operand(t, depth-1))
	case 5:
		return "-(" + x() + ")"
	case 6:
		return fmt.Sprintf("%s(%s, %s)", a.word("min max"), x(), a.operand(t, depth-1))
	case 7, 8:
		if a.lean {
			return of(a.word("math.Sqrt math.Abs"))
		}
		return of(a.word("math.Sqrt math.Abs math.Floor math.Ceil math.Trunc math.RoundToEven"))
	case 9, 10:
		from := numbers
		if a.lean {
			from = floats
		}
		return fmt.Sprintf("%s(%s)", t.name, a.expr(pick(a, from), depth-1))
	case 11:
		return fmt.Sprintf("(%s %s %s)", a.constant(t), a.word("+ -"), x())
	}
	if single || t.name != t.kind {
		return fmt.Sprintf("%s(float64(%s) + 0.5)", t.name, x())
	}
	least := 0
	if a.lean {
		least = 1
	}
	switch least + a.IntN(4-least) {
	case 0:
		return fmt.Sprintf("math.FMA(%s, %s, 1.5)", x(), x())
	case 1:
		return fmt.Sprintf("math.Inf(%s)", a.word("1 -1 0"))
	case 2:
		return "math.NaN()"
	}
	return fmt.Sprintf("math.%s(%s, %s)", a.word("Max Min"), x(), x())
}

func (a *author) condition(depth int) string {
	x := func() string { return a.expr(boolean, depth-1) }
	switch a.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x(), a.word("&& || == !="), x())
	case 2:
		return "!" + x()
	case 3:
		f := a.expr(floats[1], depth-1)
		if a.one(2) {
			return "math.IsNaN(" + f + ")"
		}
		return fmt.Sprintf("math.IsInf(%s, %d)", f, a.IntN(3)-1)
	case 4:
		t := a.structType()
		return fmt.Sprintf("(%s %s %s)", a.leaf(t), a.word("== !="), a.leaf(t))
	}
	t := pick(a, numbers)
	y := a.expr(t, depth-1)
	if a.one(3) {
		y = a.constant(t)
	}
	return fmt.Sprintf("(%s %s %s)", a.expr(t, depth-1), a.word("< <= > >= == !="), y)
}

// cond is a condition of a statement.
func (a *author) cond() string { return a.expr(boolean, 2) }

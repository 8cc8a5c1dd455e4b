package gofuzz

import "fmt"

// unplain writes what gofunc executes and CUDA code has no form for.
func (a *author) unplain() {
	kind := a.IntN(11)
	if a.lean && (kind == 3 || kind == 7 || kind == 8) {
		kind = 6
	}
	switch kind {
	case 0, 9:
		a.indexChanged()
	case 1, 10:
		a.rangeAssigns()
	case 2:
		a.dataLoop()
	case 3:
		a.fromFloat()
	case 4:
		a.panicsBehind()
	case 5:
		a.whileLoop()
	case 6:
		a.line("if %s {", a.cond())
		a.branch()
		a.line("}")
	case 7:
		a.complexNumbers()
	default:
		a.rangeOverCall()
	}
}

// array is a variable that is an array of numbers, which it declares if there is none.
func (a *author) array() variable {
	for _, v := range a.visible() {
		if v.t.elem != nil && v.t.elem.isInt() && v.t.n > 1 && !v.fixed {
			return v
		}
	}
	v := variable{name: a.fresh(), t: arrayOf(pick(a, ints), 2+a.IntN(3))}
	a.line("%s := %s", v.name, a.literal(v.t, 2))
	a.line("_ = %s", v.name)
	a.add(v)
	return v
}

// indexChanged assigns to an index and to an element at it: the index is evaluated first.
func (a *author) indexChanged() {
	t := a.array()
	k := a.fresh()
	if k == t.name {
		return
	}
	it := pick(a, append([]*typ{word, natural}, ints...))
	a.line("%s := %s(%d)", k, it.name, a.IntN(t.t.n))
	a.add(variable{name: k, t: it, fixed: true})
	x := a.expr(t.t.elem, 2)
	n := a.IntN(t.t.n)
	if a.risky && a.one(5) {
		n = t.t.n
	}
	switch a.IntN(5) {
	case 0:
		a.line("%s, %s[%s] = %d, %s", k, t.name, k, n, x)
	case 1:
		a.line("%s[%s], %s = %s, %d", t.name, k, k, x, n)
	case 2:
		a.line("%s[%s], %s, %s[%s] = %s, %d, %s[0]", t.name, k, k, t.name, k, x, n, t.name)
	case 3:
		a.line("%s, %s[%s] = %s[%s%s(seven)], %s", t.name+"[0]", t.name, k, t.name, k, "%"+it.name, x)
	default:
		a.line("%s[%s]++", t.name, k)
		a.line("%s[%s], %s[0] = %s[0], %s[%s]", t.name, k, t.name, t.name, t.name, k)
	}
	a.line("_ = %s", k)
}

// rangeAssigns is a loop that assigns to variables from outside: after it they hold those of the last round.
func (a *author) rangeAssigns() {
	if a.rounds > 6 {
		return
	}
	k := a.fresh()
	it := pick(a, append([]*typ{word, natural}, ints...))
	switch a.IntN(4) {
	case 0: // of a count that is data
		a.line("%s := %s(%d)", k, it.name, a.IntN(9))
		a.add(variable{name: k, t: it})
		a.line("for %s = range %s & 3 {", k, a.expr(it, 2))
	case 1:
		a.line("%s := %s(%d)", k, it.name, a.IntN(9))
		a.line("for %s = range %d {", k, a.IntN(4))
	case 2:
		t := a.array()
		if t.name == k {
			return
		}
		it = word
		a.line("%s := %d", k, a.IntN(t.t.n))
		a.line("for %s, %s[%s] = range %s {", k, t.name, k, t.name)
	default:
		t := a.array()
		if t.name == k {
			return
		}
		a.line("%s := %s(%d)", k, t.t.elem.name, a.IntN(9))
		it = t.t.elem
		a.line("for _, %s = range %s {", k, t.name)
	}
	a.add(variable{name: k, t: it})
	a.body(3)
	a.line("_ = %s", k)
}

// dataLoop is a range over a number that depends on data.
func (a *author) dataLoop() {
	if a.rounds > 6 {
		return
	}
	t := pick(a, append([]*typ{word, natural}, ints...))
	i := a.fresh()
	if a.one(6) && a.rounds == 1 { // of all numbers that 8 bits hold
		t = scalars[a.word("int8 uint8")]
		x, to := a.expr(t, 1), a.places(t, true, false)
		if len(to) == 0 {
			return
		}
		a.line("for i := range %s {", x)
		a.line("\t%s = i", pick(a, to))
		a.line("}")
		return
	}
	a.enter(true, func() {
		switch {
		case a.one(2):
			a.line("for %s := range %s & 3 {", i, a.expr(t, 2))
		case t.unsigned():
			a.line("for %s := %s %% 4; %s > 0; %s-- {", i, a.expr(t, 2), i, i)
		default:
			a.line("for %s := %s %% 3; %s < 2; %s++ {", i, a.expr(t, 2), i, i)
		}
		a.body(4, variable{name: i, t: t, fixed: true})
	})
}

// whileLoop has a condition alone, or none.
func (a *author) whileLoop() {
	if a.rounds > 3 {
		return
	}
	k := a.fresh()
	a.line("%s := 0", k)
	a.add(variable{name: k, t: word, fixed: true})
	a.enter(true, func() {
		if a.one(2) {
			a.line("for %s < 4 && %s {", k, a.cond())
		} else {
			a.line("for {")
			a.line("\tif %s++; %s > 3 || %s {\n\tbreak\n\t}", k, k, a.cond())
		}
		a.rounds *= 4
		a.scope(func() {
			a.line("%s++", k)
			a.statements(1 + a.IntN(2))
			a.jump()
		})
		a.line("}")
		a.rounds /= 4
	})
}

// fromFloat converts a float that the integer type holds.
func (a *author) fromFloat() {
	f, t := pick(a, floats), pick(a, append([]*typ{word}, ints...))
	x, to := a.expr(f, 2), a.fresh()
	name := a.fresh()
	if to == name {
		return
	}
	low, high := "-100", "100"
	switch {
	case t.unsigned():
		low = "-1"
	case t.bits() == 64 && a.one(2):
		low, high = "-0x1p62", "0x1p63"
	case t.kind == "int32" && f.kind == "float64":
		low, high = "-2147483649", "2147483648"
	}
	a.line("%s, %s := %s(0), %s", to, name, t.name, x)
	a.line("if %s > %s && %s < %s {\n\t%s = %s(%s)\n\t}", name, low, name, high, to, t.name, name)
	a.define(to, t)
	a.define(name, f)
}

// panicsBehind has an index out of range where a condition holds, and only there.
func (a *author) panicsBehind() {
	t := a.array()
	k := a.fresh()
	if k == t.name {
		return
	}
	a.line("%s := %d", k, t.t.n)
	a.define(k, word)
	c, to := a.cond(), a.places(t.t.elem, true, false)
	if len(to) == 0 {
		return
	}
	place := pick(a, to)
	switch {
	case !a.risky:
		a.line("if %s < %d && %s[%s] == 0 {\n\t%s++\n\t}", k, t.t.n, t.name, k, place)
	case a.one(2):
		a.line("if %s && %s[%s] == 0 {\n\t%s++\n\t}", c, t.name, k, place)
	case a.one(2):
		a.line("if %s || %s[%s] == 0 {\n\t%s++\n\t}", c, t.name, k, place)
	default:
		a.line("switch {\n\tcase %s:\n\t%s++\n\tcase %s[%s] == 0, %s:\n\t%s--\n\t}", c, place, t.name, k, a.cond(), place)
	}
}

// complexNumbers computes with complex numbers and takes their parts.
func (a *author) complexNumbers() {
	single := a.one(2)
	f, name := floats[1], "complex128"
	if single {
		f, name = floats[0], "complex64"
	}
	z := fmt.Sprintf("z%d", len(a.vars))
	a.line("%s := complex(%s, %s)", z, a.expr(f, 1), a.expr(f, 1))
	a.line("%s = %s %s (%s(2i) + complex(%s, 1))", z, z, a.word("+ - *"), name, a.expr(f, 1))
	if a.one(2) {
		a.line("if %s == -%s {\n\t%s = -%s\n\t}", z, z, z, z)
	}
	x := a.fresh()
	if x == z {
		return
	}
	a.line("%s := real(%s) %s imag(%s)", x, z, a.word("+ -"), z)
	a.define(x, f)
}

// rangeOverCall ranges over an array that a call gives.
func (a *author) rangeOverCall() {
	for _, s := range a.calls {
		if len(s.out) == 1 && s.out[0].elem != nil && a.rounds <= 6 {
			a.line("for %s range %s {", pick(a, []string{"", "_ =", "_, _ ="}), a.callOf(s, 1))
			a.body(s.out[0].n)
			return
		}
	}
}

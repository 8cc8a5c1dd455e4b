package gofuzz

import "fmt"

// loop writes a loop with a known number of rounds.
func (a *author) loop() {
	n := 1 + a.IntN(4)
	if a.rounds*n > maxRounds {
		a.assignment()
		return
	}
	if a.rounds == 1 && a.one(5) {
		a.longLoop()
		return
	}
	a.names++
	i := fmt.Sprintf("i%d", a.names)
	t := word
	if a.one(2) {
		t = pick(a, ints)
	}
	a.enter(true, func() {
		switch a.IntN(7) {
		case 0, 1:
			a.count(i, t, n)
		case 2:
			if t == word {
				a.line("for %s := range %d {", i, n)
			} else {
				a.line("for %s := range %s(%d) {", i, t.name, n)
			}
			a.body(n, variable{name: i, t: t, counter: true, fixed: true, high: n - 1})
		case 3:
			a.line("for range %d {", n)
			a.body(n)
		default:
			a.elements(i)
		}
	})
}

// count is a loop of three clauses.
func (a *author) count(i string, t *typ, n int) {
	start := i + " := 0"
	if t != word {
		start = fmt.Sprintf("%s := %s(0)", i, t.name)
	}
	c := variable{name: i, t: t, counter: true, fixed: true, high: n - 1}
	switch a.IntN(5) {
	case 0:
		a.line("for %s; %s <= %d; %s++ {", start, i, n-1, i)
	case 1:
		a.line("for %s; %s < %d; %s += 2 {", start, i, 2*n, i)
		c.high = 2*n - 1
	case 2:
		if t.unsigned() {
			a.line("for %s := %s(%d); %s > 0; %s-- {", i, t.name, n, i, i)
		} else {
			a.line("for %s := %s(%d); %s >= 1; %s -= 1 {", i, t.name, n, i, i)
		}
		c.low, c.high = 1, n
	case 3:
		a.line("for %s; %s != %d; %s++ {", start, i, n, i)
	default:
		a.line("for %s; %s < %d; %s++ {", start, i, n, i)
	}
	a.body(n, c)
}

// body is that of a loop of n rounds, and its end.
func (a *author) body(n int, vars ...variable) {
	a.rounds *= n
	a.scope(func() { // of the variables; the body is one within
		a.indent--
		for _, v := range vars {
			a.add(v)
		}
		a.scope(func() {
			for _, v := range vars {
				a.line("_ = %s", v.name)
			}
			a.statements(1 + a.IntN(2))
			if a.one(3) {
				a.line("if %s {", a.cond())
				a.branch()
				a.line("}")
			}
		})
		a.indent++
	})
	a.line("}")
	a.rounds /= n
}

// elements is a loop over an array. It sees the elements as they are before the loop.
func (a *author) elements(i string) {
	var arrays []*typ
	for _, v := range a.visible() {
		for _, f := range v.t.fields {
			if f.t.elem != nil {
				arrays = append(arrays, f.t)
			}
		}
		if v.t.elem != nil {
			arrays = append(arrays, v.t)
		}
	}
	if len(arrays) == 0 {
		a.line("for %s := range 2 {", i)
		a.body(2, variable{name: i, t: word, counter: true, fixed: true, high: 1})
		return
	}
	t := pick(a, arrays)
	over := a.leaf(t)
	c := variable{name: i, t: word, counter: true, fixed: true, high: t.n - 1}
	x := variable{name: "e" + i, t: t.elem}
	switch a.IntN(4) {
	case 0:
		a.line("for %s := range %s {", i, over)
		a.body(t.n, c)
	case 1:
		a.line("for _, %s := range %s {", x.name, over)
		a.body(t.n, x)
	default:
		a.line("for %s, %s := range %s {", i, x.name, over)
		a.body(t.n, c, x)
	}
}

// longLoop has as many rounds as its counter's type allows, and a short body.
func (a *author) longLoop() {
	t := pick(a, ints)
	if a.one(2) {
		t = scalars[a.word("int8 uint8")]
	}
	n := 100 + a.IntN(156)
	if t.bits() > 8 {
		n = 30 + a.IntN(30)
	}
	if t.kind == "int8" {
		n = 100 + a.IntN(28)
	}
	place, of := a.assigned()
	for range 20 {
		if of.isInt() && place != "_" {
			break
		}
		place, of = a.assigned()
	}
	if !of.isInt() || place == "_" {
		return
	}
	i := "i"
	x := of.name + "(" + i + ")"
	switch a.IntN(4) {
	case 0, 1:
		a.line("for i := range %s(%d) {", t.name, n)
	case 2:
		a.line("for i := %s(0); i < %d; i++ {", t.name, n)
	default:
		a.line("for i := %s(%d); i > 3; i -= 3 {", t.name, n)
	}
	switch a.IntN(3) {
	case 0:
		a.line("\t%s %s= %s", place, a.word("+ ^ |"), x)
	case 1:
		a.line("\t%s = %s ^ %s&1<<3", place, x, place)
	default:
		a.line("\tif i == %d {\n\t%s = %s\n\t}", n-1, place, x)
	}
	a.line("}")
}

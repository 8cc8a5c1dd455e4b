package gofuzz

import (
	"fmt"
	"strings"
)

// maxRounds bounds the rounds of loops within loops.
const maxRounds = 24

// statements writes n statements into the current scope.
func (a *author) statements(n int) {
	for range n {
		a.statement()
	}
}

func (a *author) statement() {
	deep := len(a.scopes) > 5
	if !a.plain && !deep && a.one(3) {
		a.unplain()
		return
	}
	switch k := a.IntN(30); {
	case k < 6:
		a.declaration()
	case k < 10:
		a.assignment()
	case k < 13:
		a.operation()
	case k < 16:
		a.tuple()
	case k < 17:
		a.severalResults()
	case deep:
		a.assignment()
	case k < 21:
		a.ifElse()
	case k < 24:
		a.switchOn()
	case k < 27:
		a.loop()
	case k < 28:
		a.line("{")
		a.scope(func() { a.statements(1 + a.IntN(2)) })
		a.line("}")
	default:
		a.operation()
	}
}

// define declares a variable that is used.
func (a *author) define(name string, t *typ) {
	a.line("_ = %s", name)
	a.add(variable{name: name, t: t})
}

func (a *author) declaration() {
	t := pick(a, a.types)
	if a.one(3) {
		t = pick(a, numbers)
	}
	if !a.plain && a.one(5) {
		t = pick(a, []*typ{word, natural})
	}
	name := a.fresh()
	switch a.IntN(8) {
	case 0:
		a.line("var %s %s", name, t.name)
	case 1:
		a.line("var %s %s = %s", name, t.name, a.operand(t, 3))
	case 2:
		other := a.fresh()
		if other == name {
			return
		}
		a.line("%s, %s := %s, %s", name, other, a.expr(t, 2), a.expr(t, 2))
		a.line("_ = %s", other)
		defer a.add(variable{name: other, t: t})
	case 3:
		if !t.scalar() || t.kind == "bool" {
			a.line("var %s = %s", name, a.expr(t, 2))
			break
		}
		c := fmt.Sprintf("c%d", a.names)
		a.line("const %s %s = %s", c, t.name, a.constant(t))
		a.line("%s := %s + %s", name, c, a.expr(t, 1))
	default:
		a.line("%s := %s", name, a.expr(t, 3))
	}
	a.define(name, t)
}

// assigned is a place of some type that can be assigned to.
func (a *author) assigned() (string, *typ) {
	for range 10 {
		t := pick(a, a.types)
		if a.one(2) {
			t = pick(a, numbers)
		}
		if all := a.places(t, true, true); len(all) > 0 {
			return pick(a, all), t
		}
	}
	return "_", pick(a, numbers)
}

func (a *author) assignment() {
	to, t := a.assigned()
	if to != "_" && t.scalar() && a.one(6) {
		a.line("%s = %s", to, a.operand(t, 2))
		return
	}
	a.line("%s = %s", to, a.expr(t, 3))
}

// operation is op=, ++ or --.
func (a *author) operation() {
	to, t := a.assigned()
	switch {
	case to == "_" || !t.scalar() || t.kind == "bool":
		a.assignment()
	case t.isFloat():
		least := 0
		if a.lean {
			least = 1
		}
		switch least + a.IntN(4-least) {
		case 0:
			a.line("%s%s", to, a.word("++ --"))
		case 1:
			a.line("%s /= %s", to, a.operand(t, 2))
		default:
			a.line("%s %s= %s", to, a.word("+ -"), a.operand(t, 2))
		}
	case a.one(4):
		a.line("%s%s", to, a.word("++ --"))
	case a.one(4):
		a.line("%s %s= %s", to, a.word("<< >>"), pick(a, []string{fmt.Sprint(a.IntN(70)), a.expr(pick(a, ints[4:]), 2)}))
	case a.one(6):
		a.line("%s %s= %s", to, a.word("/ %"), a.divisor(t))
	default:
		a.line("%s %s= %s", to, a.word("+ - * & | ^ &^"), a.operand(t, 2))
	}
}

// tuple assigns to several places at once, which may be the same.
func (a *author) tuple() {
	n := 2 + a.IntN(2)
	var to, from []string
	t := pick(a, a.types)
	if a.one(2) {
		t = pick(a, ints)
	}
	all := a.places(t, true, true)
	for len(all) > 0 && len(to) < n {
		to = append(to, pick(a, all))
	}
	if len(to) < 2 {
		a.assignment()
		return
	}
	for i := range to {
		switch {
		case a.one(2):
			from = append(from, to[(i+1)%len(to)])
		case a.one(5) && t.scalar():
			from = append(from, a.constant(t))
		default:
			from = append(from, a.expr(t, 2))
		}
	}
	a.line("%s = %s", strings.Join(to, ", "), strings.Join(from, ", "))
}

// severalResults assigns or defines the results of a call.
func (a *author) severalResults() {
	for range 10 {
		s := pick(a, a.calls)
		if len(s.out) != 2 {
			continue
		}
		all := a.places(s.out[0], true, true)
		if len(all) > 0 && a.one(2) {
			a.line("%s, %s = %s", pick(a, all), pick(a, append(all, "_")), a.callOf(s, 2))
			return
		}
		x, y := a.fresh(), a.fresh()
		if x == y {
			continue
		}
		a.line("%s, %s := %s", x, y, a.callOf(s, 2))
		a.define(x, s.out[0])
		a.define(y, s.out[1])
		return
	}
}

// branch writes a block that depends on data.
func (a *author) branch() {
	a.data++
	a.scope(func() {
		a.statements(1 + a.IntN(2))
		a.jump()
	})
	a.data--
}

// jump leaves a loop, a switch or the function now and then.
func (a *author) jump() {
	switch a.IntN(12) {
	case 0:
		a.returns()
	case 1:
		if a.risky {
			a.line(`panic("no")`)
		}
	case 2, 3, 4:
		if len(a.targets) == 0 {
			return
		}
		last := a.targets[len(a.targets)-1]
		for i := len(a.targets) - 1; i >= 0; i-- {
			t := a.targets[i]
			if !a.plain && a.one(3) {
				t.used = true
				if t.loop && a.one(2) {
					a.line("continue %s", t.label)
				} else {
					a.line("break %s", t.label)
				}
				return
			}
			if t.loop && a.one(2) {
				a.line("continue")
				return
			}
			if t == last && (t.loop || !a.plain) {
				a.line("break")
				return
			}
			if t.loop {
				return
			}
		}
	}
}

// enter writes a statement that can be left, with its label if a jump names it.
func (a *author) enter(loop bool, f func()) {
	a.names++
	t := &target{loop: loop, label: fmt.Sprintf("L%d", a.names)}
	a.targets = append(a.targets, t)
	outer := a.out
	a.out = &strings.Builder{}
	f()
	text := a.out.String()
	a.out = outer
	a.targets = a.targets[:len(a.targets)-1]
	if t.used {
		a.line("%s:", t.label)
	}
	a.out.WriteString(text)
}

func (a *author) ifElse() {
	a.scope(func() { // of the variable of its init
		a.indent--
		init := ""
		if a.one(4) {
			t := pick(a, numbers)
			name := a.fresh()
			init = fmt.Sprintf("%s := %s; %s == %s || ", name, a.expr(t, 2), name, name)
			a.add(variable{name: name, t: t})
		}
		a.line("if %s%s {", init, a.cond())
		a.branch()
		for a.one(4) {
			a.line("} else if %s {", a.cond())
			a.branch()
		}
		if a.one(2) {
			a.line("} else {")
			a.branch()
		}
		a.line("}")
		a.indent++
	})
}

func (a *author) switchOn() {
	a.enter(false, func() {
		a.scope(func() {
			a.indent--
			init := ""
			if a.one(5) {
				name := a.fresh()
				init = fmt.Sprintf("_ = %s; ", a.leaf(pick(a, ints)))
				_ = name
			}
			t := pick(a, ints)
			switch a.IntN(4) {
			case 0:
				a.line("switch %s{", init)
				t = boolean
			case 1:
				a.line("switch %s%s {", init, a.expr(t, 2))
			case 2:
				a.line("switch %s%s & 3 {", init, a.expr(t, 2))
			default:
				t = pick(a, numbers)
				a.line("switch %s%s {", init, a.expr(t, 2))
			}
			a.clauses(t)
			a.line("}")
			a.indent++
		})
	})
}

func (a *author) clauses(t *typ) {
	n := 1 + a.IntN(3)
	fallback := a.IntN(n + 2)
	next := 0
	for i := range n + 1 {
		switch {
		case i == fallback:
			a.line("default:")
		case i == n:
			return
		case t == boolean:
			a.line("case %s:", strings.Join([]string{a.cond(), a.cond()}[:1+a.IntN(2)], ", "))
		default:
			var all []string
			for range 1 + a.IntN(3) {
				if a.one(3) {
					all = append(all, a.expr(t, 1))
					continue
				}
				all = append(all, fmt.Sprint(next))
				next++
			}
			a.line("case %s:", strings.Join(all, ", "))
		}
		a.branch()
	}
}

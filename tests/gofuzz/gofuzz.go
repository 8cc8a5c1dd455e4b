// Package gofuzz writes random Go functions of the subset that users' operators may use, compiles them, and runs them.
// Tests compare readers and translators of Go with the compiled functions. It imports no part of shflgen, so that the
// tests of the generator and of the prover can share it.
package gofuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is a package of random functions. Every function compiles.
type Program struct {
	Seed   uint64
	Source string
	Funcs  []Func
}

// Func is one function of a program.
type Func struct {
	Name string
	Text string
	// Plain says that the function has only constructs that CUDA code is made of: no labels, no loops with an
	// end that depends on data, no conversions from floats to integers.
	Plain           bool
	Params, Results []Leaf
}

// Path is the import path of a program. It has a dot, as packages outside the standard library have.
const Path = "fuzz.test/subject"

// New is the program of a seed with n functions.
func New(seed uint64, n int) *Program { return program(seed, n, false) }

// NewLean is [New] without variables of the package, methods, complex numbers, conversions between floats and
// integers, and the functions of math that only users' functions have.
func NewLean(seed uint64, n int) *Program { return program(seed, n, true) }

func program(seed uint64, n int, lean bool) *Program {
	a := &author{Rand: rand.New(rand.NewPCG(seed, 7)), lean: lean}
	a.declareTypes()
	p := &Program{Seed: seed}
	for i := range helpers {
		a.plain, a.risky = true, false
		a.helper(i)
	}
	var b strings.Builder
	for i := range n {
		a.plain, a.risky = a.IntN(4) > 0 && !lean, a.IntN(4) == 0 && (!lean || a.one(4))
		f := a.function(fmt.Sprintf("F%d", i))
		p.Funcs = append(p.Funcs, f)
		b.WriteString("\n" + f.Text)
	}
	used := "math.Pi + bits.UintSize"
	if lean {
		used = "math.NaN() + float64(bits.Len(0))"
	}
	p.Source = "package subject\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = " + used + "\n" +
		a.declarations + b.String()
	return p
}

// Alone is the program with one function of its own, for a message.
func (p *Program) Alone(i int) string {
	head, _, _ := strings.Cut(p.Source, "\nfunc F0(")
	return head + "\n" + p.Funcs[i].Text
}

// author writes functions.
type author struct {
	*rand.Rand
	declarations string // of types, constants, variables and helper functions
	types        []*typ // that parameters may have
	calls        []signature

	lean    bool // see [NewLean]
	plain   bool // only what CUDA code is made of
	risky   bool // may panic on some inputs
	out     *strings.Builder
	indent  int
	scopes  []int // the number of variables around each scope
	vars    []variable
	targets []*target
	names   int
	rounds  int // of the enclosing loops together
	data    int // enclosing branches on data
	results []variable
	named   bool
}

// variable is a name in scope.
type variable struct {
	name      string
	t         *typ
	fixed     bool // not assigned to: a counter, or what shadows nothing
	low, high int  // the values of a counter
	counter   bool
}

// signature is a helper function that expressions call.
type signature struct {
	name     string
	in, out  []*typ
	ofMethod bool // the first parameter is the receiver
}

// target is what break and continue leave.
type target struct {
	loop  bool
	label string
	used  bool
}

func (a *author) one(n int) bool { return a.IntN(n) == 0 }

func pick[T any](a *author, all []T) T { return all[a.IntN(len(all))] }

func (a *author) word(all string) string { return pick(a, strings.Fields(all)) }

func (a *author) line(format string, args ...any) {
	a.out.WriteString(strings.Repeat("\t", a.indent))
	fmt.Fprintf(a.out, format+"\n", args...)
}

// fresh is a name for a variable. Now and then it shadows another, or is a word that C++ or the translation keeps.
func (a *author) fresh() string {
	a.names++
	own := fmt.Sprintf("v%d", a.names)
	inner := a.vars[a.scopes[len(a.scopes)-1]:]
	name := own
	switch {
	case a.one(12):
		name = a.word("new copy print close string error clear rune double class auto " +
			"this signed volatile unused t1 t2 x_2 r xX register asm n")
	case a.one(5) && len(a.vars) > len(inner):
		// A bare return needs results in sight.
		if v := a.vars[a.IntN(len(a.vars)-len(inner))].name; !strings.HasPrefix(v, "out") {
			name = v
		}
	}
	for _, v := range inner {
		if v.name == name {
			return own
		}
	}
	for _, v := range a.vars { // counters stay in sight: indices need them
		if v.counter && v.name == name {
			return own
		}
	}
	return name
}

// add brings a variable into scope.
func (a *author) add(v variable) { a.vars = append(a.vars, v) }

// visible are the variables that no inner one hides.
func (a *author) visible() (all []variable) {
	seen := map[string]bool{}
	for i := len(a.vars) - 1; i >= 0; i-- {
		if v := a.vars[i]; !seen[v.name] {
			seen[v.name] = true
			all = append(all, v)
		}
	}
	return all
}

// scope writes what stands in braces.
func (a *author) scope(f func()) {
	a.scopes = append(a.scopes, len(a.vars))
	a.indent++
	f()
	a.indent--
	n := len(a.scopes) - 1
	a.vars, a.scopes = a.vars[:a.scopes[n]], a.scopes[:n]
}

// function writes one function.
func (a *author) function(name string) Func {
	f := Func{Name: name, Plain: a.plain}
	var b strings.Builder
	a.out, a.vars, a.scopes, a.names, a.rounds, a.data, a.targets, a.indent = &b, nil, []int{0}, 0, 1, 0, nil, 0
	var params []string
	add := func(name string, t *typ) {
		params = append(params, name+" "+t.name)
		f.Params = append(f.Params, t.leaves()...)
		a.add(variable{name: name, t: t})
	}
	t := a.structType()
	add("a", t)
	add("b", t)
	for _, name := range []string{"p", "q"}[:a.IntN(3)] {
		add(name, pick(a, a.types))
	}
	out := []*typ{t}
	if a.one(3) {
		out = append(out, pick(a, a.types))
	}
	a.results, a.named = nil, a.one(3)
	var texts []string
	for i, t := range out {
		f.Results = append(f.Results, t.leaves()...)
		v := variable{name: fmt.Sprintf("out%d", i), t: t}
		a.results = append(a.results, v)
		if a.named {
			texts = append(texts, v.name+" "+t.name)
			a.add(v)
		} else {
			texts = append(texts, t.name)
		}
	}
	a.line("func %s(%s) (%s) {", name, strings.Join(params, ", "), strings.Join(texts, ", "))
	a.scope(func() {
		a.scopes[len(a.scopes)-1] = 0 // parameters are of the same scope
		a.statements(2 + a.IntN(6))
		a.collect()
		a.returns()
	})
	a.line("}")
	f.Text = b.String()
	return f
}

// collect stores variables into parts of the parameters, so that what they hold is seen in the results.
func (a *author) collect() {
	for _, v := range a.visible() {
		for _, p := range a.places(v.t, true, false) {
			if !strings.HasPrefix(p, v.name) && a.one(2) {
				a.line("%s = %s", p, v.name)
				break
			}
		}
	}
}

func (a *author) returns() {
	if a.named && a.one(2) {
		a.line("return")
		return
	}
	var all []string
	for _, v := range a.results {
		all = append(all, a.expr(v.t, 1))
	}
	for _, s := range a.calls {
		if len(s.out) == len(all) && len(all) > 1 && s.out[0] == a.results[0].t && s.out[1] == a.results[1].t && a.one(3) {
			a.line("return %s", a.callOf(s, 1))
			return
		}
	}
	a.line("return %s", strings.Join(all, ", "))
}

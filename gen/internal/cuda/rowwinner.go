package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// first is what a row of argmin or argmax needs besides. A thread goes through its columns from the lowest on and keeps
// the first one whose element changes the extreme. The threads then compare keys, integers that are ordered as elements
// are; the least column of those with the winning key is the row's. Of float64 a thread keeps the key of the extreme:
// the extreme of two NaNs is one of them, not the canonical NaN.
type first struct {
	of             spec.Op
	key, held      ctype  // of a key, and of what a thread keeps: an element or its key
	encode, decode string // helpers between a float and its key
	changed        string // format of what is compared of an element: its bits
	than           string // how a better key compares
}

func newFirst(of spec.Spec, p *printer) *first {
	s := network.Alone(of)
	s.Op = of.Op
	w := newPrinter(&network.Network{Spec: s}, archesOf(of))
	f := &first{of: of.Op, key: ctypes[network.KeyType(of.Type)], held: p.elem, changed: "%s",
		than: map[spec.Op]string{spec.ArgMin: "<", spec.ArgMax: ">"}[of.Op]}
	if of.Type.Class() == spec.Float {
		f.encode, f.decode, f.changed = w.winner.encoding, w.winner.decoding, bitsAs[of.Type].to
	}
	if of.Type == spec.Float64 {
		f.held, f.changed = f.key, "%s"
	} else {
		p.combines = true
	}
	if w.err != nil {
		p.report("%w", w.err)
	}
	return f
}

// keeps reports whether a thread keeps the key of the extreme.
func (f *first) keeps() bool { return f.encode != "" && f.held.name == f.key.name }

// heldOf is what a thread keeps of an element, keyOf the key of that, and elementOf the element of a key.
func (f *first) heldOf(e expr, kernel string) expr {
	if !f.keeps() {
		return e
	}
	return call(kernel+"_key", e)
}

func (f *first) keyOf(held expr, kernel string) expr {
	if f.encode == "" || f.keeps() {
		return held
	}
	return call(kernel+"_key", held)
}

func (f *first) elementOf(key expr, p *printer, kernel string) expr {
	switch {
	case f.encode != "":
		return call(kernel+"_unkey", key)
	case f.key.name != p.elem.name:
		return key.to(p.elem.name)
	}
	return key
}

// helpers are the functions that the steps call.
func (f *first) helpers(r *rows) []string {
	var all []string
	if f.encode != "" {
		all = append(all, f.encode, f.decode)
	}
	if r.Stand > 1 {
		all = append(all, f.joinHelper(r))
	}
	if r.Blocks > 1 {
		all = append(all, f.betterHelper(r))
	}
	return append(all, f.takeHelper(r.printer, r.name, "column"))
}

// takeHelper takes in an element: column, or another word, is where elements are.
func (f *first) takeHelper(p *printer, kernel, column string) string {
	of := program{problem: p.problem, name: kernel, inline: map[string]func(...expr) expr{"_op": p.combining}}
	return of.helper(lower.Take(kernel, p.spec.Type, f.of, column))
}

// takes is the step in which a thread takes in the rounds from first on.
func (f *first) takes(r *rows, from, count int) step {
	var lines []string
	if from == 0 {
		lines = f.begins(r)
	}
	return step{Title: "The columns of the thread, from the lowest on.",
		Lines: append(lines, f.taken(r, from, count, "")...)}
}

// begins are the statements before a thread takes in its first column.
func (f *first) begins(r *rows) []string {
	r.usesIdentity = r.usesIdentity || isIdentityLocal(r.combined)
	return []string{fmt.Sprintf("%s best = %s;", f.held.name, f.heldOf(r.identity, r.name)), "unsigned at = 0u;"}
}

// take is the statement by which a thread takes in column v of a round, after the text that is added to its number.
func (f *first) take(r *rows, x expr, plus string, round, v int) string {
	return fmt.Sprintf("%s_take(best, at, %s, %s%du);", r.name, x, plus, round*r.Accumulators()+v)
}

// taken are the statements by which a thread takes in rounds, the first of which begins at a column
// that is a number, behind the text that is added to it.
func (f *first) taken(r *rows, from, count int, plus string) []string {
	var lines []string
	for i := range count {
		for v := range r.Vector {
			lines = append(lines, f.take(r, r.column(from+i, v), plus, from+i, v))
		}
	}
	return lines
}

// result ends the function of a thread.
func (f *first) result(r *rows) step {
	return step{Title: "The column, from the thread's first one on.",
		Lines: []string{fmt.Sprintf("*column_of = at + %du * thread;", r.Vector), "return best;"}}
}

// thread is the function of one thread.
func (f *first) thread(r *rows, steps []step) function {
	return function{
		Contract: []string{
			fmt.Sprintf("Thread `thread` of the %d of a row: the extreme of the columns %d "+
				"* thread + v + %d * k, for v < %[2]d and", r.Threads, r.Vector, r.Accumulators()),
			"k = 0, 1, …, and the lowest column that has it. Without any, a column past the row.",
		},
		Type: f.held.name, Name: r.name + "_thread", Steps: r.withIdentity(steps),
		Params: append(r.rowParams(), param{name: "column_of", declare: "unsigned *column_of"}),
	}
}

// row is the function of a row.
func (f *first) row(r *rows) function {
	steps := f.block(r, r.Stand, name("thread"), func(column string) []string { return f.ends(r, column) })
	if r.Blocks > 1 {
		steps = clustered(r.of, f.inCluster(r), steps)
	}
	return function{
		Contract: []string{sentenceOf(r.of), r.whoGets()},
		Type:     r.elem.name, Name: r.name + "_row", Steps: steps,
		Params: append(r.rowParams(), param{name: "idx", declare: "int *idx"}),
	}
}

// block are the steps of a block whose threads stand for several of the order each, the first of them for
// that of a number. The last statements are made of the least column.
func (f *first) block(r *rows, stand int, thread expr, ends func(column string) []string) []step {
	lines := []string{"unsigned column;", fmt.Sprintf("%s best = %s;", f.held.name, r.callThread(thread, name("&column")))}
	for k := 1; k < stand; k++ {
		at := thread.plus(number(k * r.Lanes))
		lines = append(lines, fmt.Sprintf("unsigned column%d;", k),
			fmt.Sprintf("%s best%d = %s;", f.held.name, k, r.callThread(at, name(fmt.Sprintf("&column%d", k)))),
			fmt.Sprintf("%s_join(best, column, best%d, column%[2]d);", r.name, k))
	}
	steps := []step{{Title: "Each thread finds the extreme of its columns.", Lines: lines}}
	if r.Across == nil {
		best := name("best")
		if f.keeps() {
			best = f.elementOf(best, r.printer, r.name)
		}
		return append(steps, step{Title: "The thread has the row to itself.",
			Lines: []string{"*idx = (int)column;", fmt.Sprintf("return %s;", best)}})
	}
	key := f.keyOf(name("best"), r.name)
	return append(steps, step{Title: "The winning key, in every thread, and the least of the columns that have it.",
		Lines: append([]string{
			fmt.Sprintf("%s key = %s;", f.key.name, key),
			fmt.Sprintf("%s most = %s_threads(key);", f.key.name, r.name),
		}, ends(fmt.Sprintf("%s_columns(key == most ? column : 0xffffffffu)", r.name))...)})
}

// ends are the statements that return the element of the winning key, and its column.
func (f *first) ends(r *rows, column string) []string {
	value := f.elementOf(name("most"), r.printer, r.name)
	return []string{fmt.Sprintf("*idx = (int)%s;", column), fmt.Sprintf("return %s;", value)}
}

// joinHelper combines two threads of the order.
func (f *first) joinHelper(r *rows) string {
	next := r.op(name("best"), name("other")).text
	if f.keeps() {
		next = fmt.Sprintf("other %s best ? other : best", f.than)
	}
	bits := func(x string) string { return fmt.Sprintf(f.changed, x) }
	return helper{
		does:   "best and column take in those of another thread: of equal elements the lower column stays.",
		result: "void", name: r.name + "_join", params: fmt.Sprintf("%s &best, unsigned &column, %[1]s other, unsigned at",
			f.held.name),
		body: lines(fmt.Sprintf("%s next = %s;", f.held.name, next),
			fmt.Sprintf("unsigned own = %s == %s ? column : 0xffffffffu;", bits("next"), bits("best")),
			fmt.Sprintf("at = %s == %s ? at : 0xffffffffu;", bits("next"), bits("other")),
			"column = own < at ? own : at;", "best = next;"),
	}.String()
}

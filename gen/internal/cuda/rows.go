package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// rows prints a kernel that gives one value a row. Each thread of a row combines its columns; then
// the threads combine what they have by a function of a warp or block; the kernel finds the row
// and stores.
type rows struct {
	*printer
	network.Row
	of     spec.Spec // the row
	name   string    // of the kernel
	inputs []rowInput
	absent uint64 // the bits in memory of an element that changes nothing

	first *first // of an op that gives a column

	gathers bool // vectors are loaded element by element
	shifted bool // vectors are loaded as two aligned ones
	least   int  // blocks that a multiprocessor has at least, for the compiler; 0: it chooses
}

// rowFile is the file of a row's kernel.
func rowFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	r := &rows{
		printer: newPrinter(&network.Network{Spec: network.Alone(s)}, archesOf(s)), Row: *n.Row,
		of: s, name: s.FileName(), inputs: inputsOf(s),
	}
	var ok bool
	if r.absent, ok = ops.IdentityBits(r.spec.Op, s.InType()); !ok && !r.leavesOut() {
		r.report("no identity of %s on %s", r.spec.Op, s.InType())
	}
	if r.encoded != nil { // of the NaNs, which are all as good, the one that no encoding is below
		r.absent = r.encoded.by.Decode.Value(0) & (^uint64(0) >> (64 - s.InType().Bits()))
	}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	types, err := structsOf(s)
	if err != nil {
		return nil, err
	}
	if types != nil {
		f.Structs = types.decls
	}
	for _, n := range []*network.Network{n.Row.Across, n.Row.Columns} {
		if n == nil {
			continue
		}
		across, err := fileOf(n, users)
		if err != nil {
			return nil, err
		}
		across.Contract = append([]string{"The threads of a row combine what each has.", ""}, contract.Gives(n.Spec, "")...)
		f.helps(across.Helpers)
		f.Plan = append(f.Plan, across.function)
	}
	if s.HasLane() {
		r.first = newFirst(s, r.printer)
	}
	f.Plan = append(f.Plan, r.thread(), r.row())
	helpers, err := userFunctions(s, users)
	if err != nil {
		return nil, err
	}
	if r.gathers {
		for _, in := range r.inputs {
			for _, h := range r.loadHelpers(in) {
				if !slices.Contains(helpers, h) {
					helpers = append(helpers, h)
				}
			}
		}
	}
	if r.of.In != spec.AsType && (!r.wide() || r.of.Ranged()) { // the end of a row of any length has no vector
		helpers = append(helpers, r.widenHelper())
	}
	if s.Map != nil && !s.Map.User() {
		more, err := r.mapHelpers()
		if err != nil {
			return nil, err
		}
		helpers = append(helpers, more...)
	}
	if r.opHelper != "" && r.combines {
		helpers = append(helpers, r.opHelper)
	}
	if r.first != nil {
		helpers = append(helpers, r.first.helpers(r)...)
	}
	if r.encoded != nil {
		more, err := r.encoded.helpers()
		if err != nil {
			return nil, err
		}
		helpers = append(helpers, more...)
	}
	f.helps(helpers)
	if f.function, err = r.kernel(); err == nil {
		err = r.err
	}
	return f, err
}

// archesOf are the architectures that the code of s is for.
func archesOf(s spec.Spec) arches {
	if c := s.Arch.Capability(); c > 0 {
		return arches{c, c + 1}
	}
	return anyArch
}

// rowBatch is the number of loads of a thread that are in flight at once.
const rowBatch = 8

// batchRounds is the number of rounds that are loaded at once.
func (r *rows) batchRounds() int {
	n := map[int]int{1: rowBatch, 2: rowBatch / 2, 3: rowBatch / 4}[len(r.inputs)]
	if r.Blocks > 1 && r.Vector >= 8 { // each thread stands for several, with as many accumulators; measured on an H200
		n /= 2
	}
	return n
}

// thread is the function of one thread of the order: it combines the columns of its accumulators.
func (r *rows) thread() function {
	steps := r.rounds()
	if r.of.Ranged() {
		steps = r.ranged()
	}
	if !r.Some {
		steps = append(steps, r.tree())
	}
	if r.first != nil {
		return r.first.thread(r, steps)
	}
	return function{
		Contract: []string{
			fmt.Sprintf("Thread `thread` of the %d of a row combines its columns. Accumulator %d * thread + v, for v < %[2]d,",
				r.Threads, r.Vector),
			fmt.Sprintf("takes in the columns %d * thread + v + %d * k from left to right, for k = 0, 1, …, as far as there",
				r.Vector, r.Accumulators()),
			"are any. Then neighbours combine, at distance 1, 2, 4, …",
		},
		Type: r.elem.name, Name: r.name + "_thread", Steps: r.withIdentity(steps),
		Params: r.rowParams(),
	}
}

// lastBatch is the round with which the last batch begins.
func (r *rows) lastBatch() int {
	batch := r.batchRounds()
	return (r.Rounds - 1) / batch * batch
}

// rounds are the steps in which a thread of a row of one length takes in its columns.
func (r *rows) rounds() (steps []step) {
	batch := r.batchRounds()
	last := r.lastBatch()
	if last > 0 {
		steps = append(steps, r.batch(0, batch)...)
		if last > batch {
			steps = append(steps, r.loop(last))
		}
	}
	return append(steps, r.batch(last, r.Rounds-last)...)
}

// batch are the steps that load some rounds from first on, and combine them.
func (r *rows) batch(first, count int) []step {
	lines := r.loads("", first, count)
	return append([]step{{Title: r.loadTitle(first, count), Lines: lines}}, r.takes(first, count))
}

// takes is the step in which the accumulators take in the rounds from first on.
func (r *rows) takes(first, count int) step {
	if r.first != nil {
		return r.first.takes(r, first, count)
	}
	if r.Some {
		return r.takesSome()
	}
	if r.leavesOut() {
		return r.takesHeld(first, count)
	}
	var lines []string
	for v := range r.Vector {
		a := name(fmt.Sprintf("a%d", v))
		e, define := a, r.ctype.name+" "
		for i := range count {
			x := r.column(first+i, v)
			if first+i == 0 {
				lines = append(lines, fmt.Sprintf("%s%s = %s;", define, a, x))
				continue
			}
			r.combines = true
			lines = append(lines, fmt.Sprintf("%s = %s;", a, r.op(e, x)))
		}
	}
	return step{Title: "Each accumulator takes in its columns from left to right.", Lines: lines}
}

// loop is the step of the batches from the second up to round last.
func (r *rows) loop(last int) step {
	batch := r.batchRounds()
	lines := []string{
		"#pragma unroll 1",
		fmt.Sprintf("for (unsigned column = %du; column < %du; column += %[1]du) {", batch*r.Accumulators(),
			last*r.Accumulators()),
	}
	lines = append(lines, indented(r.loads(" + column", 0, batch))...)
	if r.first != nil {
		lines = append(lines, indented(r.first.taken(r, 0, batch, "column + "))...)
		return step{Title: fmt.Sprintf("Rounds %d to %d in the same way.", batch, last-1), Lines: append(lines, "}")}
	}
	for v := range r.Vector {
		a := name(fmt.Sprintf("a%d", v))
		for i := range batch {
			lines = append(lines, fmt.Sprintf("    %s = %s;", a, r.op(a, r.column(i, v))))
		}
	}
	return step{Title: fmt.Sprintf("Rounds %d to %d in the same way.", batch, last-1), Lines: append(lines, "}")}
}

// tree is the step in which the accumulators of a thread combine.
func (r *rows) tree() step {
	if r.first != nil {
		return r.first.result(r)
	}
	lines := r.neighbours(r.Vector)
	result := name("a0")
	if r.encoded != nil {
		result = r.encoded.decode(result)
	}
	return step{Title: "Neighbouring accumulators combine.", Lines: append(lines, fmt.Sprintf("return %s;", result))}
}

// neighbours are the statements by which the first accumulators of a thread combine, to a0.
func (r *rows) neighbours(count int) []string {
	var lines []string
	for d := 1; d < count; d *= 2 {
		for v := 0; v+d < count; v += 2 * d {
			a := name(fmt.Sprintf("a%d", v))
			r.combines = true
			lines = append(lines, fmt.Sprintf("%s = %s;", a, r.op(a, name(fmt.Sprintf("a%d", v+d)))))
		}
	}
	return lines
}

// row is the function of a row: it combines what the threads have.
func (r *rows) row() function {
	if r.first != nil {
		return r.first.row(r)
	}
	each := r.callThread(name("thread"))
	across := func(e expr) expr {
		if r.Across == nil {
			return e
		}
		if r.Across.Spec.Mask == spec.Member {
			return call(r.name+"_threads", hex(8, r.Members(r.of)), e)
		}
		return call(r.name+"_threads", e)
	}
	steps := []step{{Title: "Each thread combines its columns, then the threads combine what they have.",
		Lines: []string{fmt.Sprintf("return %s;", across(each))}}}
	if r.Stand > 1 {
		steps = r.standing(across, r.Stand, name("thread"))
		last := &steps[len(steps)-1]
		last.Lines = append(last.Lines, "return y0;")
	}
	if r.Blocks > 1 {
		steps = clustered(r.of, r.inCluster(across), steps)
	}
	return function{
		Contract: []string{sentenceOf(r.of), r.whoGets()},
		Type:     r.elem.name, Name: r.name + "_row", Steps: steps,
		Params: r.rowParams(),
	}
}

// rowParams are the addresses of a row, and the thread's number among those of the row.
func (r *rows) rowParams() params {
	var ps params
	for _, in := range r.inputs {
		ps = append(ps, param{name: in.row, declare: "const " + in.memory + " *__restrict__ " + in.row})
	}
	return append(append(ps, r.colsParam()...), param{name: "thread", declare: "unsigned thread"})
}

// callThread is what a thread of the order has, and more arguments.
func (r *rows) callThread(thread expr, more ...expr) expr {
	var args []expr
	for _, in := range r.inputs {
		args = append(args, name(in.row))
	}
	for _, p := range r.colsParam() {
		args = append(args, name(p.name))
	}
	return call(r.name+"_thread", append(append(args, thread), more...)...)
}

// whoGets says which thread receives a row's result.
func (r *rows) whoGets() string {
	if r.Lanes == 1 {
		return "One thread has the row to itself."
	}
	if r.Blocks > 1 {
		return fmt.Sprintf("Thread 0 of the first of the %d blocks that share the row receives the result.", r.Blocks)
	}
	return fmt.Sprintf("Thread 0 of the %d that share the row receives the result.", r.Lanes)
}

// standing are the steps of a block whose threads stand for several of the order each, the first of them for
// that of a number.
func (r *rows) standing(across func(expr) expr, stand int, first expr) []step {
	var own, all, groups []string
	for k := range stand {
		at := first
		if k > 0 {
			at = at.plus(number(k * r.Lanes))
		}
		y := fmt.Sprintf("y%d", k)
		own = append(own, fmt.Sprintf("%s %s = %s;", r.elem.name, y, r.callThread(at)))
		all = append(all, fmt.Sprintf("%s = %s;", y, across(name(y))))
		groups = append(groups, y)
	}
	steps := []step{
		{Title: fmt.Sprintf("Thread t does the work of threads t, t + %d, … of the order.", r.Lanes), Lines: own},
		{Title: "The threads of each group combine what they have.", Lines: all},
	}
	if stand > 1 {
		steps = append(steps, step{Title: "Neighbouring groups combine.", Lines: treeOf(r.takesIn, groups)})
	}
	return steps
}

// combining is the op on two expressions, as a call of a function of a program.
func (p *printer) combining(of ...expr) expr { return p.op(of[0], of[1]) }

// combined2 is the op on two elements of the caller's type.
func (p *printer) combined2(a, b expr) expr {
	if p.encoded != nil {
		return p.encoded.decode(p.op(p.encoded.encode(a), p.encoded.encode(b)))
	}
	p.combines = true
	return p.op(a, b)
}

// takesIn is a statement by which the local a takes in b.
func (p *printer) takesIn(a, b string) string {
	return fmt.Sprintf("%s = %s;", a, p.combined2(name(a), name(b)))
}

func joinNames(names []string) string {
	text := names[0]
	for _, n := range names[1:] {
		text += ", " + n
	}
	return text
}

func indented(lines []string) []string {
	all := slices.Clone(lines)
	for i := range all {
		if all[i] != "" {
			all[i] = "    " + all[i]
		}
	}
	return all
}

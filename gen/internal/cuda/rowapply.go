package cuda

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// rowApply prints a kernel that gives every element of a row a function of it and of the row. The
// threads of a row load it once and keep it in registers, unless it is too long: then each pass
// loads it again, and the GPU's cache has most of it.
type rowApply struct {
	network.Row
	fn     rowfn.Fn
	spec   spec.Spec
	name   string
	vector vector
	parts  []rowPart
	blocks int  // that share the row: those of a cluster, or 1 where there are none
	least  int  // blocks of a multiprocessor, for the compiler; 0 where it decides
	keeps  bool // the row stays in registers
	powers bool // and is replaced by its exponentials, which give the results

	err    error    // an operation or a name of fn that nothing prints
	reduce *printer // of the reduction whose result a user's function takes; nil for one of the table
}

// rowPart is one vector of a thread.
type rowPart struct {
	stand int    // of the order's threads that the thread stands for: which
	at    int    // column of the row, before that of the thread
	name  string // local
	whole int    // threads that have all of it
}

// applyFile is the file of a kernel of row-apply.
func applyFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil, err
	}
	r := newRowApply(n, fn, 1)
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	if s.Fn != nil {
		r.reduce = newPrinter(&network.Network{Spec: network.Alone(s.Reduction())}, archesOf(s))
		helpers, err := r.userHelpers(users)
		if err != nil {
			return nil, err
		}
		f.helps(helpers)
	}
	row, helpers := r.row(), r.helpers()
	if r.Blocks > 1 {
		c := newRowApply(n, fn, r.Blocks)
		c.reduce, r.least = r.reduce, c.leastBlocks()
		row.Steps, helpers = clustered(s, c.row().Steps, row.Steps), c.clusteredHelpers(helpers)
		r.err = errors.Join(r.err, c.err)
	}
	f.helps(helpers)
	f.Plan, f.function = []function{row}, r.kernel()
	if r.reduce != nil {
		return f, errors.Join(r.err, r.reduce.err)
	}
	return f, r.err
}

// newRowApply is a row that some blocks share.
func newRowApply(n *network.Network, fn rowfn.Fn, blocks int) *rowApply {
	s := n.Spec
	r := &rowApply{Row: *n.Row, fn: fn, spec: s, name: s.FileName(), vector: vectorOf(s.InType()), blocks: blocks}
	for k := range r.Stand / blocks {
		for i := range r.Rounds {
			p := rowPart{stand: k, at: i*r.Accumulators() + k*r.Lanes*r.Vector, name: fmt.Sprintf("x%d", len(r.parts)),
				whole: r.span()}
			if left := s.Cols - p.at; left < r.span()*r.Vector {
				p.whole = left / r.Vector
			}
			if s.Cols > p.at {
				r.parts = append(r.parts, p)
			}
		}
	}
	most := s.MaxKept()
	if r.Lanes < spec.RowBlockThreads { // whose threads have twice the registers
		most *= 2
	}
	r.keeps = len(r.parts) <= most
	if r.fn.Give.Calls("exp") && len(r.parts)*r.vector.fraction() <= most {
		r.powers, r.fn.Give = true, r.fn.Give.Replace("exp", rowfn.E{Op: "power"})
	}
	return r
}

// span is the number of threads of the order from the first of the first block that takes part in a
// load to the last of the last block.
func (r *rowApply) span() int { return (r.blocks-1)*r.Threads/r.blocks + r.Lanes }

// standing is the first thread of the order that a thread stands for.
func (r *rowApply) standing() string {
	if r.blocks > 1 {
		return "first"
	}
	return "thread"
}

// partial reports whether some threads lack a part, or have a piece of it.
func (r *rowApply) partial(p rowPart) bool { return p.whole < r.span() }

// power is the local with the exponentials of a part.
func (r *rowApply) power(p rowPart) string { return "power" + p.name[1:] }

// stride is the distance of a thread's neighbouring columns in a row that is not aligned: each
// load of a warp is one of neighbours.
func (r *rowApply) stride() int { return min(r.Lanes, spec.WarpSize) }

// element is the type of an element in memory.
func (r *rowApply) element() string { return ctypes[r.spec.InType()].name }

// rowParams are the parameters of the function of a row.
func (r *rowApply) rowParams() params {
	at := func(name, mode string) param {
		return param{name: name, declare: mode + r.element() + " *__restrict__ " + name}
	}
	ps := params{at("row", "const "), at("to", "")}
	for _, b := range r.beside() {
		ps = append(ps, at(b, "const "))
	}
	if r.fn.Eps {
		ps = append(ps, param{name: "eps", declare: "float eps"})
	}
	return append(ps, param{name: "thread", declare: "unsigned thread"})
}

// ifWhole are statements for threads that have a vector of an aligned row, for one that has a piece of one, if any has,
// and for those that have nothing.
func (r *rowApply) ifWhole(p rowPart, whole, piece, nothing string) []string {
	if (r.spec.Cols-p.at)%r.Vector != 0 {
		nothing = piece
	}
	all := []string{fmt.Sprintf("if (%s == %du)", r.count(p), r.Vector), "    " + whole}
	if nothing != "" {
		all = append(all, "else", "    "+nothing)
	}
	return all
}

// loads are the loads of some parts.
func (r *rowApply) loads(parts []rowPart) []string {
	var names, vectors, words, elements []string
	for _, p := range parts {
		names = append(names, p.name)
		vector := loadOf(p.name, "vectors", p.at/r.Vector, r.once())
		switch alone := fmt.Sprintf("%s = %s;", p.name, r.piece("mine", p)); {
		case !r.partial(p):
			vectors = append(vectors, vector)
		case p.whole == 0:
			vectors = append(vectors, alone)
		default:
			vectors = append(vectors, r.ifWhole(p, vector, alone, fmt.Sprintf("%s = %s;", p.name, r.nothing()))...)
		}
		if r.paired() {
			words = append(words, fmt.Sprintf("%s = %s;", p.name, r.ofWords("mine", p)))
		}
		if !r.shifts() {
			elements = append(elements, fmt.Sprintf("%s = %s;", p.name, r.gathered("mine", p)))
		}
	}
	if r.parts[0].whole > 0 {
		vectors = append([]string{fmt.Sprintf("const %s *vectors = reinterpret_cast<const %[1]s *>(mine);", r.vector.name)},
			vectors...)
	}
	return slices.Concat(r.heads(parts), []string{fmt.Sprintf("%s %s;", r.vector.name, joinNames(names))},
		chosen(r.ofVectors(vectors), branch{r.ofWord(), words}, branch{lines: elements}), r.takesHeads(parts))
}

// over calls do for the parts of each batch, loaded.
func (r *rowApply) over(title string, parts []rowPart, do func(p rowPart) []string) []step {
	if r.keeps {
		var lines []string
		for _, p := range parts {
			lines = append(lines, do(p)...)
		}
		return []step{{Title: title, Lines: lines}}
	}
	var steps []step
	for len(parts) > 0 {
		n := min(rowBatch, len(parts))
		lines := []string{"{"}
		lines = append(lines, indented(r.loads(parts[:n]))...)
		for _, p := range parts[:n] {
			lines = append(lines, indented(do(p))...)
		}
		steps = append(steps, step{Title: title, Lines: append(lines, "}")})
		parts = parts[n:]
	}
	return steps
}

// row is the function of a row.
func (r *rowApply) row() function {
	var steps []step
	if r.blocks > 1 {
		steps = append(steps, r.beginsApply())
	}
	steps = append(steps,
		step{Title: "The thread's columns, in runs of neighbours: the better all addresses are aligned, the longer." +
			r.shifted(" Words of a row at an odd address begin at its second column; on the edge of a warp, "+
				"an element is the column before its words."), Lines: r.places()})
	if r.keeps {
		steps = append(steps, step{Title: "The row, a run at once." +
			r.shifted(" First the columns before a warp's words, of each part by another lane."), Lines: r.loads(r.parts)})
	}
	if r.early() {
		what := strings.Join(r.beside(), " and ")
		steps = append(steps, step{Title: "The " + what +
			" of an aligned row's columns, which arrive while the sums are computed.", Lines: r.loadsBeside()})
	}
	if r.fn.Peak {
		steps = append(steps, step{Title: "The maximum of the row.",
			Lines: []string{"float peak = __uint_as_float(0xff800000u);"}})
		steps = append(steps, r.over("The maximum of the thread's columns.", r.parts, func(p rowPart) []string {
			return []string{fmt.Sprintf("peak = %s_peak_of(peak, %s, %s);", r.name, p.name, r.has(p))}
		})...)
		steps = append(steps, step{Title: "The maximum of the threads.",
			Lines: []string{fmt.Sprintf("peak = %s_peak(peak, %s);", r.name, r.place(0))}})
	}
	for i, sum := range r.fn.Sums {
		if i > 0 || r.fn.Peak {
			steps = append(steps, r.forgets()...)
		}
		steps = append(steps, r.sum(i, sum)...)
	}
	ps := r.rowParams()
	if r.splits() {
		ps = append(ps, param{name: "aligned", declare: "bool aligned"})
	}
	return function{
		Contract: []string{sentenceOf(r.spec)}, Type: "void", Name: r.name + "_row",
		Steps: append(steps, r.gives()...), Params: ps,
	}
}

// sum are the steps of a reduction.
func (r *rowApply) sum(i int, sum rowfn.Sum) []step {
	var steps []step
	takes := fmt.Sprintf("%s_take%d", r.name, i)
	stand := r.Stand / r.blocks
	for k := range stand {
		var parts []rowPart
		for _, p := range r.parts {
			if p.stand == k {
				parts = append(parts, p)
			}
		}
		acc := fmt.Sprintf("a%d_%d", i, k)
		steps = append(steps, step{
			Title: "Accumulators, which take in their columns from left to right; " + r.absentWord() + " changes nothing.",
			Lines: []string{fmt.Sprintf("float %s[%d];", acc, r.Vector), fmt.Sprintf("%s_none(%s);", r.name, acc)},
		})
		steps = append(steps, r.over("The thread's columns.", parts, func(p rowPart) []string {
			args := append([]string{acc, p.name}, sum.Of.Names()...)
			var lines []string
			if r.powers {
				args = append(args, r.power(p))
				lines = append(lines, fmt.Sprintf("float %s[%d];", r.power(p), r.Vector))
			}
			return append(lines, fmt.Sprintf("%s(%s);", takes, strings.Join(append(args, r.has(p)), ", ")))
		})...)
	}
	lines := []string{fmt.Sprintf("float t%d[%d] = {%s};", i, stand,
		r.each(func(k int) string { return fmt.Sprintf("%s_tree(a%d_%d, run%s)", r.name, i, k, r.shifted(", odd")) }))}
	lines = append(lines, fmt.Sprintf("float %s = %s_across%d(t%d, %s);", sum.Name, r.name, i, i,
		r.place(r.exchanges()-len(r.fn.Sums)+i)))
	for _, l := range sum.Then {
		lines = append(lines, fmt.Sprintf("float %s = %s;", l.Name, r.text(l.Is, "", 0)))
	}
	return append(steps, step{Title: "The tree over the accumulators of all threads.", Lines: lines})
}

func (r *rowApply) each(text func(k int) string) string {
	all := make([]string, r.Stand/r.blocks)
	for k := range all {
		all[k] = text(k)
	}
	return strings.Join(all, ", ")
}

// gives are the steps that store the results.
func (r *rowApply) gives() []step {
	give := func(p rowPart, load func(of string) string) string {
		args := []string{p.name}
		if r.powers {
			args[0] = r.power(p)
		}
		for _, b := range r.beside() {
			args = append(args, load(b))
		}
		return fmt.Sprintf("%s_give(%s)", r.name, strings.Join(append(args, r.fn.Give.Names()...), ", "))
	}
	steps := r.forgets()
	rest := r.parts
	for len(rest) > 0 {
		n := len(rest)
		if !r.keeps {
			n = min(rowBatch, n)
		}
		var lines, vectors, words, mixed, elements []string
		if !r.keeps {
			lines = r.loads(rest[:n])
		}
		for _, p := range rest[:n] {
			at := p.at / r.Vector
			vector := fmt.Sprintf("reinterpret_cast<%s *>(to + own)[%d] = %s;", r.vector.name, at,
				give(p, func(of string) string {
					if r.early() {
						return of + p.name[1:]
					}
					return r.besideAt(of, p)
				}))
			alone := r.scattered(p, 1, give(p, func(of string) string { return r.piece(of, p) }))
			switch {
			case !r.partial(p):
				vectors = append(vectors, vector)
			case p.whole == 0:
				vectors = append(vectors, alone)
			default:
				vectors = append(vectors, r.ifWhole(p, vector, alone, "")...)
			}
			apart := give(p, func(of string) string { return r.gathered(of, p) })
			elements = append(elements, r.scattered(p, r.stride(), apart))
			if r.paired() {
				words = append(words, r.toWords(p, give(p, func(of string) string { return r.ofWords(of, p) }))...)
			}
			if r.shifts() {
				mixed = append(mixed, r.toWords(p, apart)...)
			}
		}
		ways := []branch{r.ofVectors(vectors), {r.ofWord(), words}, {lines: elements}}
		if r.shifts() {
			ways = r.shiftedWays(vectors, words, append(mixed, r.tails(rest[:n])...), elements)
		}
		lines = append(lines, chosen(ways...)...)
		if !r.keeps {
			lines = append(append([]string{"{"}, indented(lines)...), "}")
		}
		steps = append(steps, step{Title: "What each element becomes.", Lines: lines})
		rest = rest[n:]
	}
	return steps
}

// kernel is the frame.
func (r *rowApply) kernel() function {
	frame := &rows{Row: r.Row, of: r.spec, name: r.name, least: r.least}
	from := r.rowParams()
	ps := params{
		{name: "in", declare: "const " + r.element() + " *__restrict__ in"}, {name: "pitch", declare: "long long pitch"},
		{name: "out", declare: r.element() + " *__restrict__ out"}, {name: "out_pitch", declare: "long long out_pitch"},
	}
	args := []string{"in + row * pitch", "out + row * out_pitch"}
	names := []string{"in", "pitch", "out", "out_pitch"}
	for _, p := range from[2 : len(from)-1] {
		ps, args, names = append(ps, p), append(args, p.name), append(names, p.name)
	}
	ps, names = append(ps, param{name: "rows", declare: "long long rows"}), append(names, "rows")
	lines, thread := frame.place()
	promise := append(contract.Gives(r.spec, ""),
		fmt.Sprintf("Row i is in[i * pitch] to in[i * pitch + %d], its result out[i * "+
			"out_pitch] to out[i * out_pitch + %[1]d],", r.spec.Cols-1),
		"of any alignment. in and out do not overlap.", frame.launchWith(strings.Join(names, ", ")), "",
		contract.Applied(r.spec))
	steps := []step{{Title: "The thread's row. The threads of a row return together.", Lines: lines}}
	if r.Blocks > 1 {
		steps = append(steps, frame.alone()...)
	}
	results := step{Title: "Its results.", Lines: []string{fmt.Sprintf("%s_row(%s, %s);", r.name, strings.Join(args, ", "),
		thread)}}
	if r.splits() {
		steps = append(steps, step{Title: "Where it is, and where its results go.", Lines: []string{
			fmt.Sprintf("const %s *from = %s;", r.element(), args[0]), fmt.Sprintf("%s *to = %s;", r.element(), args[1]),
		}})
		args[0], args[1] = "from", "to"
		called := fmt.Sprintf("    %s_row(%s, %s, %%t);", r.name, strings.Join(args, ", "),
			strings.ReplaceAll(thread, "%", "%%"))
		results = step{Title: "Its results. The first call is for addresses that are all " +
			"aligned: it has vector loads and stores only.", Lines: []string{
			fmt.Sprintf("if (((%s) & 15u) == 0u)", r.addresses("from", "to")), fmt.Sprintf(called, true), "else",
			fmt.Sprintf(called, false),
		}}
	}
	return function{Contract: promise, Name: r.name, Frame: frame.frame(), Params: ps, Steps: append(steps, results)}
}

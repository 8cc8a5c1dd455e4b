package cuda

import "fmt"

// The ways in which a thread takes the elements of a part from memory, and stores what they become: a vector at once,
// words, single elements. Some threads have not all of a part.

// rowBatch is the number of loads of a thread that are in flight at once.
const rowBatch = 8

// place is the address of the thread's first element of a part.
func (p rowPart) place(of string) string {
	if of == "mine" {
		return fmt.Sprintf("mine + %d", p.at)
	}
	return fmt.Sprintf("%s + %d + own", of, p.at)
}

// gathered loads a part element by element: the runs of a warp, beside each other.
func (r *rowApply) gathered(of string, p rowPart) string { return r.elements(of, p, r.stride()) }

// piece loads a part element by element: a piece of a vector.
func (r *rowApply) piece(of string, p rowPart) string { return r.elements(of, p, 1) }

// elements loads a part element by element. A thread's next run is that many runs further on.
func (r *rowApply) elements(of string, p rowPart, runs int) string {
	return fmt.Sprintf("%s_gather(%s, %du, %s%s)", r.name, p.place(of), runs*r.grain(), r.has(p), r.shifted(", edge"))
}

// nothing is a vector of no elements. Unoptimised code of nvcc copies a constant from global memory.
func (r *rowApply) nothing() string {
	return fmt.Sprintf("%s_gather(mine, 1u, 0u%s)", r.name, r.shifted(", false, false"))
}

// scattered stores such a part of x.
func (r *rowApply) scattered(p rowPart, runs int, x string) string {
	return fmt.Sprintf("%s_scatter(%s, %du, %s%s, %s);", r.name, p.place("to"), runs*r.grain(), r.has(p),
		r.shifted(", edge"), x)
}

// ofWords is a part loaded by words.
func (r *rowApply) ofWords(of string, p rowPart) string {
	return fmt.Sprintf("%s_gather_pairs(%s, %s)", r.name, p.place(of), r.near(p))
}

// toWords stores a part so; on the edge of words that are shifted, without the last.
func (r *rowApply) toWords(p rowPart, x string) []string {
	if !r.shifts() {
		return []string{fmt.Sprintf("%s_scatter_pairs(%s, %s, %s);", r.name, p.place("to"), r.has(p), x)}
	}
	y := "y" + p.name[1:]
	return []string{
		fmt.Sprintf("%s %s = %s;", r.vector.name, y, x),
		fmt.Sprintf("%s_scatter_pairs(%s, %s, edge, %s);", r.name, p.place("to"), r.has(p), y),
	}
}

// at is the place of an element in memory, from that of the first.
func (r *rowApply) at(i int) string {
	n := r.grain()
	at := fmt.Sprintf("%d * step", i/n)
	switch {
	case r.shifts() && i == r.Vector-1:
		return fmt.Sprintf("edge ? 1 - (int)step : (int)(%s + %d)", at, i%n)
	case i < n:
		return fmt.Sprint(i)
	case i%n > 0:
		at += fmt.Sprintf(" + %d", i%n)
	}
	return at
}

// returned is the statement that returns a vector of words, each in a line of its own.
func (r *rowApply) returned(words []expr) []string {
	all := []string{fmt.Sprintf("return %s{", r.vector.name)}
	for _, w := range words {
		all = append(all, "    "+w.text+",")
	}
	return append(all, "};")
}

// stepped are the parameters of a function of single elements.
func (r *rowApply) stepped(pointer string) string {
	return pointer + ", unsigned step, " + r.having() + r.shifted(", bool edge")
}

// doesStep says where the elements are that such a function takes.
func (r *rowApply) doesStep() string {
	if r.grain() > 1 {
		return "that the thread has of a vector whose words lie step elements apart in memory"
	}
	return "that the thread has of a vector, step apart in memory"
}

// gather loads elements one by one.
func (r *rowApply) gather() string {
	var words []expr
	for w := range 128 / r.vector.bits {
		var word expr
		for i := range r.vector.fraction() {
			at := w*r.vector.fraction() + i
			e := name(fmt.Sprintf("%s ? (unsigned)%s : 0u", r.one(at),
				asWord(r.vector.of, name(fmt.Sprintf("from[%s]", r.at(at))))))
			if r.paired() {
				e = name("(" + e.text + ")")
			}
			if i > 0 {
				word = word.or(e.shl(literal(i * r.vector.of.Bits())))
			} else {
				word = e
			}
		}
		words = append(words, word)
	}
	return helper{
		does:   "The elements " + r.doesStep() + "; zeros for others.",
		result: r.vector.name, name: r.name + "_gather", params: r.stepped("const " + r.element() + " *__restrict__ from"),
		body: lines(r.returned(words)...),
	}.String()
}

// scatter stores elements one by one.
func (r *rowApply) scatter() string {
	var stores []string
	for i := range r.Vector {
		stores = append(stores, fmt.Sprintf("if (%s)", r.one(i)),
			fmt.Sprintf("    to[%s] = %s;", r.at(i), r.vector.element(name("x"), i)))
	}
	return helper{
		does: "Stores the elements " + r.doesStep() + ".", result: "void", name: r.name + "_scatter",
		params: r.stepped(r.element()+" *__restrict__ to") + ", " + r.vector.name + " x", body: lines(stores...),
	}.String()
}

// gatherPairs loads the words of a vector.
func (r *rowApply) gatherPairs() string {
	n := r.vector.fraction()
	var words []expr
	for w := range 128 / r.vector.bits {
		half := asWord(r.vector.of, name(fmt.Sprintf("from[%d]", w*r.apart())))
		words = append(words, name(fmt.Sprintf("count > %du ? words[%d] : count > %du ? (unsigned)%s : 0u", w*n+n-1,
			w*r.stride(), w*n, half)))
	}
	return helper{
		does: fmt.Sprintf("The elements that the thread has of a vector whose words lie %d "+
			"words apart in memory; zeros for others.", r.stride()),
		result: r.vector.name, name: r.name + "_gather_pairs",
		params: "const " + r.element() + " *__restrict__ from, unsigned count",
		body: lines(append([]string{"const unsigned *words = reinterpret_cast<const unsigned *>(from);"},
			r.returned(words)...)...),
	}.String()
}

// scatterPairs stores the words of a vector.
func (r *rowApply) scatterPairs() string {
	n := r.vector.fraction()
	body := []string{"unsigned *words = reinterpret_cast<unsigned *>(to);"}
	all := r.vector.words(name("x"))
	for w, word := range all {
		first := w * n
		whole, half := r.one(first+n-1), r.one(first)
		if r.shifts() && w == len(all)-1 {
			whole, half = "!edge && "+whole, "!edge && "+half
		}
		body = append(body, fmt.Sprintf("if (%s)", whole), fmt.Sprintf("    words[%d] = %s;", w*r.stride(), word),
			fmt.Sprintf("else if (%s)", half), fmt.Sprintf("    to[%d] = %s;", w*r.apart(), r.vector.element(name("x"), first)))
	}
	return helper{
		does: fmt.Sprintf("Stores the elements that the thread has of a vector whose words lie %d words apart in memory",
			r.stride()) + r.shifted(", but for the last word on the edge") + ".",
		result: "void", name: r.name + "_scatter_pairs",
		params: r.element() + " *__restrict__ to, " + r.having() + r.shifted(", bool edge") + ", " + r.vector.name + " x",
		body:   lines(body...),
	}.String()
}

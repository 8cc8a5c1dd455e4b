package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// A vector of a row that is not aligned to 16 bytes lies in two neighbouring vectors of memory that are. It is loaded
// as these two and shifted; the L1 cache most often has one of them. That reads bytes before and behind the vector, so
// those at the ends of a row are loaded element by element. Which registers the vector is in is the same for a whole
// row: a branch on the row's address decides it once. Measured on an H200: the maximum of 4096 rows of 50,257 bfloat16
// at 4355 GB/s with the [rows.bounds], 3589 element by element.

// shifts reports whether vectors that are not aligned are loaded as two that are: those of elements of which a 32-bit
// register has several, in rows that begin at elements which no load of several is aligned to. Where several rows share
// a block, or a row has several inputs, each may be aligned differently.
func (r *rows) shifts() bool {
	return !r.of.Pattern.Grid() && r.Rows == 1 && len(r.inputs) == 1 && r.inputs[0].vector.fraction() > 1 &&
		(r.of.Ranged() || r.apart() < minPiece)
}

// bothLoads says how vectors are loaded.
const bothLoads = "16 bytes at once; where the row is not aligned, from two aligned " +
	"vectors, and at its ends element by element"

// reach is how many columns from the first of a vector on may be read with it.
func (r *rows) reach() int { return 2*r.Vector - 1 }

// inside is the condition that a thread's vector of a round can be loaded as two, of threads that have the vector: ""
// if all can, and "none" if none can. In a loop, plus is what is added to the column.
func (r *rows) inside(plus string, round, have int) string {
	at := round * r.Accumulators()
	left := r.of.Cols - at - r.reach()
	if plus != "" {
		behind := r.of.Cols - r.lastBatch()*r.Accumulators() // the loop
		if round < r.batchRounds()-1 || behind >= r.reach()-r.Vector {
			return ""
		}
		return fmt.Sprintf("column + %du * thread <= %du", r.Vector, left)
	}
	if left < 0 {
		return "none"
	}
	var all []string
	if at == 0 {
		all = append(all, "thread > 0u")
	}
	if end := left/r.Vector + 1; end < have {
		all = append(all, fmt.Sprintf("thread < %du", end))
	}
	return strings.Join(all, " && ")
}

// unaligned is the load of a vector of a row that is not aligned.
type unaligned struct {
	in     rowInput
	x      string // what it is loaded to
	from   string // the address of the thread's vector of round 0 of these loads
	round  int    // behind that one
	inside string // as [rows.inside]
	guard  string // begins the load of a thread that may have no such vector
}

// otherwise are the branches behind that of an aligned row, of some loads.
func (r *rows) otherwise(loads []unaligned) []string {
	r.gathers = true
	var one []string
	for _, l := range loads {
		one = append(one, l.guard+r.oneByOne(l))
	}
	if !r.shifts() || !slices.ContainsFunc(loads, func(l unaligned) bool { return l.inside != "none" }) {
		return slices.Concat([]string{"} else {"}, indented(one), []string{"}"})
	}
	r.shifted = true
	var lines []string
	row := loads[0].in.row
	for words := range 4 {
		branch := "} else {"
		if words < 3 {
			branch = fmt.Sprintf("} else if (((unsigned long long)%s & 15u) < %du) {", row, 4*words+4)
		}
		lines = append(lines, branch,
			fmt.Sprintf("    const uint4 *lower = reinterpret_cast<const uint4 *>(reinterpret_cast<const unsigned char "+
				"*>(%s) - ((unsigned long long)%s & 15u));", loads[0].from, row),
			fmt.Sprintf("    unsigned by = (unsigned)((unsigned long long)%s & 3u) * 8u;", row))
		for i, l := range loads {
			two := fmt.Sprintf("%s = %s(lower + %d, %du, by);", l.x, r.shift(), l.round*r.Threads, words)
			switch l.inside {
			case "none":
				lines = append(lines, "    "+one[i])
			case "":
				lines = append(lines, "    "+l.guard+two)
			default:
				lines = append(lines, fmt.Sprintf("    if (%s)", l.inside), "        "+two,
					strings.TrimRight("    else "+l.guard, " "), "        "+r.oneByOne(l))
			}
		}
	}
	return append(lines, "}")
}

// oneByOne loads a vector element by element.
func (r *rows) oneByOne(l unaligned) string {
	return fmt.Sprintf("%s = %s(%s + %d);", l.x, r.gather(l.in), l.from, l.round*r.Accumulators())
}

// shift is the name of a function that loads a vector as two.
func (r *rows) shift() string { return r.name + "_shifted" }

// shiftHelper loads a vector as two aligned ones.
func (r *rows) shiftHelper() string {
	in := r.inputs[0]
	body := []string{"uint4 low = lower[0], high = lower[1];"}
	var words []string
	for _, w := range slices.Concat(in.vector.words(name("low")), in.vector.words(name("high"))) {
		words = append(words, w.text)
	}
	body = append(body, fmt.Sprintf("const unsigned words[%d] = {%s};", len(words), strings.Join(words, ", ")))
	var shifted []expr
	for i := range len(words) / 2 {
		low, high := "first", fmt.Sprintf("first + %du", i+1)
		if i > 0 {
			low = fmt.Sprintf("first + %du", i)
		}
		shifted = append(shifted, name(fmt.Sprintf("__funnelshift_r(words[%s], words[%s], by)", low, high)))
	}
	return helper{
		does: fmt.Sprintf("%d elements of a row that is not aligned to 16 bytes, from the two aligned vectors that they "+
			"are in. They begin `by`\nbits into word `first` of the lower one.", r.Vector),
		result: in.vector.name, name: r.shift(), params: "const uint4 *__restrict__ lower, unsigned first, unsigned by",
		body: lines(append(body, fmt.Sprintf("return %s%s;", in.vector.name, braced(shifted)))...),
	}.String()
}

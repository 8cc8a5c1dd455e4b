package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// splits reports whether a row has code of its own for addresses that are all aligned. Code for single elements is then
// not in between, and the compiler schedules loads, arithmetic and stores as one block. Measured on an H100, 4096 rows
// of 768 bfloat16: softmax and layer norm take 3 and 4 % less time. Rows of several warps wait for memory instead.
func (r *rowApply) splits() bool {
	return r.Blocks <= 1 && r.Lanes == spec.WarpSize && r.keeps
}

// loadsOnce is what the function does that loads a vector of a row.
const loadsOnce = "Loads a vector of a row, which no other thread reads: caches may drop it first (.cs)."

// once is the name of the function that loads aligned vectors as data that passes once; "" where they are loaded as
// usual. Measured on an H100, 4096 rows of 768: softmax of bfloat16 takes 5.39 µs, 5.53 without, layer norm 5.17 and
// 5.38, of float32 8.48 and 8.69, of 8192 rows 16.4 and 18.1. Where a matrix and its results are more than the cache of
// the GPU it costs up to 1.5 %, and rows of several warps seldom gain.
func (r *rowApply) once() string {
	if !r.splits() {
		return ""
	}
	return r.name + "_once"
}

// earlyVectors is how many vectors of weights and biases a thread loads with its row, at most: more take registers that
// other rows need. Measured on an H200, 4096 rows of 768 columns, early and late, in µs: RMS norm of bfloat16 (3
// vectors) 4.8 and 4.9, of float32 (6) 7.4 and 7.3, layer norm of bfloat16 (6) 5.4 and 5.0.
const earlyVectors = 3

// early reports whether weights and biases of aligned rows are loaded with the row.
func (r *rowApply) early() bool {
	return r.splits() && r.fn.Weight && len(r.parts)*len(r.beside()) <= earlyVectors
}

// beside are the vectors that a row has beside it.
func (r *rowApply) beside() []string {
	var all []string
	if r.fn.Weight {
		all = append(all, "weight")
	}
	if r.fn.Bias {
		all = append(all, "bias")
	}
	return all
}

// addresses are the bits of the addresses of all that the row reads and writes.
func (r *rowApply) addresses(row, to string) string {
	all := "(unsigned long long)" + row + " | (unsigned long long)" + to
	for _, b := range r.beside() {
		all += " | (unsigned long long)" + b
	}
	return all
}

// besideAt is the vector of weights or biases of a part.
func (r *rowApply) besideAt(of string, p rowPart) string {
	return fmt.Sprintf("reinterpret_cast<const %s *>(%s + own)[%d]", r.vector.name, of, p.at/r.Vector)
}

// loadsBeside are the loads of weights and biases of an aligned row.
func (r *rowApply) loadsBeside() []string {
	var lines, loads []string
	for _, of := range r.beside() {
		var names []string
		for _, p := range r.parts {
			if p.whole == 0 {
				continue
			}
			names = append(names, of+p.name[1:])
			if r.partial(p) {
				loads = append(loads, fmt.Sprintf("if (%s == %du)", r.count(p), r.Vector),
					"    "+names[len(names)-1]+" = "+r.besideAt(of, p)+";")
			} else {
				loads = append(loads, names[len(names)-1]+" = "+r.besideAt(of, p)+";")
			}
		}
		lines = append(lines, fmt.Sprintf("%s %s;", r.vector.name, joinNames(names)))
	}
	return append(append(append(lines, "if (aligned) {"), indented(loads)...), "}")
}

package cuda

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/spec"
)

// sentenceOf is the contract of a row in one sentence.
func sentenceOf(s spec.Spec) string {
	return contract.Gives(s, "")[0]
}

// kernel is the frame: it finds the row of the thread, and stores its result.
func (r *rows) kernel() (function, error) {
	promise := contract.Gives(r.of, "")
	if r.of.Ranged() {
		promise = append(promise, "Of any other number of columns nothing is read or written.")
	}
	promise = append(promise,
		fmt.Sprintf("Row i is %s, of any alignment, and its result is out[i]%s.", r.where(), r.alsoColumn()),
		r.launch())
	algebra, err := contract.Algebra(r.of)
	if err != nil {
		return function{}, fmt.Errorf("cuda: %w", err)
	}
	promise = append(append(promise, ""), algebra...)
	f := function{
		Contract: promise, Name: r.name,
		Frame:  r.frame(),
		Params: r.kernelParams(),
	}
	also, index, result := "", "", []string(nil)
	if r.first != nil {
		also, index = ", &column", "    idx[row] = column;"
		result = []string{"int column;"}
	}
	stores := func(condition string) []string {
		if index == "" {
			return []string{fmt.Sprintf("if (%s)", condition), "    out[row] = result;"}
		}
		return []string{fmt.Sprintf("if (%s) {", condition), "    out[row] = result;", index, "}"}
	}
	lines, thread := r.place()
	store := append(result, fmt.Sprintf("%s result = %s_row(%s, %s%s);", r.elem.name, r.name, r.addresses(), thread, also))
	switch {
	case r.Blocks > 1:
		store = append(store, stores(fmt.Sprintf("%s == 0u && %s == 0u", r.blockOfRow(), thread))...)
	case r.Lanes > 1:
		store = append(store, stores(thread+" == 0u")...)
	case r.first != nil:
		store = append(store, "out[row] = result;", "idx[row] = column;")
	default:
		store = append(store, "out[row] = result;")
	}
	if r.of.Ranged() {
		f.Steps = append(f.Steps, r.outside())
	}
	f.Steps = append(f.Steps,
		step{Title: "The thread's row. The threads of a row return together; a shuffle waits for none that has returned.",
			Lines: lines})
	if r.Blocks > 1 {
		f.Steps = append(f.Steps, r.alone()...)
	}
	f.Steps = append(f.Steps, step{Title: "Its result.", Lines: store})
	return f, nil
}

// place are the statements that find the thread's row, and the thread's number in it.
func (r *rows) place() (lines []string, thread string) {
	if r.Blocks > 1 {
		return []string{fmt.Sprintf("long long row = blockIdx.x >> %d;", bits.TrailingZeros(uint(r.Blocks))),
			"if (row >= rows)", "    return;"}, "threadIdx.x"
	}
	if r.Rows == 1 {
		return []string{"long long row = blockIdx.x;", "if (row >= rows)", "    return;"}, "threadIdx.x"
	}
	at, thread := fmt.Sprintf(" / %du", r.Lanes), fmt.Sprintf("threadIdx.x %% %du", r.Lanes)
	if r.Lanes == 1 {
		at, thread = "", "0u"
	}
	return []string{fmt.Sprintf("long long row = (long long)blockIdx.x * %d + threadIdx.x%s;", r.Rows, at),
		"if (row >= rows)", "    return;"}, thread
}

// alsoColumn says where the column goes.
func (r *rows) alsoColumn() string {
	if r.first == nil {
		return ""
	}
	return ", its column idx[i]"
}

// launch says how the kernel is launched.
func (r *rows) launch() string {
	var names []string
	for _, p := range r.kernelParams() {
		names = append(names, p.name)
	}
	return r.launchWith(strings.Join(names, ", "))
}

// kernelParams are the parameters of the kernel: each input with its pitch, the results, the rows.
func (r *rows) kernelParams() params {
	var ps params
	for _, in := range r.inputs {
		ps = append(ps, param{name: in.matrix, declare: "const " + in.memory + " *__restrict__ " + in.matrix},
			param{name: in.pitch, declare: "long long " + in.pitch})
	}
	ps = append(ps, r.colsParam()...)
	ps = append(ps, param{name: "out", declare: r.elem.name + " *__restrict__ out"})
	if r.first != nil {
		ps = append(ps, param{name: "idx", declare: "int *__restrict__ idx"})
	}
	return append(ps, param{name: "rows", declare: "long long rows"})
}

// colsParam is the number of columns, where the caller gives it.
func (r *rows) colsParam() params {
	if !r.of.Ranged() {
		return nil
	}
	return params{{name: "cols", declare: "unsigned cols"}}
}

// addresses are those of the thread's row, in each input, and the number of columns, where the caller gives it.
func (r *rows) addresses() string {
	var all []string
	for _, in := range r.inputs {
		all = append(all, fmt.Sprintf("%s + row * %s", in.matrix, in.pitch))
	}
	for _, p := range r.colsParam() {
		all = append(all, p.name)
	}
	return strings.Join(all, ", ")
}

// where says where a row is, in each input.
func (r *rows) where() string {
	var all []string
	last := fmt.Sprint(r.of.Cols - 1)
	if r.of.Ranged() {
		last = "cols - 1"
	}
	for _, in := range r.inputs {
		all = append(all, fmt.Sprintf("%s[i * %s] to %[1]s[i * %[2]s + %s]", in.matrix, in.pitch, last))
	}
	return strings.Join(all, " and ")
}

// launchWith says how a kernel of some arguments is launched.
func (r *rows) launchWith(args string) string {
	if r.Blocks > 1 {
		return fmt.Sprintf("Launch: a cluster of %d blocks of %d threads for each row, %s<<<rows * %[1]d, %[2]d>>>(%[4]s).",
			r.Blocks, r.Block(), r.name, args)
	}
	if r.Rows == 1 {
		return fmt.Sprintf("Launch: one block of %d threads for each row, %s<<<rows, %[1]d>>>(%[3]s).", r.Block(), r.name,
			args)
	}
	return fmt.Sprintf("Launch: a block of %d threads for %d rows, %s<<<(rows + %d) / %[2]d, %[1]d>>>(%[5]s).", r.Block(),
		r.Rows, r.name, r.Rows-1, args)
}

// bounds are the threads of a block, and of some rows how many blocks a multiprocessor has at least: then compilers
// give their loads more registers. Of large blocks whose vectors are loaded as two, measured in one run on an H200: the
// maximum of 4096 rows of 50,257 bfloat16 at 4320 GB/s, 4049 without. Of rows of several warps in a half type, measured
// in one run on an H100, 4096 rows of bfloat16: sums of 16,384 columns 44.2 µs, 44.4 without, of 65,536 170.9 and
// 173.0, argmax of 8192 24.2 and 24.5.
func (r *rows) bounds() string {
	least := r.least
	switch {
	case least > 0:
	case r.shifts() && r.Block() == spec.RowBlockThreads:
		least = 2
	case r.reducesHalves():
		least = max(1, rowRegisters/r.Block()/(4*r.Rounds*r.Stand+besideVectors))
	}
	if least == 0 {
		return fmt.Sprint(r.Block())
	}
	return fmt.Sprintf("%d, %d", r.Block(), least)
}

// reducesHalves reports whether rows of one length, of a half type in memory, are reduced by several warps each.
func (r *rows) reducesHalves() bool {
	s := r.of
	return s.Pattern == spec.RowReduce && !s.Ranged() && r.Lanes > spec.WarpSize && r.Blocks == 1 &&
		s.In != spec.AsType && !s.In.Integer() && s.User == nil && s.Map == nil
}

// A multiprocessor has so many registers; a thread of a row has so many beside those of its vectors.
const rowRegisters, besideVectors = 65536, 32

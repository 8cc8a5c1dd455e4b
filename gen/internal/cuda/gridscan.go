package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
)

// scans puts the functions of a program of a scan in a file.
func (r *kernel) scans(f *file, of *ir.Program, users Users) error {
	combining, none, err := r.ofScan(users)
	if err != nil {
		return err
	}
	p := &program{problem: r.problem, none: none}
	p.put(f, of, func(primitive *ir.Func) []string {
		switch strings.TrimPrefix(primitive.Name, r.name) {
		case "_op":
			return combining
		case "_key", "_unkey":
			return []string{r.coding.encode, r.coding.decode}
		case "_widen":
			return []string{r.widenHelper()}
		case "_map":
			return r.mapping()
		}
		r.report("no text of %s", primitive.Name)
		return nil
	})
	return nil
}

// mapping is the function of a map of the table. Those of users stand before the op.
func (r *kernel) mapping() []string {
	if r.of.Map.User() {
		return nil
	}
	all, err := r.mapHelpers()
	if err != nil {
		r.report("%w", err)
	}
	return all
}

// ofScan are the functions of the op, and what changes nothing.
func (r *kernel) ofScan(users Users) (all []string, none expr, err error) {
	all, err = userFunctions(r.of, users)
	if none = r.identity; r.of.User != nil {
		return all, none, err
	}
	all = append(all, r.opFunction())
	if isIdentityLocal(r.combined) {
		h := r.noneFunction()
		all, none = append(all, h.String()), call(h.name)
	}
	return all, none, err
}

// opFunction makes the op a function, and returns it.
func (r *kernel) opFunction() string {
	if r.opHelper != "" {
		return r.opHelper
	}
	h := helper{
		does: fmt.Sprintf("The %s of a and b.", r.of.Op), result: r.ctype.name, name: r.name + "_op",
		params: fmt.Sprintf("%s a, %[1]s b", r.ctype.name),
		body:   lines(fmt.Sprintf("return %s;", r.op(term("a"), term("b")))),
	}
	r.op = calling(h.name)
	return h.String()
}

// noneFunction is what changes nothing, of floats: a function with inline PTX that hides the constant: see
// [printer.withIdentity].
func (r *kernel) noneFunction() helper {
	r.identityOf = &r.combined
	steps := r.withIdentity(nil)
	return helper{
		does: steps[0].Title, result: r.ctype.name, name: r.name + "_none",
		body: lines(append(steps[0].Lines, "return identity;")...),
	}
}

// scanThreads is the number of threads that a multiprocessor has at least, so that none spills. Measured on an H200.
const scanThreads = 1024

// promiseOfScan says what the kernel of a scan does and how it is launched.
func (r *kernel) promiseOfScan() []string {
	g, arrays := r.of.ScanOrder(), strings.Join(r.names(), ", ")
	return append(contract.Gives(r.of, ""),
		arrays+" and out have n elements each, 0 to 2^40, of any alignment. They do not overlap.",
		fmt.Sprintf("Launch: %s<<<blocks, %d>>>(%s, n, out, workspace), with at least t = ceil(n / %d) blocks, "+
			"and at least one. More", r.name, g.Threads(), arrays, g.Tile()),
		"do nothing; fewer end in a trap.",
		fmt.Sprintf("workspace: 16 + %d * w words of 64 bits of global memory, where w = t + t/32 + t/1024 + …, "+
			"each rounded down; aligned to 8", 2*r.of.ScanWords()),
		"and zero before the first launch. It serves launches of any n that it is large enough for, "+
			"one after the other; launches",
		"that may run at the same time, and programmatic dependent launches, need one each.")
}

package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// rowReduce lowers a kernel that gives one value a row. Each thread of a row combines its columns; then the threads
// combine what they have by a network of a warp or block; the kernel finds the row and stores.
type rowReduce struct {
	*ir.Program
	threads
	network.Row
	absent uint64 // the bits in memory of an element that changes nothing
	inputs []rowInput
}

// RowReduce is the kernel of a row of s. Its primitives are the op, what is combined of inputs in memory or of inputs
// that are widened, and what encodes and decodes elements: _op, _made, _wide, _key and _unkey.
func RowReduce(s spec.Spec, row network.Row) (*ir.Program, error) {
	t := newThreads(s, row.Block())
	r := &rowReduce{Program: t.program, threads: t, Row: row, inputs: rowInputs(s)}
	r.Program.Least = r.leastBlocks()
	if err := r.nothing(); err != nil {
		return nil, err
	}
	r.functions()
	r.threadFunction()
	r.rowFunction()
	r.kernel()
	if r.of.HasLane() { // one thread with a row to itself compares no keys
		r.Prune("_key", "_unkey")
	} else {
		r.Prune()
	}
	return r.Program, ir.Check(r.Program)
}

// nothing finds what changes nothing: of floats in an encoding the NaN, of all as good, that no encoding is below.
func (r *rowReduce) nothing() error {
	alone := network.Alone(r.of)
	var ok bool
	if r.absent, ok = ops.IdentityBits(alone.Op, r.of.InType()); !ok && !r.leavesOut() {
		return fmt.Errorf("lower: no identity of %s on %s", alone.Op, r.of.InType())
	}
	if r.coded {
		with, _, _ := alone.Encoded()
		var err error
		if r.absent, err = ops.ZeroOf(with, r.of.InType()); err != nil {
			return fmt.Errorf("lower: %w", err)
		}
	}
	return nil
}

// leavesOut reports whether columns past the row's end are left out: a map gives anything there, and a function of
// users may have no identity.
func (r *rowReduce) leavesOut() bool { return r.of.Map != nil || r.of.User != nil }

// wide reports whether elements of a vector are widened by words: of bfloat16, the upper half of a float. It takes one
// instruction, where the element by itself takes two.
func (r *rowReduce) wide() bool { return r.of.In() == spec.StoredBfloat16 && !r.of.MapsStored() }

// functions adds the primitives, and the functions that are made of them.
func (r *rowReduce) functions() {
	var stored, widened []ir.Type
	for _, in := range r.inputs {
		stored, widened = append(stored, in.of), append(widened, ir.Number{Type: spec.Float32})
		if !r.Has("_gather" + in.suffix) {
			r.loadFunctions(in)
		}
	}
	r.Primitive("_made", r.held, stored...)
	if r.wide() {
		r.Primitive("_wide", r.held, widened...)
	}
	r.across(r.Lanes, []string{"_threads", "_columns"}, r.Across, r.Columns)
	if r.of.HasLane() {
		r.winnerFunctions()
		return
	}
	r.primitives()
}

// decoded is what is combined as an element.
func (r *rowReduce) decoded(e ir.Expr) ir.Expr {
	if r.coded {
		return r.Call("_unkey", e)
	}
	return e
}

// both is the op of two elements.
func (r *rowReduce) both(a, b ir.Expr) ir.Expr {
	if r.coded {
		return r.decoded(r.op(r.Call("_key", a), r.Call("_key", b)))
	}
	return r.op(a, b)
}

// tree appends the tree over locals, to the first of them.
func tree(b *ir.Builder, all []ir.Expr, op func(a, b ir.Expr) ir.Expr) {
	for d := 1; d < len(all); d *= 2 {
		for i := 0; i+d < len(all); i += 2 * d {
			b.Set(all[i], op(all[i], all[i+d]))
		}
	}
}

// leastBlocks are the blocks of a multiprocessor of some rows, for the compiler: it then gives their loads more
// registers. Measured in one run on an H200, large blocks that load a vector as two: the maximum of 4096 rows of 50,257
// bfloat16 at 4320 GB/s, 4049 without. Measured in one run on an H100, rows of several warps in a half type, 4096 rows
// of bfloat16: sums of 16,384 columns 44.2 µs, 44.4 without, of 65,536 170.9 and 173.0, argmax of 8192 24.2 and 24.5.
func (r *rowReduce) leastBlocks() int {
	switch {
	case r.shifts() && r.Block() == spec.RowBlockThreads:
		return 2
	case r.reducesHalves():
		return max(1, rowRegisters/r.Block()/(4*r.Rounds*r.Stand+besideVectors))
	}
	return 0
}

// reducesHalves reports whether rows of one length, of a half type in memory, are reduced by several warps each.
func (r *rowReduce) reducesHalves() bool {
	s := r.of
	return !s.Ranged() && r.Lanes > spec.WarpSize && r.Blocks == 1 && s.In() != spec.AsType && !s.In().Integer() &&
		s.User == nil && s.Map == nil
}

// A multiprocessor has so many registers; a thread of a row has so many beside those of its vectors.
const rowRegisters, besideVectors = 65536, 32

package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A few elements are one round of loads. For them a kernel waits for its launch, for memory and for instructions, so
// they take the shortest way: no chunks to count, no loop, no second round of blocks. Measured on an H100, float32, in
// graphs: 4096 elements take 1.28 us so and 1.46 us by way of chunks, an empty kernel 0.84 us.
//
// No address depends on the number of elements, so that the way is proved for every number at once.

// few are up to so many elements of a thread, if it has registers for them: so many vectors.
const (
	fewElements = 16
	fewVectors  = 18
)

// fewRounds are the rounds of a few elements.
func (g *gridReduce) fewRounds() int {
	return min(fewElements/g.Vector, fewVectors/len(g.inputs))
}

// few appends how a thread combines its elements of a few.
func (t *reducing) few() {
	b, p := t.b, t.Accumulators()
	b.Step(fmt.Sprintf("Up to %d rounds of %d elements: all are loaded before any is taken in, %d bytes a load where "+
		"%s aligned.",
		t.fewRounds(), p, accessBytes, t.where()))
	t.starts()
	t.own = b.Let("own", t.first())
	reaches := func(round, elements int) ir.Expr { return t.own.Plus(round*p + elements).LessEqual(t.count) }
	whole := func(k int) ir.Expr { return reaches(k, t.Vector) }
	absent := &t.none
	if t.leavesOut() {
		absent = nil
	}
	x := t.vectors(t.fewRounds(), absent)
	t.loads(x, whole, nil)
	for k := range t.fewRounds() {
		t.takesWhole(whole(k), k, part(x, k))
	}
	if t.of.User != nil {
		b.Set(t.begun, whole(0))
	}
	b.Step("The array may end within a vector of the thread.")
	ends := t.count.Mod(t.Vector).Unequal(0).Both(t.count.Over(t.Vector).Mod(t.Threads).Equal(t.thread))
	b.IfIn(ir.Braces, ends, func() {
		for k := range t.fewRounds() {
			b.IfIn(ir.Braces, reaches(k, 1).Both(t.count.Less(t.own.Plus(k*p+t.Vector))), func() {
				t.takesSome(t.from, k*p, func(v int) (ir.Expr, bool) { return reaches(k, v+1), v > 0 })
			})
		}
	})
}

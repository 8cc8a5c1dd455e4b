// Package weak checks what the blocks of a grid say to each other, under the memory model of PTX (PTX ISA, chapter 8).
// Package exec executes each block by itself, on numbers with known bits; a read of memory that blocks share may return
// whatever some write there gives. Then this package looks for every choice of these reads that the axioms of the model
// allow for all blocks together.
//
// Each such execution is checked for these claims: every wait ends, and waits for blocks that have begun; one block
// stores the result, and every chunk went into it once; the shared memory is zero at the end, as it was at the start.
// So the same holds of the next launch. Package exec refuses accesses of that memory that are not relaxed and of the
// scope of the GPU or more, so there is no data race.
package weak

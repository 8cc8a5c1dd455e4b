// Package weak checks what the blocks of a grid say to each other, under the memory model of PTX
// (PTX ISA, chapter 8). It reads the PTX of a kernel and executes each block by itself; a read of
// memory that blocks share may return whatever some write there gives. Then it looks for every
// choice of these reads that the axioms of the model allow for all blocks together.
//
// Each such execution is checked for these claims: no data race; every wait ends, and waits for blocks that have
// begun; one block stores the result, and every chunk went into it once; the shared memory is zero at the end, as it
// was at the start. So the same holds of the next launch.
//
// Fences, acquire and release are taken as relaxed operations, which allows more executions than
// there are.
package weak

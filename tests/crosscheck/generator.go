package crosscheck

import "math/rand/v2"

// Generator makes random programs and mutations.
type Generator struct{ *rand.Rand }

// NewGenerator makes a generator.
func NewGenerator(seed uint64) *Generator { return &Generator{rand.New(rand.NewPCG(seed, 7))} }

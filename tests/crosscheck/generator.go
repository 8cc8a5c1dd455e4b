package crosscheck

import (
	"math/rand/v2"
	"strings"
)

// lower makes operands that may be constants registers.
var lower = strings.NewReplacer("H", "h", "R", "r", "D", "d", "F", "f", "G", "g")

// Generator makes random programs and mutations.
type Generator struct {
	*rand.Rand
	refused map[string]bool // opcodes that the first reader refuses; they are rare then
}

// newGenerator makes a generator without rejected opcodes.
func newGenerator(seed uint64) *Generator {
	return &Generator{Rand: rand.New(rand.NewPCG(seed, 7)), refused: map[string]bool{}}
}

// NewGenerator makes a generator. It finds the opcodes of the templates that the first reader
// rejects; these are rare in its programs.
func NewGenerator(seed uint64) *Generator {
	g := newGenerator(seed)
	in := InputFor(g.Rand, CarrierSpec(), 0)
	for _, t := range templates {
		for range 20 {
			op, rest, _ := strings.Cut(choose(g, t), " ")
			if _, ok := g.refused[op]; ok {
				continue
			}
			var args []string
			for i, hole := range strings.Fields(rest) {
				args = append(args, fill(g, lower.Replace(hole), registersOf, i > 0))
			}
			text := "\t" + op + " " + strings.Join(args, ", ") + ";\n"
			g.refused[op] = Read(carrier(g, text, "")).Run(in, 1).Outcome == FirstRefuses
		}
	}
	return g
}

// template is the opcode and the operands of a template.
func (g *Generator) template() (op, rest string) {
	for {
		op, rest, _ = strings.Cut(choose(g, templates[g.IntN(len(templates))]), " ")
		if !g.refused[op] || g.IntN(50) == 0 {
			return op, rest
		}
	}
}

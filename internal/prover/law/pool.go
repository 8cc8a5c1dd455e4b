package law

import "github.com/shflgen/shflgen/internal/prover/tape"

// Bounds of the elements that are kept as valid ones.
const (
	poolSize    = 4096
	poolBatches = 400
)

// fillPool finds valid elements: among those that are tried anyway, and beside valid ones.
func (s *search) fillPool() {
	n := len(s.q.leaves)
	bit := s.q.given[0]
	p := s.q.tape.Program(bit)
	found := [][]uint64{}
	rows := make([][]uint64, n)
	for j := range rows {
		rows[j] = make([]uint64, tape.Batch)
	}
	for round := 0; round < poolBatches && len(found) < poolSize; round++ {
		for row := range tape.Batch {
			var from []uint64
			if len(found) > 0 && row%2 == 1 {
				from = found[s.rand.IntN(len(found))]
			}
			for j, l := range s.q.leaves {
				rows[j][row] = s.one(j, l)
				if from != nil && s.rand.IntN(n+1) > 0 {
					rows[j][row] = from[j]
				}
				if round%2 == 1 && j > 0 && s.rand.IntN(4) == 0 && l.Bits == s.q.leaves[j-1].Bits &&
					l.Float == s.q.leaves[j-1].Float && !l.Bool {
					rows[j][row] = rows[j-1][row]
				}
			}
		}
		for j := range n {
			if in := p.In(j); in != nil {
				copy(in, rows[j])
			}
		}
		p.Run(tape.Batch)
		for row, is := range p.Out(bit)[:tape.Batch] {
			if is == 1 && len(found) < poolSize {
				e := make([]uint64, n)
				for j := range e {
					e[j] = rows[j][row]
				}
				found = append(found, e)
			}
		}
	}
	s.pool = found
}

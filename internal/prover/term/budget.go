package term

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Budget bounds what a domain may use, from its first term to its last; 0 is a default, of steps none. Work beyond
// the budget ends in a [bv.Stop], as does every operation after that.
type Budget struct {
	Terms int
	Nodes int   // of decision diagrams
	Bytes int64 // of terms and diagrams, about
	Steps int64 // operations on terms and diagrams
}

const (
	maxBytes = 4 << 30
	// nodeBytes is what a node takes with its part of the tables.
	nodeBytes = 48
	// termBytes is what a term takes with its part of the tables, without its lists.
	termBytes = 320
	// watchEvery is after how many steps a caller is asked.
	watchEvery = 1 << 12
)

// spending is what was used, and how much may be.
type spending struct {
	terms        int
	bytes, steps int64
	used, walked int64        // bytes, steps
	end          func() error // asked every few thousand steps; nil: nobody
	over         string       // why nothing goes on, once it does not
}

func (s *spending) stop(format string, args ...any) {
	s.over = fmt.Sprintf(format, args...)
	stop("%s", s.over)
}

// bounded does something with at most so many diagrams more, and reports whether it came to its end. A stop of the
// whole proof goes on.
func (d *Domain) bounded(nodes int, do func()) (ended bool) {
	limit := d.limit
	defer func() { d.limit = limit }()
	defer bv.Stopped(func(why string) {
		if d.spent.over != "" {
			panic(bv.Stop{Why: why})
		}
	})
	d.limit = min(limit, len(d.nodes)+nodes)
	do()
	return true
}

// step counts a step.
func (s *spending) step() {
	s.walked++
	if s.walked%watchEvery != 0 && s.over == "" {
		return
	}
	if s.over != "" {
		stop("%s", s.over)
	}
	if s.steps > 0 && s.walked > s.steps {
		s.stop("more than %d steps; raise the budget of the proof, or write the function with fewer choices by the mask",
			s.steps)
	}
	if s.end != nil {
		if err := s.end(); err != nil {
			s.stop("ended: %v", err)
		}
	}
}

// take counts bytes.
func (s *spending) take(n int) {
	if s.used += int64(n); s.used > s.bytes {
		s.stop("more than %d MiB of terms and diagrams; raise the budget of the proof, or write "+
			"the function with fewer choices by the mask", s.bytes>>20)
	}
}

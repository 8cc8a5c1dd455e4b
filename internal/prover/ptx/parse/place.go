package parse

import (
	"fmt"
	"path/filepath"
	"slices"
)

// Position is a place in a source file from which a compiler made PTX.
type Position struct {
	File   string // as its author calls it
	Line   int    // from 1
	Column int    // in bytes, from 1; 0: not known
}

// String is the position as compilers write it.
func (p *Position) String() string {
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Place is a line of PTX, and the position in the source that it was made from.
type Place struct {
	Line int       // from 1
	At   *Position // nil: not known
}

// String is the position in the source, or else the line, as a line of PTX.
func (p Place) String() string {
	if p.At != nil {
		return p.At.String()
	}
	return fmt.Sprintf("PTX line %d", p.Line)
}

// compiled are the endings of files that are not PTX themselves.
var compiled = []string{".cu", ".cuh", ".h"}

// In is the place in PTX of a file: of the PTX itself, or of the source that it was made from.
func (p Place) In(file string) string {
	switch {
	case p.At != nil:
		return p.At.String()
	case slices.Contains(compiled, filepath.Ext(file)):
		return file + ": " + p.String()
	}
	return fmt.Sprintf("%s:%d", file, p.Line)
}

// maxInlined bounds how far calls that are inlined in others are followed.
const maxInlined = 64

// spot is a .loc without what follows its column, as PTX numbers files.
type spot struct{ file, line, column int }

// sources tells which position in the source instructions have.
type sources struct {
	own      func(file string) string // the author's name of a file of theirs, or ""; nil: positions are not kept
	files    map[int]string           // as own names them, by number
	called   map[spot]spot            // where the function of a .loc was inlined, as the last one of it says
	position *Position                // of the instructions that come
}

// number reads which files the .file directives number: these often come last.
func (s *sources) number(toks []token) {
	if s.own == nil {
		return
	}
	s.files, s.called = map[int]string{}, map[spot]spot{}
	for i := 0; i+2 < len(toks); i++ {
		if toks[i].text != ".file" || toks[i].kind != tokWord || toks[i+2].kind != tokString {
			continue
		}
		if o, err := number(toks[i+1].text); err == nil {
			if n, ok := o.(Int); ok && n.Bits <= maxNumber {
				s.files[int(n.Bits)] = s.own(toks[i+2].text)
			}
		}
	}
}

// moved is a .loc, and where its function was inlined. The innermost position in a file of the author counts: that of
// an instruction of a library's header is where it is called.
func (s *sources) moved(to spot, from *spot) {
	if s.own == nil {
		return
	}
	if from != nil {
		s.called[to] = *from
	} else {
		delete(s.called, to)
	}
	s.position = nil
	for range maxInlined {
		if name := s.files[to.file]; name != "" && to.line > 0 {
			s.position = &Position{name, to.line, to.column}
			return
		}
		outer, inlined := s.called[to]
		if !inlined {
			return
		}
		to = outer
	}
}

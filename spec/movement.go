package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// Perm is the list of sources of [Permute], as -perm takes it: numbers joined by commas.
// Entry l is the position of a segment that position l reads; with N registers, entry
// register·Width + l is the slot of that numbering that it reads.
type Perm string

// PermOf is the list of some sources.
func PermOf(sources []int) Perm {
	texts := make([]string, len(sources))
	for i, n := range sources {
		texts[i] = strconv.Itoa(n)
	}
	return Perm(strings.Join(texts, ","))
}

// Sources are the entries of p; false if p is no list of whole numbers.
func (p Perm) Sources() ([]int, bool) {
	if p == "" {
		return nil, true
	}
	var all []int
	for text := range strings.SplitSeq(string(p), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}

// IsMovement reports whether p moves registers by a table that is fixed at generation time,
// one source for each register of each lane.
func (p Pattern) IsMovement() bool {
	return !p.Reduces() && !p.Sorts() && !p.Counts() && (p.row().batch || p.row().mayBatch)
}

// TakesPair reports whether p takes -first and -second.
func (p Pattern) TakesPair() bool { return p.row().pair }

// TakesPerm reports whether p takes -perm.
func (p Pattern) TakesPerm() bool { return p.row().perm }

// TakesInverse reports whether p takes -inverse.
func (p Pattern) TakesInverse() bool { return p.row().inverse != "" }

// setPerm reads -perm.
func (s *Spec) setPerm(text string) (want string) {
	sources, ok := Perm(text).Sources()
	if !ok || sources == nil {
		return "want whole numbers joined by commas, such as 1,0,3,2"
	}
	s.Perm = PermOf(sources)
	return ""
}

// permPart spells a list of sources in names: of a list that one digit an entry does not spell, a hash.
func (s Spec) permPart() []string {
	text := strings.ReplaceAll(string(s.Perm), ",", "")
	if sources, _ := s.Perm.Sources(); len(sources) > 10 || len(text) != len(sources) {
		h := fnv.New32a()
		h.Write([]byte(s.Perm))
		text = fmt.Sprintf("h%08x", h.Sum32())
	}
	return []string{"p" + text}
}

// validateMovement rejects what only single movements take, and what they do not take.
func (s Spec) validateMovement(wrong report) {
	for _, r := range []struct {
		flag  string
		value int
	}{{"first", s.First}, {"second", s.Second}} {
		if s.Pattern.TakesPair() && (r.value < 0 || r.value >= max(1, s.N)) {
			wrong(r.flag, r.value, "want a register, 0..%d with -n %d", max(1, s.N)-1, s.N)
		}
	}
	s.validatePerm(wrong)
}

func (s Spec) validatePerm(wrong report) {
	sources, ok := s.Perm.Sources()
	switch {
	case !s.Pattern.TakesPerm() || s.Width < 1 || s.Width > s.Warp() || s.N < 0 || s.N > MaxRegisters:
		return // the line of -width or -n says what to mend first
	case !ok || PermOf(sources) != s.Perm:
		wrong("perm", s.Perm, "want whole numbers joined by commas, such as 1,0,3,2")
		return
	}
	slots := s.Width * s.Registers()
	what := fmt.Sprintf("one for each lane of a segment of %d", s.Width)
	if s.N > 0 {
		what = fmt.Sprintf("one for each of the %d·%d slots register·width + lane", s.N, s.Width)
	}
	if len(sources) != slots {
		wrong("perm", s.Perm, "want %d entries, %s, not %d", slots, what, len(sources))
	}
	if i := slices.IndexFunc(sources, func(n int) bool { return n < 0 || n >= slots }); i >= 0 {
		wrong("perm", s.Perm, "entry %d is %d; want 0..%d", i, sources[i], slots-1)
	}
}

// patternsThat are the patterns for which holds is true.
func patternsThat(holds func(Pattern) bool) []Pattern {
	return slices.DeleteFunc(Patterns(), func(p Pattern) bool { return !holds(p) })
}

// permText is the list of sources as -perm takes it.
func (s Spec) permText() string { return string(s.Perm) }

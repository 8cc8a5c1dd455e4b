package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// MoveParams are those of patterns that move registers, or the elements of members, and combine nothing.
type MoveParams struct {
	Xor     int        // of array-exchange and swap: the lane mask, 0..Width-1
	First   int        // of swap: a register, 0..N-1, of the lower lane of a pair
	Second  int        // of swap: a register, 0..N-1, of the upper lane
	Perm    Perm       // of permute: the source of each lane or slot
	Inverse bool       // of transpose: back
	Memory  MemoryMode // of transpose and compact: whether the CUDA function takes shared memory
}

// Move are the parameters of a pattern that moves registers.
func (s Spec) Move() MoveParams { return paramsOf[MoveParams](s) }

var movePatterns = map[Pattern]patternRow{
	ArrayExchange: {
		name: "array-exchange", params: MoveParams{}, moves: true, distance: ParamXor, pow2: true, batch: true,
		gives: "register k of lane i receives register k of lane i ^ DISTANCE of ITS, for k < COUNT",
	},
	Swap: {
		name: "swap", params: MoveParams{}, moves: true, distance: ParamXor, pow2: true, batch: true, pair: true,
		gives: "in EACH, of lanes i and i ^ DISTANCE, register FIRST of the lower lane and " +
			"register SECOND of the upper lane change places",
	},
	Transpose: {
		name: "transpose", params: MoveParams{}, moves: true, batch: true,
		gives: "in EACH, register k of lane l receives element k * WIDTH + l, where " +
			"register r of lane j held element j * COUNT + r",
		inverse: "in EACH, register r of lane l receives element l * COUNT + r, where " +
			"register k of lane j held element k * WIDTH + j",
	},
	Permute: {
		name: "permute", params: MoveParams{}, moves: true, mayBatch: true, perm: true,
		gives: "in EACH, lane l receives the TYPE of lane p[l], where p is the list of -perm",
		slots: "in EACH, slot s receives slot p[s], where p is -perm; register r of lane l is slot r * WIDTH + l",
	},
	Compact: {
		name: "compact", params: MoveParams{}, moves: true, mayBatch: true, counts: true,
		gives: "in EACH, lane r receives the TYPE of the member with r members before it, and " +
			"every lane the count of members",
		slots: "in EACH, lane r receives the COUNT registers of the member with r members before it, and " +
			"every lane the count of members",
		notFull: "keeps every element where it is when all lanes are members, and the count is the width",
	},
}

var moveFlags = []flagRow{
	numberFlag("first", "f", in(func(p *MoveParams) *int { return &p.First })).
		of(Pattern.TakesPair, "").stated(Pattern.TakesPair),
	numberFlag("second", "s", in(func(p *MoveParams) *int { return &p.Second })).
		of(Pattern.TakesPair, "").stated(Pattern.TakesPair),
	flagRow{name: "perm", family: true, set: (*Spec).setPerm, value: func(s Spec) string { return string(s.Move().Perm) }}.
		part(Spec.permPart).of(Pattern.TakesPerm, "").stated(Pattern.TakesPerm),
	boolFlag("inverse", in(func(p *MoveParams) *bool { return &p.Inverse })).of(Pattern.TakesInverse, ""),
}

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
	move := s.Move()
	move.Perm = PermOf(sources)
	s.Params = move
	return ""
}

// permPart spells a list of sources in names: of a list that one digit an entry does not spell, a hash.
func (s Spec) permPart() []string {
	perm := s.Move().Perm
	text := strings.ReplaceAll(string(perm), ",", "")
	if sources, _ := perm.Sources(); len(sources) > 10 || len(text) != len(sources) {
		h := fnv.New32a()
		h.Write([]byte(perm))
		text = fmt.Sprintf("h%08x", h.Sum32())
	}
	return []string{"p" + text}
}

func (p MoveParams) validate(s Spec, wrong report) {
	s.validateDistance(wrong)
	for _, r := range []struct {
		flag  string
		value int
	}{{"first", p.First}, {"second", p.Second}} {
		if s.Pattern.TakesPair() && (r.value < 0 || r.value >= max(1, s.N)) {
			wrong(r.flag, r.value, "want a register, 0..%d with -n %d", max(1, s.N)-1, s.N)
		}
	}
	p.Perm.validate(s, wrong)
	p.Memory.validate(s, wrong)
}

func (p Perm) validate(s Spec, wrong report) {
	sources, ok := p.Sources()
	switch {
	case !s.Pattern.TakesPerm() || s.Width < 1 || s.Width > s.Warp() || s.N < 0 || s.N > MaxRegisters:
		return // the line of -width or -n says what to mend first
	case !ok || PermOf(sources) != p:
		wrong("perm", p, "want whole numbers joined by commas, such as 1,0,3,2")
		return
	}
	slots := s.Width * s.Registers()
	what := fmt.Sprintf("one for each lane of a segment of %d", s.Width)
	if s.N > 0 {
		what = fmt.Sprintf("one for each of the %d·%d slots register·width + lane", s.N, s.Width)
	}
	if len(sources) != slots {
		wrong("perm", p, "want %d entries, %s, not %d", slots, what, len(sources))
	}
	if i := slices.IndexFunc(sources, func(n int) bool { return n < 0 || n >= slots }); i >= 0 {
		wrong("perm", p, "entry %d is %d; want 0..%d", i, sources[i], slots-1)
	}
}

// patternsThat are the patterns for which holds is true.
func patternsThat(holds func(Pattern) bool) []Pattern {
	return slices.DeleteFunc(Patterns(), func(p Pattern) bool { return !holds(p) })
}

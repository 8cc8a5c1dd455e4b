package spec

import "fmt"

// GlobalParams are those of load and store.
type GlobalParams struct {
	Partial bool // the caller says how many elements are left for the warp
}

// Global are the parameters of a load or a store.
func (s Spec) Global() GlobalParams { return paramsOf[GlobalParams](s) }

var globalPatterns = map[Pattern]patternRow{
	Load: {
		name: "load", params: GlobalParams{}, moves: true, loads: true,
		gives:   "lane i receives the TYPE from[i]",
		partial: "lane i receives the TYPE from[i], or zeros if there is none",
	},
	Store: {
		name: "store", params: GlobalParams{}, moves: true, stores: true,
		gives:   "element to[i] receives the TYPE of lane i",
		partial: "element to[i], if there is one, receives the TYPE of lane i",
	},
}

var globalFlags = []flagRow{
	boolFlag("partial", in(func(p *GlobalParams) *bool { return &p.Partial })).of(Pattern.Global, ""),
}

// Global reports whether the elements of p lie in global memory on one side, and in the lanes of a
// warp on the other.
func (p Pattern) Global() bool { return takes[GlobalParams](p) }

// The sizes in bytes of elements in global memory that a warp loads and stores word by word.
const (
	MinGlobal = 8
	MaxGlobal = 64
)

// GlobalWord is the unsigned type of the words by which a warp loads and stores elements of s: as
// large as the elements are aligned, so that every address is aligned.
func (s Spec) GlobalWord() Type {
	if s.Elem.align == 8 {
		return Uint64
	}
	return Uint32
}

// GlobalWords is the number of words of an element.
func (s Spec) GlobalWords() int { return s.Bits() / s.GlobalWord().Bits() }

// validate rejects what a warp does not load and store word by word.
func (GlobalParams) validate(s Spec, wrong report) {
	if s.Width != s.Warp() {
		wrong("width", s.Width, "%s takes the elements of a whole warp; leave -width out", s.Pattern)
	}
	if s.Mask != Full {
		wrong("mask", s.Mask, "all 32 lanes have an element; want %s", Full)
	}
	e := s.Elem
	switch {
	case s.Type != Composite:
		wrong("type", s.Type,
			"the numbers of 32 lanes lie side by side, so a plain %s is coalesced; want "+
				"a struct or an array, such as ./geom.Vec3", s.Pattern)
	case e == nil || !e.Resolved():
	case e.IsNumber():
		wrong("type", e.name.Ref,
			"%s is a number: those of 32 lanes lie side by side, so a plain %s is coalesced; want a struct or an array", e,
			s.Pattern)
	case e.align < RegisterBits/8:
		wrong("type", e.name.Ref,
			"%s is aligned to %s; want a multiple of 4, so that every word of 32 bits is "+
				"aligned: give it a field of 32 or 64 bits", e, counted(e.align, "byte"))
	case e.size < MinGlobal || e.size > MaxGlobal:
		wrong("type", e.name.Ref, "%s has %d bytes; want %d to %d", e, e.size, MinGlobal, MaxGlobal)
	}
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, thing)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

package spec

import "strconv"

// KeyedParams are those of patterns with a grouping key a lane.
type KeyedParams struct {
	Key KeyType
}

// Keyed are the parameters of a pattern with grouping keys.
func (s Spec) Keyed() KeyedParams { return paramsOf[KeyedParams](s) }

var keyedPatterns = map[Pattern]patternRow{
	KeyedReduce: {
		name: "keyed-reduce", params: KeyedParams{}, reduces: true,
		gives:  "every lane receives OP of the members in ITS that have its key",
		active: "every member receives OP of the members in ITS that have its key",
	},
	Rank: {
		name: "rank", params: KeyedParams{}, keysOnly: true, counts: true,
		gives: "every lane receives the number of members with its key before it in ITS, and " +
			"the count of all members with its key",
		active: "every member receives the number of members with its key before it in ITS, and " +
			"the count of all members with its key",
	},
}

var keyedFlags = []flagRow{
	nameFlag("key", KeyTypes(), in(func(p *KeyedParams) *KeyType { return &p.Key })).
		part(func(s Spec) []string { return []string{"key" + strconv.Itoa(s.Keyed().Key.Bits())} }).
		of(Pattern.Keyed, "takes no keys"),
}

func (p KeyedParams) validate(s Spec, wrong report) {
	if s.Pattern.row().keysOnly && s.Type != Int32 {
		wrong("type", s.Type,
			"%s takes no elements, and its result is an int32; leave -type out, and give the type of the keys by -key",
			s.Pattern)
	}
	if s.Pattern.Reduces() && s.Mask != Active && s.Order == Far {
		wrong("order", s.Order, "%s combines the members of a group by rank, in the order near only; leave -order out",
			s.Pattern)
	}
}

// KeyType is the type of the grouping keys of [KeyedReduce] and [Rank].
type KeyType uint8

// The types of grouping keys.
const (
	Key32 KeyType = iota // uint32
	Key64                // uint64
)

var keyTable = [...]string{Key32: "uint32", Key64: "uint64"}

// KeyTypes lists every type of grouping keys.
func KeyTypes() []KeyType { return enum[KeyType](len(keyTable)) }

// String is the name that -key takes.
func (k KeyType) String() string { return nameIn(keyTable[:], int(k), "no type of keys") }

// Bits is the size of a key.
func (k KeyType) Bits() int {
	if k == Key64 {
		return 64
	}
	return 32
}

// Type is the element type of a key's size.
func (k KeyType) Type() Type {
	if k == Key64 {
		return Uint64
	}
	return Uint32
}

// Keyed reports whether every lane of p has a grouping key.
func (p Pattern) Keyed() bool { return takes[KeyedParams](p) }

// Inputs is the number of values that a call takes, as [Shape.Inputs] lists them.
func (s Spec) Inputs() int { return s.Shape().Inputs() }

package spec

// Encoding names a one-to-one map from the bits of an element to an unsigned integer of as many bits. An op chooses by
// the order of these integers:
//
//	op(x, y) = decode(max(encode(x), encode(y)))
//
// The op's identity is what 0 decodes to. So a reduction encodes each element once,
// combines by an integer max, and decodes once. Each target, and the prover by itself, has
// a row for each encoding: how it encodes and decodes.
type Encoding uint8

// The encodings.
const (
	NoEncoding Encoding = iota
	Magnitude           // floats: any NaN is below -0. Equal magnitudes: the positive one is above
)

// Encodings lists every encoding.
func Encodings() []Encoding { return []Encoding{Magnitude} }

// Encoded is the encoding by which the op of s orders elements, and a spec of the same name that combines the integers
// which it gives; of a packed pair each half is one. It is false for a spec that combines elements as they are, or
// none.
func (s Spec) Encoded() (by Encoding, integers Spec, ok bool) {
	by = s.Op.row().by
	if by == NoEncoding || !s.Pattern.Reduces() {
		return NoEncoding, s, false
	}
	integers = s
	integers.Op, integers.Type, integers.Name = Max, unsignedOf[s.Type.Elem().Bits()], s.FuncName()
	return by, integers, true
}

var unsignedOf = map[int]Type{8: Uint8, 16: Uint16, 32: Uint32, 64: Uint64}

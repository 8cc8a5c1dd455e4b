package golang

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/shflgen/shflgen"
)

// helper is a small function that an emitted file defines beside its own.
type helper struct {
	name   string
	doc    string
	params string
	body   []string
}

// helperFor makes the helper of a kind for a half or float type. Its name
// starts with the emitted function's, so that files share a package.
func helperFor(s shflgen.Spec, t shflgen.Type, kind string) helper {
	name := s.FuncName()
	suffix := kind
	switch {
	case strings.HasPrefix(kind, "NaN"):
		suffix = "Key"
	case strings.HasPrefix(kind, "Same"):
		suffix = "Same"
	}
	h := helper{name: string(unicode.ToLower(rune(name[0]))) + name[1:] + suffix}
	if h.name == name { // an unexported -name
		h.name += "_"
	}
	bits, exp := t.Bits(), t.ExpBits()
	inf := (uint64(1)<<exp - 1) << (bits - 1 - exp)
	fill := strings.NewReplacer(
		"TYPE", t.String(), "BITS", fmt.Sprint(bits), "SIGN", fmt.Sprint(bits-1),
		"INF", fmt.Sprintf("%#x", inf), "SIZE", fmt.Sprintf("%#x", uint64(1)<<(bits-1)-1))
	text := helperTexts[kind]
	if text.doc == "" {
		text = helperTexts[kind+" "+t.String()]
	}
	h.doc, h.params = fill.Replace(text.doc), fill.Replace(text.params)
	for _, line := range text.body {
		h.body = append(h.body, fill.Replace(line))
	}
	return h
}

// helperTexts holds one row a kind of helper.
var helperTexts = map[string]helper{
	"NaNLow": {
		doc:    "is an integer that orders TYPE values, -0 below +0 and NaN below all.",
		params: "(bits uintBITS) intBITS",
		body: []string{
			"ordered := intBITS(bits) ^ intBITS(uintBITS(intBITS(bits)>>SIGN)>>1)",
			"isNaN := (INF - intBITS(bits&SIZE)) >> SIGN",
			"return ordered&^isNaN | isNaN<<SIGN",
		},
	},
	"NaNHigh": {
		doc:    "is an integer that orders TYPE values, -0 below +0 and NaN above all.",
		params: "(bits uintBITS) intBITS",
		body: []string{
			"ordered := intBITS(bits) ^ intBITS(uintBITS(intBITS(bits)>>SIGN)>>1)",
			"isNaN := (INF - intBITS(bits&SIZE)) >> SIGN",
			"return ordered&^isNaN | intBITS(uintBITS(isNaN)>>1)",
		},
	},
	"Unkey": {
		doc:    "is the TYPE of a key; a NaN's key gives a NaN.",
		params: "(key intBITS) uintBITS",
		body:   []string{"return uintBITS(key ^ intBITS(uintBITS(key>>SIGN)>>1))"},
	},
	"SameSigned": {
		doc:    "is 1 if a and b are the same, else 0.",
		params: "(a, b TYPE) uint32",
		body: []string{
			"differ := a ^ b",
			"return uint32((differ|-differ)>>SIGN) + 1",
		},
	},
	"SameUnsigned": {
		doc:    "is 1 if a and b are the same, else 0.",
		params: "(a, b TYPE) uint32",
		body: []string{
			"differ := a ^ b",
			"return uint32((differ|-differ)>>SIGN) ^ 1",
		},
	},
	"First": {
		doc:    "is the number of the lowest bit that is set, -1 if none is.",
		params: "(won uint32) int32",
		body: []string{
			"n := int32(bits.TrailingZeros32(won))",
			"return n | -(n >> 5)",
		},
	},
	"Decode float16": {
		doc:    "is the value of a float16, exactly.",
		params: "(h uint16) float32",
		body: []string{
			"scaled := math.Float32bits(math.Float32frombits(uint32(h&0x7fff)<<13) * 0x1p112)",
			"special := uint32(int32(0x7bff-int32(h&0x7fff))>>31) & 0x7f800000",
			"return math.Float32frombits(scaled | special | uint32(h&0x8000)<<16)",
		},
	},
	"Encode float16": {
		doc:    "rounds to the nearest float16, ties to even.",
		params: "(f float32) uint16",
		body: []string{
			"bits := math.Float32bits(f)",
			"size := bits & 0x7fffffff",
			"normal := min((size-0x38000000+0xfff+size>>13&1)>>13, 0x7c00)",
			"denormal := math.Float32bits(math.Float32frombits(size)+0.5) - 0x3f000000",
			"isDenormal := uint32(int32(size-0x38800000) >> 31)",
			"isNaN := uint32(int32(0x7f800000-size) >> 31)",
			"rounded := (denormal&isDenormal|normal&^isDenormal)&^isNaN | 0x7e00&isNaN",
			"return uint16(rounded | bits>>16&0x8000)",
		},
	},
	"Decode bfloat16": {
		doc:    "is the value of a bfloat16, exactly: the high half of a float32.",
		params: "(h uint16) float32",
		body:   []string{"return math.Float32frombits(uint32(h) << 16)"},
	},
	"Encode bfloat16": {
		doc:    "rounds to the nearest bfloat16, ties to even.",
		params: "(f float32) uint16",
		body: []string{
			"bits := math.Float32bits(f)",
			"isNaN := uint32(int32(0x7f800000-bits&0x7fffffff) >> 31)",
			"return uint16((bits+0x7fff+bits>>16&1)>>16&^isNaN | 0x7fff&isNaN)",
		},
	},
}

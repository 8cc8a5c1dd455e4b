package golang

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// helper is a small function of an emitted file that its main function calls.
type helper struct {
	name   string
	doc    string
	params []jen.Code
	result string
	gives  jen.Code // the result, of a type that is not called as result says; nil: it is, or there is none
	body   []jen.Code
}

func (h helper) call(args ...expr) expr { return call(h.name, args...) }

// of is a call of a helper of one parameter.
func (h helper) of(e expr) expr { return h.call(e) }

// helperKind is what a helper does, for any type that it is made for.
type helperKind struct {
	suffix string // of its name, after that of the emitted function
	make   func(h *helper, t spec.Type)
}

// helperFor makes a helper. Its name starts with the emitted function's, so that files
// share a package.
func helperFor(s spec.Spec, t spec.Type, kind helperKind) helper {
	h := helper{name: helperName(s, kind.suffix)}
	kind.make(&h, t)
	return h
}

// named is a helper of the printed function under a name of its own.
func (p *printer) named(suffix string, h helper) helper {
	h.name = helperName(p.spec, suffix)
	return h
}

// shared is a helper under a word, or the one that has the same text.
func (p *printer) shared(word string, h helper) helper {
	text := fmt.Sprintf("%s %#v", word, jen.Func().Params(h.params...).Add(h.gives).Block(h.body...))
	if p.texts[text] == "" {
		h = p.named(word, h)
		for n := 2; slices.ContainsFunc(p.dialect.helpers, func(other helper) bool { return other.name == h.name }); n++ {
			h = p.named(fmt.Sprint(word, n), h)
		}
		p.texts[text], p.dialect.helpers = h.name, append(p.dialect.helpers, h)
	}
	h.name = p.texts[text]
	return h
}

// helperName is the name of a helper of an emitted function.
func helperName(s spec.Spec, suffix string) string {
	name := s.FuncName()
	return string(unicode.ToLower(rune(name[0]))) + name[1:] + suffix
}

// print appends the helper to a file.
func (h helper) print(f *jen.File) {
	if h.doc != "" {
		f.Line().Comment(h.name + " " + h.doc)
	}
	result := jen.Code(jen.Id(h.result))
	if h.gives != nil {
		result = h.gives
	}
	f.Func().Id(h.name).Params(h.params...).Add(result).Block(h.body...)
}

// The helpers.
var (
	nanLowHelper  = helperKind{"Key", func(h *helper, t spec.Type) { orderHelper(h, t, "below") }}
	nanHighHelper = helperKind{"Key", func(h *helper, t spec.Type) { orderHelper(h, t, "above") }}
	unkeyHelper   = helperKind{"Unkey", makeUnkey}
	sameHelper    = helperKind{"Same", makeSame}
	firstHelper   = helperKind{"First", makeFirst}
	decodeHelper  = helperKind{"Decode", makeDecode}
	encodeHelper  = helperKind{"Encode", makeEncode}
)

// orderHelper is an order-preserving integer encoding of a float's bits: it flips all bits except
// the sign of negative floats.
func orderHelper(h *helper, t spec.Type, nan string) {
	n, int, uint := t.Bits(), fmt.Sprintf("int%d", t.Bits()), uintOf(t)
	inf := (uint64(1)<<t.ExpBits() - 1) << (n - 1 - t.ExpBits())
	bits, ordered, isNaN := id("bits"), id("ordered"), id("isNaN")
	h.doc = fmt.Sprintf("is an integer that orders %s values, -0 below +0 and NaN %s all.", t, nan)
	h.params, h.result = []jen.Code{jen.Id("bits").Id(uint)}, int
	end := isNaN.shl(n - 1)
	if nan == "above" {
		end = isNaN.to(uint).shr(1).to(int)
	}
	h.body = []jen.Code{
		define("ordered", bits.to(int).xor(bits.to(int).shr(n-1).to(uint).shr(1).to(int))),
		define("isNaN", hex(inf).minus(bits.and(hex(uint64(1)<<(n-1)-1)).to(int)).shr(n-1)),
		returned(ordered.andNot(isNaN).or(end)),
	}
}

func makeUnkey(h *helper, t spec.Type) {
	n, int, uint := t.Bits(), fmt.Sprintf("int%d", t.Bits()), uintOf(t)
	key := id("key")
	h.doc = fmt.Sprintf("is the %s of a key; a NaN's key gives a NaN.", t)
	h.params, h.result = []jen.Code{jen.Id("key").Id(int)}, uint
	h.body = []jen.Code{returned(key.xor(key.shr(n - 1).to(uint).shr(1).to(int)).to(uint))}
}

func makeSame(h *helper, t spec.Type) {
	differ := id("differ")
	sign := differ.or(differ.neg()).shr(t.Bits() - 1).to("uint32")
	same := sign.plus(dec(1))
	if t.Class() == spec.Unsigned {
		same = sign.xor(dec(1))
	}
	h.doc = "is 1 if a and b are the same, else 0."
	h.params, h.result = []jen.Code{jen.Id("a"), jen.Id("b").Id(t.String())}, "uint32"
	h.body = []jen.Code{define("differ", id("a").xor(id("b"))), returned(same)}
}

func makeFirst(h *helper, _ spec.Type) {
	n := id("n")
	h.doc = "is the number of the lowest bit that is set, -1 if none is."
	h.params, h.result = []jen.Code{jen.Id("won").Uint32()}, "int32"
	h.body = []jen.Code{
		define("n", callIn("math/bits", "TrailingZeros32", id("won")).to("int32")),
		returned(n.or(n.shr(5).neg())),
	}
}

func makeDecode(h *helper, t spec.Type) {
	half, wide := id("h"), fromBitsOf(spec.Float32)
	h.params, h.result = []jen.Code{jen.Id("h").Uint16()}, "float32"
	if t == spec.Bfloat16 {
		h.doc = "is the value of a bfloat16, exactly: the high half of a float32."
		h.body = []jen.Code{returned(wide(half.to("uint32").shl(16)))}
		return
	}
	size := half.and(hex(0x7fff))
	h.doc = "is the value of a float16, exactly."
	h.body = []jen.Code{
		define("scaled", bitsOfFloat(spec.Float32)(wide(size.to("uint32").shl(13)).times(id("0x1p112")))),
		define("special", hex(0x7bff).minus(size.to("int32")).to("int32").shr(31).to("uint32").and(hex(0x7f800000))),
		returned(wide(id("scaled").or(id("special")).or(half.and(hex(0x8000)).to("uint32").shl(16)))),
	}
}

func makeEncode(h *helper, t spec.Type) {
	bits, size, isNaN := id("bits"), id("size"), id("isNaN")
	toBits := bitsOfFloat(spec.Float32)
	h.doc = fmt.Sprintf("rounds to the nearest %s, ties to even.", t)
	h.params, h.result = []jen.Code{jen.Id("f").Float32()}, "uint16"
	h.body = []jen.Code{define("bits", toBits(id("f")))}
	if t == spec.Bfloat16 {
		rounded := bits.plus(hex(0x7fff)).plus(bits.shr(16).and(dec(1))).shr(16)
		h.body = append(h.body,
			define("isNaN", hex(0x7f800000).minus(bits.and(hex(0x7fffffff))).to("int32").shr(31).to("uint32")),
			returned(rounded.andNot(isNaN).or(hex(0x7fff).and(isNaN)).to("uint16")))
		return
	}
	normal := size.minus(hex(0x38000000)).plus(hex(0xfff)).plus(size.shr(13).and(dec(1))).shr(13)
	denormal := toBits(fromBitsOf(spec.Float32)(size).plus(id("0.5"))).minus(hex(0x3f000000))
	h.body = append(h.body,
		define("size", bits.and(hex(0x7fffffff))),
		define("normal", call("min", normal, hex(0x7c00))),
		define("denormal", denormal),
		define("isDenormal", size.minus(hex(0x38800000)).to("int32").shr(31).to("uint32")),
		define("isNaN", hex(0x7f800000).minus(size).to("int32").shr(31).to("uint32")),
		define("rounded", chosen(id("isDenormal"), id("denormal"), id("normal")).andNot(isNaN).or(hex(0x7e00).and(isNaN))),
		returned(id("rounded").or(bits.shr(16).and(hex(0x8000))).to("uint16")))
}

package golang

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
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

// helps is such a helper, which the file then has.
func (p *printer) helps(suffix string, h helper) helper {
	h = p.named(suffix, h)
	p.dialect.helpers = append(p.dialect.helpers, h)
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

// text makes a helper of Go. In its texts TYPE is the type, INT and UINT are the integers of its size, and SIGN is the
// place of their highest bit.
func (h *helper) text(t spec.Type, doc, params, result, body string) {
	n := t.Bits()
	fill := strings.NewReplacer("TYPE", t.String(), "UINT", fmt.Sprintf("uint%d", n), "INT", fmt.Sprintf("int%d", n),
		"SIGN", fmt.Sprint(n-1)).Replace
	h.doc, h.params, h.gives = fill(doc), []jen.Code{jen.Op(fill(params))}, jen.Null()
	if h.result = fill(result); result != "" {
		h.gives = nil
	}
	h.body = raws(strings.Split(fill(body), "\n"))
}

// orderHelper is an order-preserving integer encoding of a float's bits: it flips all bits except
// the sign of negative floats.
func orderHelper(h *helper, t spec.Type, nan string) {
	inf := (uint64(1)<<t.ExpBits() - 1) << (t.Bits() - 1 - t.ExpBits())
	end := map[string]string{"below": "isNaN<<SIGN", "above": "INT(UINT(isNaN)>>1)"}[nan]
	h.text(t, "is an integer that orders TYPE values, -0 below +0 and NaN "+nan+" all.", "bits UINT", "INT",
		fmt.Sprintf("ordered := INT(bits) ^ INT(UINT(INT(bits)>>SIGN)>>1)\n"+
			"isNaN := (%#x - INT(bits&%#x)) >> SIGN\nreturn ordered&^isNaN | %s", inf, uint64(1)<<(t.Bits()-1)-1, end))
}

func makeUnkey(h *helper, t spec.Type) {
	h.text(t, "is the TYPE of a key; a NaN's key gives a NaN.", "key INT", "UINT",
		"return UINT(key ^ INT(UINT(key>>SIGN)>>1))")
}

func makeSame(h *helper, t spec.Type) {
	op := "+"
	if t.Class() == spec.Unsigned {
		op = "^"
	}
	h.text(t, "is 1 if a and b are the same, else 0.", "a, b TYPE", "uint32",
		"differ := a ^ b\nreturn uint32((differ|-differ)>>SIGN) "+op+" 1")
}

func makeFirst(h *helper, t spec.Type) {
	h.text(t, "is the number of the lowest bit that is set, -1 if none is.", "won uint32", "int32",
		"n := int32(bits.TrailingZeros32(won))\nreturn n | -(n >> 5)")
}

func makeDecode(h *helper, t spec.Type) {
	if t == spec.Bfloat16 {
		h.text(t, "is the value of a bfloat16, exactly: the high half of a float32.", "h uint16", "float32",
			"return math.Float32frombits(uint32(h) << 16)")
		return
	}
	h.text(t, "is the value of a float16, exactly.", "h uint16", "float32",
		`scaled := math.Float32bits(math.Float32frombits(uint32(h&0x7fff)<<13) * 0x1p112)
special := uint32(int32(0x7bff-int32(h&0x7fff))>>31) & 0x7f800000
return math.Float32frombits(scaled | special | uint32(h&0x8000)<<16)`)
}

func makeEncode(h *helper, t spec.Type) {
	body := `size := bits & 0x7fffffff
normal := min((size-0x38000000+0xfff+size>>13&1)>>13, 0x7c00)
denormal := math.Float32bits(math.Float32frombits(size)+0.5) - 0x3f000000
isDenormal := uint32(int32(size-0x38800000) >> 31)
isNaN := uint32(int32(0x7f800000-size) >> 31)
rounded := (denormal&isDenormal|normal&^isDenormal)&^isNaN | 0x7e00&isNaN
return uint16(rounded | bits>>16&0x8000)`
	if t == spec.Bfloat16 {
		body = `isNaN := uint32(int32(0x7f800000-bits&0x7fffffff) >> 31)
return uint16((bits+0x7fff+bits>>16&1)>>16&^isNaN | 0x7fff&isNaN)`
	}
	h.text(t, "rounds to the nearest TYPE, ties to even.", "f float32", "uint16", "bits := math.Float32bits(f)\n"+body)
}

func raws(lines []string) (code []jen.Code) {
	for _, line := range lines {
		code = append(code, raw(line))
	}
	return code
}

// selects finds what a line of Go selects of a package of the standard library.
var selects = regexp.MustCompile(`\b(math|bits|runtime|sync)\.([A-Z]\w*)`)

// raw is a line of Go.
func raw(line string) jen.Code {
	code, at := jen.Null(), 0
	for _, m := range selects.FindAllStringSubmatchIndex(line, -1) {
		path := line[m[2]:m[3]]
		if path == "bits" {
			path = "math/bits"
		}
		code.Op(line[at:m[0]]).Qual(path, line[m[4]:m[5]])
		at = m[1]
	}
	return code.Op(line[at:])
}

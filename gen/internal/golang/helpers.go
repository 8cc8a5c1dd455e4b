package golang

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/internal/axiom"
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

// helperKind is a helper with the text of an axiom, of the type that it is made for where the axiom's name has Type.
type helperKind struct {
	suffix string // of its name, after that of the emitted function
	axiom  string
	doc    string // TYPE is the type
}

// helperFor makes a helper. Its name starts with the emitted function's, so that files
// share a package.
func helperFor(s spec.Spec, t spec.Type, kind helperKind) helper {
	name, doc := t.String(), kind.doc
	if kind == decodeHelper && t == spec.Bfloat16 {
		doc = "is the value of a bfloat16, exactly: the high half of a float32."
	}
	text := axiom.TextOf(strings.Replace(kind.axiom, "Type", strings.ToUpper(name[:1])+name[1:], 1))
	return textHelper(s, kind.suffix, strings.Replace(doc, "TYPE", name, 1), text)
}

// textHelper is a helper of Go text.
func textHelper(s spec.Spec, suffix, doc string, text axiom.Text) helper {
	h := helper{name: helperName(s, suffix), doc: doc, params: []jen.Code{jen.Op(text.Params)}, result: text.Results,
		body: raws(text.Body)}
	if h.result == "" {
		h.gives = jen.Null()
	}
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

// The helpers that are axioms.
var (
	nanLowHelper  = helperKind{"Key", "TypeNaNLow", keyDoes + "below all."}
	nanHighHelper = helperKind{"Key", "TypeNaNHigh", keyDoes + "above all."}
	unkeyHelper   = helperKind{"Unkey", "TypeUnkey", "is the TYPE of a key; a NaN's key gives a NaN."}
	barLowHelper  = helperKind{"Bar", "TypeBarLow", barDoes + "-0."}
	barHighHelper = helperKind{"Bar", "TypeBarHigh", barDoes + "+0."}
	sameHelper    = helperKind{"Same", "TypeSame", "is 1 if a and b are the same, else 0."}
	firstHelper   = helperKind{"First", "First", "is the number of the lowest bit that is set, -1 if none is."}
	decodeHelper  = helperKind{"Decode", "TypeDecode", "is the value of a TYPE, exactly."}
	encodeHelper  = helperKind{"Encode", "TypeEncode", "rounds to the nearest TYPE, ties to even."}

	expHelper      = helperKind{"Exp", "Exp", "is " + fmath.Exp.Does + "."}
	expHalfHelper  = helperKind{"Exp", "ExpHalf", "is " + fmath.ExpHalf.Does + "."}
	exp8Helper     = helperKind{"Exp8", "Float32Exp8", exp8Does + "at most 0.892 ulp off, subnormal results included."}
	expHalf8Helper = helperKind{"Exp8", "Float32ExpHalf8", exp8Does + "at most 5e-6 of it off, for results of half types."}
	logHelper      = helperKind{"Log", "Log", "is " + fmath.Log.Does + "."}
	rsqrtHelper    = helperKind{"Rsqrt", "Rsqrt", "is " + fmath.Rsqrt.Does + "."}

	partsHelper = helperKind{"Parts", "Parts", "calls part for ranges that make up 0 to n, each once, and at the same " +
		"time where n has least for each of several processors."}
)

const (
	keyDoes  = "is an integer that orders TYPE values, -0 below +0 and NaN "
	barDoes  = "is a number that every better element exceeds: that of the key best, but for "
	exp8Does = "sets y to exp(x - less), "
)

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

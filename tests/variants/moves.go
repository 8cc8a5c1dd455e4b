package variants

import (
	"fmt"
	"strings"
)

// moves are detours that a value takes and comes back from.
var moves = []Rewrite{
	{"copies", detour("any", "    T r = x;\n    T s = r;\n    return s;")},
	{"negated twice", detour("int", "    return (T)(0u - (0u - (U)x));")},
	{"complemented twice", detour("int", "    return (T)~~(U)x;")},
	{"xored twice", detour("int", "    return (T)((U)x ^ (U)0x5a5a5a5a ^ (U)0x5a5a5a5a);")},
	{"a number added and taken off", detour("int", "    return (T)((U)x + 77u - 77u);")},
	{"widened and cut", detour("int", "    return (T)(unsigned long long)(long long)x;")},
	{"shifted up and down", detour("narrow", "    return (T)((int)((unsigned)x << S) >> S);")},
	{"built of bytes", detour("int", "    U r = 0;\n    for (int i = 0; i < W; i += 8)\n        r |= ((U)x >> i & 255u) << i;\n    return (T)r;")},
	{"moved by an instruction", detour("asm", `    T r;`+"\n"+`    asm("mov.bW %0, %1;" : "=C"(r) : "C"(x));`+"\n    return r;")},
	{"negated twice by instructions", twice("neg.sW")},
	{"complemented twice by instructions", twice("not.bW")},
	{"reversed twice by instructions", twice("brev.bW")},
	{"xored twice by instructions", detour("word", `    T r;`+"\n"+`    asm("xor.bW %0, %1, 23130; " : "=C"(r) : "C"(x));`+"\n"+
		`    asm("xor.bW %0, %1, 23130; " : "=C"(r) : "C"(r));`+"\n    return r;")},
	{"a number added and taken off by instructions", detour("word", `    T r;`+"\n"+`    asm("add.sW %0, %1, 23130; " : "=C"(r) : "C"(x));`+"\n"+
		`    asm("sub.sW %0, %1, 23130; " : "=C"(r) : "C"(r));`+"\n    return r;")},
	{"bytes permuted twice", detour("word32", `    T r;`+"\n"+`    asm("prmt.b32 %0, %1, 0, 0x0123; " : "=r"(r) : "r"(x));`+"\n"+
		`    asm("prmt.b32 %0, %1, 0, 0x0123; " : "=r"(r) : "r"(r));`+"\n    return r;")},
	{"halves parted and joined", detour("word64", `    T r;`+"\n"+`    asm("{ .reg .b32 l, h; mov.b64 {l, h}, %1; mov.b64 %0, {l, h}; }" : "=l"(r) : "l"(x));`+"\n    return r;")},
	{"bits of a float moved", detour("float", "    BITS r;\n"+`    asm("mov.bW %0, %1;" : "=D"(r) : "C"(x));`+"\n    T s;\n"+
		`    asm("mov.bW %0, %1;" : "=C"(s) : "D"(r));`+"\n    return s;")},
	{"a float's sign flipped twice", withoutKeys(detour("float", "    T r;\n"+`    asm("neg.fW %0, %1;" : "=C"(r) : "C"(x));`+"\n"+
		`    asm("neg.fW %0, %1;" : "=C"(r) : "C"(r));`+"\n    return r;"))},
	{"a pair's halves parted and joined", detour("pair", "    return JOIN(LOW(x), HIGH(x));")},
	{"input copied", inputCopied},
}

// withoutKeys is a rewrite of functions that compute on floats alone: neg leaves no bit
// of a NaN, so integer encodings of what it returns are not those of its operand.
func withoutKeys(rewrite func(string) (string, bool)) func(string) (string, bool) {
	return func(src string) (string, bool) {
		if strings.Contains(src, "_key(") {
			return "", false
		}
		return rewrite(src)
	}
}

func twice(code string) func(string) (string, bool) {
	return detour("word", "    T r, s;\n    asm(\""+code+" %0, %1;\" : \"=C\"(r) : \"C\"(x));\n    asm(\""+code+" %0, %1;\" : \"=C\"(s) : \"C\"(r));\n    return s;")
}

// detour sends every value of the element type, where it is made, through a
// function with that body. T is the type, U the type to compute in, W its bits.
func detour(which, body string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		typ, _, _ := head(src)
		w := widths[typ]
		var class, other, bits string
		switch {
		case typ == "float":
			class, w, other, bits = "f", 32, "r", "unsigned"
		case typ == "double":
			class, w, other, bits = "d", 64, "l", "unsigned long long"
		case w == 64:
			class = "l"
		case w == 32:
			class = "r"
		}
		pair := strings.HasSuffix(typ, "2")
		fits := map[string]bool{
			"any": true, "int": integer(typ), "narrow": w == 8 || w == 16, "asm": class != "",
			"word": integer(typ) && w >= 32, "word32": integer(typ) && w == 32, "word64": integer(typ) && w == 64,
			"float": other != "", "pair": pair,
		}
		if !fits[which] {
			return src, false
		}
		call := helper(src)
		to, did := statements(src, func(s stmt) string {
			if s.typ != typ {
				return ""
			}
			return s.with(call + "(" + s.expr + ")")
		})
		if !did {
			return src, false
		}
		join, low, high := pairing(typ)
		text := strings.NewReplacer("JOIN", join, "LOW", low, "HIGH", high, "BITS", bits, "T ", typ+" ", "(T)", "("+typ+")",
			"U ", unsignedOf(typ)+" ", "(U)", "("+unsignedOf(typ)+")", "bW", fmt.Sprintf("b%d", w), "sW", fmt.Sprintf("s%d", w), "fW", fmt.Sprintf("f%d", w),
			"W;", fmt.Sprintf("%d;", w), "S)", fmt.Sprintf("%d)", 32-w), "S;", fmt.Sprintf("%d;", 32-w), "C\"", class+"\"", "D\"", other+"\"").Replace(body)
		return help(to, call, typ, typ+" x", text), true
	}
}

// inputCopied reads the parameter once, into another name.
func inputCopied(src string) (string, bool) {
	typ, called, params := head(src)
	if params == "" {
		return src, false
	}
	at := " " + called + "(" + params + ")\n{\n"
	renamed := strings.Replace(params, typ+" v", typ+" given", 1)
	to := strings.Replace(src, at, " "+called+"("+renamed+")\n{\n    const "+typ+" v = given;\n", 1)
	return to, to != src
}

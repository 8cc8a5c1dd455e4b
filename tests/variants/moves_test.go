package variants

import (
	"fmt"
	"strings"
)

// moves are detours of a value through operations that together change nothing.
var moves = []Rewrite{
	{"copies", detour("any", "    T r = x;\n    T s = r;\n    return s;")},
	{"negated and negated back", detour("int", "    return (T)(0u - (0u - (U)x));")},
	{"complemented and complemented back", detour("int", "    return (T)~~(U)x;")},
	{"xored and xored back", detour("int", "    return (T)((U)x ^ (U)0x5a5a5a5a ^ (U)0x5a5a5a5a);")},
	{"a number added and subtracted", detour("int", "    return (T)((U)x + 77u - 77u);")},
	{"widened and cut", detour("int", "    return (T)(unsigned long long)(long long)x;")},
	{"shifted up and down", detour("narrow", "    return (T)((int)((unsigned)x << S) >> S);")},
	{"built of bytes", detour("int",
		"    U r = 0;\n    for (int i = 0; i < W; i += 8)\n        r |= ((U)x >> i & 255u) << i;\n    return (T)r;")},
	{"moved by an instruction", detour("asm", `    T r;`+"\n"+`    asm("mov.bW %0, %1;" : "=C"(r) : "C"(x));`+
		"\n    return r;")},
	{"negated and back by instructions", applyAgain("neg.sW")},
	{"complemented and back by instructions", applyAgain("not.bW")},
	{"reversed and back by instructions", applyAgain("brev.bW")},
	{"xored and back by instructions", detour("register",
		`    T r;`+"\n"+`    asm("xor.bW %0, %1, 23130; " : "=C"(r) : "C"(x));`+"\n"+
			`    asm("xor.bW %0, %1, 23130; " : "=C"(r) : "C"(r));`+"\n    return r;")},
	{"a number added and subtracted by instructions",
		detour("register", `    T r;`+"\n"+`    asm("add.sW %0, %1, 23130; " : "=C"(r) : "C"(x));`+"\n"+
			`    asm("sub.sW %0, %1, 23130; " : "=C"(r) : "C"(r));`+"\n    return r;")},
	{"bytes permuted and back", detour("32 bits", `    T r;`+"\n"+
		`    asm("prmt.b32 %0, %1, 0, 0x0123; " : "=r"(r) : "r"(x));`+"\n"+
		`    asm("prmt.b32 %0, %1, 0, 0x0123; " : "=r"(r) : "r"(r));`+"\n    return r;")},
	{"halves split and joined", detour("64 bits", `    T r;`+"\n"+
		`    asm("{ .reg .b32 l, h; mov.b64 {l, h}, %1; mov.b64 %0, {l, h}; }" : "=l"(r) : "l"(x));`+"\n    return r;")},
	{"bits of a float moved", detour("float", "    BITS r;\n"+`    asm("mov.bW %0, %1;" : "=D"(r) : "C"(x));`+
		"\n    T s;\n"+
		`    asm("mov.bW %0, %1;" : "=C"(s) : "D"(r));`+"\n    return s;")},
	{"a float's sign flipped and back", withoutEncoding(detour("float",
		"    T r;\n"+`    asm("neg.fW %0, %1;" : "=C"(r) : "C"(x));`+"\n"+
			`    asm("neg.fW %0, %1;" : "=C"(r) : "C"(r));`+"\n    return r;"))},
	{"a pair's halves split and joined", detour("pair", "    return JOIN(LOW(x), HIGH(x));")},
	{"input copied", inputCopied},
}

// withoutEncoding limits a rewrite to functions that apply an op and do not encode floats as integers: neg does not
// keep the bits of a NaN, so the encoding of its result differs, and what a function moves.
func withoutEncoding(rewrite func(string) (string, bool)) func(string) (string, bool) {
	return func(src string) (string, bool) {
		if strings.Contains(src, "_key(") || !strings.Contains(src, "\n// Op:") {
			return "", false
		}
		return rewrite(src)
	}
}

// applyAgain applies an instruction that is its own inverse, and applies it again.
func applyAgain(code string) func(string) (string, bool) {
	return detour("register", "    T r, s;\n    asm(\""+code+" %0, %1;\" : \"=C\"(r) : \"C\"(x));\n    asm(\""+code+
		" %0, %1;\" : \"=C\"(s) : \"C\"(r));\n    return s;")
}

// detour passes every new value of the element type through a function with that body. In the
// body, T is the type, U the unsigned type to compute in, W the number of bits.
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
			"register": integer(typ) && w >= 32, "32 bits": integer(typ) && w == 32, "64 bits": integer(typ) && w == 64,
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
			"U ", unsignedOf(typ)+" ", "(U)", "("+unsignedOf(typ)+")", "bW", fmt.Sprintf("b%d", w), "sW", fmt.Sprintf("s%d", w),
			"fW", fmt.Sprintf("f%d", w),
			"W;", fmt.Sprintf("%d;", w), "S)", fmt.Sprintf("%d)", 32-w), "S;", fmt.Sprintf("%d;", 32-w), "C\"", class+"\"",
			"D\"", other+"\"").Replace(body)
		return help(to, call, typ, typ+" x", text), true
	}
}

// inputCopied copies the parameter to a variable.
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

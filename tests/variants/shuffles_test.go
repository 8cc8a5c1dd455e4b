package variants

import (
	"fmt"
	"regexp"
	"strings"
)

// shuffles are equivalent ways to move a value between lanes.
var shuffles = []Rewrite{
	{"shuffle by an instruction", shuffle(func(s stmt, f fetch) string {
		if f.cast != "" || widths[s.typ] != 32 && s.typ != "float" || !word.MatchString(f.at) {
			return ""
		}
		class, low := "r", 31
		if s.typ == "float" {
			class = "f"
		}
		if f.mode == "up" {
			low = 0
		}
		mode := map[string]string{"": "idx", "xor": "bfly", "up": "up", "down": "down"}[f.mode]
		return fmt.Sprintf("%s%s %s;\n%sasm volatile(\"shfl.sync.%s.b32 %%0, %%1, %s, %d, "+
			"%%2;\" : \"=%s\"(%s) : \"%s\"(%s), \"r\"(%s));",
			s.indent, s.typ, s.name, s.indent, mode, f.at, (32-f.width)<<8|low, class, s.name, class, f.value, f.members)
	})},
	{"shuffle by index", shuffle(func(s stmt, f fetch) string {
		if sign := map[string]string{"xor": "^", "up": "-", "down": "+"}[f.mode]; sign != "" && f.width == 32 && f.hasLane {
			return s.with(fmt.Sprintf("%s__shfl_sync(%s, %s, (int)(lane %s (unsigned)%s))", f.cast, f.members, f.value, sign,
				f.at))
		}
		return ""
	})},
	{"xor shuffle by up and down", shuffle(func(s stmt, f fetch) string {
		if f.mode != "xor" || !f.hasLane || !power(f.at) {
			return ""
		}
		take := func(mode string) string {
			return fmt.Sprintf("%s__shfl_%s_sync(%s, %s, %s)", f.cast, mode, f.members, f.value, f.at)
		}
		return fmt.Sprintf("%s%s up%s = %s, down%s = %s;\n", s.indent, s.typ, s.name, take("up"), s.name, take("down")) +
			s.with(fmt.Sprintf("(lane & %su) != 0u ? up%s : down%s", f.at, s.name, s.name))
	})},
	{"shuffle with an explicit width", shuffle(func(s stmt, f fetch) string {
		if f.hasWidth {
			return ""
		}
		return s.with(fmt.Sprintf("%s__shfl_%ssync(%s, %s, %s, 32)", f.cast, f.infix(), f.members, f.value, f.at))
	})},
	{"shuffle without the width", shuffle(func(s stmt, f fetch) string {
		if !f.hasWidth || f.mode != "up" && f.mode != "down" {
			return ""
		}
		return s.with(fmt.Sprintf("%s__shfl_%ssync(%s, %s, %s)", f.cast, f.infix(), f.members, f.value, f.at))
	})},
	{"shuffle of zero-extended values", shuffle(func(s stmt, f fetch) string {
		if f.cast == "" {
			return ""
		}
		v := f.value[strings.LastIndex(f.value, ")")+1:]
		return s.with(fmt.Sprintf("%s__shfl_%ssync(%s, (unsigned)(unsigned %s)%s, %s%s)", f.cast, f.infix(), f.members,
			strings.TrimPrefix(strings.TrimPrefix(s.typ, "unsigned "), "signed "), v, f.at, f.tail()))
	})},
	{"shuffle of values in the high bits", shuffle(func(s stmt, f fetch) string {
		if f.cast == "" {
			return ""
		}
		shift := 32 - widths[s.typ]
		v := f.value[strings.LastIndex(f.value, ")")+1:]
		return s.with(fmt.Sprintf("%s(__shfl_%ssync(%s, (unsigned)%s << %d, %s%s) >> %d)", f.cast, f.infix(), f.members, v,
			shift, f.at, f.tail(), shift))
	})},
	{"shuffle in two halves", shuffle(func(s stmt, f fetch) string {
		if widths[s.typ] != 64 {
			return ""
		}
		take := func(part string) string {
			return fmt.Sprintf("__shfl_%ssync(%s, %s, %s%s)", f.infix(), f.members, part, f.at, f.tail())
		}
		return fmt.Sprintf("%sunsigned high%s = %s;\n%sunsigned low%s = %s;\n",
			s.indent, s.name, take("(unsigned)((unsigned long long)"+f.value+" >> 32)"), s.indent, s.name,
			take("(unsigned)"+f.value)) +
			s.with(fmt.Sprintf("(%s)((unsigned long long)high%s << 32 | low%s)", s.typ, s.name, s.name))
	})},
	{"shuffle repeated", shuffle(func(s stmt, f fetch) string {
		again := strings.Replace(s.String(), s.name+" =", s.name+"again =", 1)
		return again + "\n" + s.String() + "\n" + s.indent + "(void)" + s.name + "again;"
	})},
	{"a warp barrier before every shuffle", shuffle(func(s stmt, f fetch) string {
		return s.indent + "asm volatile(\"bar.warp.sync %0;\" :: \"r\"(" + f.members + ") : \"memory\");\n" + s.String()
	})},
	{"a block barrier before every other", replace(`__syncthreads\(\);`, "__syncthreads();\n    __syncthreads();")},
}

var fetches = regexp.MustCompile(`^(\([a-z ]+\))?__shfl_(?:(up|down|xor)_)?sync\((\w+), ((?:\([a-z ]+\))?\w+), (.*)\)$`)

// fetch is a parsed shuffle.
type fetch struct {
	cast, mode, members, value, at string
	width                          int
	hasWidth                       bool // the width is written
	hasLane                        bool // the function has a variable lane
}

func (f fetch) infix() string {
	if f.mode == "" {
		return ""
	}
	return f.mode + "_"
}

func (f fetch) tail() string {
	if f.hasWidth {
		return fmt.Sprintf(", %d", f.width)
	}
	return ""
}

var lastWidth = regexp.MustCompile(`, (\d+)$`)

func shuffle(write func(s stmt, f fetch) string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		hasLane := strings.Contains(src, "unsigned lane")
		return statements(src, func(s stmt) string {
			m := fetches.FindStringSubmatch(s.expr)
			if m == nil || s.typ == "" {
				return ""
			}
			f := fetch{cast: m[1], mode: m[2], members: m[3], value: m[4], at: m[5], width: 32, hasLane: hasLane}
			if w := lastWidth.FindStringSubmatch(f.at); w != nil {
				f.hasWidth = true
				fmt.Sscan(w[1], &f.width)
				f.at = strings.TrimSuffix(f.at, w[0])
			}
			return write(s, f)
		})
	}
}

// power reports whether a distance is one bit.
func power(at string) bool {
	return map[string]bool{"1": true, "2": true, "4": true, "8": true, "16": true}[at]
}

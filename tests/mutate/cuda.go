package mutate

import "strings"

// PlantCUDA makes at most perKind mutants of each of [CUDAKinds] of an emitted
// .cu file. Some of them do not compile.
func PlantCUDA(src []byte, perKind int, seed uint64) []Mutant {
	f := &text{lines: strings.Split(string(src), "\n")}
	f.open = make([]bool, len(f.lines))
	body := false
	for i, l := range f.lines {
		f.open[i] = body && !strings.HasPrefix(strings.TrimSpace(l), "//") && strings.TrimSpace(l) != ""
		switch l {
		case "{":
			body = true
		case "}":
			body, f.open[i] = false, false
		}
	}
	return plantText(f, src, CUDAKinds, perKind, seed)
}

// CUDAKinds are the kinds of fault in emitted CUDA, one row each.
var CUDAKinds = []TextKind{
	// Shuffles.
	{"distance off by one", numbers(`(__shfl_\w+_sync\(\w+, (?:\(int\))?\w+, )(\d+)([,)])`, near)},
	{"distance of another step", numbers(`(__shfl_\w+_sync\(\w+, (?:\(int\))?\w+, )(\d+)([,)])`, far)},
	{"up for down", instead(`__shfl_down_sync`, "__shfl_up_sync", "__shfl_xor_sync")},
	{"down for up", instead(`__shfl_up_sync`, "__shfl_down_sync", "__shfl_xor_sync")},
	{"down for xor", instead(`__shfl_xor_sync`, "__shfl_down_sync", "__shfl_up_sync", "__shfl_sync")},
	{"member mask of the argument", instead(`_sync\(0xffffffffu`, "_sync(mask")},
	{"member mask that leaves lanes out", instead(`_sync\(0xffffffffu`, "_sync(0x7fffffffu", "_sync(0xfffffffeu",
		"_sync(0xffffu", "_sync(0u")},
	{"width left out", instead(`(__shfl_\w*sync\(\w+, (?:\(int\))?\w+, [^,]+), \d+\)`, "$1)")},
	{"width of another segment", instead(`(__shfl_\w*sync\(\w+, (?:\(int\))?\w+, [^,()]+)\)`, "$1, 8)", "$1, 16)",
		"$1, 4)")},
	{"shuffle of another value", at(`(_sync\(\w+, (?:\(int\))?)x(\d+)`, func(m []string) []string {
		return []string{m[1] + "v", m[1] + "x" + before(m[2])}
	})},
	{"another reduction", at(`__reduce_(\w+)_sync`, func(m []string) []string {
		return swapWords(m[0], "add", "min", "max")
	})},
	{"reduction left out", at(`= (\([a-z ]+\))?__reduce_\w+_sync\(\w+, (?:\([a-z]+\))?(\w+)\);$`,
		func(m []string) []string { return []string{"= " + m[2] + ";"} })},
	{"other architecture", instead(`__CUDA_ARCH__ >= 800`, "__CUDA_ARCH__ >= 80000")},
	{"shuffle left out", at(`= (\([a-z ]+\))?__shfl_\w*sync\(\w+, (?:\(int\))?(\w+), .*\);$`, func(m []string) []string {
		return []string{"= " + m[2] + ";"}
	})},

	// Plans.
	{"another element of the plan", at(`plan\[([1-9])\]( < |\))`, func(m []string) []string {
		return []string{"plan[" + add(m[1], 1) + "]" + m[2], "plan[" + add(m[1], -1) + "]" + m[2]}
	})},
	{"full member mask by plan", instead(`_sync\((plan\[0\]|mask), `, "_sync(0xffffffffu, ", "_sync(__activemask(), ")},
	{"shuffle by plan left out", at(`= __shfl_sync\(plan\[0\], (\w+), .*\);$`, func(m []string) []string {
		return []string{"= " + m[1] + ";"}
	})},
	{"shuffle by plan of another value", at(`(_sync\(plan\[0\], )x(\d+)`, func(m []string) []string {
		return []string{m[1] + "v", m[1] + "x" + before(m[2])}
	})},
	{"missing source not marked", instead(`: lane \+ 32u;`, ": lane;", ": lane + 31u;", ": 32u;", ": 0xffffffffu;")},
	{"members of other lanes", instead(`0xfffffffeu << lane`, "0xffffffffu << lane", "0xfffffffcu << lane",
		"0xfffffffeu >> lane", "~(0xfffffffeu << lane)")},
	{"lowest bit not isolated", instead(`(\w+) & \(0u - \w+\)`, "$1", "0u - $1", "~$1")},
	{"mask not kept", instead(`plan\[0\] = mask;`, "plan[0] = 0xffffffffu;", "plan[0] = mask | 1u;", "plan[0] = ~mask;")},

	// Steps.
	{"step left out", at(`^(    (?:[a-z_0-9]+ )+x)(\d+) = .*;$`, func(m []string) []string {
		return []string{m[1] + m[2] + " = x" + before(m[2]) + ";"}
	})},
	{"step combines a value with itself", at(`\bfrom\d+\b`, func([]string) []string { return []string{"x0", "v"} })},
	{"an earlier value", at(`\bx(\d+)\b`, func(m []string) []string { return []string{"x" + before(m[1])} })},
	{"operands swapped", instead(`\((\w+), (\w+)\)`, "($2, $1)")},
	{"result of an earlier step", at(`return (.*)\bx(\d+)\b`, func(m []string) []string {
		return []string{"return " + m[1] + "x" + before(m[2]), "return " + m[1] + "v"}
	})},

	// Choices.
	{"choice swapped", instead(`\? (\w+) : ([^;]+);`, "? $2 : $1;")},
	{"first of a choice kept", instead(`\(?\([^?]*\? (\w+) : ([^;]+);`, "$1;")},
	{"condition negated", instead(`(\([^?]*\)) \?`, "!$1 ?")},
	{"comparison inverted", at(`(<=|>=|==|!=| < | > )`, func(m []string) []string {
		return map[string][]string{"<=": {"<", ">"}, ">=": {">", "<"}, "==": {"!="}, "!=": {"=="}, " < ": {" <= ", " >= "},
			" > ": {" >= ", " < "}}[m[1]]
	})},
	{"bound off by one", numbers(`([<>=] )(\d+)(u\b)`, near)},
	{"member for everyone", instead(`\(mask >> lane & 1u\) != 0u|\bmember \?`, "true ?", "(mask & 1u) != 0u")},

	// Ops and constants.
	{"- for +", instead(` \+ `, " - ", " | ", " ^ ")},
	{"+ for *", instead(` \* `, " + ", " - ")},
	{"| for &", instead(` & `, " | ", " ^ ")},
	{"& for |", instead(` \| `, " & ", " ^ ")},
	{"& for ^", instead(` \^ `, " & ", " | ")},
	{"<< for >>", instead(` >> `, " << ")},
	{"another instruction", at(`\b(?:add\.rn|mul\.rn|min|max)(?:\.NaN)?\.b?f\d+`, func(m []string) []string {
		return swapWords(m[0], "add.rn", "mul.rn", "min", "max")
	})},
	{"denormals flushed", instead(`\b(add\.rn|mul\.rn|min|max)\.f32`, "$1.ftz.f32")},
	{"NaN-ignoring for NaN-propagating", instead(`\b(min|max)\.NaN\.`, "$1.")},
	{"another test for a NaN", instead(`setp\.(?:nan|num)`, "setp.eq", "setp.neu", "setp.lt")},
	{"constant off by one", numbers(`([^\w%])(\d+)(u?\b)`, near)},
	{"constant far off", numbers(`([^\w%])(\d+)(u?\b)`, far)},
	{"bit of a constant", at(`0x([0-9a-f]+)`, func(m []string) []string {
		return []string{"0x" + flip(m[1], 0), "0x" + flip(m[1], len(m[1])-1), "0x0"}
	})},
	{"identity of another op", instead(`\? v : [^;]+;`, "? v : 0;", "? v : 1;", "? v : -1;", "? v : (decltype(v))0x7f;")},
	{"sign", instead(`\((unsigned |signed )?(int|char|short|long long)\)`, "(unsigned $2)", "($2)")},
	{"narrower", instead(`\(int\)`, "(short)", "(signed char)")},
	{"another register", instead(`%%laneid`, "%%lanemask_lt", "%%lanemask_eq", "%%tid.x")},
	{"pred", instead(`\*pred = (.*);`, "*pred = !$1;", "*pred = true;", "*pred = false;")},

	// Blocks.
	{"barrier left out", leftOut(`__syncthreads\(\)`)},
	{"another thread stores", instead(`(lane|thread) == 0u`, "$1 == 1u", "$1 != 0u", "$1 < 2u")},
	{"shared array too short", numbers(`(__shared__ \w+(?: \w+)* \w+\[)(\d+)(\])`, func(n int) []int {
		return []int{n - 1, n + 1}
	})},
	{"another warp's result", numbers(`(partial\[)(\d+)(\])`, near)},
	{"warp stored elsewhere", instead(`partial\[warp\]`, "partial[lane]", "partial[warp + 1u]", "partial[0]")},
	{"dimension forgotten", instead(`threadIdx\.x \+ blockDim\.x \* \(threadIdx\.y \+ blockDim\.y \* threadIdx\.z\)`,
		"threadIdx.x", "threadIdx.x + blockDim.x * threadIdx.y",
		"threadIdx.x + blockDim.y * (threadIdx.y + blockDim.y * threadIdx.z)")},
	{"guard left out", instead(`if \([^)]*\)`, "if (true)", "if (false)")},
	{"statement left out", leftOut(`^    +[a-z_]+(\[\w+\])? = `)},

	{"a byte changed", textByte},
}

// before is the decimal number in s less one, at least 0.
func before(s string) string {
	if n := strings.TrimLeft(s, "0"); n == "" {
		return "0"
	}
	b := []byte(s)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '0' {
			b[i]--
			break
		}
		b[i] = '9'
	}
	if s := strings.TrimLeft(string(b), "0"); s != "" {
		return s
	}
	return "0"
}

// swapWords are s with each of the words in it replaced by each of the others.
func swapWords(s string, words ...string) []string {
	var all []string
	for _, w := range words {
		if !strings.Contains(s, w) {
			continue
		}
		for _, o := range words {
			if o != w {
				all = append(all, strings.Replace(s, w, o, 1))
			}
		}
	}
	return all
}

// flip is s, hexadecimal digits, with the low bit of digit i flipped.
func flip(s string, i int) string {
	const digits = "0123456789abcdef"
	return s[:i] + string(digits[strings.IndexByte(digits, s[i])^1]) + s[i+1:]
}

package cxx

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// assembly is one asm statement.
type assembly struct {
	volatile bool
	template string
	outs     []string // constraints
	ins      []string
	clobbers []string
}

// CheckAsm refuses assembly that may affect its caller differently from call to call,
// which one kernel does not show: a label or a register that a second copy declares
// again, an input that is written, an output that may share the register of an input,
// and what a compiler may move or leave out, as it does not know that lanes meet there.
func CheckAsm(tokens []Token) error {
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment })
	for i, t := range tokens {
		if t.Kind != Word || t.Text != "asm" && t.Text != "__asm__" && t.Text != "__asm" {
			continue
		}
		a, why := readAsm(tokens, i)
		if why == "" {
			why = a.check()
		}
		if why != "" {
			return &Error{t.Line, "asm: " + why}
		}
	}
	return nil
}

// readAsm reads the statement that starts at token i, or says why not. No token is a comment.
func readAsm(tokens []Token, i int) (assembly, string) {
	var a assembly
	tokens = tokens[i+1:]
	at := 0
	for at < len(tokens) && tokens[at].Kind == Word {
		switch tokens[at].Text {
		case "volatile", "__volatile__":
			a.volatile = true
		default:
			return a, tokens[at].Text + " is not supported"
		}
		at++
	}
	if at == len(tokens) || tokens[at].Text != "(" {
		return a, "want ( after it"
	}
	section, depth := 0, 0
	for at++; at < len(tokens); at++ {
		t := tokens[at]
		switch {
		case t.Kind == Directive:
			return a, "a line of the preprocessor within"
		case t.Text == "(":
			depth++
		case t.Text == ")" && depth == 0:
			return a, ""
		case t.Text == ")":
			depth--
		case t.Text == ":" && depth == 0:
			section++
		case t.Text == "[" && depth == 0 && (tokens[at-1].Text == ":" || tokens[at-1].Text == ","):
			return a, "named operands are not supported; want %0, %1, …"
		case t.Kind == Word && depth == 0:
			return a, "a template or a constraint that is no plain string"
		case t.Kind == Literal && depth == 0:
			text, err := strconv.Unquote(t.Text)
			if err != nil {
				return a, "a string that is not plain"
			}
			a.add(section, text)
		}
	}
	return a, "no end"
}

func (a *assembly) add(section int, text string) {
	switch section {
	case 0:
		a.template += text
	case 1:
		a.outs = append(a.outs, text)
	case 2:
		a.ins = append(a.ins, text)
	default:
		a.clobbers = append(a.clobbers, text)
	}
}

var (
	label       = regexp.MustCompile(`^[A-Za-z_$%][\w$]*(?:%=)?:`)
	instruction = regexp.MustCompile(`^(?:@!?[%\w$]+\s+)?([a-z][\w.:]*)\s*(.*)$`)
	operand     = regexp.MustCompile(`%+\d+`)
	// loads what no thread writes: it may be moved to any place
	constant = regexp.MustCompile(`^ld\.global(\.c[ags])?\.nc\.`)
)

// meets are instructions at which lanes meet or that touch memory; ends those that end
// or leave the thread.
var (
	meets  = strings.Fields("shfl vote match redux bar barrier activemask elect ld st atom red membar fence mbarrier")
	stores = strings.Fields("st red bar barrier membar fence mbarrier bra prefetch nanosleep")
	ends   = strings.Fields("ret exit trap call brkpt brx")
)

// check says what is wrong with the statement, or nothing.
func (a assembly) check() string {
	if end := strings.TrimSpace(a.template); end != "" && !strings.HasSuffix(end, ";") && !strings.HasSuffix(end, "}") &&
		!strings.HasSuffix(end, ":") {
		return "want a semicolon after each instruction"
	}
	written := map[int]bool{} // outputs that may share a register with an input
	depth := 0
	for text := range strings.SplitSeq(a.template, ";") {
		for text = strings.TrimSpace(text); text != "" &&
			(text[0] == '{' || text[0] == '}'); text = strings.TrimSpace(text[1:]) {
			if depth += map[byte]int{'{': 1, '}': -1}[text[0]]; depth < 0 {
				return "a brace that it does not open"
			}
		}
		switch {
		case text == "":
			continue
		case strings.Contains(text, "//") || strings.Contains(text, "/*"):
			return "a comment in PTX"
		case label.MatchString(text) && depth < 1 || strings.HasPrefix(text, ".reg") && depth < 1:
			return "labels and registers need { } around them: a second copy declares them again"
		case strings.HasPrefix(text, ".reg"):
			continue
		}
		for at := label.FindStringIndex(text); at != nil; at = label.FindStringIndex(text) {
			text = strings.TrimSpace(text[at[1]:])
		}
		if text == "" {
			continue
		}
		if why := a.instruction(text, written); why != "" {
			return why
		}
	}
	if depth != 0 {
		return "braces without an end"
	}
	return ""
}

func (a assembly) instruction(text string, written map[int]bool) string {
	m := instruction.FindStringSubmatch(text)
	if m == nil {
		return "no instruction: " + text
	}
	name, _, _ := strings.Cut(m[1], ".")
	if slices.Contains(ends, name) {
		return name + " is not supported"
	}
	moves := constant.MatchString(m[1])
	if slices.Contains(meets, name) && !a.volatile && !moves {
		return name + " needs asm volatile: a compiler may move it to where other lanes are"
	}
	if memory := slices.Contains([]string{"ld", "st", "atom", "red", "mbarrier"}, name) && !moves; memory &&
		!slices.Contains(a.clobbers, "memory") {
		return name + ` needs the clobber "memory"`
	}
	target, sources := "", m[2]
	if !slices.Contains(stores, name) {
		target, sources = cutTarget(m[2])
	}
	for _, n := range numbers(sources) {
		for out := range written {
			if n >= len(a.outs) && n != out {
				return "%" + strconv.Itoa(n) + " is read after %" + strconv.Itoa(out) + ` is written: want "=&` +
					strings.TrimLeft(a.outs[out], "=") + `"`
			}
		}
	}
	for _, n := range numbers(target) {
		if n >= len(a.outs) {
			return "%" + strconv.Itoa(n) + " is an input, which " + name + " writes"
		}
		if !strings.Contains(a.outs[n], "&") && !strings.HasPrefix(a.outs[n], "+") {
			written[n] = true
		}
	}
	return ""
}

// cutTarget splits the operands of an instruction after the first.
func cutTarget(text string) (target, sources string) {
	depth := 0
	for i, c := range text {
		switch c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case ',':
			if depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

// numbers are the operands of the statement that a text mentions.
func numbers(text string) []int {
	var all []int
	for _, m := range operand.FindAllString(text, -1) {
		signs := len(m) - len(strings.TrimLeft(m, "%"))
		if signs%2 == 1 { // %% is a sign of PTX
			n, err := strconv.Atoi(m[signs:])
			if err == nil {
				all = append(all, n)
			}
		}
	}
	return all
}

// attributes are those that change neither what a function computes nor who it is.
var attributes = strings.Fields(`device global shared constant launch_bounds always_inline noinline unused
	maybe_unused may_alias nodiscard aligned align forceinline gnu clang nv_device_builtin __always_inline__
	__noinline__ __unused__ __device__ __global__ __shared__ deprecated`)

// CheckAttributes refuses other attributes.
func CheckAttributes(tokens []Token) error {
	for i, t := range tokens {
		old := t.Kind == Word && (t.Text == "__attribute__" || t.Text == "__attribute" || t.Text == "__declspec")
		fresh := t.Text == "[" && i+1 < len(tokens) && tokens[i+1].Text == "[" && tokens[i+1].Offset == t.Offset+1
		if !old && !fresh {
			continue
		}
		depth := 0
	attribute:
		for _, a := range tokens[i+1:] {
			switch {
			case a.Text == "(" || a.Text == "[":
				depth++
			case a.Text == ")" || a.Text == "]":
				depth--
			case a.Kind == Word && !slices.Contains(attributes, a.Text):
				return &Error{a.Line, "attribute " + a.Text + " is not supported"}
			}
			if depth <= 0 {
				break attribute
			}
		}
	}
	return nil
}

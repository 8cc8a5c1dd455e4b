package cxx

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// WithoutHostBodies leaves out of a source what no function of the device can reach: bodies of functions for the host
// alone, and macros with parameters that nothing uses then. Declarations stay. Spaces take the place of the rest, so
// lines and columns stay. Where a brace may not be what it seems, nothing is left out; nor are macros where own files
// are included, which may use them: own says that also those in angles may be such files. Macros are those of -D, as
// NAME=VALUE. Heads are the words before the bodies that are left out: no file that is included may define one.
func WithoutHostBodies(src []byte, own bool, macros []string) (rest []byte, heads map[string]bool,
	err error) {
	tokens, err := Lex(src)
	if err != nil {
		return src, nil, err
	}
	given, err := definitions(macros)
	all := slices.Concat(given, tokens)
	if err != nil || OpenMacro(all) != "" || !nested(tokens) || names(all, befriends) {
		return src, nil, err
	}
	rest = bytes.Clone(src)
	gone := map[int]bool{} // tokens that are left out, by offset
	bodies, heads := hostBodies(tokens, given)
	for _, body := range bodies {
		for _, t := range body {
			gone[t.Offset] = true
		}
		blank(rest, body[0].Offset, end(body[len(body)-1]))
		rest[body[0].Offset] = ';'
	}
	tokens = slices.DeleteFunc(tokens, func(t Token) bool { return gone[t.Offset] })
	for _, t := range unusedMacros(tokens, given, own) {
		blank(rest, t.Offset, end(t))
	}
	return rest, heads, nil
}

// definitions are the lines that define macros as -D does.
func definitions(macros []string) ([]Token, error) {
	var all []Token
	for _, m := range macros {
		name, value, _ := strings.Cut(m, "=")
		line, err := Lex([]byte("#define " + name + " " + value))
		if err != nil {
			return nil, err
		}
		all = append(all, line...)
	}
	return all, nil
}

// nested reports whether brackets close in the order in which they open, those between two lines of a condition among
// themselves.
func nested(tokens []Token) bool {
	var open []string // what is to close next
	closes := func(what string) bool {
		n := len(open) - 1
		if n < 0 || open[n] != what {
			return false
		}
		open = open[:n]
		return true
	}
	for _, t := range tokens {
		opens, ends := "", ""
		switch {
		case t.Kind == Punct && strings.Contains("([{", t.Text):
			opens = pairs[t.Text]
		case t.Kind == Punct && strings.Contains(")]}", t.Text):
			ends = t.Text
		case t.Kind == Directive:
			switch name := DirectiveName(t.Text); {
			case name == "endif":
				ends = name
			case strings.HasPrefix(name, "if"):
				opens = "endif"
			case strings.HasPrefix(name, "el"):
				opens, ends = "endif", "endif"
			}
		}
		if ends != "" && !closes(ends) {
			return false
		}
		if opens != "" {
			open = append(open, opens)
		}
	}
	return len(open) == 0
}

// OpenMacro is a macro of a source that opens a brace or a parenthesis and does not close it, or the other way round;
// "": there is none.
func OpenMacro(tokens []Token) string {
	for _, body := range defines(tokens) {
		open := map[string]int{}
		for _, w := range body {
			if closes, is := pairs[w.Text]; is && w.Text != "<" {
				open[closes]++
			} else if open[w.Text]--; open[w.Text] < 0 && strings.Contains(")}]", w.Text) {
				return body[0].Text
			}
		}
		for _, sign := range []string{")", "}", "]"} {
			if open[sign] != 0 {
				return body[0].Text
			}
		}
	}
	return ""
}

// end is where a token ends.
func end(t Token) int { return t.Offset + len(t.Text) }

// blank makes spaces of bytes, but for ends of lines.
func blank(src []byte, from, to int) {
	for i := from; i < to; i++ {
		if src[i] != '\n' {
			src[i] = ' '
		}
	}
}

// hostBodies are the bodies, with their braces, of functions outside of classes that are compiled for the host alone,
// and the words before them. Those that may be evaluated by a compiler, and those that decide their own type, are none.
func hostBodies(tokens, given []Token) (all [][]Token, heads map[string]bool) {
	words, macros := deviceWords(slices.Concat(given, tokens)), macroNames(slices.Concat(given, tokens))
	heads = map[string]bool{}
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment })
	from := 0
	for i := 0; i < len(code); i++ {
		switch t := code[i]; {
		case t.Kind == Directive, t.Text == ";", t.Text == "}":
			from = i + 1
		case t.Text == "{":
			head := code[from:i]
			last := closing(code, i)
			linkage := len(head) == 2 && head[0].Text == "extern" && head[1].Kind == Literal
			switch {
			case last == len(code):
				return all, heads
			case linkage || opensNamespace(code[:i]): // go on inside
			case hostOnly(head, words, macros) && !slices.ContainsFunc(code[i:last], mayBeDevice(words)):
				all = append(all, code[i:last+1])
				for _, t := range head {
					heads[t.Text] = heads[t.Text] || t.Kind == Word
				}
				i = last
			default:
				i = last
			}
			from = i + 1
		}
	}
	return all, heads
}

// macroNames are the macros that tokens define.
func macroNames(tokens []Token) map[string]bool {
	names := map[string]bool{}
	for _, w := range defines(tokens) {
		if len(w) > 0 {
			names[w[0].Text] = true
		}
	}
	return names
}

// systemMacro matches macros that headers of compilers may give braces to.
var systemMacro = regexp.MustCompile(`^_+[A-Z]`)

// mayBeDevice reports whether a token in a body shows that the body may not end where it seems to.
func mayBeDevice(device map[string]bool) func(t Token) bool {
	return func(t Token) bool {
		return t.Kind == Directive || device[t.Text] || systemMacro.MatchString(t.Text) && t.Kind == Word
	}
}

// shouted matches names of macros, as one of another file that stands for __device__.
var shouted = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)

// keepsBody are words of functions that a compiler may evaluate, or looks into.
var keepsBody = setOf("constexpr consteval auto decltype struct class union enum requires concept operator")

// noNames are words before a parenthesis or a name that are neither a function's name nor the end of its type.
var noNames = setOf("const volatile static inline extern thread_local register typename virtual friend explicit " +
	"mutable typedef export constinit else return new delete throw goto case using if for while do switch catch " +
	"sizeof alignof typeof")

// hostOnly reports whether tokens before a brace declare a function that no device compiles: a type, a name, parameters
// in parentheses, and no more. No word of them is a macro.
func hostOnly(head []Token, device, macros map[string]bool) bool {
	if slices.ContainsFunc(head, func(t Token) bool { return macros[t.Text] }) {
		return false
	}
	if len(head) > 1 && head[0].Text == "template" && head[1].Text == "<" {
		head = head[min(len(head), closing(head, 1)+1):]
	}
	for i, t := range head {
		switch {
		case device[t.Text] || t.Text == "=" && !inAngles(head[:i]):
			return false
		case t.Text != "(" || i < 2 || head[i-1].Kind != Word || besideNames[head[i-1].Text]:
			continue
		}
		close := closing(head, i)
		if close >= len(head) || !namesFunction(head[:i]) || slices.ContainsFunc(head[:i], func(t Token) bool {
			return keepsBody[t.Text] || shouted.MatchString(t.Text)
		}) {
			return false
		}
		return !slices.ContainsFunc(head[close+1:], func(t Token) bool {
			return !slices.Contains([]string{"const", "noexcept"}, t.Text)
		})
	}
	return false
}

// namesFunction reports whether tokens before a parenthesis are a type and a name. Without a type they are that of a
// variable, and its name is in the parentheses: const T (x) {1}.
func namesFunction(tokens []Token) bool {
	names := func(t Token) bool {
		return t.Kind == Word && !noNames[t.Text] && !strings.HasPrefix(t.Text, "__")
	}
	i := len(tokens) - 1
	for i > 2 && names(tokens[i]) && tokens[i-1].Text == ":" && tokens[i-2].Text == ":" {
		i -= 3
	}
	return i > 0 && names(tokens[i]) && (names(tokens[i-1]) || strings.Contains("*&>", tokens[i-1].Text))
}

// unusedMacros are the definitions of macros with parameters that neither the code, nor another macro in use, nor a
// given one names. One before an #include may be for the file that is included.
func unusedMacros(tokens, given []Token, own bool) (all []Token) {
	bodies := map[string][]Token{} // of macros with parameters
	var asks []string              // words of code and of other directives
	ask := func(words []Token) {
		for _, w := range words {
			asks = append(asks, w.Text)
		}
	}
	for _, t := range given {
		ask(operands(t.Text))
	}
	for _, t := range tokens {
		switch {
		case t.Kind == Word:
			asks = append(asks, t.Text)
		case t.Kind == Directive && DirectiveName(t.Text) == "include":
			if own || strings.Contains(t.Text, `"`) {
				return nil
			}
			clear(bodies)
			all = nil
		case t.Kind == Directive && takesArguments(t.Text):
			name := operands(t.Text)[0].Text
			bodies[name] = append(bodies[name], operands(t.Text)[1:]...)
			all = append(all, t)
		case t.Kind == Directive:
			ask(operands(t.Text))
		}
	}
	used := map[string]bool{}
	for len(asks) > 0 {
		name := asks[0]
		asks = asks[1:]
		if _, is := bodies[name]; !is || used[name] {
			continue
		}
		used[name] = true
		ask(bodies[name])
	}
	return slices.DeleteFunc(all, func(t Token) bool { return used[operands(t.Text)[0].Text] })
}

// takesArguments reports whether a directive defines a macro with parameters: a parenthesis follows its name at once.
func takesArguments(text string) bool {
	if DirectiveName(text) != "define" {
		return false
	}
	w := operands(text)
	if len(w) < 3 || w[0].Kind != Word {
		return false
	}
	at := strings.Index(text, "define") + len("define")
	_, after, _ := strings.Cut(text[at:], w[0].Text)
	return strings.HasPrefix(after, "(")
}

// befriends is the word by which a class template defines a function where a body, of the host too, instantiates it.
const befriends = "friend"

// names reports whether tokens, or a macro that they define, name a word.
func names(tokens []Token, word string) bool {
	return slices.ContainsFunc(tokens, func(t Token) bool {
		return t.Text == word || t.Kind == Directive && names(operands(t.Text), word)
	})
}

// ChangesBodies says why an included file may change what bodies that are left out mean to the device: it defines a
// word before them as a macro, or befriends a function. "": it changes nothing.
func ChangesBodies(tokens []Token, heads map[string]bool) string {
	for name := range macroNames(tokens) {
		if heads[name] {
			return "the macro " + name + " stands before a body of a function for the host"
		}
	}
	if len(heads) > 0 && names(tokens, befriends) {
		return "friend: a function for the host may decide that it is defined"
	}
	return ""
}

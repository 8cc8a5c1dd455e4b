package cxx

// maxExpanded bounds how many words the macros of a file stand for, each with those in it.
const maxExpanded = 1 << 20

// InMacros are the macros that a file defines, as functions with the words that they stand for.
func InMacros(tokens []Token) (all []Function) {
	for _, w := range defines(tokens) {
		if len(w) > 1 {
			all = append(all, Function{Name: w[0].Text, Body: w[1:]})
		}
	}
	return all
}

// CheckMacros refuses macros that stand for more words than a compiler reads in time.
// Arguments count as one word.
func CheckMacros(tokens []Token) error {
	bodies := map[string][][]Token{} // a macro may be defined in several branches
	for _, w := range defines(tokens) {
		if len(w) > 1 && w[0].Kind == Word {
			bodies[w[0].Text] = append(bodies[w[0].Text], w[1:])
		}
	}
	known := map[string]int{}
	var words func(name string) int
	words = func(name string) int {
		if n, ok := known[name]; ok {
			return n
		}
		known[name] = 1 // in itself a macro is a word
		sum := 0
		for _, body := range bodies[name] {
			for _, w := range body {
				n := 1
				if w.Kind == Word && bodies[w.Text] != nil {
					n = words(w.Text)
				}
				sum = min(sum+n, maxExpanded+1)
			}
		}
		known[name] = sum
		return sum
	}
	total := 0
	for _, t := range tokens {
		if t.Kind != Word || bodies[t.Text] == nil {
			continue
		}
		if total += words(t.Text); total > maxExpanded {
			return &Error{t.Line, t.Text + ": the macros of the file stand for more than a million words"}
		}
	}
	return nil
}

package cxx

// CheckPlan wants a function that fills an array which it takes by reference to read no
// element, of those with a number for an index, before a statement that writes it: who
// reads what nobody wrote has no defined result, even where a compiler finds that it
// does not matter.
func CheckPlan(tokens []Token, function string) error {
	for i, t := range tokens {
		if t.Kind != Word || t.Text != function || at(tokens, i+1) != "(" {
			continue
		}
		array, k := "", i+1
		for ; k < len(tokens) && tokens[k].Text != "{" && tokens[k].Text != ";"; k++ {
			if tokens[k].Text == "(" && at(tokens, k+1) == "&" && at(tokens, k+3) == ")" && at(tokens, k+4) == "[" {
				array = at(tokens, k+2)
			}
		}
		if array == "" || at(tokens, k) != "{" {
			continue
		}
		if err := readsFirst(tokens[k:], array); err != nil {
			return err
		}
	}
	return nil
}

// readsFirst looks for an element that is read before it is written, in the block in
// braces that tokens start with.
func readsFirst(tokens []Token, array string) error {
	written := map[string]bool{}
	var pending []string // written by the statement that has not ended
	depth := 0
	for i, t := range tokens {
		switch t.Text {
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				return nil
			}
		case ";":
			for _, index := range pending {
				written[index] = true
			}
			pending = nil
		case array:
			index := at(tokens, i+2)
			if at(tokens, i+1) != "[" || at(tokens, i+3) != "]" || tokens[i+2].Kind != Number {
				continue
			}
			if at(tokens, i+4) == "=" && at(tokens, i+5) != "=" {
				pending = append(pending, index)
			} else if !written[index] {
				return &Error{t.Line, array + "[" + index + "] is read before it is written"}
			}
		}
	}
	return nil
}

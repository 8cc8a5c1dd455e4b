// Package spelling suggests corrections of mistyped names, and lists words in sentences.
package spelling

import (
	"slices"
	"strings"
)

// List is words in a sentence: "a, b and c".
func List(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

// Suggestion ends an error about a word: "; did you mean sum?", with a prefix such as the dash of a
// flag, or "" if no word of the list is near.
func Suggestion(word string, among []string, prefix string) string {
	if meant := question(word, among, prefix); meant != "" {
		return "; " + meant
	}
	return ""
}

// Question is a suggestion before a list of all words: "did you mean sum? ".
func Question(word string, among []string) string {
	if meant := question(word, among, ""); meant != "" {
		return meant + " "
	}
	return ""
}

func question(word string, among []string, prefix string) string {
	near := Nearest(word, among)
	if near == "" {
		return ""
	}
	rest := ""
	if s := synonyms[word]; s.word == near {
		rest = s.rest
	}
	return "did you mean " + prefix + near + rest + "?"
}

// Nearest is the word of a list that another one is a synonym of, or else the only one that it begins,
// or else the most similar one: at most two letters added, left out, changed or swapped with the next
// one. Of equally similar words it is the first; "" if there is none.
func Nearest(word string, among []string) string {
	if known := synonyms[word].word; known != "" && slices.Contains(among, known) {
		return known
	}
	if whole := begun(word, among); whole != "" {
		return whole
	}
	best, least := "", 3
	for _, w := range among {
		if abs(len(word)-len(w)) >= least { // at least as far apart, however long
			continue
		}
		if d := distance(word, w); d < least && d < len(w) {
			best, least = w, d
		}
	}
	return best
}

// begun is the only word of a list that starts with at least three letters.
func begun(start string, among []string) string {
	is := func(w string) bool { return strings.HasPrefix(w, start) }
	at := slices.IndexFunc(among, is)
	if len(start) < 3 || at < 0 || slices.ContainsFunc(among[at+1:], is) {
		return ""
	}
	return among[at]
}

func abs(n int) int { return max(n, -n) }

// distance is the number of such changes between two words, byte by byte
// (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0:
				rows[i][j] = j
				continue
			case j == 0:
				rows[i][j] = i
				continue
			}
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

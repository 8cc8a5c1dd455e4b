// Package words holds the text of the repository against rules for plain technical English: pages, comments, messages
// and templates. A sentence that breaks a rule fails its test.
package words

import (
	"regexp"
	"strings"
)

// MaxWords is the greatest number of words in a sentence of a page.
const MaxWords = 25

// Rule is a construction or a term that no text has.
type Rule struct {
	Pattern *regexp.Regexp
	Instead string
	Broken  string // a text that breaks the rule
	Kept    string // a text that does not
}

// sentence is the beginning of a sentence.
const sentence = `(?:^|[.:;!?] )`

// Rules are the banned constructions, then the banned terms.
var Rules = []Rule{
	{re(`\bof which\b`), "name the thing again",
		"keys, of which nobody knows the number", "keys; nobody knows their number"},
	{re(`\bwhose\b`), "name the thing again", "a folder whose subject is keys", "a folder about keys"},
	{re(`\bthat of (?:what|it|them|one)\b`), "name the thing again",
		"That of what all lanes have has the lane -1", "The index of an empty reduction is -1"},
	{re(`\bwhat [^.,;:]* is what\b`), "name the thing", "what it gives is what it takes", "it returns its argument"},
	{re(sentence + `What [^?]*$`), "name the subject", "What finds them depends on the mask",
		"What does it find?"},
	{re(sentence + `Of (?:a|an|the|one|all|none|what|two|several|those|these)\b`), "subject, verb, object",
		"Of a row the sum is known", "The sum of a row is known"},
	{re(`\b(?:gives|gets|says|shows|knows|takes) of\b`), "subject, verb, object",
		"what F gives of the array", "the result of F for the array"},
	{re(`, for (?:it|they|there) (?:is|are|has|have|was|were)\b`), "because",
		"It stays, for it is used", "It stays because it is used"},
	{re(`\bnowhere\b`), "invalid lane, no source", "the source is nowhere", "the lane has no source"},
	{re(`\bwrong siblings?\b`), "false claim that must be refuted", "every wrong sibling", "every false claim"},
	{re(`\bother wordings?\b`), "equivalent rewrite", "of other wording", "an equivalent rewrite"},
	{re(`\bcontests?\b`), "argmin, argmax", "a contest of lanes", "an argmax over lanes"},
	{re(`\b(?:leap|leaps|leaping)\b`), "pointer jumping", "log n leaps", "log n rounds of pointer jumping"},
	{re(`\b(?:loud|quiet)(?:ly)? (?:max|min|op)`), "NaN-propagating, NaN-ignoring",
		"a loud maximum", "a NaN-propagating maximum"},
	{re(`\bmistakes?\b`), "error, diagnostic", "the mistakes of a run", "the errors of a run"},
	{re(`\bpatterns? of ours\b`), "unsupported", "no pattern of ours", "an unsupported pattern"},
	{re(`\b(?:somebody|someone) else's\b`), "third-party", "somebody else's CUDA", "third-party CUDA"},
	{re(`\bhouses?\b`), "layout, package, module", "rules of the house", "rules of the layout"},
	{re(`\brunners?\b`), "packed register", "each runner holds two", "each packed register holds two"},
}

// re compiles a pattern. Capital letters matter only where it matches the beginning of a sentence.
func re(pattern string) *regexp.Regexp {
	if strings.HasPrefix(pattern, sentence) {
		return regexp.MustCompile(pattern)
	}
	return regexp.MustCompile(`(?i)` + pattern)
}

// Breaks are the rules that a paragraph breaks, each with the sentence. With long, sentences may have any length.
func Breaks(paragraph string, long bool) (all []string) {
	for _, s := range Sentences(paragraph) {
		for _, r := range Rules {
			if m := r.Pattern.FindString(s); m != "" {
				all = append(all, strings.TrimSpace(m)+" ("+r.Instead+"): "+s)
			}
		}
		if n := len(word.FindAllString(s, -1)); !long && n > MaxWords {
			all = append(all, "long sentence: "+s)
		}
	}
	return all
}

// word is a word or a number: signs such as * and = are none.
var word = regexp.MustCompile(`\S*[\pL\pN]\S*`)

// stop is the end of a sentence and the beginning of the next one, or of the part of a contract for a flag.
var stop = regexp.MustCompile("([.!?]['\")*_]*|;) (-[a-z]+: )|([.!?]['\")*_]*) ([A-Za-z`\"(\\[*])|" +
	"(:) ([A-Z`\"(\\[*])")

// Sentences are the sentences of a paragraph, on one line each. A colon ends one before a capital letter.
func Sentences(paragraph string) []string {
	text := strings.Join(strings.Fields(paragraph), " ")
	for _, short := range []string{"e.g. ", "i.e. ", "vs. ", "cf. "} {
		text = strings.ReplaceAll(text, short, strings.ReplaceAll(short, ".", ""))
	}
	return strings.Split(stop.ReplaceAllString(text, "$1$3$5\x00$2$4$6"), "\x00")
}

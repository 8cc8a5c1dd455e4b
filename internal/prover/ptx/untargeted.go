package ptx

import (
	"regexp"
	"strings"
)

var (
	comment = regexp.MustCompile(`//[^\n]*`)
	target  = regexp.MustCompile(`(?m)^\.(version|target)[^\n]*$`)
)

// Untargeted is PTX without its version, its architecture and its comments. What it means
// does not depend on them: later architectures only have more instructions. So one proof
// holds for all files of one such text, as far as their architectures have what they use.
func Untargeted(code []byte) string {
	text := string(code)
	if !strings.Contains(text, "/*") { // which // may stand in
		text = comment.ReplaceAllString(text, "")
	}
	return target.ReplaceAllString(text, "")
}

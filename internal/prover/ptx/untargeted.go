package ptx

import (
	"regexp"
	"strings"
)

// Lines that say from where in a source instructions are: each is nothing else.
var (
	numbered = regexp.MustCompile(`^\s*\.file\s+\d+\s+"[^"]*"\s*$`)
	located  = regexp.MustCompile(`^\s*\.loc\s+\d+\s+\d+\s+\d+` +
		`(\s*,\s*function_name\s+[\w$]+(\s*\+\s*\d+)?\s*,\s*inlined_at\s+\d+\s+\d+\s+\d+)?\s*$`)
	inlinedNames = regexp.MustCompile(`(?m)^\s*\.section\s+\.debug_str\s*\{\s*$\n` +
		`((\$L__info_string\d+:|\.b8 [\d,]+)?\n)+\s*\}\s*$`)
)

// Untargeted is PTX without its version, its architecture, its comments and its positions in a source. The meaning
// does not depend on them: later architectures only have more instructions. So one proof holds for all files of one
// such text, as far as their architectures have what they use.
func Untargeted(code []byte) string {
	text := inlinedNames.ReplaceAllString(string(code), "")
	block := strings.Contains(text, "/*") // which // may stand in
	var rest strings.Builder
	rest.Grow(len(text))
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		if !block {
			line, _, _ = strings.Cut(line, "//")
		}
		if positioned(line) {
			continue
		}
		if !strings.HasPrefix(line, ".version") && !strings.HasPrefix(line, ".target") {
			rest.WriteString(line)
		}
		if ended {
			rest.WriteByte('\n')
		}
	}
	return rest.String()
}

// positioned reports whether a line is of a position in a source, and nothing else.
func positioned(line string) bool {
	of := strings.TrimLeft(line, " \t")
	return strings.HasPrefix(of, ".loc") && located.MatchString(line) ||
		strings.HasPrefix(of, ".file") && numbered.MatchString(line)
}

package ptx

import "strings"

// Untargeted is PTX without its version, its architecture and its comments. What it means
// does not depend on them: later architectures only have more instructions. So one proof
// holds for all files of one such text, as far as their architectures have what they use.
func Untargeted(code []byte) string {
	text := string(code)
	block := strings.Contains(text, "/*") // which // may stand in
	var rest strings.Builder
	rest.Grow(len(text))
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		if !block {
			line, _, _ = strings.Cut(line, "//")
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

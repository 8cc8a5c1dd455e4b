package userfn

import "testing"

// TestCommentLine: no line of a comment joins the next one, nor has what the prover rejects.
func TestCommentLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain\n":      "// plain",
		"\n":           "//",
		`end \`:        `// end`,
		`end \ \`:      `// end`,
		"end \\ \t\\ ": `// end`,
		`a \ b`:        `// a \ b`,
		"what??/":      "// what?? /",
		"what??/\\":    "// what?? /",
		"page\fbreak":  "// page break",
		"a\tb\x7f":     "// a\tb",
	} {
		if got := commentLine(text); got != want {
			t.Errorf("commentLine(%q) is %q, want %q", text, got, want)
		}
	}
}

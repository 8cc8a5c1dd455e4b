package spec

import (
	"regexp"
	"strings"
	"testing"
)

// TestSentencesAreFilled: the sentence of no pattern and of no spec leaves a word of its
// template to the reader, and that of a spec names its op and its width.
func TestSentencesAreFilled(t *testing.T) {
	template := regexp.MustCompile(`[A-Z]`)
	for _, p := range Patterns() {
		if text := p.Gives(); text == "" || template.MatchString(text) {
			t.Errorf("%s: %q", p, text)
		}
		for _, o := range Ops() {
			for _, m := range p.MaskModes() {
				s := NewSpec(p)
				s.Mask = m
				if p.Reduces() {
					s.Op = o
				}
				if p.Batch() {
					s.N = 4
				}
				if p.Block() {
					s.Params = BlockParams{Threads: 16}
				} else {
					s.Width = 16
				}
				if p.TakesPerm() {
					s.Params = MoveParams{Perm: PermOf(make([]int, 16))}
				}
				for _, all := range []string{"false", "true"} {
					if p.TakesAll() {
						flagNamed("all").set(&s, all)
					}
					text := s.Gives()
					if s.Validate() != nil {
						continue
					}
					if template.MatchString(text) || !strings.Contains(text, " 16") || p.Reduces() &&
						!strings.Contains(text, " the "+o.row().noun+" of ") {
						t.Errorf("%s: %q", s.Header(), text)
					}
				}
			}
		}
	}
}

// TestOpsHaveNouns covers each row of the table of ops.
func TestOpsHaveNouns(t *testing.T) {
	for _, o := range Ops() {
		if o.row().noun == "" {
			t.Errorf("%s has no noun for sentences", o)
		}
	}
}

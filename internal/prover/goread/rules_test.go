package goread

import "testing"

// TestRules proves each rule on all words of 4 bits, and of 8 bits for the masks that its condition admits, and
// requires the false claim beside it to fail.
func TestRules(t *testing.T) {
	for _, r := range Rules {
		refuted := false
		for _, w := range []int{4, 8} {
			for m := uint64(0); m <= ones(w); m++ {
				if !r.When(w, m) {
					continue
				}
				for x := uint64(0); x <= ones(w); x++ {
					for y := uint64(0); y <= ones(w); y++ {
						left := r.Left(w, x, y, m)
						if right := r.Right(w, x, y, m); left != right {
							t.Fatalf("%s: %s: at %d bits, x=%#x y=%#x m=%#x: %#x and %#x", r.Name, r.Text, w, x, y, m, left, right)
						}
						refuted = refuted || left != r.Wrong(w, x, y, m)
					}
				}
			}
		}
		if !refuted {
			t.Errorf("%s: its wrong sibling holds as well", r.Name)
		}
	}
}

// TestConditionMatters drops the condition of the masked choice.
func TestConditionMatters(t *testing.T) {
	for _, r := range Rules {
		if r.Name == choice && r.Left(8, 0xff, 0, 0x0f) == r.Right(8, 0xff, 0, 0x0f) {
			t.Error("a choice by a word that is neither all ones nor zero should split the word")
		}
	}
}

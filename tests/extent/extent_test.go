package extent

import "testing"

func TestOf(t *testing.T) {
	for text, want := range map[string]Extent{"": Usual, "quick": Quick, "full": Full} {
		t.Setenv(Variable, text)
		if got := Of(); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
	if got := Pick(1, 2); got != 1 && Of() != Full {
		t.Errorf("Pick: got %d", got)
	}
	t.Setenv(Variable, "")
	if got := Sample([]int{1, 2, 3, 4, 5}, 2); len(got) != 3 || got[2] != 5 {
		t.Errorf("Sample: got %v", got)
	}
	if got := Few([]int{1, 2, 3, 4, 5}, 2); len(got) != 5 {
		t.Errorf("Few in a usual run: got %v", got)
	}
	if got := Some([]int{1, 2, 3, 4, 5}, 2, 4); len(got) != 3 || got[2] != 5 {
		t.Errorf("Some in a usual run: got %v", got)
	}
	t.Setenv(Variable, "quick")
	if got := Few([]int{1, 2, 3, 4, 5}, 2); len(got) != 3 || got[2] != 5 {
		t.Errorf("Few in a quick run: got %v", got)
	}
	if got := Some([]int{1, 2, 3, 4, 5}, 2, 4); len(got) != 2 || got[1] != 5 {
		t.Errorf("Some in a quick run: got %v", got)
	}
	t.Setenv(Variable, "full")
	if got := Sample([]int{1, 2, 3, 4, 5}, 2); len(got) != 5 {
		t.Errorf("Sample in a full run: got %v", got)
	}
	if got := Some([]int{1, 2, 3, 4, 5}, 2, 4); len(got) != 5 {
		t.Errorf("Some in a full run: got %v", got)
	}
	t.Setenv(Variable, "ful")
	defer func() {
		if recover() == nil {
			t.Error("a misspelt extent is accepted")
		}
	}()
	Of()
}

package extent

import (
	"slices"
	"testing"
)

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

func TestDrawn(t *testing.T) {
	t.Setenv(Variable, "full")
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	t.Setenv(SeedVariable, "all")
	if got := Drawn(t, all, 9, 4); len(got) != len(all) {
		t.Errorf("all: got %v", got)
	}
	differ := false
	for _, seed := range []string{"1", "2", "3", "4", "5", "6"} {
		t.Setenv(SeedVariable, seed)
		got, again := Drawn(t, all, 9, 4), Drawn(t, all, 9, 4)
		if len(got) != 3 || !slices.Equal(got, again) || !slices.IsSorted(got) {
			t.Errorf("seed %s: got %v, then %v", seed, got, again)
		}
		differ = differ || got[0] != 1
	}
	if !differ {
		t.Error("every seed draws the first")
	}
	t.Setenv(Variable, "")
	if got := Drawn(t, all, 9, 4); len(got) != 1 {
		t.Errorf("in a usual run: got %v", got)
	}
}

func TestFaults(t *testing.T) {
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	t.Setenv(SeedVariable, "7")
	for extent, want := range map[string]int{"": 2, "quick": 2, "full": 3} {
		t.Setenv(Variable, extent)
		if got := Faults(t, all, 4); len(got) != want {
			t.Errorf("%q: got %v, want %d", extent, got, want)
		}
		if got := Faults(t, all[:1], 4); len(got) != 1 {
			t.Errorf("%q: got %v of one", extent, got)
		}
		if got := Faults(t, all, 9); len(got) != 2 {
			t.Errorf("%q: got %v, want two at least", extent, got)
		}
	}
}

func TestOneIn(t *testing.T) {
	t.Setenv(Variable, "")
	ran := func(usual, full int) (ran bool) {
		t.Run("", func(t *testing.T) {
			OneIn(t, usual, full)
			ran = true
		})
		return ran
	}
	t.Setenv(SeedVariable, "all")
	if !ran(1000, 1) {
		t.Error("all: skipped")
	}
	t.Setenv(SeedVariable, "")
	runs := 0
	for range 300 {
		if ran(3, 1) {
			runs++
		}
	}
	if runs < 30 || runs > 200 {
		t.Errorf("one in three: %d of 300 runs", runs)
	}
	t.Setenv(Variable, "full")
	for range 10 {
		if !ran(3, 1) {
			t.Error("skipped in a full run")
		}
	}
}

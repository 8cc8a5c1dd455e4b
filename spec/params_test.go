package spec

import (
	"reflect"
	"strings"
	"testing"
)

// TestFamilyFlags sets each flag of a family on every pattern that takes it: the parameters stay those of the family.
func TestFamilyFlags(t *testing.T) {
	set := 0
	for _, f := range flagTable {
		for _, p := range patternsThat(func(p Pattern) bool { return f.family && f.takers(p) }) {
			s := NewSpec(p)
			for _, text := range append([]string{"1", "true", "1,0", "./stats.Clip"}, f.names...) {
				if f.set(&s, text) == "" {
					set++
				}
			}
			if got, want := reflect.TypeOf(s.Params), reflect.TypeOf(NewSpec(p).Params); got != want {
				t.Errorf("-%s of %s: got %v, want %v", f.name, p, got, want)
			}
			if s.Params == NewSpec(p).Params {
				t.Errorf("-%s of %s: no value changes the parameters", f.name, p)
			}
		}
	}
	if set < 100 {
		t.Errorf("%d values set", set)
	}
}

// TestFlagsBeforePattern: the pattern may come after the flags of its family, and between them.
func TestFlagsBeforePattern(t *testing.T) {
	want := NewSpec(BlockReduce)
	want.Params = BlockParams{Threads: 96, All: true, For: ForLatency}
	for _, args := range []string{
		"-pattern block-reduce -block 96 -all -for latency", "-block 96 -all -for latency -pattern block-reduce",
		"-for latency -all -pattern block-reduce -block 96", "-total=false -for latency -block 96 -all -pattern block-reduce",
	} {
		got, err := ParseArgs(strings.Fields(args))
		if strings.Contains(args, "total") { // which changes nothing, and says so
			if err == nil || err.Error() !=
				"-total false: only block-inclusive-scan and block-exclusive-scan take -total; leave it out" {
				t.Errorf("%s: %v", args, err)
			}
		} else if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", args, got, err)
		}
	}
}

// TestForeignParams: parameters of another family are rejected, and flags of one change nothing.
func TestForeignParams(t *testing.T) {
	s := NewSpec(XorReduce)
	s.Params = RowParams{}
	const want = "-pattern xor-reduce: takes no parameters of the type spec.RowParams"
	if err := s.Validate(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	s = NewSpec(Permute).With("total", true).With("perm", "1,0")
	s.Width = 2
	if err := s.Validate(); err == nil || s.Registers() != 1 || s.Move().Perm != "1,0" ||
		err.Error() != "-total: only block-inclusive-scan and block-exclusive-scan take -total; leave it out" {
		t.Errorf("%+v: %v", s, err)
	}
}

// TestFormOfNoWidth: nothing is divided by a width of 0.
func TestFormOfNoWidth(t *testing.T) {
	_, err := ParseArgs(strings.Fields("-pattern batch-reduce -n 2 -width 0 -form value"))
	if err == nil || !strings.Contains(err.Error(), "-width 0") {
		t.Error(err)
	}
}

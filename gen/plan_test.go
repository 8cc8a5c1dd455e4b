package gen_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

// planText is the function that makes a plan, its name and its contract aside.
func planText(t *testing.T, args string) string {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args + " -mask active"))
	if err != nil {
		t.Fatal(err)
	}
	src := string(generate(t, s)[s.FileName()+".cu"])
	plan := regexp.MustCompile(`(?s)void ` + s.FileName() + `_plan(.*?\n}\n)`).FindStringSubmatch(src)
	if plan == nil {
		t.Fatalf("%s: no plan:\n%s", args, src)
	}
	return plan[1]
}

// TestPlansAreShared wants the plans of calls that may share one to be one text,
// and those of others to differ.
func TestPlansAreShared(t *testing.T) {
	same := func(one, other string) {
		t.Helper()
		if diff := cmp.Diff(planText(t, one), planText(t, other)); diff != "" {
			t.Errorf("%s and %s:\n%s", one, other, diff)
		}
	}
	for _, width := range []string{" -width 32", " -width 7", " -width 2"} {
		for _, p := range []string{"-pattern reduce", "-pattern down-reduce", "-pattern inclusive-scan",
			"-pattern exclusive-scan"} {
			for _, other := range []string{" -type float64", " -type int8 -op max", " -type float16x2 -op prod",
				" -type uint64 -op xor -arch sm_70"} {
				same(p+width, p+width+other)
			}
		}
		same("-pattern inclusive-scan"+width, "-pattern exclusive-scan -type float32"+width)
	}
	for _, width := range []string{" -width 16", " -width 7", " -width 2"} {
		for _, key := range []string{"", " -key uint64"} {
			for _, other := range []string{" -type float64", " -type int8 -op max", " -type float16x2 -op prod"} {
				same("-pattern keyed-reduce"+width+key, "-pattern keyed-reduce"+width+key+other)
			}
		}
	}
	for _, pair := range [][2]string{
		{"-pattern reduce", "-pattern down-reduce"},
		{"-pattern down-reduce", "-pattern inclusive-scan"},
		{"-pattern reduce -width 8", "-pattern reduce -width 7"},
		{"-pattern keyed-reduce", "-pattern reduce"},
		{"-pattern keyed-reduce", "-pattern keyed-reduce -key uint64"},
		{"-pattern inclusive-scan -width 32", "-pattern inclusive-scan -width 31"},
	} {
		if planText(t, pair[0]) == planText(t, pair[1]) {
			t.Errorf("%s and %s plan the same", pair[0], pair[1])
		}
	}
}

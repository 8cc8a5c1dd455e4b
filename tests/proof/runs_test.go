package proof

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestRuns proves sorts of more elements than diagrams can say, and wants faults in them refuted.
func TestRuns(t *testing.T) {
	extent.NotQuick(t, "sorts of 256 elements")
	extent.OneIn(t, 3, 2)
	for _, flags := range extent.Drawn(t, []string{"-pattern sort -n 8 -mask full",
		"-pattern sort -n 8 -width 19 -type uint64", "-pattern sort -n 8 -type uint32 -mask full -descending"}, 4, 4) {
		if extent.Of() != extent.Full && !strings.HasSuffix(flags, "full") {
			continue
		}
		s, err := spec.ParseArgs(strings.Fields(flags))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range gen.Langs() {
			if l == gen.CUDA && extent.Of() != extent.Full {
				continue
			}
			if r := proved(t, s, l, "", ""); r.Verdict != verify.Proved ||
				!strings.Contains(r.String(), "merge of sorted runs") {
				t.Errorf("%s in %s: %s", flags, l, r)
			}
		}
	}
	if extent.Of() != extent.Full { // a fault takes its terms to diagrams, and 10 s
		return
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern sort -n 8 -mask full"))
	if err != nil {
		t.Fatal(err)
	}
	for name, fault := range map[string][2]string{
		"an exchange the wrong way round": {"keys[0], keys[255] = min(", "keys[0], keys[255] = max("},
		"a result of its neighbour":       {"row[7] = keys[register+56]", "row[7] = keys[register+57]"},
	} {
		if r := proved(t, s, gen.Go, fault[0], fault[1]); r.Verdict != verify.Refuted {
			t.Errorf("%s: %s", name, r)
		}
	}
}

// proved is the verdict of what is emitted for a spec, with a text replaced once.
func proved(t *testing.T, s spec.Spec, l gen.Lang, old, new string) verify.Report {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{l}})
	if err != nil {
		t.Fatal(err)
	}
	name := s.FileName() + l.Ending()
	text := string(files[name])
	if !strings.Contains(text, old) {
		t.Fatalf("no %q in %s", old, name)
	}
	r, err := verify.Prove(t.Context(), verify.Subject{Path: filepath.Join(t.TempDir(), name),
		Src: []byte(strings.Replace(text, old, new, 1))}, verify.Options{Arches: []string{"sm_90"}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

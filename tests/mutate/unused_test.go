package mutate

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLeavesUnused: an edit that leavesUnused reports does not compile, and it reports at
// least a third of the edits that do not compile.
func TestLeavesUnused(t *testing.T) {
	files, err := filepath.Glob("../../generated/*reduce*_w[48].go")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	passed, wrong := 0, 0
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse(src)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range Kinds {
			edits := k.Find(f)
			for i := 0; i < len(edits); i += 1 + len(edits)/6 {
				compiles := check(f.apply(k.Name, edits[i]).Src) == nil
				unused := f.leavesUnused(edits[i])
				if compiles && unused {
					t.Errorf("%s: %s compiles: %q", path, k.Name, edits[i][0].text)
				}
				if !compiles {
					wrong++
				}
				if unused {
					passed++
				}
			}
		}
	}
	t.Logf("%d edits do not compile, %d are reported", wrong, passed)
	if passed*3 < wrong {
		t.Errorf("%d of %d edits that do not compile are reported, want a third", passed, wrong)
	}
}

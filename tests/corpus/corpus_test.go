// Package corpus_test judges the functions of corpus/ and compares each verdict with what is known of the function.
//
// A verdict is wrong if a correct function is refuted or a faulty one proved; there must be none. Our verdicts are kept
// in corpus/verdicts.json, from which the table of corpus/README.md is made:
//
//	SHFLGEN_SEED=all go test ./tests/corpus -update
package corpus_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

const folder = "../../corpus"

var update = flag.Bool("update", false, "judge all functions and write verdicts.json and the table of README.md")

// function is an entry of index.json.
type function struct {
	ID       string `json:"id"`
	File     string `json:"file"`
	Function string `json:"function"`
	Family   string `json:"family"`
	Contract string `json:"contract"`

	Spec       string `json:"spec,omitempty"`       // flags of -spec without -name; "": no flags say what is promised
	Call       string `json:"call,omitempty"`       // as of -call
	BlockShape string `json:"blockShape,omitempty"` // as of -block-shape
	Calls      string `json:"calls,omitempty"`      // as of -calls
	Compiler   string `json:"compiler,omitempty"`   // "": clang
	Blocks     string `json:"blocks,omitempty"`     // of a kernel that is audited: threads of the blocks that launch it
	Cols       string `json:"cols,omitempty"`       // of such a kernel: elements of a row or of the array; "": usual numbers
	Computes   string `json:"computes,omitempty"`   // of such a kernel: what an audit has to find

	Launch   string `json:"launch"`
	Expected string `json:"expected"` // correct or faulty
	Reason   string `json:"reason"`
	Witness  string `json:"witness,omitempty"` // of a faulty one: a call or an execution that fails
	Report   string `json:"report,omitempty"`  // address
}

// parsed is what the function promises in shflgen's flags.
func (f function) parsed() (spec.Spec, error) {
	return spec.ParseArgs(append(strings.Fields(f.Spec), "-name", f.Function))
}

// index reads index.json.
func index(t *testing.T) (all []function) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	address = regexp.MustCompile(`^https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+$`)
	defined = regexp.MustCompile(
		`(?m)^(?:template <.*> )?(?:__device__|(?:extern "C" )?__global__ void(?: __launch_bounds__\(\d+\))?) .*?\b(\w+)\(`)
)

// TestIndex: the index lists every function of the files, with all that another tool needs.
func TestIndex(t *testing.T) {
	all := index(t)
	if len(all) < 150 {
		t.Errorf("%d functions, want 150", len(all))
	}
	listed := map[string][]string{} // of a file, with helpers
	families := map[string]int{}
	reports := 0
	for i, f := range all {
		if f.ID != f.Family+"/"+f.Function || !strings.HasPrefix(f.File, f.Family+"/") ||
			slices.ContainsFunc(all[:i], func(o function) bool { return o.ID == f.ID }) {
			t.Errorf("%s: an id of its own, made of family and function, and a file of the family", f.ID)
		}
		if f.Contract == "" || f.Launch == "" || f.Reason == "" || (f.Witness != "") != (f.Expected == "faulty") {
			t.Errorf("%s: a contract, a launch, a reason, and a witness if it is faulty", f.ID)
		}
		if f.Report != "" && !address.MatchString(f.Report) {
			t.Errorf("%s: the report is %q", f.ID, f.Report)
		}
		if _, err := f.parsed(); f.Spec != "" && err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
		if f.Expected != "correct" && f.Expected != "faulty" {
			t.Errorf("%s: expected %q", f.ID, f.Expected)
		}
		if f.Report != "" {
			reports++
		}
		listed[f.File] = append(listed[f.File], f.Function)
		families[f.Family+" "+f.Expected]++
	}
	for name := range families {
		family, _, _ := strings.Cut(name, " ")
		if families[family+" correct"] == 0 || families[family+" faulty"] == 0 {
			t.Errorf("%s has no function of one kind", family)
		}
	}
	if reports < 60 {
		t.Errorf("%d functions have the address of a report, want 60", reports)
	}
	compareFiles(t, listed)
}

// compareFiles: the files are those that the index lists, and define its functions.
func compareFiles(t *testing.T, listed map[string][]string) {
	t.Helper()
	paths, err := filepath.Glob(folder + "/*/*.cu")
	if err != nil || len(paths) != len(listed) {
		t.Errorf("%d files, and the index lists %d: %v", len(paths), len(listed), err)
	}
	for file, functions := range listed {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Error(err)
			continue
		}
		var names []string
		for _, m := range defined.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		for _, name := range functions {
			if !slices.Contains(names, name) {
				t.Errorf("%s does not define %s", file, name)
			}
		}
		if !bytes.HasPrefix(text, []byte("// ")) || !bytes.Contains(text, []byte("\n// Launch: ")) {
			t.Errorf("%s: the comment at its head says what is promised, and of which launches", file)
		}
	}
}

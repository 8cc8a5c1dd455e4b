package sentences

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of docs/trust.md")

// words say what a kind is, on the page, with a sentence of it.
var words = [...]struct{ what, example string }{
	Executed: {"a proof executes it", "More do nothing; fewer end in a trap."},
	Compared: {
		"the text that it speaks of is compared with the printed one",
		"It costs{opt one match andopt} {number} {word}{opt, of {word} words eachopt}.",
	},
	Condition: {
		"the proof assumes it of the caller, and the verdict says so", "All 32 lanes of the warp must make the call.",
	},
	Defined: {
		"it says what words mean; a test holds the reference to it", "The warp is cut into {n} segments of {n} lanes.",
	},
	Free: {"it names what is not specified", "The results of the other threads are unspecified."},
}

// plain makes a sentence of a text with placeholders.
var plain = strings.NewReplacer(
	"{opt one match andopt}", "", "{opt, of {word} words eachopt}", "", "{number}", "5", "{word}", "shuffles", "{n}", "8",
)

// TestPage: docs/trust.md has the number of sentences of each kind.
func TestPage(t *testing.T) {
	count := map[Kind]int{}
	texts := map[string]bool{}
	for _, r := range All() {
		count[r.Kind]++
		texts[r.Text] = true
	}
	var b strings.Builder
	b.WriteString("| what holds a file to it | sentences | such as |\n| --- | --: | --- |\n")
	for k, w := range words {
		if !texts[w.example] {
			t.Errorf("no row has the sentence %q", w.example)
		}
		example := plain.Replace(w.example)
		fmt.Fprintf(&b, "| %s | %d | “%s” |\n", w.what, count[Kind(k)], example)
	}
	const path, marker = "../../docs/trust.md", "<!-- sentences -->\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), marker)
	if !ok {
		t.Fatalf("%s: no %q", path, marker)
	}
	old, after := "", rest
	if strings.HasPrefix(rest, "|") {
		old, after, _ = strings.Cut(rest, "\n\n")
		old, after = old+"\n", "\n"+after
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+marker+b.String()+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if old != b.String() {
		t.Errorf("%s is not what the list says; run go test ./tests/sentences -run TestPage -update", path)
	}
}

package law_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/tests/extent"
)

var update = flag.Bool("update", false, "write the table of docs/laws.md")

const (
	page  = "../../../docs/laws.md"
	start = "<!-- lawful -->\n"
)

// TestPage holds the table of docs/laws.md.
func TestPage(t *testing.T) {
	if extent.Of() != extent.Full && !*update {
		t.Skip("all inputs of some take long")
	}
	var b strings.Builder
	b.WriteString("| operator | " + strings.Join([]string{"associative", "commutative", "idempotent", "identity",
		"closed"}, " | ") + " |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, op := range operators(t, "./testdata/lawful") {
		all, err := law.Check(context.Background(), op, law.Limits{Within: 4 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		cells := make([]string, 5)
		for _, v := range all {
			cells[v.Law] = v.Answer.String()
			if v.Answer == law.Proved {
				cells[v.Law] += " by " + v.How
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", op.Func.FuncName(), strings.Join(cells, " | "))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, table, ok := strings.Cut(string(text), start)
	switch {
	case !ok:
		t.Fatalf("%s has no %s", page, start)
	case table == b.String():
	case *update:
		if err := os.WriteFile(page, []byte(before+start+b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of %s is stale: go test ./internal/prover/law -run Page -update", page)
	}
}

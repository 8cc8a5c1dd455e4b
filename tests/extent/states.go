package extent

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// count is a whole number, with commas between thousands.
var count = regexp.MustCompile(`\b\d+(?:,\d{3})*\b`)

// States requires that the first number after a subject in a page is n.
func States(t *testing.T, page, subject string, n int) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), subject)
	if !ok {
		t.Fatalf("%s does not name %s", page, subject)
	}
	if got := count.FindString(after); strings.ReplaceAll(got, ",", "") != strconv.Itoa(n) {
		t.Errorf("%s: %s %s, and there are %d", page, subject, got, n)
	}
}

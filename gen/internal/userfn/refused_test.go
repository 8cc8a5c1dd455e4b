package userfn

import (
	"strings"
	"testing"
)

// TestRefused: what is not translated is an error that says where and why.
func TestRefused(t *testing.T) {
	p := load(t, ".", "./testdata/refused")
	var b strings.Builder
	for _, fn := range exported(p) {
		code, err := Translate(p, fn, Options{Prefix: "x"})
		b.WriteString("== " + fn.Name() + "\n")
		if err == nil {
			t.Errorf("%s is translated:\n%s", fn.Name(), code)
			continue
		}
		b.WriteString(err.Error() + "\n")
	}
	golden(t, "refused.txt", b.String())
}

package serve

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestPage: the page names every field of requests and answers, every verdict and every kind.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{Proved, Refuted, Undecided, Generated, Failed, OfValue, OfRace, OfFault, OfCompile, OfConstruct,
		OfProof, OfLengths, OfTime, OfMemory, OfNothing, OfRequest, OfCancel, OfMachine}
	for _, of := range []reflect.Type{reflect.TypeFor[Request](), reflect.TypeFor[Answer]()} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/serve.md has no `%s`", name)
		}
	}
}

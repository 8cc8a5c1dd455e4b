package axiom

import (
	"embed"
	"strings"

	"github.com/shflgen/shflgen"
)

//go:embed half.go key.go threshold.go lane.go float32.go parallel.go
var files embed.FS

// Files are the names of the files with axioms: those of this package, and that of package math32.
var Files = []string{"half.go", "key.go", "threshold.go", "lane.go", "float32.go", "parallel.go", "math32.go"}

// Source is the text of a file.
func Source(name string) ([]byte, error) {
	if name == "math32.go" {
		return []byte(shflgen.Math32()), nil
	}
	return files.ReadFile(name)
}

// Text is a function as its file has it: the lists of its parameters and results, and the lines of its body.
type Text struct {
	Params, Results string
	Body            []string
}

// TextOf is the text of an axiom.
func TextOf(name string) Text {
	for _, file := range Files {
		src, err := Source(file)
		if err != nil {
			panic(err) // it is embedded
		}
		if _, from, ok := strings.Cut(string(src), "\nfunc "+name+"("); ok {
			from, _, _ = strings.Cut(from, "\n}\n")
			head, body, _ := strings.Cut(from, " {\n")
			end := strings.LastIndex(head, ")")
			return Text{head[:end], strings.TrimSpace(head[end+1:]), strings.Split(body, "\n")}
		}
	}
	panic("axiom: no " + name)
}

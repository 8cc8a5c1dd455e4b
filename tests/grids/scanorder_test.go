package grids

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanMain compares an emitted function with the code of the document.
const scanMain = `package main

import (
	"math"
	"os"
)

func main() {
	for _, n := range lengths {
		in, out := make([]element, n), make([]element, n)
		for i := range in {
			z := uint64(i+n+1) * 0x9e3779b97f4a7c15
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			in[i] = element(int64(z)) * 0x1p-60
		}
		emitted(in, out)
		for i, want := range scan(in, size, exclusive) {
			if math.Float64bits(float64(out[i])) != math.Float64bits(float64(want)) {
				println(n, "elements: element", i, "is", out[i], "want", want)
				os.Exit(1)
			}
		}
	}
}
`

// TestScanOrder: emitted Go scans arrays in the order that the code of docs/order.md states.
func TestScanOrder(t *testing.T) {
	extent.NotQuick(t, "compiles Go")
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(text), "```go\nfunc scan(")
	code, _, closed := strings.Cut("func scan("+code, "```\n")
	if !found || !closed {
		t.Fatal("the document has no code of a scan")
	}
	for _, p := range []spec.Pattern{spec.GridInclusiveScan, spec.GridExclusiveScan} {
		for _, typ := range []spec.Type{spec.Float32, spec.Float64} {
			s := spec.NewSpec(p)
			s.Type = typ
			files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
			if err != nil {
				t.Fatal(err)
			}
			run := func(document string) error {
				dir := t.TempDir()
				lengths := fmt.Sprintf("%#v", append(append([]int(nil), catalogue.ScanLengths...), 1025*4096+5))
				for name, text := range map[string]string{
					"go.mod": "module x\n\ngo 1.24\n", "main.go": scanMain, "emitted.go": string(files[s.FileName()+".go"]),
					"order.go": "package main\n\nimport \"math\"\n\n" + strings.ReplaceAll(document, "float32", typ.String()),
					"of.go": fmt.Sprintf("package main\n\ntype element = %s\n\nvar lengths = %s\n\n"+
						"const size, exclusive = %d, %t\n\nvar emitted = %s\n",
						typ, lengths, typ.Bits()/8, p == spec.GridExclusiveScan, s.FuncName()),
				} {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				cmd := exec.Command("go", "run", ".")
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					return fmt.Errorf("%w: %s", err, out)
				}
				return nil
			}
			if err := run(code); err != nil {
				t.Errorf("%s of %s: %v", p, typ, err)
			}
			if err := run(strings.Replace(code, "strip+(base+sum)", "(strip+base)+sum", 2)); err == nil ||
				!strings.Contains(err.Error(), "want") {
				t.Errorf("%s of %s: another order is not found: %v", p, typ, err)
			}
		}
	}
}

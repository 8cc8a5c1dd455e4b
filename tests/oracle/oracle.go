// Package oracle compiles emitted Go and compares it with the reference. It uses neither the
// prover's reader nor its terms.
package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen/spec"
)

// Func is one emitted function. The functions of a run have different names.
type Func struct {
	Name string // name of the function
	Spec spec.Spec
	Src  []byte // the file, of package main
}

// Report is the result of one function.
type Report struct {
	Name     string
	Calls    int    // calls compared
	Mismatch string // the first mismatch, or empty
}

// Run compiles the functions into one program and runs each. If 2^width is at most exhaustive,
// it runs every mask of a segment, all segments at the same time; else calls random masks.
func Run(funcs []Func, exhaustive, calls int) ([]Report, error) {
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(here), "testdata")
	if err := os.MkdirAll(root, 0o777); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(root, "run") // inside the module, so that it sees the reference
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for i, f := range funcs {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", i)), f.Src, 0o666); err != nil {
			return nil, err
		}
	}
	var main bytes.Buffer
	if err := program.Execute(&main, funcs); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), main.Bytes(), 0o666); err != nil {
		return nil, err
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("go", "run", ".", fmt.Sprint(exhaustive), fmt.Sprint(calls))
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%.4000s", err, errs.Bytes())
	}
	var reports []Report
	err = json.Unmarshal(out.Bytes(), &reports)
	if err == nil && len(reports) != len(funcs) {
		err = fmt.Errorf("%d reports of %d functions", len(reports), len(funcs))
	}
	return reports, err
}

var program = template.Must(template.New("main").Funcs(template.FuncMap{
	"flags": func(s spec.Spec) string { return strings.Join(s.Args(), " ") },
}).Parse(`package main

import (
	"encoding/json"
	"os"
	"strconv"

	"github.com/shflgen/shflgen/tests/oracle/drive"
)

func main() {
	exhaustive, _ := strconv.Atoi(os.Args[1])
	calls, _ := strconv.Atoi(os.Args[2])
	reports := drive.All([]drive.Twin{
{{- range .}}
		{"{{.Name}}", "{{flags .Spec}}", {{.Name}}},
{{- end}}
	}, exhaustive, calls)
	if err := json.NewEncoder(os.Stdout).Encode(reports); err != nil {
		panic(err)
	}
}
`))

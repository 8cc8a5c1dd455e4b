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
	"slices"
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
	"array": array,
	"moves": moves,
	"call":  callText,

	"distances": distances,
	"numbers":   numbers,
	"value":     value,
	"mapped":    mapped,
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
		{Name: "{{.Name}}", Flags: "{{flags .Spec}}", Call: func(mask []uint32, lanes []uint64) (pred uint32) {
			var v {{array .Spec}}
			{{with value .Spec}}{{.}}
			{{end -}}
			{{range moves .Spec "Load"}}{{.}}
			{{end -}}
			{{- range numbers .Spec}}
			var {{.Name}} {{.Type}}
			{{- range .Moves "Load"}}
			{{.}}
			{{- end}}
			{{- end}}
			{{- if .Spec.Shape.Keyed}}
			var key [{{.Spec.Lanes}}]{{.Spec.Keyed.Key}}
			drive.Load(key[:], lanes[len(v):])
			{{- end}}
			{{- range mapped .Spec}}
			{{.}}
			{{- end}}
			{{- with distances .Spec}}
			{{.}}
			{{- end}}
			{{call .}}
			{{range moves .Spec "Store"}}{{.}}
			{{end -}}
			{{- range numbers .Spec}}{{range .Moves "Store"}}
			{{.}}
			{{- end}}{{end}}
			return pred
		}},
{{- end}}
	}, exhaustive, calls)
	if err := json.NewEncoder(os.Stdout).Encode(reports); err != nil {
		panic(err)
	}
}
`))

// number is an output that is a number of each lane, or of each of its registers: its local, and
// where the numbers begin.
type number struct {
	Name  string
	port  spec.Port
	lanes int
	at    int
}

func numbers(s spec.Spec) []number {
	var all []number
	at := s.Inputs()
	for _, p := range s.Shape().Numbers() {
		all = append(all, number{p.Role.Name(), p, s.Lanes(), at})
		at += s.Shape().PortValues(p)
	}
	return all
}

// Type is the type of the local.
func (n number) Type() string { return lanesOf(n.port, n.lanes, "int32") }

// Moves are the calls that load or store the numbers.
func (n number) Moves(by string) []string {
	return movesOf(n.port, by, n.Name, n.lanes, n.at, 1)
}

// lanesOf is the type of the values of a port.
func lanesOf(p spec.Port, lanes int, element string) string {
	if p.Array {
		return fmt.Sprintf("[%d][%d]%s", p.Count, lanes, element)
	}
	return fmt.Sprintf("[%d]%s", lanes, element)
}

// movesOf are the calls that load or store the values of a port, one for each register: one of so
// many that lie in a row for each lane.
func movesOf(p spec.Port, by, name string, lanes, at, many int) []string {
	var lines []string
	for r := range p.Count {
		local := name
		if p.Array {
			local = fmt.Sprintf("%s[%d]", name, r)
		}
		lines = append(lines, fmt.Sprintf("drive.%sEach(%s[:], lanes[%d:], %d)", by, local, at+r*lanes*many, many))
	}
	return lines
}

// mapped declare and load the inputs of a map, which come last.
func mapped(s spec.Spec) []string {
	sh := s.Shape()
	at := sh.Inputs() - sh.MappedValues()
	var lines []string
	for _, p := range sh.Mapped() {
		lines = append(lines, fmt.Sprintf("var %s %s", p.Role.Name(), array(s)))
		registers := 1
		if sh.Array() {
			registers = sh.Registers()
		}
		for r := range registers {
			to := p.Role.Name()
			if sh.Array() {
				to = fmt.Sprintf("%s[%d]", to, r)
			}
			lines = append(lines, fmt.Sprintf("drive.Load(%s[:], lanes[%d:])", to, at))
			at += sh.Lanes
		}
	}
	return lines
}

// array is the type of a function's elements.
func array(s spec.Spec) string {
	sh := s.Shape()
	registers := ""
	if sh.Array() {
		registers = fmt.Sprintf("[%d]", sh.Registers())
	}
	return fmt.Sprintf("%s[%d]%s", registers, sh.Lanes, element(s.Type))
}

// value declares what follows the keys, if there is something.
func value(s spec.Spec) string {
	port, ok := s.Shape().Takes(spec.ValueRole)
	if !ok {
		return ""
	}
	return "var value " + lanesOf(port, s.Lanes(), element(port.Type))
}

// moves are the calls that load or store an array, one for each register.
func moves(s spec.Spec, by string) []string {
	sh := s.Shape()
	lines := movesOf(sh.Element(), by, "v", sh.Lanes, 0, sh.Leaves())
	if value, ok := sh.Takes(spec.ValueRole); ok {
		lines = append(lines, movesOf(value, by, "value", sh.Lanes, 1, sh.Leaves())...)
	}
	return lines
}

// element is the Go type of an element.
func element(t spec.Type) string {
	switch t {
	case spec.Float16, spec.Bfloat16:
		return "uint16"
	case spec.Float16x2, spec.Bfloat16x2:
		return "uint32"
	}
	return t.String()
}

// distances are the statements that load the distances that a caller gives, if any.
func distances(s spec.Spec) string {
	sh := s.Shape()
	switch operand, ok := sh.Operand(); {
	case !ok:
		return ""
	case operand.Uniform:
		return fmt.Sprintf("var distance [1]int\n\t\t\tdrive.Load(distance[:], lanes[%d:])", sh.Inputs()-1)
	}
	return fmt.Sprintf("var distance [%d]int32\n\t\t\tdrive.Load(distance[:], lanes[%d:])", sh.Operands(),
		sh.Inputs()-sh.Operands())
}

// callText is the statement that calls a function.
func callText(f Func) string {
	sh := f.Spec.Shape()
	given := map[spec.Role]string{spec.MaskRole: "mask[0]", spec.KeyRole: "&key", spec.ElementRole: "&v",
		spec.ValueRole: "&value"}
	if sh.Block() {
		given[spec.MaskRole] = fmt.Sprintf("(*[%d]uint32)(mask)", sh.MaskWords())
	}
	var args []string
	ports := sh.In
	if !sh.TakesElements() {
		ports = append(slices.Clone(ports), sh.Element())
	}
	for _, p := range ports {
		switch {
		case p.Uniform:
			args = append(args, "distance[0]")
			continue
		case p.Role.Operand():
			args = append(args, "&distance")
			continue
		}
		if p.Role.Input() {
			args = append(args, "&"+p.Role.Name())
			continue
		}
		args = append(args, given[p.Role])
	}
	for _, p := range sh.Numbers() {
		args = append(args, "&"+p.Role.Name())
	}
	call := fmt.Sprintf("%s(%s)", f.Name, strings.Join(args, ", "))
	if sh.HasPred() {
		call = "pred = " + call
	}
	return call
}

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ofRuntime are the variables of the manual that no code of this module reads, but Go's run time.
var ofRuntime = []string{"GOMAXPROCS", "GOMEMLIMIT"}

// computed are the files that read variables with computed names: those of go:generate directives.
var computed = []string{"directives.go"}

// inManual finds the variables that the manual explains.
var inManual = regexp.MustCompile(`(?m)^\t([A-Z_]+)  `)

// TestEnvironment: the manual explains the environment variables that the command reads, and no others.
func TestEnvironment(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{$dir := .Dir}}{{with .Module}}{{if .Main}}{{range $.GoFiles}}{{$dir}}/{{.}}
{{end}}{{end}}{{end}}{{end}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 200 {
		t.Fatalf("%d files", len(files))
	}
	var read []string
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := variable(call)
			switch {
			case !ok:
			case name == "" && !slices.Contains(computed, filepath.Base(path)):
				t.Errorf("%s reads variables whose names are computed, so that the manual cannot list them", path)
			case name != "":
				read = append(read, name)
			}
			return true
		})
	}
	slices.Sort(read)
	read = slices.Compact(append(read, ofRuntime...))
	var explained []string
	for _, m := range inManual.FindAllStringSubmatch(section("Environment"), -1) {
		explained = append(explained, m[1])
	}
	slices.Sort(read)
	slices.Sort(explained)
	if !slices.Equal(read, explained) {
		t.Errorf("the command reads %q, the manual explains %q", read, explained)
	}
}

// variable is the variable that a call reads, "" for a computed one; false for other calls.
func variable(call *ast.CallExpr) (string, bool) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	x, ok := f.X.(*ast.Ident)
	if !ok || x.Name != "os" && x.Name != "syscall" || !slices.Contains([]string{"Getenv", "LookupEnv", "ExpandEnv"},
		f.Sel.Name) {
		return "", false
	}
	if text, ok := call.Args[0].(*ast.BasicLit); ok && f.Sel.Name != "ExpandEnv" {
		name, err := strconv.Unquote(text.Value)
		return name, err == nil
	}
	return "", true
}

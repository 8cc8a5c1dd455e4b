package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

// userops is the package of the functions.
const userops = "github.com/shflgen/shflgen/tests/userops"

// users are scans by functions of that package, which stands for @: inclusive ones, and exclusive ones by operators with an identity.
var users = []string{
	"inclusive-scan -op @.Minus", "inclusive-scan -op @.MulMod", "inclusive-scan -op @.Norm", "inclusive-scan -op @.Mean", "inclusive-scan -op @.LastSet",
	"exclusive-scan -op @.LastSet", "exclusive-scan -op @.Added", "inclusive-scan -op @.Added", "inclusive-scan -op @.Minus -map @.Residual",
	"inclusive-scan -op @.Mean -map square", "exclusive-scan -op @.Added -map @.Halved", "exclusive-scan -op max -map @.Negated",
	"inclusive-scan -op @.Mean -in float16", "exclusive-scan -op @.Added -in bfloat16 -map product",
}

// writeUsers writes the files of these scans, what registers them, and what embeds the CUDA.
func writeUsers(dir string, register *strings.Builder) (embeds string, err error) {
	for i, of := range users {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-" + strings.ReplaceAll(of, "@", userops)))
		if err != nil {
			return "", err
		}
		if s, _, err = operator.Resolve(s, ".", ".", false); err != nil {
			return "", err
		}
		options := gen.Options{Package: "twins", Langs: gen.Langs()}
		loaded, err := operator.Loaded(s)
		if err != nil {
			return "", err
		}
		for _, fn := range loaded {
			if fn.Flag == "map" {
				options.Map = gen.Operator{Package: fn.Pkg, Func: fn.Fn}
				continue
			}
			options.Operator = gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		}
		files, err := gen.Generate(s, options)
		if err != nil {
			return "", err
		}
		for name, as := range map[string]string{s.FileName() + ".go": s.FileName() + "_twin.go", s.FileName() + ".cu": fmt.Sprintf("user%d.txt", i)} {
			if err := os.WriteFile(filepath.Join(dir, as), files[name], 0o666); err != nil {
				return "", err
			}
		}
		var in []string
		for _, p := range s.Shape().In {
			in = append(in, fmt.Sprint(uint8(p.Type)))
		}
		embeds += fmt.Sprintf("//go:embed user%d.txt\nvar user%[1]d string\n\n", i)
		fmt.Fprintf(register, "\tscans.RegisterUser(scans.User{Name: %q, Source: user%d, Type: %d, In: []spec.Type{%s}}, scans.Of%s(%s))\n",
			s.FileName(), i, uint8(s.Type), strings.Join(in, ", "), several(s), s.FuncName())
	}
	return embeds, nil
}

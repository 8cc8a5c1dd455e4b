// Package answer is what the playground's page asks for, as plain functions: source and pictures of a
// spec, and the verdict on a Go text. It reads no file and starts no program, so that it runs in a
// browser. Package wasm connects it to a page.
package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/elements"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// pkg is the package of the Go text.
const pkg = "shfl"

// Made is what a spec becomes.
type Made struct {
	Flags    string `json:"flags"` // canonical
	Contract string `json:"contract"`
	Go       string `json:"go"`
	File     string `json:"file"`    // name of the Go and of the CUDA file, without an ending
	Members  bool   `json:"members"` // the call takes a mask of a warp
	Width    int    `json:"width"`   // lanes of a segment; 0 of a block or in memory
}

// Make generates the Go of a spec.
func Make(flags string) (Made, error) {
	s, src, err := generate(flags, gen.Go)
	if err != nil {
		return Made{}, err
	}
	return Made{
		Flags: strings.Join(s.Args(), " "), Contract: s.Gives() + ".", File: s.FileName(), Width: s.Width, Go: src,
		Members: s.Shape().Masked() && !s.Shape().Block(),
	}, nil
}

// CUDA is a spec in CUDA. It is a question of its own: the proof of the Go need not wait for it.
type CUDA struct {
	Source   string `json:"source"`
	Explorer string `json:"explorer"` // the source in Compiler Explorer
}

// MakeCUDA generates the CUDA of a spec.
func MakeCUDA(flags string) (CUDA, error) {
	s, src, err := generate(flags, gen.CUDA)
	if err != nil {
		return CUDA{}, err
	}
	return CUDA{src, explorer(s, src)}, nil
}

// generate is the file of a spec in a language.
func generate(flags string, l gen.Lang) (spec.Spec, string, error) {
	s, err := specOf(flags)
	if err != nil {
		return s, "", err
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{l}, Package: pkg})
	return s, string(files[s.FileName()+l.Ending()]), err
}

// Drawn is a picture of a network.
type Drawn struct {
	SVG   string   `json:"svg"`
	Steps []string `json:"steps"`          // what each row does; the first is the input
	Note  string   `json:"note,omitempty"` // why no values are shown
}

// Draw is the picture of the network that a spec becomes in a language, for a mask and the elements of the lanes.
// Without elements, or where a picture shows none, circles say of how many lanes an element is made.
func Draw(flags, lang string, members uint32, values string) (Drawn, error) {
	s, err := specOf(flags)
	if err != nil {
		return Drawn{}, err
	}
	for _, l := range gen.Langs() {
		if l.String() != lang {
			continue
		}
		o, note := gen.DrawOptions{Members: members}, ""
		if values != "" {
			if err := elements.Read(&o, s, values); err != nil {
				o, note = gen.DrawOptions{Members: members}, strings.TrimPrefix(err.Error(), "-")
			}
		}
		f, err := gen.Draw(s, l, o)
		if err != nil {
			return Drawn{}, err
		}
		return Drawn{string(f.SVG()), f.Titles(), note}, nil
	}
	return Drawn{}, fmt.Errorf("unexpected language %q", lang)
}

// Proof is the verdict on a Go text.
type Proof struct {
	Report verify.Report `json:"report"`

	// For a refutation, in words: what is wrong, what the lane or thread that is wrong brings to the call,
	// and what the others bring.
	Wrong  string   `json:"wrong,omitempty"`
	Own    []string `json:"own,omitempty"`
	Others []string `json:"others,omitempty"`
}

// Prove is the verdict on a Go text, against its header. The text around the bodies of functions must be
// as shflgen prints it, as for the command. It is a package of its own: there is no other file.
func Prove(src string) (Proof, error) {
	r, err := verify.Prove(context.Background(), verify.Subject{Path: "playground.go", Src: []byte(src)},
		verify.Options{Alone: true, Printed: printed})
	p := Proof{Report: r}
	if c := r.Counterexample; err == nil && c != nil {
		p.Wrong, p.Own = inputs(c.String())
		_, all := inputs(c.Verbose())
		p.Others = slices.DeleteFunc(all, func(in string) bool { return slices.Contains(p.Own, in) })
	}
	return p, err
}

// inputs are the first line of the text of a counterexample, and its inputs.
func inputs(text string) (first string, all []string) {
	first, rest, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(rest) {
		if in, ok := strings.CutPrefix(strings.TrimSpace(line), "input"); ok {
			all = append(all, strings.TrimSpace(in))
		}
	}
	return strings.TrimSpace(first), all
}

// printed is what shflgen prints for a spec.
func printed(s spec.Spec, ending, pkg string) ([]byte, error) {
	if ending != gen.Go.Ending() {
		return nil, fmt.Errorf("want Go, not %s", ending)
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.Go}, Package: pkg})
	return files[s.FileName()+ending], err
}

// specOf reads a spec. Elements and operators of users are in packages, which a page cannot load.
func specOf(flags string) (spec.Spec, error) {
	s, err := spec.ParseArgs(strings.Fields(flags))
	if err != nil {
		return spec.Spec{}, err
	}
	if s.CallsUsers() || len(s.Composites()) > 0 || s.Ready() != nil {
		return spec.Spec{}, fmt.Errorf("types and functions of your own are in Go packages, which this page "+
			"cannot load; run shflgen %s in your module", flags)
	}
	return s, nil
}

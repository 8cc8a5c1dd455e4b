package answer

import (
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Vocabulary is what the flags of a spec may say.
type Vocabulary struct {
	Patterns []Pattern `json:"patterns"`
	Types    []Type    `json:"types"`
}

// Pattern is a pattern, with what it may be combined with.
type Pattern struct {
	Name   string   `json:"name"`
	Group  string   `json:"group"`  // of the list
	Gives  string   `json:"gives"`  // the contract, of any spec
	Needs  string   `json:"needs"`  // flags to start from, beside those that every pattern takes
	Widths []int    `json:"widths"` // none, of a block or in memory
	Types  []string `json:"types"`
	Ops    []string `json:"ops"` // none where nothing is combined
	Masks  []string `json:"masks"`
}

// Type is an element type.
type Type struct {
	Name string   `json:"name"`
	Ops  []string `json:"ops"`
}

// needs are flags without which a pattern says nothing, or nothing that a picture shows. A pattern
// without a row needs none.
var needs = map[string]string{
	"shfl":                 "-src 3",
	"shfl-up":              "-delta 1",
	"shfl-down":            "-delta 1",
	"shfl-xor":             "-xor 1",
	"rotate":               "-delta 3",
	"batch-reduce":         "-n 4",
	"array-exchange":       "-n 4 -xor 1",
	"swap":                 "-n 4 -xor 1 -first 0 -second 3",
	"transpose":            "-n 4",
	"permute":              "-width 8 -perm 7,6,5,4,3,2,1,0",
	"topk":                 "-k 3",
	"select":               "-k 3",
	"block-reduce":         "-block 64",
	"block-inclusive-scan": "-block 64",
	"block-exclusive-scan": "-block 64",
	"row-reduce":           "-cols 1024",
	"row-apply":            "-cols 1024 -f softmax",
}

// Words is the vocabulary of shflgen.
func Words() Vocabulary {
	var v Vocabulary
	for _, p := range spec.Patterns() {
		if p.Global() { // of structs, which the page has no package for
			continue
		}
		of := Pattern{Name: p.String(), Group: group(p), Gives: p.Gives(), Needs: needs[p.String()]}
		for w := 1; w <= spec.WarpSize && of.Group == warps; w++ {
			if w&(w-1) == 0 || !p.PowerOfTwo() {
				of.Widths = append(of.Widths, w)
			}
		}
		for _, t := range spec.Types() {
			if accepts(p, t) {
				of.Types = append(of.Types, t.String())
			}
		}
		for _, o := range spec.Ops() {
			if p.Takes(o) {
				of.Ops = append(of.Ops, o.String())
			}
		}
		for _, m := range p.MaskModes() {
			of.Masks = append(of.Masks, m.String())
		}
		v.Patterns = append(v.Patterns, of)
	}
	for _, t := range spec.Types() {
		of := Type{Name: t.String()}
		for _, o := range spec.Ops() {
			if o.On(t) {
				of.Ops = append(of.Ops, o.String())
			}
		}
		v.Types = append(v.Types, of)
	}
	return v
}

// accepts reports whether p has a spec of a type.
func accepts(p spec.Pattern, t spec.Type) bool {
	s, err := spec.ParseArgs(strings.Fields("-pattern " + p.String() + " " + needs[p.String()]))
	s.Type = t
	for _, o := range spec.Ops() {
		if p.Takes(o) && o.On(t) {
			s.Op = o
			break
		}
	}
	return err == nil && s.Validate() == nil
}

// warps is the group of the patterns that a warp carries out.
const warps = "warps"

// group is the part of the list of patterns that p stands in.
func group(p spec.Pattern) string {
	switch {
	case p.InMemory():
		return "rows and arrays"
	case p.Block():
		return "blocks"
	}
	return warps
}

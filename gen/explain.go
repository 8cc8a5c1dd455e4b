package gen

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// Explanation is how a spec becomes code of one language.
type Explanation struct {
	Lang     Lang
	Lowering string // the way to build the network that was chosen
	Builds   string // what it makes, in a few words
	Choice   string // what -arch decided, if it did
	Rejected []Rejected
	Steps    []Step

	// Cost is what the network takes on a GPU; nil for Go, which computes what lanes have
	// in common once, and for kernels with loops over an array.
	Cost *Cost

	// Variant is for architectures from VariantArch on, if there the hardware can do it in
	// another way; else nil.
	Variant     *Explanation
	VariantArch spec.Arch
}

// Rejected is a lowering that was not chosen, and why.
type Rejected struct {
	Lowering, Reason string
	Near             bool // another value of one flag is enough for it
}

// Step is one step of a network: a title, and a line for each value.
type Step struct {
	Title string
	Lines []string
}

// Cost is what a network takes on a GPU, counted in instructions that every lane runs.
// Arithmetic that finds sources, conditions and elements of packed registers is left out.
type Cost struct {
	Shuffles int // of 32 bits
	Redux    int
	Votes    int
	Matches  int // of keys
	Selects  int
	Products int // in place of selects
	Ops      int // on elements, or on packed registers
	Stores   int // to shared memory, of up to 16 bytes
	Loads    int // from shared memory, likewise
	Barriers int // of a block or warp
}

// String lists what is not zero, such as "5 shuffles, 1 select".
func (c Cost) String() string { return network.Cost(c).String() }

// Explain describes what [Generate] does for a spec and a language.
func Explain(s spec.Spec, l Lang) (Explanation, error) {
	made, err := l.lower(s)
	if err != nil {
		return Explanation{}, err
	}
	e := explained(made.net, made.chosen, l)
	e.Rejected = made.rejected
	for i := range e.Rejected {
		e.Rejected[i].Near = targets[l].near(e.Rejected[i].Lowering, s)
	}
	if f := made.net.Faster; f != nil {
		v := explained(f.Net, *made.variant, l)
		v.Choice = f.Why + "."
		e.Variant, e.VariantArch = &v, made.variant.from
	}
	return e, nil
}

func explained(n *network.Network, by lowering, l Lang) Explanation {
	e := Explanation{Lang: l, Lowering: by.name, Builds: by.builds, Choice: n.Choice}
	for _, s := range n.Text() {
		e.Steps = append(e.Steps, Step(s))
	}
	if l == CUDA && n.Program == nil { // loops of a program depend on the launch
		cost := Cost(n.Cost())
		e.Cost = &cost
	}
	return e
}

// String is the explanation for a reader, in lines.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s\n", e.Lang, e.Lowering, e.Builds)
	e.write(&b)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	far := 0
	for _, r := range e.Rejected {
		if !r.Near {
			far++
			continue
		}
		fmt.Fprintf(w, "  not %s:\t%s\n", r.Lowering, r.Reason)
	}
	w.Flush()
	if far > 0 {
		fmt.Fprintf(&b, "  not listed: lowerings that need another pattern, or several other flags: %d\n", far)
	}
	if v := e.Variant; v != nil {
		fmt.Fprintf(&b, "\n%s from %s on: %s: %s\n", e.Lang, e.VariantArch, v.Lowering, v.Builds)
		v.write(&b)
	}
	return b.String()
}

// write prints the steps and what they cost.
func (e Explanation) write(b *strings.Builder) {
	if e.Choice != "" {
		fmt.Fprintf(b, "  %s\n", e.Choice)
	}
	for i, s := range e.Steps {
		fmt.Fprintf(b, "  %d. %s\n", i+1, s.Title)
		for _, line := range s.Lines {
			fmt.Fprintf(b, "       %s\n", line)
		}
	}
	if e.Cost != nil {
		fmt.Fprintf(b, "  cost: %s\n", e.Cost)
	}
}

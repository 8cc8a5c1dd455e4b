// Cases writes programs and inputs for a GPU, with the outputs of ptxsim. The check crosscheck of gpu
// runs them.
//
//	cases [-pairs N] [-nan] [-cache DIR | -read FILE] [-ptxas FILE] -out FILE
//
// With -nan the cases check only the bits of NaNs, against the prover's executor.
//
// A third each are emitted programs, mutants of them, and programs of random instructions. Left
// out are programs
//
//   - that ptxsim rejects or that fault in it, so that no case accesses other memory;
//   - that ptxas does not assemble or is known to translate wrongly.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/tests/crosscheck"
)

var (
	pairs  = flag.Int("pairs", 12000, "pairs of a program and an input")
	cache  = flag.String("cache", os.TempDir(), "folder that keeps compiled PTX")
	ptxas  = flag.String("ptxas", "ptxas", "the assembler")
	out    = flag.String("out", "", "file for the cases")
	specs  = flag.Int("specs", 400, "specs of the catalogue")
	nan    = flag.Bool("nan", false, "cases about the bits of NaNs alone")
	read   = flag.String("read", "", "file with the programs, written by crosscheck -write")
	inputs = flag.Int("inputs", 8, "inputs of each program")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cases:", err)
		os.Exit(1)
	}
}

func run() error {
	if *nan {
		cases, err := crosscheck.NaNCases()
		if err != nil {
			return err
		}
		return crosscheck.WriteCases(*out, cases)
	}
	subjects, err := programs()
	if err != nil {
		return err
	}
	var fit []crosscheck.Subject
	for _, s := range subjects {
		if !strings.Contains(s.Name, "sm_100a") && s.Spec.Elements() <= 1024 {
			fit = append(fit, s)
		}
	}
	g := crosscheck.NewGenerator(77)
	var cases []crosscheck.Case
	refused := map[string]int{}
	left := *pairs
	for i := 0; left > 0; i++ {
		s := fit[i%len(fit)]
		switch i % 3 {
		case 1:
			var what string
			s, what = crosscheck.Mutate(g, s)
			s.Name += " (" + what + ")"
		case 2:
			s = crosscheck.Carrier(g, 2+g.IntN(8))
		}
		if why := crosscheck.Deviates(s.PTX); why != "" {
			refused[why]++
			continue
		}
		c, err := crosscheck.NewCase(g, s, *inputs)
		if err != nil {
			continue
		}
		if err := crosscheck.Assembles(*ptxas, s.PTX); err != nil {
			refused[crosscheck.Reason(err.Error())]++
			continue
		}
		cases = append(cases, c)
		left -= len(c.Calls)
	}
	for why, n := range refused {
		fmt.Printf("%6d left out: %s\n", n, why)
	}
	fmt.Printf("%d programs, %d pairs\n", len(cases), *pairs-left)
	return crosscheck.WriteCases(*out, cases)
}

// programs compiles the programs, or reads those that are no attacks.
func programs() ([]crosscheck.Subject, error) {
	if *read == "" {
		return crosscheck.Subjects("generated", *cache, *specs, 1, "internal/prover/ptx/testdata", "")
	}
	all, err := crosscheck.ReadSubjects(*read)
	return slices.DeleteFunc(all, func(s crosscheck.Subject) bool { return strings.Contains(s.Name, "/") }), err
}

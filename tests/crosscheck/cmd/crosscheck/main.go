// Crosscheck runs the prover's PTX executor on numbers beside ptxsim, on the same
// programs and inputs, and compares every result.
//
//	crosscheck [-cache DIR] [-specs N] [-seconds N] [-workers N] [-inputs N] [-attacks DIR] [-save DIR]
//	crosscheck -write FILE    compiles the programs and writes them to FILE
//	crosscheck -read FILE …   reads the programs from FILE, on a machine without compilers
//
// The programs are every file of generated/ by every compiler, specs of the catalogue, the
// fixtures of internal/prover/ptx and the PTX of attacks; then, until the time is over, mutants
// of them and programs of random instructions. The exit status is 1 if a result differs.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/shflgen/shflgen/tests/crosscheck"
)

var (
	cache   = flag.String("cache", "", "folder that keeps compiled PTX; a temporary one if empty")
	specs   = flag.Int("specs", 2000, "specs of the catalogue")
	seconds = flag.Int("seconds", 60, "seconds for mutants and random programs")
	inputs  = flag.Int("inputs", 6, "inputs of each mutant")
	workers = flag.Int("workers", 1, "processors to use")
	write   = flag.String("write", "", "file for the programs, to be read by -read")
	read    = flag.String("read", "", "file with the programs")
	attacks = flag.String("attacks", "tests/attacks", "folder with attacks")
	save    = flag.String("save", "", "folder for the first program of each reason to differ")
	seed    = flag.Uint64("seed", 1, "seed of masks, elements and mutations")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "crosscheck:", err)
		os.Exit(1)
	}
}

func run() error {
	subjects, err := programs()
	if err != nil {
		return err
	}
	if *write != "" {
		return crosscheck.WriteSubjects(*write, subjects)
	}
	tallies := make([]tally, *workers)
	var all sync.WaitGroup
	end := time.Now().Add(time.Duration(*seconds) * time.Second)
	for i := range tallies {
		all.Go(func() { tallies[i].run(subjects, i, end) })
	}
	all.Wait()
	sum := &tallies[0]
	for i := range tallies[1:] {
		sum.plain.Join(&tallies[i+1].plain)
		sum.mutants.Join(&tallies[i+1].mutants)
		sum.random.Join(&tallies[i+1].random)
	}
	return sum.report()
}

// programs compiles the programs, or reads them.
func programs() ([]crosscheck.Subject, error) {
	if *read != "" {
		return crosscheck.ReadSubjects(*read)
	}
	if *cache == "" {
		dir, err := os.MkdirTemp("", "crosscheck")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		*cache = dir
	}
	return crosscheck.Subjects("generated", *cache, *specs, 1, "internal/prover/ptx/testdata", *attacks)
}

// tally is what one worker counted.
type tally struct{ plain, mutants, random crosscheck.Tally }

// run runs every n-th program unaltered, then mutants and random programs.
func (t *tally) run(subjects []crosscheck.Subject, worker int, end time.Time) {
	rng := crosscheck.NewGenerator(*seed + uint64(worker))
	for i := worker; i < len(subjects); i += *workers {
		try(&t.plain, rng, subjects[i], "as it is", 12)
	}
	for time.Now().Before(end) {
		for range 20 {
			m, what := crosscheck.Mutate(rng, pick(rng, subjects))
			try(&t.mutants, rng, m, what, *inputs)
		}
		for i := range 20 {
			s := crosscheck.Carrier(rng, 1+rng.IntN(4))
			if i%3 == 0 {
				s, _ = crosscheck.Mutate(rng, s)
			}
			try(&t.random, rng, s, "random", *inputs)
		}
	}
}

// report prints the counts; the error says how many pairs differ.
func (t *tally) report() error {
	pairs, found := 0, 0
	for _, kind := range []struct {
		name string
		*crosscheck.Tally
	}{{"Programs as they are", &t.plain}, {"Mutants", &t.mutants}, {"Random instructions", &t.random}} {
		fmt.Println(kind.name)
		kind.Print(os.Stdout, 60, crosscheck.Panics, crosscheck.Differ, crosscheck.SecondRefuses, crosscheck.FirstRefuses)
		pairs += kind.Total()
		found += kind.Pairs[crosscheck.Differ] + kind.Pairs[crosscheck.Panics]
		if err := keep(kind.name, kind.Tally); err != nil {
			return err
		}
	}
	fmt.Printf("%d pairs in all, %d differ\n", pairs, found)
	if found > 0 {
		return fmt.Errorf("%d pairs differ", found)
	}
	return nil
}

// pick is a subject, mostly the cheapest of three: a block of 1000 threads takes as
// long as hundreds of warps.
func pick(rng *crosscheck.Generator, all []crosscheck.Subject) crosscheck.Subject {
	s := all[rng.IntN(len(all))]
	for range 2 * rng.IntN(5) / 2 {
		if o := all[rng.IntN(len(all))]; len(o.PTX)*o.Spec.Lanes() < len(s.PTX)*s.Spec.Lanes() {
			s = o
		}
	}
	return s
}

// try runs a program on several inputs, or on one if a reader rejects it.
func try(t *crosscheck.Tally, rng *crosscheck.Generator, s crosscheck.Subject, what string, inputs int) {
	t.Programs++
	p := crosscheck.Read(s)
	for i := range inputs {
		in := crosscheck.InputFor(rng.Rand, s.Spec, rng.IntN(40)+i)
		r := p.Run(in, rng.Uint64())
		t.Add(s, in, what, r)
		if p.Refused() {
			return
		}
	}
}

// keep writes the first program of each reason to differ.
func keep(kind string, t *crosscheck.Tally) error {
	if *save == "" {
		return nil
	}
	for _, o := range []crosscheck.Outcome{crosscheck.Differ, crosscheck.Panics, crosscheck.SecondRefuses} {
		n := 0
		for _, r := range t.Reasons[o] {
			n++
			name := filepath.Join(*save, fmt.Sprintf("%s-%s-%d.ptx", strings.ToLower(kind[:6]),
				strings.ReplaceAll(o.String(), " ", "-"), n))
			text := fmt.Sprintf("// %s\n// %#x\n%s", r.First, r.Input, r.Text)
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

package main

import (
	"flag"
	"fmt"
	"strings"
)

// pick chooses some of the kernels of a check.
type pick struct {
	only        string
	every       int
	part, parts int
	named       int // so far
}

func (p *pick) bind(fs *flag.FlagSet) {
	p.every, p.parts = 1, 1
	fs.StringVar(&p.only, "only", "", "kernels with names that start with one of these `names`, joined by commas")
	fs.IntVar(&p.every, "every", 1, "every `n`-th of these")
	fs.Func("part", "of what is left the part `P/N`: every N-th, from number P on", func(text string) error {
		if _, err := fmt.Sscanf(text, "%d/%d", &p.part, &p.parts); err != nil || p.part < 0 || p.part >= p.parts {
			return fmt.Errorf("want P/N with 0 <= P < N")
		}
		return nil
	})
}

// takes reports whether the next kernel is chosen.
func (p *pick) takes(name string) bool {
	listed := false
	for _, start := range strings.Split(p.only, ",") {
		listed = listed || strings.HasPrefix(name, start)
	}
	if !listed {
		return false
	}
	n := p.named
	p.named++
	return n%p.every == 0 && n/p.every%p.parts == p.part
}

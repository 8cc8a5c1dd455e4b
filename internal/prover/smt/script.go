package smt

import (
	"bytes"
	"fmt"
	"strings"
)

// Claim is that two terms are equal.
type Claim struct {
	What      string // is wrong if they are not, in a comment
	Got, Want *Term
}

// Script asks a solver for values of all that is unknown by which one of the
// claims is wrong: unsat means that all hold.
func Script(about string, claims []Claim) []byte {
	var roots []*Term
	for _, c := range claims {
		roots = append(roots, c.Got, c.Want)
	}
	terms := reach(roots)
	p := &printer{}
	for line := range strings.Lines(about) {
		p.WriteString(strings.TrimRight("; "+line, " \n") + "\n")
	}
	p.WriteString("(set-logic QF_UFBV)\n")
	p.WriteString(definitions(terms))
	p.WriteString("\n")
	for _, t := range terms {
		p.define(t)
	}
	p.WriteString("\n")
	var all bytes.Buffer
	for i, c := range claims {
		fmt.Fprintf(p, "(define-fun wrong%d () Bool (distinct %s %s)) ; %s\n", i, c.Got.ref(), c.Want.ref(), c.What)
		fmt.Fprintf(&all, " wrong%d", i)
	}
	fmt.Fprintf(p, "(assert (or false%s))\n(check-sat)\n", all.Bytes())
	return p.Bytes()
}

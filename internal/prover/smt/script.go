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

// sides are the terms of claims.
func sides(claims []Claim) (all []*Term) {
	for _, c := range claims {
		all = append(all, c.Got, c.Want)
	}
	return all
}

// Script asks a solver for values of all that is unknown by which one of the
// claims is wrong: unsat means that all hold.
func Script(about string, claims []Claim) []byte {
	defined := reach(sides(claims))
	p := &printer{}
	for line := range strings.Lines(about) {
		p.WriteString(strings.TrimRight("; "+line, " \n") + "\n")
	}
	p.WriteString("(set-logic QF_UFBV)\n")
	p.WriteString(definitions(defined))
	p.WriteString("\n")
	for _, t := range defined {
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

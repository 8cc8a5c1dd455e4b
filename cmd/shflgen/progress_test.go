package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestProgress: the line is one line of the terminal, without control characters of names, and is
// gone while results are printed and at the end.
func TestProgress(t *testing.T) {
	var to bytes.Buffer
	p := &progress{to: &to, width: func() int { return 12 }, all: 2}
	p.began("a\x1b[2Jb/long-name.go")
	if got, want := to.String(), eraseLine+`0 of 2: a\u`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.ended()
	to.Reset()
	p.while(func() { to.WriteString("result\n") })
	if got := to.String(); !strings.HasPrefix(got, eraseLine+"result\n"+eraseLine+"1 of 2") {
		t.Errorf("got %q", got)
	}
	to.Reset()
	p.ended()
	p.end()
	p.began("late")
	if got := to.String(); got != eraseLine {
		t.Errorf("at the end: %q", got)
	}
}

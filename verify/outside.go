package verify

import (
	"fmt"
	"slices"
	"strings"
)

// The notes of a report on the text outside of function bodies.
const (
	textAsPrinted    = "text as printed"
	outsideAsPrinted = "text outside the bodies as printed"
	textNotCompared  = "text outside the bodies not compared"
)

// outline is a file as it is compared with the printed one.
type outline struct {
	src        string
	outside    string // without the bodies of functions
	functions  []function
	directives string // of CUDA: the lines of the preprocessor, those in bodies too
	pkg        string // of Go
	comments   []string
	places     []string // of the comments of Go: line and column
}

// function is one that has a body: of Go the tokens of it, without comments. From and to are where the text between its
// braces stands. Of CUDA its name is the line that ends where the body begins.
type function struct {
	name, comment, body string
	from, to            int
}

// bodies are those of the functions.
func (o outline) bodies() (all []string) {
	for _, f := range o.functions {
		all = append(all, f.body)
	}
	return all
}

// compareText compares what stands outside of function bodies with what the generator prints: the error names the first
// line that differs. untrue names a sentence that may not be true of the bodies.
func (o Options) compareText(src []byte, read func(src []byte) (outline, error), print func(pkg string) ([]byte, error),
	sentences func(got, want outline) error) (text string, untrue, err error) {
	if o.Printed == nil {
		return textNotCompared, nil, nil
	}
	got, err := read(src)
	if err != nil {
		return "", nil, err
	}
	printed, err := print(got.pkg)
	if err != nil {
		return "", nil, err
	}
	want, err := read(printed)
	if err != nil {
		return "", nil, err
	}
	if text, err = got.compare(want); err == nil && text == outsideAsPrinted {
		untrue = sentences(got, want)
	}
	return text, untrue, err
}

// compare compares what stands outside of bodies with the printed text.
func (o outline) compare(printed outline) (string, error) {
	if o.src == printed.src {
		return textAsPrinted, nil
	}
	err := compareLines(o.outside, printed.outside)
	if err == nil {
		err = compareLines(o.directives, printed.directives)
	}
	if err == nil {
		err = compareComments(o.comments, printed.comments)
	}
	return outsideAsPrinted, err
}

// compareComments requires the comments of a file to be among the printed ones, in their order: a function with
// another body may have fewer.
func compareComments(got, want []string) error {
	for i, c := range got {
		at := slices.Index(want, c)
		if at < 0 {
			return strange{i, c}
		}
		want = want[at+1:]
	}
	return nil
}

// strange is a comment of a file that is not printed, by its number in the file.
type strange struct {
	number int
	text   string
}

func (s strange) Error() string { return fmt.Sprintf("shflgen prints no comment %q here", s.text) }

// differs is a line in which a text is not what is printed.
type differs struct {
	line int // of the text, from 0
	what string
}

func (d differs) Error() string { return "outside the bodies of functions" + d.what }

// compareLines is an error that shows the first line in which two texts differ.
func compareLines(got, want string) error {
	if got == want {
		return nil
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		switch {
		case i == len(g):
			return differs{i, fmt.Sprintf(" the line %q is missing, which shflgen prints", w[i])}
		case i == len(w):
			return differs{i, fmt.Sprintf(" shflgen prints no line %q", g[i])}
		case g[i] != w[i]:
			return differs{i, fmt.Sprintf(", got the line %q, shflgen prints %q", g[i], w[i])}
		}
	}
}

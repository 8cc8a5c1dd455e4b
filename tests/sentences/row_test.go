// Package sentences lists every sentence that the contract of an emitted file can contain, and what holds the file to
// it. Its tests find each sentence of emitted files in the list, and plant faults in code that a sentence speaks of.
package sentences

import (
	"regexp"
	"strings"
)

// Kind is what holds a file to a sentence.
type Kind uint8

// The kinds.
const (
	Executed  Kind = iota // a proof executes it: a file with the planted fault is not proved
	Compared              // the text that it speaks of is compared: a file with another text is not proved
	Condition             // the proof assumes it of the caller, and the verdict says so
	Defined               // it says what words of the contract mean; a test holds the reference to it
	Free                  // it promises nothing: it names what is not specified
)

// Row is one sentence, whatever its numbers, types and operators are.
type Row struct {
	Kind  Kind
	Text  string // the sentence, with placeholders; see holders
	Flags string // of a spec with files that have it

	// Of Executed and Compared: a fault, by an expression for what it replaces in the Go or the CUDA file, and the
	// replacement. The expression begin stands for the beginning of the function's body, end for its end.
	Lang, Old, New string

	Says string // of Condition: what the verdict on the file says
	Test string // of Defined: the test
}

// The places of a fault that need no expression.
const (
	begin = "begin"
	end   = "end"
)

// holders are the placeholders in sentences.
var holders = strings.NewReplacer(
	`\{n\}`, `-?\d+(?:\.\d+)?`,
	`\{number\}`, `(?:no|one|two|three|four|five|six|seven|eight|nine|ten|sixteen|twenty|thirty-two|\d+)`,
	`\{steps\}`, `1, 2, 4, …`,
	`\{type\}`, `[A-Za-z]\w*`,
	`\{word\}`, `[\w-]+`,
	`\{of\}`, `(?:the (?:[a-z]+ ){1,5}of|the reduction by \w+ of)`,
	`\{place\}`, `(?:(?:its|each) segment of (?:\d+ lanes|one lane)|the warp)`,
	`\{block\}`, `the (?:block of (?:\d+ threads|one thread)|cluster of \d+ blocks of \d+ threads)`,
	`\{index\}`, `(?: and, as its index, the number of the \w+ that holds it)?`,
	`\{map\}`, `(?:; (?:the \w+ of a member|an element|the element of a column) is .*)?`,
	`\{every\}`, `Every (?:lane|member)`,
	`\{lane\}`, `(?:Lane|Member)`,
	`\{args\}`, `[a-z_, ]+`,
	`\{laws\}`, `(?:associative|commutative|idempotent|, )+`,
	`\{any\}`, `(?:; any order gives the same bits|; fixed order)?`,
	`\{text\}`, `.*`,
	`\{opt`, `(?:`, `opt\}`, `)?`,
)

// Pattern matches the sentences of a row.
func (r Row) Pattern() *regexp.Regexp {
	return regexp.MustCompile(`^` + holders.Replace(regexp.QuoteMeta(r.Text)) + `$`)
}

// All are the rows of every table.
func All() (all []Row) {
	for _, table := range [][]Row{lanes, moves, sorted, blocks, rows, grids, costs, users} {
		all = append(all, table...)
	}
	return all
}

package sentences

import (
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Block is a comment of an emitted file that stands outside of the bodies of functions.
type Block struct {
	Above string // what it stands above; "" of the file's header
	Lines []string
}

// hostPart begins the part of a CUDA file that is for the host: it is compared byte for byte.
const hostPart = "#if !defined(__CUDACC_RTC__) // what follows is for the host"

// Blocks are the comments of an emitted file: what stands at the beginning of lines. Comments in bodies are indented.
func Blocks(src string) (all []Block) {
	src, _, _ = strings.Cut(src, hostPart)
	var lines []string
	for rest := src; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if text, ok := strings.CutPrefix(line, "//"); ok {
			lines = append(lines, strings.TrimPrefix(text, " "))
			continue
		}
		if lines != nil {
			above := ""
			if line != "" {
				above = declaration.FindString(line + "\n" + rest)
			}
			all = append(all, Block{above, lines})
		}
		lines = nil
	}
	return all
}

// declaration is what follows a comment, up to a body, an empty line or the end of a statement.
var declaration = regexp.MustCompile(`^(?:[^\n;{]|\n[^\n/])*`)

// promised matches the functions with comments that promise something to callers: a proof executes these.
func promised(s spec.Spec) *regexp.Regexp {
	more := ""
	if s.Grid().Parts {
		more = "|_chunks|_combine"
	}
	file := `\b` + s.FileName() + `(_plan|_by` + more + `)?\(`
	return regexp.MustCompile(`^func ` + s.FuncName() + `(Slice|Value)?\(|` + file)
}

// Contract reports whether a comment is a contract: the file's header, or that of a function that a proof executes.
// Any other comment is of a helper or a struct: their text is compared with the printed one.
func (b Block) Contract(s spec.Spec) bool {
	return b.Above == "" || promised(s).MatchString(b.Above)
}

// stop is the end of a sentence before the next one.
var stop = regexp.MustCompile(`\. +([A-Z]|-0 )`)

// label matches the lines of a contract that begin with a label.
var label = regexp.MustCompile(`^(Op|Float|Order|Cost|From sm_\d+ on|Launch|workspace):? `)

// Sentences are the sentences of a block, each without its stop. A sentence may go on in the next line, which begins
// with a small letter, or with anything if the line is full.
func (b Block) Sentences() (all []string) {
	var text string
	flush := func() {
		for _, s := range strings.Split(stop.ReplaceAllString(text, ".\x00$1"), "\x00") {
			if s != "" {
				all = append(all, s)
			}
		}
		text = ""
	}
	for _, line := range b.Lines {
		if strings.HasPrefix(line, "  ") { // of the file's parameters
			flush()
			all = append(all, line)
			continue
		}
		if line == "" || label.MatchString(line) || text != "" && strings.HasSuffix(text, ".") {
			flush()
		}
		text = strings.TrimSpace(text + " " + strings.TrimSpace(line))
	}
	flush()
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

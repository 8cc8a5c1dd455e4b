package compile

import (
	"bytes"
	"regexp"
)

// descriptor is the line of a constant that describes a check to nobody: where checks
// trap, clang prints it and leaves it unused.
var descriptor = regexp.MustCompile(`(?m)^\.global \.align \d+ \.b8 (_\$_src\d*|__unnamed_\d+)\[\d+\] = \{[\d, ]*\};\n`)

// withoutUnused is PTX without descriptors that nothing mentions.
func withoutUnused(ptx []byte) []byte {
	if !bytes.Contains(ptx, []byte(".global .align ")) { // a regular expression takes its time
		return ptx
	}
	return descriptor.ReplaceAllFunc(ptx, func(line []byte) []byte {
		name := descriptor.FindSubmatch(line)[1]
		if mentions(ptx, name) > 1 {
			return line
		}
		return nil
	})
}

// mentions counts the places where a name stands by itself.
func mentions(ptx, name []byte) int {
	n := 0
	for rest := ptx; ; {
		at := bytes.Index(rest, name)
		if at < 0 {
			return n
		}
		rest = rest[at+len(name):]
		if len(rest) == 0 || !isWord(rest[0]) {
			n++
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// progress shows on one line of a terminal how many files of a run are done, and the file that was
// started last. Where stderr is no terminal it shows nothing.
type progress struct {
	mu    sync.Mutex
	to    io.Writer // nil: no terminal
	width func() int
	all   int // files
	done  int
	last  string // the path that was started last
	shown bool
}

// newProgress is the progress of a run over some files. One file needs none.
func newProgress(files int) *progress {
	p := &progress{all: files}
	if fd := int(os.Stderr.Fd()); files > 1 && term.IsTerminal(fd) && os.Getenv("TERM") != "dumb" {
		p.to, p.width = os.Stderr, func() int {
			columns, _, err := term.GetSize(fd)
			if err != nil || columns < 20 {
				return 80
			}
			return columns
		}
	}
	return p
}

// began says that work on a path has started.
func (p *progress) began(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = path
	p.show()
}

// ended says that work on one more path has ended.
func (p *progress) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.show()
}

// while calls print with the line removed, so that what it prints stands alone.
func (p *progress) while(print func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	print()
	p.show()
}

// end removes the line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.to = nil
}

// eraseLine moves to the first column and erases to the end of the line (ECMA-48, EL).
const eraseLine = "\r\x1b[K"

func (p *progress) clear() {
	if p.to != nil && p.shown {
		io.WriteString(p.to, eraseLine)
		p.shown = false
	}
}

func (p *progress) show() {
	if p.to == nil || p.done == p.all {
		p.clear()
		return
	}
	line := string(escaped(fmt.Appendf(nil, "%d of %d: %s", p.done, p.all, p.last)))
	for n := utf8.RuneCountInString(line) - p.width() + 1; n > 0; n-- { // a line that wraps is not erased as one
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
	}
	io.WriteString(p.to, eraseLine+line)
	p.shown = true
}

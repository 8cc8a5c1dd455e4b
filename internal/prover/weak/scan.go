package weak

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Scan is a launch of the kernel of an array's scan: of so many blocks on an array of so many tiles, 2 or more. The
// last tile has few elements. The workspace is as the launch before has left it: zero on the side of this one, and on
// the other Used words with nothing known but their sign.
type Scan struct{ Blocks, Tiles, Side, Used int }

// Where words of the workspace are, and what they hold.
const (
	wordSize   = 8
	headerSize = spec.GridHeader
	sideAt     = 63
	countAt    = 32
	// ofLast marks what the launch before has left.
	ofLast = 1 << 63
	// fewElements is how many the last tile has.
	fewElements = 5
	// workspaceBytes is more than any launch uses.
	workspaceBytes = 1 << 30
)

// CheckScan checks a kernel of an array's scan for a launch.
func CheckScan(s spec.Spec, p *exec.Program, l Scan) error {
	o, size := s.ScanOrder(), s.Type.Bits()/8
	n := (l.Tiles-1)*o.Tile() + fewElements
	x := scan{Scan: l, bytes: n * size, words: int(s.ScanWords() * o.NodesBefore(int64(l.Tiles)))}
	c := config{Blocks: l.Blocks, Chunks: l.Tiles, threads: o.Threads(), elements: uint64(n), chunk: o.Tile(),
		initially: x.initially}
	for _, port := range s.Shape().In {
		c.input(port.Bits / 8)
	}
	c.output(size, x.bytes)
	return check(c, p, x)
}

// scan is what has to hold of launches of the kernel of a scan.
type scan struct {
	Scan
	bytes int // of the results
	words int // that the launch uses on its side
}

// signed is a word with nothing known but its sign.
func signed(by uint64) value { return valueOf(64, 1<<countAt, ^mask(countAt), by) }

// of is the number of a word, and its side; -1 for the header.
func of(at int) (word, side int) {
	k := at/wordSize - headerSize
	if k < 0 {
		return -1, 0
	}
	return k / 2, k % 2
}

// initially is what a word holds before the launch.
func (x scan) initially(at int) value {
	word, side := of(at)
	switch {
	case at == 0:
		return constant(64, uint64(x.Side)<<sideAt|uint64(x.Used)<<countAt)
	case word >= 0 && side != x.Side && word < x.Used:
		return signed(ofLast)
	}
	return constant(64, 0)
}

// after is what a word holds after the launch: what the next one begins with.
func (x scan) after(at int) (value, string) {
	switch word, side := of(at); {
	case at == 0:
		return constant(64, uint64(1-x.Side)<<sideAt|uint64(x.words)<<countAt),
			"the first word is not as the next launch wants it"
	case word >= 0 && side == x.Side && word < x.words:
		return signed(0), "a node is not left with its sign"
	}
	return constant(64, 0), "a word that is not of the launch is not zero at the end"
}

// holds checks an execution of all blocks.
func (x scan) holds(_ *model, all *execution) error {
	for _, e := range all.events {
		if e.reads && e.old.chunks&ofLast != 0 {
			return faultAt(e.line, "reads what the launch before has left")
		}
	}
	stored := make([]bool, x.bytes)
	for _, t := range all.chosen {
		for _, b := range t.stores.bytes {
			if stored[b.at] {
				return faultAt(0, "several blocks store the result at byte %d", b.at)
			}
			stored[b.at] = true
		}
	}
	if at := slices.Index(stored, false); at >= 0 {
		return faultAt(0, "nobody stores the result at byte %d", at)
	}
	for i := range x.Used {
		at := wordSize * (headerSize + 2*i + 1 - x.Side)
		if _, touched := all.found[place{at, wordSize}]; !touched {
			return faultAt(0, "word %d of the other side is not cleared", i)
		}
	}
	return all.leaves(x.after)
}

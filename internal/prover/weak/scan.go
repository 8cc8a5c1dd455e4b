package weak

import (
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
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
)

// CheckScan checks a kernel of an array's scan for a launch. It calls functions that stay calls and touch no memory.
func CheckScan(s spec.Spec, module *parse.Module, k *parse.Kernel, stays func(callee string) bool, l Scan) error {
	p, err := load(module, k, stays)
	if err != nil {
		return err
	}
	var params []uint64
	for i := range s.Shape().In {
		params = append(params, inAt+uint64(i)*nextArray)
	}
	if len(k.Params) != len(params)+3 {
		return faultAt(0, "%d parameters: want %d arrays, n, out and workspace", len(k.Params), len(params))
	}
	o, size, in := s.ScanOrder(), s.Type.Bits()/8, s.InType().Bits()/8
	n := (l.Tiles-1)*o.Tile() + fewElements
	granule := min(4, size)
	x := scan{Scan: l, granule: granule, granules: n * size / granule,
		words: int(s.ScanWords() * o.NodesBefore(int64(l.Tiles)))}
	return check(config{
		Blocks: l.Blocks, Chunks: l.Tiles, threads: o.Threads(), bytes: uint64(n * in), chunk: uint64(o.Tile() * in),
		params: append(params, uint64(n), outAt, workspaceAt), initially: x.initially,
	}, p, x)
}

// scan is what has to hold of launches of the kernel of a scan.
type scan struct {
	Scan
	granule  int // divides the size of each store of a result
	granules int // parts of results of so many bytes
	words    int // that the launch uses on its side
}

// signed is a word with nothing known but its sign.
func signed(by uint64) value { return value{bits: 1 << countAt, known: ^mask(countAt), chunks: by} }

// of is the number of a word, and its side; -1 for the header.
func of(at uint64) (word, side int) {
	k := int(at-workspaceAt)/wordSize - headerSize
	if k < 0 {
		return -1, 0
	}
	return k / 2, k % 2
}

// initially is what a word holds before the launch.
func (x scan) initially(at uint64) value {
	word, side := of(at)
	switch {
	case at == workspaceAt:
		return constant(uint64(x.Side)<<sideAt | uint64(x.Used)<<countAt)
	case word >= 0 && side != x.Side && word < x.Used:
		return signed(ofLast)
	}
	return constant(0)
}

// after is what a word holds after the launch: what the next one begins with.
func (x scan) after(at uint64) (value, string) {
	switch word, side := of(at); {
	case at == workspaceAt:
		return constant(uint64(1-x.Side)<<sideAt | uint64(x.words)<<countAt),
			"the first word is not as the next launch wants it"
	case word >= 0 && side == x.Side && word < x.words:
		return signed(0), "a node is not left with its sign"
	}
	return constant(0), "a word that is not of the launch is not zero at the end"
}

// holds checks an execution of all blocks.
func (x scan) holds(_ *model, all *execution) error {
	for _, e := range all.events {
		if e.reads && e.old.chunks&ofLast != 0 {
			return faultAt(e.line, "reads what the launch before has left")
		}
	}
	granule, stored := uint64(x.granule), make([]uint8, x.granules)
	for _, e := range all.stores() {
		for at := (e.at - outAt) / granule; at < (e.at-outAt+uint64(e.size))/granule; at++ {
			if at >= uint64(len(stored)) || stored[at] > 0 {
				return faultAt(e.line, "stores a result again, or past the last one")
			}
			stored[at]++
		}
	}
	for at, n := range stored {
		if n == 0 {
			return faultAt(0, "nobody stores the result at byte %d", at*x.granule)
		}
	}
	for i := range x.Used {
		at := uint64(workspaceAt + wordSize*(headerSize+2*i+1-x.Side))
		if _, touched := all.found[place{at, wordSize}]; !touched {
			return faultAt(0, "word %d of the other side is not cleared", i)
		}
	}
	return all.leaves(x.after)
}

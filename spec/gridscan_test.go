package spec

import (
	"strings"
	"testing"
)

func TestScanNodes(t *testing.T) {
	s := NewSpec(GridInclusiveScan)
	for _, s.Type = range ScanTypes() {
		o := s.ScanOrder()
		if o.Tile() != 4096 || o.Levels != 6 {
			t.Fatalf("%s: tiles of %d elements, %d levels", s.Type, o.Tile(), o.Levels)
		}
		// Every number below NodesBefore(tiles) belongs to one existing node.
		const tiles = 33 * 1024
		seen := make([]bool, o.NodesBefore(tiles))
		for level, nodes := 0, int64(tiles); level < o.Levels; level, nodes = level+1, nodes/ScanFan {
			for k := range nodes {
				i := o.Node(level, k)
				if i >= int64(len(seen)) || seen[i] {
					t.Fatalf("node %d of level %d has the number %d", k, level, i)
				}
				seen[i] = true
			}
		}
		for i, there := range seen {
			if !there {
				t.Fatalf("no node has the number %d", i)
			}
		}
		if used := s.ScanWords() * o.NodesBefore(o.Tiles(MaxGridElements)); used >= 1<<31 {
			t.Errorf("%s: %d words do not fit in 31 bits", s.Type, used)
		}
		if l := s.ScanLaunch(0); l.Blocks != 1 || l.Workspace != 8*GridHeader {
			t.Errorf("no elements: %+v", l)
		}
		if l := s.ScanLaunch(32*4096 + 1); l.Blocks != 33 || l.Workspace != 8*(GridHeader+2*34*int(s.ScanWords())) {
			t.Errorf("33 tiles: %+v", l)
		}
	}
}

func TestScanRejects(t *testing.T) {
	for args, want := range map[string]string{
		"-type float16x2": "-type float16x2: grid-inclusive-scan takes no pairs; want float16",
		"-type int8 -in int16": "-in int16: int8 does not hold every int16; want a " +
			"wider integer as -type, or leave -in out",
		"-op argmax": "does not return the lane of an element",
		"-type float64 -in float16": "-in float16: elements are widened to " +
			"float32; want -type float32, or leave -in out",
		"-type float32 -op absmax -in float16": "-in float16: grid-inclusive-scan takes absmax of elements " +
			"as they are in memory alone; leave -in out",
		"-type uint32 -in int8": "-in int8: uint32 does not hold every int8; want a " +
			"wider integer as -type, or leave -in out",
		"-type float32 -in int8": "-in int8: float32 does not hold every int8",
		"-op absmax -map square": "want -op max with -map abs, or no map",
		"-parts":                 "-parts: grid-inclusive-scan reduces no array; leave -parts out",
		"-width 8":               "leave -width out",
		"-total":                 "take -total; leave it out",
		"-order far":             "has one order, that of docs/order.md",
	} {
		_, err := ParseArgs(append([]string{"-pattern", "grid-inclusive-scan"}, strings.Fields(args)...))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

package spec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
)

// The words in capitals of the sentences in the table of patterns, as a spec says them,
// such as for -width 16 -type int32 -op sum, and as they stand for a pattern of any spec:
//
//	OP        the sum                     the reduction
//	TYPE      int32                       element
//	ITS       its segment of 16 lanes     its segment (the warp for a segment of 32)
//	EACH      each segment of 16 lanes    each segment
//	WIDTH     16                          width
//	COUNT     4, as of -n                 n
//	COLS      4096, as of -cols           cols; of a range: cols (1 to 128)
//	APPLIED   what -f does                the function of -f
//	DISTANCE  3, as of -delta 3           delta, as of -delta var
//	FIRST     0, as of -first             first
//	SECOND    3, as of -second            second
//	PICKED    4, as of -k                 k
//	RANK      3, as of -k 4               k - 1

// Gives is the contract of p in one sentence, whatever else a spec asks for.
func (p Pattern) Gives() string {
	row, cut := p.row(), "segment"
	if p.Block() {
		cut = "block"
	}
	fill := strings.NewReplacer("OP", "the reduction", "TYPE", "element", "ITS", "its "+cut, "EACH", "each "+cut,
		"WIDTH", "width", "COUNT", "n", "COLS", "cols", "APPLIED", "the function of -f", "DISTANCE", row.distance.Flag(),
		"FIRST", "first", "SECOND", "second", "PICKED", "k", "RANK", "k - 1")
	text := row.gives
	for _, with := range [][2]string{
		{"; -partial: ", row.partial}, {"; -inverse: ", row.inverse}, {"; -all: ", row.all}, {"; -n: ", row.slots},
	} {
		if with[1] != "" {
			text += with[0] + with[1]
		}
	}
	if row.perRow != "" {
		text += "; of -f " + spelling.List(namesOf(perRowFunctions())) + ", the row receives it"
	}
	if p.TakesTotal() {
		text += "; -total: and, in register 1, OP of all members"
	}
	return fill.Replace(text)
}

// Gives is the contract of s in one sentence, without its full stop: it names the op, the
// width and, where nothing is combined, the type.
func (s Spec) Gives() string {
	row := s.Pattern.row()
	text := row.gives
	switch {
	case s.Mask == Active:
		text = row.active
	case s.All() && s.N > 0 && row.allSlots != "":
		text = row.allSlots
	case s.All():
		text = row.all
	case s.Move().Inverse:
		text = row.inverse
	case s.Global().Partial:
		text = row.partial
	case s.PerRow():
		text = row.perRow
	case s.N > 0 && row.slots != "":
		text = row.slots
	}
	if s.ClusterBlocks() > 1 {
		text = strings.Replace(text, "thread 0 receives", "thread 0 of block 0 receives", 1)
	}
	if s.HasLane() {
		text += " and, as its index, the number of the " + s.place() + s.holds()
	}
	if s.Block().Total {
		text = strings.Replace(text, "receives", "receives, in register 0,", 1) + " and, in register 1, OP of all members"
	}
	if s.Sort().From {
		text += " and, as from, the number of the lane that it was in"
		if s.N > 0 {
			text += fmt.Sprintf(" times %d plus its register", s.N)
		}
	}
	if s.Sort().Value != nil {
		text += " and, as value, the " + s.ValueWord() + " that it came with"
	}
	switch {
	case s.Map != nil && s.Pattern.Applies(): // appliedWords say it
	case s.Map != nil && s.Pattern.Row():
		text += "; the element of a column is " + s.MapWords()
	case s.Map != nil && s.Pattern.Grid():
		text = strings.Replace(text, "elements of in ", "elements ", 1)
		text += "; an element is " + s.MapWords()
	case s.Map != nil:
		text += "; the TYPE of a member is " + s.MapWords()
	}
	its, each := s.segment()
	text = strings.NewReplacer("OP", "the "+s.noun(), "TYPE", s.TypeWord(), "ITS", its, "EACH", each,
		"WIDTH", strconv.Itoa(s.Width), "COUNT", strconv.Itoa(s.N), "COLS", s.colsWords(), "APPLIED", s.appliedWords(),
		"DISTANCE", s.DistanceWords(),
		"FIRST", strconv.Itoa(s.Move().First), "SECOND", strconv.Itoa(s.Move().Second),
		"PICKED", strconv.Itoa(s.Sort().K), "RANK", strconv.Itoa(s.Sort().K-1)).Replace(text)
	if s.KeepsWithoutMembers() {
		text = strings.ReplaceAll(text, "the lowest receives the identity", "the lowest keeps its element")
		text += s.nobodyBefore()
	}
	return strings.ReplaceAll(text, "+ -", "- ") // a negative distance
}

// nobodyBefore says what the first one of an exclusive scan by an op without an identity gets, if all are members.
func (s Spec) nobodyBefore() string {
	first := "; the first lane of a segment"
	switch {
	case s.Mask != Full:
		return ""
	case s.Pattern == BlockExclusiveScan:
		first = "; thread 0"
	case s.Pattern != ExclusiveScan:
		return ""
	}
	if s.Map != nil {
		return first + " has no result"
	}
	return first + " keeps its element"
}

// holds says which place an index names: of an array the element is its own place.
func (s Spec) holds() string {
	if s.Pattern.Grid() {
		return ""
	}
	return " that holds it"
}

// place is what an element stands in.
func (s Spec) place() string {
	switch {
	case s.Pattern.Row():
		return "column"
	case s.Pattern.Block():
		return "thread"
	case s.Pattern.Grid():
		return "element"
	}
	return "lane"
}

// segment names the segment of a lane, or the block of a thread; and any of them.
func (s Spec) segment() (its, each string) {
	size := fmt.Sprintf("%d lanes", s.Width)
	switch {
	case s.Pattern.Block():
		threads := fmt.Sprintf("block of %d threads", s.Block().Threads)
		if s.Block().Threads == 1 {
			threads = "block of one thread"
		}
		if n := s.ClusterBlocks(); n > 1 {
			threads = fmt.Sprintf("cluster of %d blocks of %d threads", n, s.Block().Threads)
		}
		return "the " + threads, "each " + threads
	case s.Width == s.Warp():
		return "the warp", "the warp"
	case s.Width == 1:
		size = "one lane"
	}
	return "its segment of " + size, "each segment of " + size
}

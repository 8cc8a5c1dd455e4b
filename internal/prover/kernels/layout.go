package kernels

import (
	"strings"
)

// index is where element j of row r is.
func (l launch) index(r, j int) int {
	switch l.work {
	case channelOfBlock:
		return (j/l.inner*l.rows+r)*l.inner + j%l.inner
	case groupOfBlock:
		return r*l.cols + j
	}
	return (r/l.inner*l.cols+j)*l.inner + r%l.inner
}

// weight is which of the weights element j of row r has.
func (l launch) weight(r, j int) int {
	switch l.work {
	case channelOfBlock:
		return r
	case groupOfBlock:
		return r%groups*channelsOfGroup + j/l.inner
	}
	return j
}

// layout are sets of elements, each with results of its own.
type layout struct {
	text string  // with %s for the input
	sets [][]int // nil: there are none in this launch
}

// layouts are those of a launch.
func (k *Kernel) layouts(l launch) []layout {
	return k.sets.Once([5]int{int(l.work), l.threads, l.cols, l.rows, l.each}, l.layouts)
}

// layouts are those that may be of a plan: the elements of each row; or of an array all, and those of each block.
func (l launch) layouts() (all []layout) {
	var sets [][]int
	for r := range l.rows {
		var set []int
		for j := range l.cols {
			set = append(set, l.index(r, j))
		}
		sets = append(sets, set)
	}
	all = []layout{{l.words(), sets}}
	if l.work == tilesOfY {
		all = append(all, l.tilesOfRows())
	}
	if !l.work.ofArray() {
		return all
	}
	shared := func(text string, of func(i int) int) {
		sets := make([][]int, l.blocks)
		for i := range l.cols {
			b := of(i)
			if b >= l.blocks {
				sets = nil
				break
			}
			sets[b] = append(sets[b], i)
		}
		all = append(all, layout{text, sets})
	}
	if l.work == tiles {
		shared(tileWords[l.each], func(i int) int { return i / (l.each * l.threads) })
		return all
	}
	shared("the elements of %s in tiles of blockDim.x that blocks take in turn", func(i int) int {
		return i / l.threads % l.blocks
	})
	shared("blockDim.x elements of %s", func(i int) int { return i / l.threads })
	shared("2 blockDim.x elements of %s", func(i int) int { return i / (2 * l.threads) })
	shared("4 blockDim.x elements of %s", func(i int) int { return i / (4 * l.threads) })
	shared("its share of %s", func(i int) int { return i / ((l.cols + l.blocks - 1) / l.blocks) })
	return all
}

// tilesOfRows are the tiles of each row, one for each block.
func (l launch) tilesOfRows() layout {
	sets := make([][]int, l.blocks)
	for r := range l.rows {
		for j := range l.cols {
			b := r*l.across + j/(l.each*l.threads)
			sets[b] = append(sets[b], l.index(r, j))
		}
	}
	return layout{strings.Replace(tileWords[l.each], "elements of", "elements of row blockIdx.y of", 1), sets}
}

// words name the elements of a row.
func (l launch) words() string {
	return [...]string{rowOfBlock: "row blockIdx.x of %s", colOfBlock: "column blockIdx.x of %s",
		array: "all elements of %s", tiles: "all elements of %s", rowOfWarp: "each warp's row of %s",
		rowInTurn: "each row of %s", rowOfThread: "each thread's row of %s", colOfThread: "each thread's column of %s",
		middleOfThread: "each thread's elements of %s along the second of three dimensions",
		middleOfBlock:  "each block's elements of %s along the second of three dimensions",
		channelOfBlock: "channel blockIdx.x of %s", groupOfBlock: "group blockIdx.x of %s",
		rowOfY: "row blockIdx.y of %s", stridesOfY: "row blockIdx.y of %s", tilesOfY: "row blockIdx.y of %s",
		rowOfGrid: "row gridDim.x * blockIdx.y + blockIdx.x of %s"}[l.work]
}

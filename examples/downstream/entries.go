package main

// Entry is a byte of a file and where it stands: an element of a type of this package.
type Entry struct {
	Offset int64
	Byte   uint8
}

//go:generate go tool shflgen -pattern compact -type Entry -lang go -name CompactEntries

// nonZero are the entries of the first 32 bytes that are not 0.
func nonZero(data []byte) []Entry {
	var lanes [32]Entry
	var count [32]int32
	mask := uint32(0)
	for i, b := range data[:min(len(data), len(lanes))] {
		lanes[i] = Entry{int64(i), b}
		if b != 0 {
			mask |= 1 << i
		}
	}
	CompactEntries(mask, &lanes, &count)
	return lanes[:count[0]]
}

package ops

// Late shifts by a difference that wraps, in an else if.
func Late(a, b int64) int64 {
	first := [2]int64{3, 5}
	second := [2]int64{first[1] + 4, 7}
	if a < 3 {
		a++
	} else if b < second[0] {
		return first[0] << ((-1 << 63) - int64(uint8(b)))
	}
	return a ^ first[1]
}

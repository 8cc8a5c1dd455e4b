package ops

var (
	lateFirst  = [2]int64{3, 5}
	lateSecond = [2]int64{lateFirst[1] + 4, 7}
)

// Late reads variables of the package in the condition of an else if alone, and shifts by a difference that wraps.
func Late(a, b int64) int64 {
	if a < 3 {
		a++
	} else if b < lateSecond[0] {
		return lateFirst[0] << ((-1 << 63) - int64(uint8(b)))
	}
	return a ^ lateFirst[1]
}

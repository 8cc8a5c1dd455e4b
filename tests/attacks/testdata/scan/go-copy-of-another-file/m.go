package shfl

func copy(a, b []int32) int { return 0 }

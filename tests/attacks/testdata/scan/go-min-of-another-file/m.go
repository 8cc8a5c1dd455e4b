package shfl

func min(a, b int) int { return 1 }

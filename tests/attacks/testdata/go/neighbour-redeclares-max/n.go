package shflgen

func max(a, b int32) int32 { return a }

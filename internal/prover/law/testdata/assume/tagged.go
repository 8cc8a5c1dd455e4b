//go:build !otherwise

package assume

func tagged(a, b int32) int32 { return a + b }

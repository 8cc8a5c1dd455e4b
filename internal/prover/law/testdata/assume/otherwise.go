//go:build otherwise

package assume

func init() { table[1]++ }

func tagged(a, b int32) int32 { return a - b }

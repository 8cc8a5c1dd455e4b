//go:build !linux && !darwin && !js

package compile

// addressSpace is the bound of a compiler's memory in kilobytes.
func addressSpace() uint64 { return kilobytes }

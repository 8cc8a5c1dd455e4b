//go:build linux || darwin

package compile

import "syscall"

// addressSpace is the bound of a compiler's memory in kilobytes: that of this process, if it has a lower one.
func addressSpace() uint64 {
	var own syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &own) != nil {
		return kilobytes
	}
	return min(kilobytes, uint64(own.Max)>>10)
}

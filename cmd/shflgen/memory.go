//go:build linux || darwin

package main

import "golang.org/x/sys/unix"

// reserved is address space that the runtime of Go reserves and does not use.
const reserved = 2 << 30

// boundMemory bounds the address space of this process, and of those that it starts, to so many bytes in use, and
// their files to as many. The kernel ends a process that takes more.
func boundMemory(most int64) error {
	for _, l := range []struct {
		of   int
		most uint64
	}{{unix.RLIMIT_AS, uint64(most) + reserved}, {unix.RLIMIT_FSIZE, uint64(most)}, {unix.RLIMIT_CORE, 0}} {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.of, &now); err != nil {
			return err
		}
		now.Cur, now.Max = min(now.Cur, l.most), min(now.Max, l.most)
		if err := unix.Setrlimit(l.of, &now); err != nil {
			return err
		}
	}
	return nil
}

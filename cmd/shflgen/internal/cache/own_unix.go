//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// own reports whether the user has a file, and nobody else may write to it.
func own(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}

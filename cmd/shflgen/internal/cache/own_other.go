//go:build !unix

package cache

import "io/fs"

// own is true: the folder of a user's caches is the user's own.
func own(fs.FileInfo) bool { return true }

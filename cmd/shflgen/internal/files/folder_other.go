//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package files

import (
	"errors"
	"io/fs"
	"os"
)

const openNoWait = 0

func tryLock(string) (unlock func(), err error) { return nil, errors.ErrUnsupported }

func syncFolder(string) error { return nil }

func keepOwner(*os.File, fs.FileInfo) {}

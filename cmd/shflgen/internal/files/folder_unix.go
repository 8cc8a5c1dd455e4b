//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openNoWait opens a pipe without waiting for its writer, and no link.
const openNoWait = unix.O_NONBLOCK | unix.O_NOFOLLOW

// tryLock locks the folder itself, so that no file is left.
func tryLock(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return nil, errors.ErrUnsupported // what cannot be read may still be written to
	}
	if err != nil {
		return nil, err
	}
	for {
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EINTR {
			break
		}
	}
	switch {
	case err == nil:
		return func() { f.Close() }, nil
	case err == unix.EWOULDBLOCK:
		f.Close()
		return nil, errBusy
	}
	f.Close()
	return nil, errors.ErrUnsupported // as on network file systems that lock no folders
}

// syncFolder brings a folder's names to disk, where that can be done.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return err
	}
	return nil
}

// keepOwner gives f the owner of another file, where that is allowed.
func keepOwner(f *os.File, like fs.FileInfo) {
	if have, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(have.Uid), int(have.Gid))
	}
}

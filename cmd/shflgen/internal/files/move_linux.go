package files

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew moves a file to a path that must not exist, in one step.
func renameNew(from, to string) error { return rename2(from, to, unix.RENAME_NOREPLACE) }

// renameExchange exchanges two files in one step.
func renameExchange(a, b string) error { return rename2(a, b, unix.RENAME_EXCHANGE) }

// rename2 is renameat2(2), which not every file system takes flags of.
func rename2(from, to string, flags uint) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, flags)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

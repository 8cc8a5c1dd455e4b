package files

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renameNew moves a file to a path that must not exist, in one step.
func renameNew(from, to string) error { return renameX(from, to, unix.RENAME_EXCL) }

// renameExchange exchanges two files in one step.
func renameExchange(a, b string) error { return renameX(a, b, unix.RENAME_SWAP) }

// renameX is renamex_np(2), which not every file system takes flags of.
func renameX(from, to string, flags uint32) error {
	err := unix.RenamexNp(from, to, flags)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}

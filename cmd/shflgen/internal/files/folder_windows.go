package files

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

const openNoWait = 0

// tryLock opens a file that no other process may open meanwhile, and that goes
// when it is closed, be it by the end of the process.
func tryLock(dir string) (unlock func(), err error) {
	path := filepath.Join(dir, ".shflgen-lock")
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_WRITE|windows.DELETE, 0, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch err {
	case nil:
		return func() { windows.CloseHandle(h) }, nil
	case windows.ERROR_SHARING_VIOLATION, windows.ERROR_DELETE_PENDING:
		return nil, errBusy
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}

func syncFolder(string) error { return nil }

func keepOwner(*os.File, fs.FileInfo) {}

package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// released is the version of a released archive, which its build sets.
var released string

// version is the verb version: that of a release, or of the module, as the go command recorded it.
func version(args []string, out io.Writer) error {
	if err := noArguments("version", args); err != nil {
		return err
	}
	of := "(devel)"
	if info, ok := debug.ReadBuildInfo(); released != "" {
		of = released
	} else if ok && info.Main.Version != "" {
		of = info.Main.Version
	}
	_, err := fmt.Fprintf(out, "shflgen %s %s %s/%s\n", of, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

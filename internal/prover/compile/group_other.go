//go:build !unix && !js

package compile

import "os/exec"

// together leaves a process as it is where there are no groups.
func together(*exec.Cmd) {}

// bounded is the command that runs a compiler.
func bounded(path string, args []string) (string, []string) { return path, args }

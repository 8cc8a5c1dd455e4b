//go:build unix

package compile

import (
	"fmt"
	"os/exec"
	"syscall"
)

// together makes a process and those that it starts one group, which is killed as one.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// bounded is the command that runs a compiler within bounds of its own: of time, as
// macros and templates can ask for any amount of work, and of memory. Each process
// that the compiler starts has the same bounds.
func bounded(path string, args []string) (string, []string) {
	script := fmt.Sprintf(`ulimit -t %d 2>/dev/null; ulimit -v %d 2>/dev/null; exec "$0" "$@"`, seconds, addressSpace())
	return "/bin/sh", append([]string{"-c", script, path}, args...)
}

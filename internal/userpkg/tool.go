//go:build !js

package userpkg

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// GoTool is how the go command is set in a folder.
type GoTool struct{ GOOS, GOARCH, GOFLAGS, GOEXPERIMENT, GOVERSION, GOROOT, CGO_ENABLED string }

// String names the platform, and flags that choose other files.
func (t GoTool) String() string {
	text := t.GOOS + "/" + t.GOARCH
	for _, flag := range strings.Fields(t.GOFLAGS) {
		if strings.HasPrefix(strings.TrimLeft(flag, "-"), "tags") {
			text += " " + flag
		}
	}
	if t.GOEXPERIMENT != "" {
		text += " GOEXPERIMENT=" + t.GOEXPERIMENT
	}
	return text
}

// Environment is that of the go command, which stays off the network and loads packages itself.
func Environment() []string { return append(os.Environ(), "GOPROXY=off", "GOPACKAGESDRIVER=off") }

var tools sync.Map // by folder and environment

// Tool asks the go command how it is set. It rejects settings by which it compiles other code than the files hold.
func Tool(dir string) (GoTool, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return GoTool{}, err
	}
	once, _ := tools.LoadOrStore(abs+"\n"+strings.Join(os.Environ(), "\n"), sync.OnceValues(func() (t GoTool, err error) {
		cmd := exec.Command("go", "env", "-json", "GOOS", "GOARCH", "GOFLAGS", "GOEXPERIMENT", "GOVERSION",
			"GOROOT", "CGO_ENABLED")
		cmd.Dir, cmd.Env = abs, Environment()
		out, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(out, &t)
		}
		if err != nil {
			return t, fmt.Errorf("go env: %w; want the go command, to load the file with its package", err)
		}
		for _, flag := range strings.Fields(t.GOFLAGS) {
			switch name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "="); name {
			case "overlay", "toolexec", "compiler":
				return t, fmt.Errorf("GOFLAGS=%s: with it other code may be compiled than the files hold; want GOFLAGS without -%s",
					t.GOFLAGS, name)
			}
		}
		return t, nil
	}))
	return once.(func() (GoTool, error))()
}

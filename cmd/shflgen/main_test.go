package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/shflgen/shflgen/tests/extent"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"shflgen": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// quickScripts are the scripts of a quick run: each verb at work, and the messages of wrong flags.
var quickScripts = []string{"check", "config", "flag_errors", "generate", "names", "prove"}

func TestScripts(t *testing.T) {
	dir, files := "testdata/script", []string(nil)
	if extent.Of() == extent.Quick {
		for _, name := range quickScripts {
			files = append(files, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	} else if os.Getenv("SHFLGEN_NVCC") == "" {
		extent.LeftOut(t, extent.ErrNoNVCC) // the lines under [nvcc]
	}
	testscript.Run(t, testscript.Params{
		Dir:   dir,
		Files: files,
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Geteuid() == 0, nil
			case "clang": // a quick run compiles no CUDA
				return extent.Of() != extent.Quick, nil
			case "nvcc":
				return os.Getenv("SHFLGEN_NVCC") != "" && extent.Of() != extent.Quick, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOPACKAGE", "")
			e.Setenv("SHFLGEN_CACHE", "off") // scripts of the cache set a folder
			e.Setenv("NVCC", os.Getenv("SHFLGEN_NVCC"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// status N COMMAND... wants exactly that exit status.
			"status": func(ts *testscript.TestScript, _ bool, args []string) {
				if len(args) < 2 {
					ts.Fatalf("usage: status N COMMAND...")
				}
				err := ts.Exec(args[1], args[2:]...)
				got := "0"
				if exit, ok := err.(interface{ ExitCode() int }); ok {
					got = string(rune('0' + exit.ExitCode()))
				} else if err != nil {
					ts.Fatalf("%v", err)
				}
				if got != args[0] {
					ts.Fatalf("exit status %s, want %s", got, args[0])
				}
			},
		},
	})
}

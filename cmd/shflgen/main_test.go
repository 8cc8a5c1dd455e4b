package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// slowScripts are scripts of five to twenty seconds of a processor: most compile and prove CUDA. A usual run draws
// some.
var slowScripts = []string{"cache", "cache_cuda", "config", "config_go", "header", "linkage", "prove_lengths",
	"prove_hand", "prove_own", "prove_text", "serve", "ties", "verdict"}

// scriptFiles are the paths of the scripts of this run.
func scriptFiles(t *testing.T) []string {
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	named := func(names []string) func(string) bool {
		return func(path string) bool {
			return slices.Contains(names, strings.TrimSuffix(filepath.Base(path), ".txtar"))
		}
	}
	if extent.Of() == extent.Quick {
		quick := named(quickScripts)
		return slices.DeleteFunc(all, func(path string) bool { return !quick(path) })
	}
	slow, drawn := named(slowScripts), named(extent.Drawn(t, slowScripts, 4, 2))
	return slices.DeleteFunc(all, func(path string) bool { return slow(path) && !drawn(path) })
}

func TestScripts(t *testing.T) {
	if extent.Compiles() && os.Getenv("SHFLGEN_NVCC") == "" {
		extent.LeftOut(t, extent.ErrNoNVCC) // the lines under [nvcc]
	}
	testscript.Run(t, testscript.Params{
		Files: scriptFiles(t),
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "root":
				return os.Geteuid() == 0, nil
			case "clang": // a quick run compiles no CUDA
				return extent.Of() != extent.Quick, nil
			case "full":
				return extent.Of() == extent.Full, nil
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

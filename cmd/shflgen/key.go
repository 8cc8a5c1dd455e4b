package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/cache"
	"github.com/shflgen/shflgen/verify"
)

// verdictKey is what a verdict depends on, beside files that are found during the proof.
type verdictKey struct {
	Prover, File, Real, Folder, Source string
	Spec, Call                         string
	Compilers, Arches, Levels          []string
	Flags                              map[string][]string
	Define, Undefine, Include, Listed  []string
	Environment                        []string
	Tools                              []tool
	Go                                 string // how the go command is set, where the proof asks it
}

// tool is a program that a proof runs.
type tool struct {
	Name, Path, Hash, Version string
	Beside                    string // sizes and times of its libraries and headers
}

// keyOf is the key of the proof of a file.
func (a asked) keyOf(subject verify.Subject, usesGo bool) (string, error) {
	prover, err := proverHash()
	if err != nil {
		return "", err
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	abs, err := filepath.Abs(subject.Path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	k := verdictKey{
		Prover: prover, File: subject.Path, Real: real, Folder: folder, Source: cache.Sum(subject.Src), Call: a.Call,
		Compilers: a.Compilers, Arches: a.Arches, Levels: a.Levels, Flags: a.Flags, Define: a.Define,
		Undefine: a.Undefine, Include: a.Include, Listed: a.given, Spec: a.spec, Environment: environment(),
	}
	if filepath.Ext(subject.Path) != ".go" || usesGo {
		k.Tools = tools()
	}
	if usesGo {
		if k.Go, err = goSettings(); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(k)
	return string(text), err
}

// proverHash is the hash of the program that runs.
var proverHash = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "linux" {
		path = "/proc/self/exe" // also of a program that was replaced
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})

// environment are the variables that compilers and the go command take.
func environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		ofGo := strings.HasPrefix(name, "GO") && !slices.Contains([]string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS"}, name)
		return !ofGo && !strings.HasPrefix(name, "CGO_") &&
			!slices.Contains([]string{"PATH", "HOME", "LD_LIBRARY_PATH", "CC", "CXX", "XDG_CONFIG_HOME", "PATHEXT",
				"SYSTEMROOT"}, strings.ToUpper(name))
	})
	slices.Sort(all)
	return all
}

// tools are the programs that proofs of CUDA and of users' functions run, as they are here.
var tools = sync.OnceValue(func() []tool {
	programs := verify.Programs()
	found := make([]tool, len(programs))
	var wait sync.WaitGroup
	for i, p := range programs {
		wait.Go(func() { found[i] = toolOf(p.Name, p.Path) })
	}
	wait.Wait()
	return found
})

// toolOf is a program at a path; empty: it is not here.
func toolOf(name, path string) tool {
	t := tool{Name: name, Path: path}
	if path == "" {
		return t
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	info, err := os.Stat(real)
	if err != nil {
		return t
	}
	t.Hash = fmt.Sprintf("%s %d %d", real, info.Size(), info.ModTime().UnixNano())
	if info.Size() < 32<<20 {
		if text, err := os.ReadFile(real); err == nil {
			t.Hash += " " + cache.Sum(text)
		}
	}
	if out, err := exec.Command(path, "--version").Output(); err == nil {
		t.Version = string(out)
	}
	t.Beside = beside(filepath.Dir(filepath.Dir(real)))
	return t
}

// compilerParts are the folders of a compiler with its passes, libraries and headers, from its root.
var compilerParts = []string{"bin", "lib", "lib/clang/*/include", "nvvm/bin", "nvvm/libdevice", "include",
	"include/crt"}

// beside is a hash of the sizes and times of a compiler's files.
func beside(root string) string {
	h := sha256.New()
	for _, part := range compilerParts {
		folders, _ := filepath.Glob(filepath.Join(root, part))
		for _, dir := range folders {
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				path := filepath.Join(dir, e.Name())
				if info, err := os.Stat(path); err == nil && !info.IsDir() {
					fmt.Fprintf(h, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
				}
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Release makes the archives of a release: the command for five platforms, the ready headers, and
// their checksums. The same source, version and Go give the same bytes in any folder.
//
//	go run ./toolchain/release -version v1.2.0 -o DIR
package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platforms are those that have an archive, as GOOS/GOARCH.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

func main() {
	version := flag.String("version", "", "")
	out := flag.String("o", "", "")
	flag.Parse()
	if err := run(*version, *out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version, out string) error {
	if !strings.HasPrefix(version, "v") || strings.ContainsAny(version, " \t\n\"'/\\") || out == "" {
		return fmt.Errorf("want -version v1.2.0 -o DIR")
	}
	files := map[string][]byte{}
	for _, platform := range platforms {
		archive, err := archiveOf(".", "./cmd/shflgen", "shflgen", version, platform,
			[]string{"LICENSE", "README.md", "CHANGELOG.md"})
		if err != nil {
			return err
		}
		maps.Copy(files, archive)
	}
	headers, err := filepath.Glob("dist/*.cuh")
	if err != nil || len(headers) == 0 {
		return fmt.Errorf("no headers in dist: %w", err)
	}
	for _, name := range headers {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			return err
		}
	}
	files["SHA256SUMS"] = sums(files)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(out, name), files[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// archiveOf builds a command of a module for a platform, and packs it with some files of the
// module. The result is one file by its name.
func archiveOf(module, pkg, name, version, platform string, with []string) (map[string][]byte, error) {
	goos, goarch, _ := strings.Cut(platform, "/")
	binary, err := build(module, pkg, version, goos, goarch)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", platform, err)
	}
	dir := strings.Join([]string{name, version, goos, goarch}, "_")
	entries := []entry{{dir + "/" + name, binary, true}}
	if goos == "windows" {
		entries[0].name += ".exe"
	}
	for _, file := range with {
		data, err := os.ReadFile(filepath.Join(module, file))
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{dir + "/" + file, data, false})
	}
	pack, ending := tarGzip, ".tar.gz"
	if goos == "windows" {
		pack, ending = zipped, ".zip"
	}
	data, err := pack(entries)
	return map[string][]byte{dir + ending: data}, err
}

// build is the command's executable. Neither the folder nor the state of a checkout is in it.
func build(module, pkg, version, goos, goarch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "command")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid= -X main.released="+
		version, "-o", out, pkg)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOOS="+goos, "GOARCH="+goarch, "GOAMD64=v1",
		"GOARM64=v8.0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	return os.ReadFile(out)
}

// sums are the checksums of files, as sha256sum -c reads them.
func sums(files map[string][]byte) []byte {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return text.Bytes()
}

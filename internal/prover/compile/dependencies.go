//go:build !js

package compile

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// dependencies is the file in which a compiler lists what it has read, but for headers of the system.
const dependencies = "k.d"

// onlyOwn is an error if a compiler has read a file that is neither in its folder nor one of [Build.Own], nor a header
// beside the compiler itself. A reader of the source that saw no such include would have let it pass.
func onlyOwn(dir, compiler string, b Build) error {
	text, err := os.ReadFile(filepath.Join(dir, dependencies))
	if err != nil {
		return err
	}
	home := filepath.Dir(filepath.Dir(realPath(compiler)))
	for _, file := range listed(string(text)) {
		path := file
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		real := realPath(path)
		if Within(realPath(dir), real) || Within(home, real) || b.Own(path) {
			continue
		}
		return &Error{Compiler: filepath.Base(compiler), Arch: b.Arch, Err: errors.New("a file outside is included"),
			Text: "error: the compiler has read " + file + ": want includes of the form that docs/prove.md describes"}
	}
	return nil
}

// realPath is a path without links, or as it is.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// Within reports whether a path is one below a folder.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// listedFile is a name in a list for make: a space in it has a backslash before it.
var listedFile = regexp.MustCompile(`(?:\\[ #]|[^\s\\]|\\[^\s#])+`)

// listed are the files in a list for make, behind the target.
func listed(text string) (files []string) {
	_, text, _ = strings.Cut(strings.ReplaceAll(text, "\\\n", " "), ":")
	for _, f := range listedFile.FindAllString(text, -1) {
		files = append(files, strings.NewReplacer(`\ `, " ", `\#`, "#", "$$", "$").Replace(f))
	}
	return files
}

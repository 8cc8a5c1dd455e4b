package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/cache"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// settings are those of the go command by which it finds and compiles packages.
var settings = strings.Fields(`GOOS GOARCH GOVERSION GOFLAGS GOROOT CGO_ENABLED GOEXPERIMENT GO111MODULE GOPATH
	GOMODCACHE GO386 GOAMD64 GOARM GOARM64 GOENV`)

// goSettings is how the go command is set, and which it is.
var goSettings = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", append([]string{"env"}, settings...)...)
	cmd.Env = append(userpkg.Environment(), "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	found := string(out)
	if strings.Contains(found, "-modfile") || strings.Contains(found, "-overlay") ||
		slices.Contains(strings.Split(found, "\n"), "off") {
		return "", errors.New("the go command takes files that are not looked for")
	}
	if path, err := exec.LookPath("go"); err == nil {
		if info, err := os.Stat(path); err == nil {
			found += fmt.Sprintf("%s %d %d\n", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	return found, nil
})

// reference finds packages in the value of a flag: ./stats.Merge, .Entry, example.com/p.T.
var reference = regexp.MustCompile(`([\w./~@-]*)\.[A-Za-z_]\w*`)

// goPackages are the packages that the proof of a file loads, as seen from the file's folder, and nil where it
// loads none. known is false if they are not known.
func (a asked) goPackages(subject verify.Subject) (patterns []string, known bool) {
	var specs []spec.Spec
	own := filepath.Ext(subject.Path) == ".go"
	text := strings.ReplaceAll(string(subject.Src), "\r\n", "\n")
	switch {
	case a.Spec != nil:
		specs = []spec.Spec{*a.Spec}
		if a.Spec.CallsUsers() || len(a.Spec.Composites()) > 0 { // seen from the current folder
			here, err := filepath.Abs(".")
			there, err2 := filepath.Abs(filepath.Dir(subject.Path))
			if err != nil || err2 != nil || here != there {
				return nil, false
			}
		}
	case verify.IsBundle(subject.Src) && !own:
		b, _, err := spec.ParseBundle(text)
		if err != nil {
			return nil, false
		}
		specs = b.Specs
	case verify.IsBundle(subject.Src):
		b, err := spec.ParseGoBundle(text)
		if err != nil {
			return nil, false
		}
		specs = b.Specs
	default:
		first, _, _ := strings.Cut(text, "\n")
		s, err := spec.ParseHeader(first)
		if err != nil {
			return nil, false
		}
		specs = []spec.Spec{s}
	}
	if own {
		patterns = []string{"."}
	}
	for _, s := range specs {
		if !s.CallsUsers() && len(s.Composites()) == 0 {
			continue
		}
		patterns = append(patterns, ".")
		for _, word := range s.Args() {
			for _, m := range reference.FindAllStringSubmatch(word, -1) {
				if strings.Contains(word, "..") && !strings.Contains(word, "../") { // a range of columns
					continue
				}
				if m[1] != "" && m[1] != "." {
					patterns = append(patterns, m[1])
				}
			}
		}
	}
	slices.Sort(patterns)
	return slices.Compact(patterns), true
}

// loadedBefore are the packages of a folder that were asked for.
var loadedBefore sync.Map

// moduleFiles say in each folder above a package which packages the go command finds.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"}

// goInputs are the folders of packages and of what they import, and the files that say which these are.
func goInputs(ctx context.Context, dir string, patterns []string) ([]cache.Input, error) {
	type end struct {
		inputs []cache.Input
		err    error
	}
	once, _ := loadedBefore.LoadOrStore(dir+"\x00"+strings.Join(patterns, "\x00"), sync.OnceValue(func() end {
		inputs, err := listPackages(ctx, dir, patterns)
		return end{inputs, err}
	}))
	e := once.(func() end)()
	return e.inputs, e.err
}

func listPackages(ctx context.Context, dir string, patterns []string) ([]cache.Input, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	folders, inputs, module := []string{abs}, []cache.Input(nil), false
	for d := abs; !module && d != filepath.Dir(d); d = filepath.Dir(d) {
		_, err := os.Stat(filepath.Join(d, "go.mod"))
		module = err == nil
	}
	if module {
		const format = `{{if .Error}}error{{else if not .Standard}}{{.Dir}}{{"\t"}}{{with ` +
			`.Module}}{{.GoMod}}{{end}}{{"\t"}}{{len .CgoFiles}}{{end}}`
		cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e", "-deps", "-f", format, "--"}, patterns...)...)
		cmd.Dir, cmd.Env = abs, userpkg.Environment()
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			switch {
			case len(fields) == 1 && fields[0] == "":
				continue
			case len(fields) != 3 || fields[2] != "0":
				return nil, fmt.Errorf("%s: packages that are not known: %s", dir, line)
			}
			folders = append(folders, fields[0])
			if fields[1] != "" {
				inputs = append(inputs, cache.Input{Kind: cache.File, Path: fields[1]})
			}
		}
	}
	for _, folder := range folders {
		inputs = append(inputs, cache.Input{Kind: cache.Package, Path: folder})
		for d := folder; ; d = filepath.Dir(d) {
			for _, name := range moduleFiles {
				inputs = append(inputs, cache.Input{Kind: cache.File, Path: filepath.Join(d, name)})
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	slices.SortFunc(inputs, func(a, b cache.Input) int {
		return strings.Compare(string(a.Kind)+a.Path, string(b.Kind)+b.Path)
	})
	return slices.Compact(inputs), nil
}

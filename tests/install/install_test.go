// Package install_test installs shflgen as strangers do: from a module proxy, by version, outside of
// this repository; and builds it for other systems.
package install_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/shflgen/shflgen/tests/extent"
)

const (
	root    = "../.."
	path    = "github.com/shflgen/shflgen"
	version = "v0.0.1"

	launcher = path + "/gpu/cuda" // a module of its own
)

// TestByVersion: the module of this checkout, and that of package cuda, from a proxy, resolve outside of it,
// with what they embed; modules below them, which replace others, are not in the way. A full run also builds
// the commands.
func TestByVersion(t *testing.T) {
	extent.NotQuick(t, "builds commands")
	extent.OneIn(t, 1, 2)
	cache := strings.TrimSpace(command(t, root, nil, "go", "env", "GOMODCACHE"))
	others := strings.TrimSpace(command(t, root, nil, "go", "env", "GOPROXY")) // of what the cache lacks
	own := t.TempDir()
	env := []string{
		"GOPROXY=file://" + proxy(t) + ",file://" + filepath.Join(cache, "cache", "download") + "," + others, "GOSUMDB=off",
		"GOMODCACHE=" + filepath.Join(own, "mod"), "GOBIN=" + filepath.Join(own, "bin"), "GOFLAGS=-modcacherw", "GOWORK=off",
	}
	dir := t.TempDir()
	run := func(args ...string) string { return command(t, dir, env, args...) }
	run("go", "mod", "init", "example.com/stranger")
	run("go", "get", "-tool", path+"/cmd/shflgen@"+version)
	of := run("go", "list", "-f", "{{with .Module}}{{.Version}} {{.Dir}}{{end}}", path+"/cmd/shflgen")
	if want := version + " " + filepath.Join(own, "mod"); !strings.HasPrefix(of, want) {
		t.Errorf("got %s, want %s", of, want)
	}
	run("go", "list", "-deps", path+"/cmd/...")
	alone := t.TempDir() // who launches kernels need not have shflgen
	for _, args := range [][]string{{"mod", "init", "example.com/launches"}, {"get", launcher + "@" + version},
		{"list", "-deps", launcher + "/..."}} {
		command(t, alone, env, append([]string{"go"}, args...)...)
	}
	if extent.Of() != extent.Full {
		return
	}
	if got := run("go", "tool", "shflgen", "version"); !strings.HasPrefix(got, "shflgen "+version+" ") {
		t.Errorf("version: %s", got)
	}
	run("go", "tool", "shflgen", "-pattern", "reduce", "-width", "8")
	if got := run("go", "tool", "shflgen", "check", "."); got != "2 up to date\n" {
		t.Errorf("check: %s", got)
	}
	run("go", "install", path+"/cmd/shflgen@"+version)
	if got := run(filepath.Join(own, "bin", "shflgen"), "version"); !strings.HasPrefix(got, "shflgen "+version+" ") {
		t.Errorf("version: %s", got)
	}
}

// proxy is a module proxy, as files, of what git has of this checkout.
func proxy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	publish(t, dir, root, path)
	publish(t, dir, filepath.Join(root, "gpu", "cuda"), launcher)
	return dir
}

// publish adds the module in a folder to a proxy.
func publish(t *testing.T, proxy, root, path string) {
	t.Helper()
	at := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	var files []zip.File
	for name := range strings.SplitSeq(command(t, root, nil, "git", "ls-files", "-z", "-co", "--exclude-standard"),
		"\x00") {
		if info, err := os.Lstat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() {
			files = append(files, file{root, name})
		}
	}
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.Create(f, module.Version{Path: path, Version: version}, files); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".mod": string(mod), version + ".info": `{"Version":"` + version + `"}`,
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// file is a file of a module, by its path with slashes from the module's folder.
type file struct{ root, path string }

func (f file) Path() string                 { return f.path }
func (f file) Lstat() (os.FileInfo, error)  { return os.Lstat(filepath.Join(f.root, f.path)) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(filepath.Join(f.root, f.path)) }

// TestSystems: the commands build for the other systems of a release, and go vet finds nothing there.
func TestSystems(t *testing.T) {
	extent.OnlyFull(t, "compiles the standard library for each system")
	extent.OneIn(t, 1, 2)
	for _, system := range extent.Drawn(t, []string{"windows", "darwin"}, 2, 2) {
		env := []string{"GOOS=" + system, "GOARCH=amd64", "CGO_ENABLED=0"}
		command(t, root, env, "go", "build", "-o", t.TempDir(), "./cmd/...")
		command(t, root, env, "go", "vet", "./cmd/...")
	}
}

// command is what a command prints.
func command(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}

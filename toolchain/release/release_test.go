package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// command is a small command: the release of shflgen itself takes minutes of processor time.
const command = `package main

import (
	"os"
	"runtime"
)

var released string

func main() {
	_, file, _, _ := runtime.Caller(0)
	os.Stdout.WriteString(released + " " + file)
}
`

// TestReproducible: two folders give the same archives, and the version is in the command.
func TestReproducible(t *testing.T) {
	here := runtime.GOOS + "/" + runtime.GOARCH
	for _, platform := range extent.Pick([]string{here}, []string{here, "windows/amd64"}) {
		var archives [2]map[string][]byte
		for i, folder := range []string{"one", "another/folder"} {
			dir := filepath.Join(t.TempDir(), folder)
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"go.mod": "module example.com/hello\n\ngo 1.25\n", "main.go": command,
				"LICENSE": "free\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			if archives[i], err = archiveOf(dir, ".", "hello", "v1.2.3", platform, []string{"LICENSE"}); err != nil {
				t.Fatal(err)
			}
		}
		one, two := archives[0], archives[1]
		for name := range one {
			if !bytes.Equal(one[name], two[name]) {
				t.Errorf("%s differs between folders", name)
			}
			if strings.HasSuffix(name, ".tar.gz") {
				checkCommand(t, one[name])
			} else if name != "hello_v1.2.3_windows_amd64.zip" {
				t.Errorf("%s", name)
			}
		}
	}
}

// checkCommand runs the command of an archive.
func checkCommand(t *testing.T, archive []byte) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	files := tar.NewReader(z)
	h, err := files.Next()
	if err != nil {
		t.Fatal(err)
	}
	if want := "hello_v1.2.3_" + runtime.GOOS + "_" + runtime.GOARCH + "/hello"; h.Name != want || h.Mode != 0o755 {
		t.Errorf("%s, mode %o; want %s, 755", h.Name, h.Mode, want)
	}
	data, err := io.ReadAll(files)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "hello")
	if err := os.WriteFile(path, data, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path).CombinedOutput()
	if want := "v1.2.3 example.com/hello/main.go"; err != nil || string(out) != want {
		t.Errorf("%s, %v; want %s", out, err, want)
	}
}

// TestSums: checksums are in order, as sha256sum reads them.
func TestSums(t *testing.T) {
	got := string(sums(map[string][]byte{"b": nil, "a": []byte("x")}))
	want := "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  a\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// launch is the line of a kernel's comment that says how it is launched: name<<<blocks, threads>>>.
var launch = regexp.MustCompile(`(?m)^// Launch: .*?(\w+)<<<(.+), (\d+)>>>`)

// TestLaunches: the Python of examples launches kernels as the comments of their files say.
func TestLaunches(t *testing.T) {
	launched := 0
	for _, folder := range []string{"cupy", "torch"} {
		folder = filepath.Join("..", "..", "examples", folder)
		scripts, err := filepath.Glob(filepath.Join(folder, "*.py"))
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, script := range scripts {
			b, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			text += string(b)
		}
		kernels, err := filepath.Glob(filepath.Join(folder, "*.cu"))
		if err != nil {
			t.Fatal(err)
		}
		for _, kernel := range kernels {
			b, err := os.ReadFile(kernel)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range launch.FindAllStringSubmatch(string(b), -1) {
				name, blocks, threads := l[1], l[2], l[3]
				if !strings.Contains(text, name+"<<<") && !strings.Contains(text, name+"((") {
					continue
				}
				launched++
				cupy := name + "((" + strings.ReplaceAll(blocks, "/", "//") + ",), (" + threads + ",),"
				if !strings.Contains(text, name+"<<<"+blocks+", "+threads+",") && !strings.Contains(text, cupy) {
					t.Errorf("%s: %s is launched by %s blocks of %s threads; the example does not", kernel, name, blocks, threads)
				}
			}
		}
	}
	if launched < 3 {
		t.Errorf("%d launches found", launched)
	}
}

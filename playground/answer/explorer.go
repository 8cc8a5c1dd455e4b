package answer

import (
	"encoding/base64"
	"encoding/json"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// The compiler of Compiler Explorer. Its name there changes with none of its releases.
const (
	explorerCompiler = "nvcc125u1"
	explorerFlags    = "-O3 -std=c++17 -arch="
	explorerArch     = "sm_90"
)

// explorer is a link that opens the CUDA of a spec in Compiler Explorer, with a kernel that calls it.
// The source is in the link; nothing is sent before the link is followed.
func explorer(s spec.Spec, cuda string) string {
	source := cuda
	if !s.Pattern.InMemory() { // which is a kernel itself
		source += "\n// A kernel that makes one call: a function that nothing calls leaves no instructions.\n" +
			compile.Kernel(s, "call")
	}
	arch := explorerArch
	if compile.Fits(s, arch) != nil {
		arch = s.Arch.String()
	}
	type compiler struct {
		ID      string `json:"id"`
		Options string `json:"options"`
	}
	type session struct {
		ID        int        `json:"id"`
		Language  string     `json:"language"`
		Source    string     `json:"source"`
		Compilers []compiler `json:"compilers"`
	}
	state, err := json.Marshal(map[string][]session{"sessions": {{1, "cuda", source,
		[]compiler{{explorerCompiler, explorerFlags + arch}}}}})
	if err != nil {
		panic(err) // strings and numbers alone
	}
	return "https://godbolt.org/clientstate/" + base64.URLEncoding.EncodeToString(state)
}

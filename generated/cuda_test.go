package generated_test

import (
	"flag"
	"slices"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/remember"
)

var nvcc = flag.Bool("nvcc", extent.Of() == extent.Full,
	"prove all CUDA through nvcc as well, not the half types alone")

// compiler makes PTX of a source for an architecture.
type compiler func(src []byte, arch string) ([]byte, error)

// TestCUDAProved proves the CUDA files as they lie on disk, by the PTX of clang for each
// architecture. Clang lacks the headers of the half types: their files are proved by the PTX
// of nvcc.
func TestCUDAProved(t *testing.T) {
	files := onDisk(t, ".cu")
	files = extent.Drawn(t, files, 12, 2)
	half := func(f emitted) bool { return f.spec.Type.Half() }
	t.Run("clang", func(t *testing.T) {
		clang, err := compile.FindClang()
		if err != nil {
			extent.Missing(t, err)
		}
		proved(t, clang.PTX, compile.Arches, slices.DeleteFunc(slices.Clone(files), half))
	})
	t.Run("nvcc", func(t *testing.T) {
		found, err := compile.FindNVCC()
		if err != nil && !*nvcc {
			t.Skip(err)
		}
		if err != nil {
			extent.Missing(t, err)
		}
		proved(t, found.PTX, []string{"sm_80", "sm_90", "sm_100a"},
			slices.DeleteFunc(files, func(f emitted) bool { return !half(f) && !*nvcc }))
	})
}

// proved compiles files, all in one run for each architecture, and proves each text that
// is new, from the oldest architecture on.
func proved(t *testing.T, toPTX compiler, arches []string, files []emitted) {
	codes, errs := make([][]byte, len(arches)), make([]error, len(arches))
	var compilers sync.WaitGroup
	for i, arch := range arches {
		compilers.Go(func() { codes[i], errs[i] = toPTX(joined(files, arch), arch) })
	}
	compilers.Wait()
	proofs, err := remember.Open("..")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, arch := range arches {
		if errs[i] != nil {
			t.Errorf("%.4000s", errs[i])
			continue
		}
		texts, err := kernels.Split(codes[i])
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(arch, func(t *testing.T) {
			for _, f := range files {
				text := texts[kernel(f)]
				key := f.path + ptx.Untargeted(text)
				if compile.Fits(f.spec, arch) != nil || seen[key] {
					continue
				}
				seen[key] = true
				t.Run(f.path, func(t *testing.T) {
					t.Parallel()
					err := proofs.Once(f.spec, text, func() error {
						_, err := ptx.Prove(f.spec, f.path, text)
						return err
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

func kernel(f emitted) string { return "kernel_" + f.spec.FileName() }

// joined is the source of all files that are written for an architecture or older ones,
// each with its kernel.
func joined(files []emitted, arch string) (src []byte) {
	for _, f := range files {
		if compile.Fits(f.spec, arch) == nil {
			src = append(append(src, f.src...), compile.Kernel(f.spec, kernel(f))...)
		}
	}
	return src
}

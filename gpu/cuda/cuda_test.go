package cuda

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
)

const source = `
extern "C" __global__ void scale(float *x, unsigned n, double by, signed char plus, bool go)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && go)
        x[i] = (float)(x[i] * by) + plus;
}
`

// device is the first GPU.
func device(t *testing.T) *Device {
	t.Helper()
	d, err := Open(0)
	if err != nil {
		t.Skip(err)
	}
	return d
}

func kernel(t *testing.T, d *Device) *Kernel {
	t.Helper()
	m, err := d.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel("scale")
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// failed is the error of CUDA in an error. Its text names the call and says what to do.
func failed(t *testing.T, err error, call, says string) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%v: no error of CUDA", err)
	}
	if !strings.Contains(e.Call, call) || !strings.Contains(e.Error(), says) {
		t.Errorf("%v: want the call %s and %q", err, call, says)
	}
	return e
}

func TestLaunch(t *testing.T) {
	d := device(t)
	k := kernel(t, d)
	x := []float32{1, 2, 3, 4, 5}
	b, err := New(d, x)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		k.Launch(Line(2), Line(2), b, uint32(5), 2.5, int8(-3), true), // 4 threads: the last element stays
		k.Launch(Dim{}, Line(8), b, uint32(5), 100.0, int8(0), false),
		Download(b, 0, x),
		b.Free(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := []float32{-0.5, 2, 4.5, 7, 5}; !slices.Equal(x, want) {
		t.Errorf("got %v, want %v", x, want)
	}
	if took, err := d.Time(func() error { return nil }); err != nil || took < 0 {
		t.Error(took, err)
	}
}

// TestRefused: what a launch or a copy cannot do is an error before anything runs.
func TestRefused(t *testing.T) {
	d := device(t)
	k := kernel(t, d)
	b, err := New(d, []float32{7})
	if err != nil {
		t.Fatal(err)
	}
	failed(t, k.Launch(Line(1), Line(1), b), "scale", "1 arguments; the kernel has 5 parameters")
	failed(t, k.Launch(Line(1), Line(1), b, 1, 1.0, int8(0), true), "scale", "argument 1 is a int")
	failed(t, k.Launch(Line(1), Line(1), b, uint64(1), 1.0, int8(0), true), "scale", "has 8 bytes; the parameter has 4")
	failed(t, k.Launch(Line(1), Line(2048), b, uint32(1), 1.0, int8(0), true), "cuLaunchKernel scale",
		"more than 1024 threads")
	failed(t, Upload(b, 0, []float32{1, 2}), "Upload", "the buffer has 4")
	failed(t, Download(b, 4, []int8{1}), "Download", "the buffer has 4")
	_, err = d.Alloc(-1)
	failed(t, err, "Alloc", "-1 bytes")
	m, err := d.Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Kernel("scales")
	if e := failed(t, err, "cuModuleGetFunction scales", `extern "C"`); e.Code != 500 || e.Name != "CUDA_ERROR_NOT_FOUND" {
		t.Errorf("%+v", e)
	}
	_, err = d.Load([]byte("no image"))
	failed(t, err, "cuModuleLoadData", "image")
	_, err = d.Alloc(1 << 60)
	failed(t, err, "cuMemAlloc", "free buffers")
	n, err := Count()
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(n)
	failed(t, err, "cuDeviceGet", "devices count from 0")
}

// TestGoroutines: every goroutine may use every device, whatever thread it runs on.
func TestGoroutines(t *testing.T) {
	d := device(t)
	k := kernel(t, d)
	failures := make(chan error)
	for i := range 16 {
		go func() {
			x := []float32{float32(i)}
			b, err := New(d, x)
			if err == nil {
				err = errors.Join(k.Launch(Line(1), Line(1), b, uint32(1), 2.0, int8(1), true), Download(b, 0, x), b.Free())
			}
			if err == nil && x[0] != float32(2*i+1) {
				err = errors.New("a wrong result")
			}
			failures <- err
		}()
	}
	for range 16 {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
}

// TestNoDriver: without a driver, the error says what to do.
func TestNoDriver(t *testing.T) {
	if _, err := os.Stat("/dev/nvidia0"); err == nil {
		t.Skip("a GPU is here")
	}
	_, err := Open(0)
	if err == nil {
		t.Skip("a driver is here")
	}
	failed(t, err, "libcuda", "install the NVIDIA driver")
}

func TestArgument(t *testing.T) {
	for _, c := range []struct {
		value      any
		bits, size uint64
	}{
		{int8(-1), 0xff, 1}, {uint8(200), 200, 1}, {true, 1, 1}, {false, 0, 1},
		{int16(-2), 0xfffe, 2}, {uint16(3), 3, 2},
		{int32(-1), 0xffffffff, 4}, {uint32(5), 5, 4}, {float32(1), 0x3f800000, 4},
		{int64(-1), math.MaxUint64, 8}, {uint64(7), 7, 8}, {1.0, 0x3ff0000000000000, 8},
		{Pointer(16).At(4), 20, 8}, {&Buffer{Pointer: 32}, 32, 8},
		{1, 0, 0}, {"text", 0, 0}, {nil, 0, 0},
	} {
		if bits, size := argument(c.value); bits != c.bits || size != c.size {
			t.Errorf("%T %v: %#x, %d bytes; want %#x, %d", c.value, c.value, bits, size, c.bits, c.size)
		}
	}
}

// TestCompile: the error of a program that does not compile has NVRTC's message.
func TestCompile(t *testing.T) {
	if nvcc := os.Getenv("SHFLGEN_NVCC"); nvcc != "" && os.Getenv("CUDA_HOME") == "" {
		t.Setenv("CUDA_HOME", filepath.Dir(filepath.Dir(nvcc)))
	}
	c, err := nvrtc.Open()
	if err != nil {
		t.Skip(err)
	}
	if _, err := c.CUBIN(source, "sm_90"); err != nil {
		t.Error(err)
	}
	_, err = c.CUBIN("int x = ;", "sm_90")
	failed(t, err, "nvrtcCompileProgram", "expected an expression")
	_, err = c.CUBIN(source, "sm_9")
	failed(t, err, "nvrtcCompileProgram", "architecture")
}

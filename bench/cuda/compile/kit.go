package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
)

// kit is one CUDA toolkit: a folder of wheels or /usr/local/cuda.
type kit struct {
	nvcc     string
	nvrtc    *nvrtc.Compiler
	dir      string   // for compiled files
	includes []string // of CUB and libcu++
}

// open finds the toolkit of an nvcc. NVRTC comes from the same toolkit.
func open(path string) (*kit, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	root := filepath.Dir(filepath.Dir(path))
	k := &kit{nvcc: path}
	for _, sub := range []string{"include/cccl", "targets/x86_64-linux/include/cccl"} {
		if dir := filepath.Join(root, sub); isDir(dir) {
			k.includes = append(k.includes, dir)
		}
	}
	if err := os.Setenv("CUDA_HOME", root); err != nil {
		return nil, err
	}
	k.dir, err = os.MkdirTemp("", "compile")
	return k, err
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// viaNVRTC compiles to machine code in this process, as a program does at run time.
func (k *kit) viaNVRTC(source, arch string) (time.Duration, error) {
	var options []string
	for _, dir := range k.includes {
		options = append(options, "--include-path="+dir)
	}
	// For a real architecture NVRTC makes the machine code and keeps the PTX.
	before := spent()
	_, err := k.nvrtc.PTX(source, arch, options...)
	return spent() - before, err
}

// viaNVCC compiles to machine code in another process, as a build does.
func (k *kit) viaNVCC(source, arch string) (time.Duration, error) {
	file := filepath.Join(k.dir, "k.cu")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		return 0, err
	}
	cmd := exec.Command(k.nvcc, "-cubin", "-std=c++17", "-arch="+arch, file, "-o", file+"bin")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("nvcc: %w\n%.2000s", err, said.Bytes())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// spent is the processor time of this process so far. Other load disturbs it less than the clock.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only for invalid arguments
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// describe names the processor and the compilers.
func (k *kit) describe(arch string, rounds int) string {
	version := "of unknown version"
	if said, err := exec.Command(k.nvcc, "--version").Output(); err == nil {
		if m := regexp.MustCompile(`V([0-9.]+)`).FindSubmatch(said); m != nil {
			version = string(m[1])
		}
	}
	return fmt.Sprintf("%s, nvcc %s, NVRTC %s, CUB %s, %s, %s. Medians of %d rounds.", processor(), version,
		k.nvrtc.Version, k.cub(), arch, time.Now().UTC().Format("2006-01-02"), rounds)
}

// cub is the version of the timed CUB headers.
func (k *kit) cub() string {
	for _, dir := range k.includes {
		text, err := os.ReadFile(filepath.Join(dir, "cub/version.cuh"))
		if err != nil {
			continue
		}
		var n int
		if m := regexp.MustCompile(`#\s*define CUB_VERSION (\d+)`).FindSubmatch(text); m != nil {
			fmt.Sscan(string(m[1]), &n)
			return fmt.Sprintf("%d.%d.%d", n/100000, n/100%1000, n%100)
		}
	}
	return "of unknown version"
}

// processor is the name of the CPU.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "an unknown CPU"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "an unknown CPU"
}

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/cuda"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// kernelsFile lists the kernels of a folder, for tune.py.
const kernelsFile = "kernels.json"

// kernel is one that was emitted.
type kernel struct {
	File     string `json:"file"` // in the folder
	Function string `json:"function"`
	In       string `json:"in"` // type of the elements in memory
	Cols     int    `json:"cols"`
	Lanes    string `json:"lanes"` // and how they take a row
}

// The functions and types that are measured.
var (
	functions = []spec.Applied{
		spec.Softmax, spec.LogSoftmax, spec.RMSNorm, spec.LayerNorm, spec.LogSumExp, spec.ResidualRMSNorm,
		spec.SoftmaxGrad, spec.LogSoftmaxGrad, spec.RMSNormGrad, spec.LayerNormGrad,
	}
	stored = []spec.Stored{spec.AsType, spec.StoredBfloat16}
)

const leastCols, mostCols = 16, 1024

// write emits a kernel for each number of lanes of each spec.
func write(folder string, specs []spec.Spec) error {
	var all []kernel
	for _, s := range specs {
		for _, w := range network.RowOf(s).LaneChoices(s) {
			file, err := writeOne(folder, s, w)
			if err != nil {
				return err
			}
			all = append(all, kernel{file, s.Row().F.String(), s.InType().String(), s.Cols(), w.String()})
		}
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, kernelsFile), append(text, '\n'), 0o644)
}

// of is the spec of one function, type and number of columns.
func of(f spec.Applied, in spec.Stored, cols int) spec.Spec {
	s := spec.NewSpec(spec.RowApply)
	s.Type, s.Params = spec.Float32, spec.RowParams{F: f, In: in, Cols: cols}
	return s
}

// drawn are specs with a choice of lanes: each number of columns with one function and type, in turn.
func drawn(seed uint64, count int) (all []spec.Spec) {
	draw := rand.New(rand.NewPCG(seed, 0))
	for len(all) < count {
		f, in := functions[len(all)%len(functions)], stored[len(all)/len(functions)%len(stored)]
		unit := 1 << draw.IntN(5) // a row begins with a multiple of so many elements
		s := of(f, in, unit*int(math.Exp2(draw.Float64()*math.Log2(mostCols/leastCols))*leastCols/float64(unit)))
		if !slices.Contains(all, s) && len(network.RowOf(s).LaneChoices(s)) > 1 {
			all = append(all, s)
		}
	}
	return all
}

// listed are the specs of these numbers of columns, of every function and type.
func listed(cols string) (all []spec.Spec, err error) {
	for word := range strings.SplitSeq(cols, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-cols %s: want numbers of columns joined by commas, as 64,100", cols)
		}
		for _, f := range functions {
			for _, in := range stored {
				all = append(all, of(f, in, n))
			}
		}
	}
	return all, nil
}

// writeOne emits the kernel of s in which lanes share a row as w says.
func writeOne(folder string, s spec.Spec, w network.RowWork) (file string, err error) {
	if err := s.Ready(); err != nil {
		return "", err
	}
	row := network.RowBy(s, func([]network.RowWork) network.RowWork { return w })
	made := &network.Network{Spec: s, Row: &row}
	if made.Program, err = lower.RowApply(s, row); err != nil {
		return "", err
	}
	text, err := cuda.Emit(made, cuda.Users{})
	if err != nil {
		return "", err
	}
	file = filepath.Join("lanes"+w.String(), s.FileName()+".cu")
	if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(file)), 0o755); err != nil {
		return "", err
	}
	return file, os.WriteFile(filepath.Join(folder, file), text, 0o644)
}

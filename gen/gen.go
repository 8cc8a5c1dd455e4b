// Package gen compiles a spec to source: spec → lowering → network → passes → target →
// bytes. It writes no files: it returns them to the caller. [Explain] shows the steps in
// between.
package gen

import (
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/gen/internal/cuda"
	"github.com/shflgen/shflgen/gen/internal/golang"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/typecheck"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// Lang is a language that shflgen emits.
type Lang int8

// The languages.
const (
	Go Lang = iota
	CUDA
)

// Options is what a spec leaves open.
type Options struct {
	Package string // of the Go file
	Langs   []Lang // to emit, in any order

	// Operator is the function of a spec with the op User, Map that of a spec with the map of a
	// user, and Applied the one that is applied to rows.
	Operator, Map, Applied Operator
}

// Operator is a function of a user's package, which was loaded with syntax and types, those of
// its imports included.
type Operator struct {
	Package *userpkg.Package
	Func    *types.Func
}

// target emits one language.
type target struct {
	name      string // as -lang takes it
	ending    string // of its files
	lowerings []lowering
	passes    []pass
	emit      func(*network.Network, Options) ([]byte, error)
	clusters  bool // blocks of a cluster are a function of a block, and what they do together
	words     bool // elements in global memory are loaded and stored word by word

	// program lowers rows and arrays.
	program func(*network.Network) (*ir.Program, error)
}

// targets holds one row for each language. Among the lowerings for every architecture, the first that does not reject
// a spec is chosen; the passes run on its network.
var targets = [...]target{
	Go: {
		name: "go", ending: ".go",
		lowerings: []lowering{
			{name: "serial scan", builds: "each lane takes in the finished lane before it: one op a lane",
				rejects: network.RejectSerial, build: network.Serial},
			{name: "unrolled", builds: "the network that the pattern prescribes", rejects: never, build: network.Build},
		},
		passes: []pass{{"check", network.Check}},
		emit:   emitGo, program: golang.Lower,
	},
	CUDA: {
		name: "cuda", ending: ".cu",
		lowerings: []lowering{
			{name: "redux.sync", builds: "one instruction combines all lanes", from: network.ReduxArch,
				rejects: network.RejectRedux, build: network.Redux, saves: network.ReduxSaves},
			{name: "rounds of redux.sync", builds: "one instruction a rank, and a vote by which its lane leaves it out",
				from: network.ReduxArch, rejects: network.RejectRounds, build: network.Rounds, saves: network.RoundsSave},
			{name: "redux.sync twice", builds: "one instruction combines each warp, then one the warps' results",
				from: network.ReduxArch, rejects: network.RejectReduxTwice, build: network.ReduxTwice,
				saves: network.ReduxTwiceSaves},
			{name: "raking winners and redux.sync",
				builds: "each lane of the first warp finds the best of a piece of the block, " +
					"then two instructions find the best piece's", from: network.ReduxArch, rejects: network.RejectRakedWinner,
				build: network.RakedWinner, saves: network.BlockWinnerSaves},
			{name: "winners by redux.sync", builds: "one instruction finds the best of each warp, then one that of the warps",
				from: network.ReduxArch, rejects: network.RejectBlockWinnerRedux, build: network.BlockWinnerRedux,
				saves: network.BlockWinnerSaves},
			{name: "raking and redux.sync",
				builds: "each lane of the first warp combines a piece of the block, then one instruction combines the pieces",
				from:   network.ReduxArch, rejects: network.RejectRakedRedux, build: network.RakedRedux, saves: network.ReduxSaves},
			{name: "pointer jumping", builds: "a member combines with the member 1, 2, 4, … ranks away",
				rejects: network.RejectPointerJumping, build: network.PointerJumping},
			{name: "memory by rank",
				builds:  "each member stores its registers at its rank, and each lane loads those of its position",
				rejects: network.RejectCompactByMemory, build: network.CompactByMemory},
			{name: "ranks in memory", builds: "a bitonic network; every lane loads the first ranks",
				rejects: network.RejectPickByMemory, build: network.PickByMemory},
			{name: "rank inversion", builds: "each lane finds the member of its rank, by one vote a bit",
				rejects: network.RejectCompactByPointer, build: network.CompactByPointer},
			{name: "packed batch", builds: "narrow elements are packed, several to a register",
				rejects: network.RejectPackedBatch, build: network.PackedBatch},
			{name: "warp memory", builds: "each lane stores its registers and loads its results",
				rejects: network.RejectMemoryTranspose, build: network.MemoryTranspose},
			{name: "register moves", builds: "a lane sends one register and takes one in each shuffle",
				rejects: network.RejectMovement, build: network.Movement},
			{name: "butterfly of the warp", builds: "lanes past the segment contribute the identity",
				rejects: network.RejectButterfly, build: network.Butterfly},
			{name: "side by side", builds: "the last two distances are one step of shuffles that do not wait for each other",
				rejects: network.RejectSideBySide, build: network.SideBySide},
			{name: "own element taken out", builds: "the inclusive scan, without each lane's own element",
				rejects: network.RejectUndone, build: network.Undone},
			{name: "raked scan",
				builds:  "each of the first threads scans a piece of the block, and shuffles what comes before it",
				rejects: network.RejectRakedScan, build: network.RakedScan},
			{name: "shared memory scan",
				builds:  "each warp by shuffles, then each thread reads the warps before its own in shared memory",
				rejects: network.RejectBlockScan, build: network.BlockScan},
			{name: "raking by warps",
				builds:  "each thread keeps one element of a register, then the first warps combine pieces of the block",
				rejects: network.RejectRakedByWarps, build: network.RakedByWarps},
			{name: "raking", builds: "each lane of the first warp combines a piece of " +
				"the block, then shuffles combine the pieces", rejects: network.RejectRaked, build: network.Raked},
			{name: "winners in shared memory", builds: "each warp by shuffles, then the warps' winners in shared memory",
				rejects: network.RejectBlockWinner, build: network.BlockWinner},
			{name: "shared memory", builds: "each warp by shuffles, then the warps' results in shared memory",
				rejects: network.RejectBlock, build: network.Block},
			{name: "unrolled", builds: "the network that the pattern prescribes", rejects: never, build: network.Build},
		},
		passes: []pass{{"check", network.Check}, {"prune", network.Prune}, {"overlap", network.Overlap},
			{"represent", network.Represent}, {"check", network.Check}},
		emit: func(n *network.Network, o Options) ([]byte, error) {
			return cuda.Emit(n, cuda.Users{Op: cuda.User(o.Operator), Map: cuda.User(o.Map), Applied: cuda.User(o.Applied)})
		},
		clusters: true, words: true, program: lower.Kernel,
	},
}

// emitGo prints a network as Go that compiles.
func emitGo(n *network.Network, o Options) ([]byte, error) {
	src, err := golang.Emit(n, o.Package)
	if err != nil {
		return nil, err
	}
	var loaded []*types.Package
	for _, of := range []Operator{o.Operator, o.Map, o.Applied} {
		if of.Package != nil {
			loaded = append(loaded, of.Package.Types)
		}
	}
	return src, typecheck.Check(n.Spec, src, loaded...)
}

// Langs lists every language.
func Langs() []Lang {
	all := make([]Lang, len(targets))
	for i := range all {
		all[i] = Lang(i)
	}
	return all
}

// String is the name that -lang takes.
func (l Lang) String() string { return targets[l].name }

// Ending is the ending of the language's files, with its dot.
func (l Lang) Ending() string { return targets[l].ending }

// lower is what a language makes of a spec.
func (l Lang) lower(s spec.Spec) (lowered, error) {
	if err := s.Ready(); err != nil {
		return lowered{}, err
	}
	if l < 0 || int(l) >= len(targets) {
		return lowered{}, fmt.Errorf("gen: unexpected language %d", l)
	}
	return targets[l].lower(s)
}

// Generate compiles a spec. It returns the files by name; the same spec and
// options give the same bytes on every machine. The error joins every error found.
func Generate(s spec.Spec, o Options) (map[string][]byte, error) {
	if err := s.Ready(); err != nil {
		return nil, err
	}
	if s.User != nil && !s.User.Resolved() {
		return nil, spec.FlagError{Flag: "op", Value: s.User.Ref, Want: "the package was not loaded"}
	}
	files := map[string][]byte{}
	for _, l := range o.Langs {
		if l == Go {
			if why := spec.CheckPackage(o.Package); why != "" {
				return nil, spec.FlagError{Flag: "pkg", Value: o.Package, Want: why}
			}
		}
		made, err := l.lower(s)
		if err != nil {
			return nil, err
		}
		if files[s.FileName()+l.Ending()], err = targets[l].emit(made.net, o); err != nil {
			return nil, err
		}
	}
	return files, nil
}

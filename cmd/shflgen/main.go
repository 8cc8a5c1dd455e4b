// Shflgen generates unrolled warp-shuffle networks as Go and CUDA C++, and proves them.
//
//	shflgen -pattern xor-reduce -width 16
//
// writes xor_reduce_sum_int32_w16.go and xor_reduce_sum_int32_w16.cu into the
// current folder. Other tasks have a verb, which is the first argument:
//
//	shflgen prove FILE ...     prove files, emitted or your own
//	shflgen audit FILE.cu ...  find out what functions of CUDA compute, and prove it
//	shflgen serve              answer requests on standard input, one JSON object a line
//	shflgen check ./...        compare emitted files with their headers
//	shflgen laws ./stats.Merge  check the laws that an operator claims
//	shflgen list               patterns, types and operators
//	shflgen explain -pattern P  the steps of a network, and why it was chosen
//	shflgen draw -pattern P    a picture of the network
//	shflgen completion bash    completion in a shell
//	shflgen version            the version
//
// shflgen help VERB prints its part of this manual. The flags of a function, by task:
//
// Which function
//
//	-pattern P   which lanes' values reach which lane (see shflgen list)
//	-type T      element type (default int32): a scalar, or a Go type of a fixed size, such
//	             as ./geom.Vec3 (.Vec3: of the package that is generated into), for
//	             patterns that only move elements; load and store take structs and arrays
//	-op O        operator of a reduction or scan (default sum), or a Go function, such as ./stats.Merge
//	-map M       makes the element of a lane from its inputs, before a reduction or a scan:
//	             square, abs, nonzero, product (of two inputs), or a Go function of one to three
//	             inputs, such as ./stats.Lift, which returns the element
//	-mask M      member: all lanes make the call, those in the mask contribute
//	             (default); full: all contribute; active: those in the mask make
//	             the call, and nobody else (no xor-reduce, blocks, batches, compact)
//	-order O     near: a balanced tree in lane order (default); far: the textbook loop
//
// Sizes
//
//	-width W     lanes in a segment, 1..32 (default 32)
//	-block B     threads in a block, 1..1024, for block patterns
//	-n N         registers a lane, 1..64, for batch-reduce, array-exchange, swap and
//	             transpose; permute, compact, sort, topk and select (1, 2, 4, 8) take it too
//
// Reductions and scans
//
//	-all         block-reduce: every thread gets the result; batch-reduce: every lane
//	-total       block scans: every thread also gets the reduction of the block
//	-key K       type of the keys, for keyed-reduce and rank: uint32 (default), uint64
//
// Shuffles and moves
//
//	-src -delta -xor N   the distance of a single shuffle or a rotation; array-exchange
//	             and swap take -xor. Single shuffles and rotations take var: a
//	             parameter, one for all lanes; -src each: one for each lane
//	-first A -second B   swap: the register of the lower lane of a pair, of the upper
//	-perm L      permute: a list such as 1,0,3,2; entry l is the position that
//	             position l of a segment reads; with -n, of slots register·width + l
//	-inverse     transpose: striped to blocked
//	-partial     load and store: the caller says how many elements of the array are left
//
// Order: sort, topk and select
//
//	-k           topk: how many elements every lane gets; select: the rank of the
//	             one that it gets, counted from 1
//	-descending  sort, topk and select: the greatest element first
//	-stable      sort: promise that equal elements stay in order, as they do in every sort
//	-from        sort: also give the lane that each element was in
//	-value T     sort: the type of a value that follows its key; any that -type takes
//
// Rows and arrays in memory
//
//	-cols        columns of a row, for row-reduce and row-apply
//	-f           row-apply: softmax, log-softmax, rms-norm, layer-norm, l2-norm, log-sum-exp,
//	             cross-entropy, mean, inverse-rms, inverse-deviation, residual-rms-norm,
//	             residual-layer-norm, softmax-grad, log-softmax-grad, rms-norm-grad, layer-norm-grad,
//	             or a Go function such as ./stats.Clip
//	-in          rows, arrays: type of the elements in memory, float16 or bfloat16, widened to float32;
//	             scans of arrays: also int8, uint8, int16 and uint16, widened to an integer
//	-launcher    arrays in CUDA: also C++ functions that launch the kernel
//	-parts       grid-reduce in CUDA: also kernels for an array that is spread over devices
//
// Choices for a GPU (docs/cuda.md)
//
//	-arch A      the CUDA is for sm_70, sm_80, sm_90 or sm_100 and newer; any
//	             (default): one file with a variant for each architecture
//	-memory M    transpose, compact and topk: none: shuffles alone; shared: shared memory that
//	             the caller lends; auto (default): by type, width and registers
//	-for G       block-reduce: latency of one block, or throughput of many blocks at once
//	             (default: the greater product of the two)
//	-cluster K   blocks that share one call or row, from sm_90 on: 2, 4 or 8 for block-reduce;
//	             1, 2, 4, 8 or auto (default) for rows
//	-aligned     rows: a promise that all rows, weights and biases begin at multiples of 16 bytes
//
// Names in the code
//
//	-name N      name of the Go function; its snake_case names the files and the
//	             CUDA function. Names that Go, C++, CUDA, a header or a file
//	             system has already are rejected
//	-form F,...  also write Go functions that call it: slice takes slices, value returns the
//	             result that every lane receives
//	-namespace N  namespace of the CUDA functions, such as mine::warp; includes stay outside (C++17)
//	-linkage L   internal (default), or extern: C linkage, for linkers of device code
//	-cuda-type S  your struct for elements in CUDA, which the file then checks and does
//	             not declare; S:x,y,z gives the names of its members
//
// Files
//
//	-lang L      go, cuda, or go,cuda (default)
//	-pkg P       package of the Go file; else $GOPACKAGE, which go generate sets;
//	             else that of the Go files in the folder; else shfl. It has to
//	             be the folder's
//	-o PATH      a folder (made if it is missing), a file that ends in .go, .cu or
//	             .cuh, or - to print (default .)
//	-check       write nothing; fail if a file is missing or stale, and print a unified diff
//	-config F    make the functions that the YAML file F lists, with -check or without:
//	             one CUDA header, one Go file, or a file each; docs/cuda.md has an example
//
// A flag that changes nothing is an error, also with its default: one that the pattern does not take, or one of a
// language that is not emitted. The exception is -type beside a function of yours: the function's own type is accepted.
//
// # The verb prove
//
// Prove reads files back and proves that a function computes what the
// header or -spec says, for every mask and every input; CUDA by way of the PTX that
// compilers make of it (the half types need nvcc). docs/prove.md has an example:
//
//	shflgen prove FILE.go FILE.cu ...     emitted files, against their headers
//	shflgen prove DIR                     all emitted files of a folder; ./...: and below
//	shflgen prove -spec 'FLAGS' FILE      a function of your own in .cu, .go or .ptx
//
//	-spec F      the flags that say what the function computes
//	-call EXPR   the call, if it is not f(mask, v): 'ns::f<float>(mask, x)'
//	-block-shape S   of a function of a block, the blocks that call it: 1d (default; y and z of
//	             threadIdx are 0, and of blockDim 1), 2d, or 3d (default of a file with a header)
//	-calls C     of a function with shared memory, how calls follow one another: once (default; a
//	             barrier lies between two), or again (default of a file with a header; at once)
//	-values V    floats that no caller passes: any (default: none), no-nan, finite (no NaN, no infinity),
//	             no-negative-zero, or several of these with commas
//	-masks M     masks that callers pass: any (default), nonempty (at least one member), or prefix (the
//	             members are the first ones, at least one)
//	-ties T      of argmin and argmax with -mask full, which of equal elements an index may be of: lowest
//	             (default; the lowest lane), or any
//	-compiler C  clang, nvcc, or clang,nvcc (default clang, nvcc for what it lacks)
//	-arch A,...  architectures such as sm_90 (default all that the file distinguishes)
//	-I -D -U     as compilers take them
//	-clang-flags F, -nvcc-flags F   flags of your own build
//	-timeout T   limit for one file (default 10m)
//	-lengths L   every, or listed: accept functions of arrays that are shown for the lengths of a list
//	             alone, and of rows for the numbers of columns of one (default every)
//	-except F,...  files that are left out, such as grid_*.cu; each pattern has to match one
//	-json        one object a line: a report on each function, or an error
//	-v           everything that a verdict depends on: laws, builds, hashes, all inputs
//	-fresh       prove again what an earlier run has proved of the same files by the same tools
//	-smt DIR     also write each proof of PTX as a script in SMT-LIB 2
//	             for a solver such as z3 or cvc5, which should answer unsat
//
// Proofs of CUDA need a clang from version 19 on (Debian, Ubuntu: apt install clang-19; Fedora: dnf
// install clang19; macOS: brew install llvm@19), or the nvcc of a CUDA toolkit.
//
// The key prove of a file shflgen.yaml, in the current folder or above it in the same repository or module, may give
// -arch -block-shape -calls -compiler -D -lengths -masks -ties -timeout -U and -values for prove, audit and serve.
// Flags take precedence.
//
// Several files are proved at once, and reported in the order of the paths. Progress is
// shown on a terminal only.
//
// # The verb audit
//
// Audit finds the functions of a CUDA file that use warp intrinsics, shared memory or barriers, and what each of them
// computes: calls on numbers choose the spec, then prove decides. docs/judge.md has an example:
//
//	shflgen audit FILE.cu ...             files of your own
//	shflgen audit DIR                     the files of a folder that end in .cu, .cuh or .h; ./...: and below
//
// Each function is proved, refuted or undecided. It is refuted if it agrees with a spec on ordinary numbers, and a
// counterexample is found. One that computes something else is undecided.
//
//	-cols N,...      of kernels, elements of a row or of the array
//	-computes TEXT   what kernels have to compute, in the words of a verdict: one that computes something else is refuted
//	-instance F,...  instances of templates beside those that the file calls, such as warp_max<float>
//	-block B,...  threads of the blocks that call functions of a block (default: several; two are proved)
//	-calls C     how calls of a function of a block follow one another: once (default; a barrier lies between two), or
//	             again (at once)
//	-masks M     masks that callers pass, as of prove: any (default), nonempty or prefix
//	-ties T      of argmin and argmax, as of prove: lowest or any (default either: the finding says which)
//	-compiler C  clang, nvcc, or clang,nvcc (default clang, nvcc for what it lacks)
//	-arch A,...  architectures such as sm_90 (default all that the file distinguishes)
//	-I -D -U     as compilers take them
//	-clang-flags F, -nvcc-flags F   flags of your own build
//	-timeout T   limit for one proof (default 10m)
//	-json        one object a line: a finding on each function, or an error
//	-format F    sarif: one document of SARIF 2.1.0; github: annotations of a workflow's run
//
// The exit status is 1 if a function is refuted.
//
// # The verb serve
//
// Serve answers requests on standard input, one JSON object a line, with one object a line. Each is answered by
// prove, audit or generate, within limits, and whatever it asks for. docs/serve.md has the fields:
//
//	shflgen serve <requests.jsonl
//
//	-root DIR    the folder below which requests may name files (default: they have the text)
//	-workers N   requests that are answered at once (default: as many as processors)
//	-timeout T   limit for one request (default 20s)
//	-memory S    limit for one request, and for each compiler that it takes (default 2GiB)
//	-line S      the longest line that is read (default 4MiB)
//	-arch A,...  architectures of requests that name none (default sm_90)
//	-compiler C  compilers of requests that name none: clang, nvcc, or clang,nvcc (default clang, nvcc for
//	             what it lacks)
//	-I DIR       folders of headers that all requests may include
//
// # The verb check
//
// Check compares emitted files with what their headers generate. It names the first line
// that was edited or is stale, and prints a unified diff:
//
//	shflgen check FILE|DIR|./...
//
//	-json        one object a line, of the fields that docs/ci.md lists
//
// Several files are compared at once, and reported in the order of the paths.
//
// # The verb laws
//
// Laws checks the laws that the directive //shflgen:op above an operator of yours claims:
// each is proved, exhausted (all inputs were tried), tested, or false with a counterexample.
// It tries all laws of an operator that claims none, and prints the directive for those that hold.
// docs/laws.md has examples:
//
//	shflgen laws ./stats.Merge
//
//	-claim L,...  laws beside those of the directive
//	-timeout T   limit of all searches for one operator together (default 10s);
//	             negative: the default, and no solver is asked
//	-test        also print a Go test that fails, of each false law
//	-json        one object a line
//
// # The verb list
//
// List prints the patterns, types and operators.
//
// # The verb explain
//
// Explain takes the flags of a spec, and -lang, and prints the network step by
// step, its cost on a GPU, and the lowerings that were chosen and rejected, with the reasons:
//
//	shflgen explain -pattern reduce -width 20 -lang cuda
//
// # The verb draw
//
// Draw takes the flags of a spec of a warp or a block, and draws the network of its CUDA (-lang go: of
// its Go): a row a step, a column a lane, an arrow a move. Numbers say of how many members a lane
// holds the reduction; moves and lanes that no result depends on are faint. Of more than 64 threads
// the first and the last warp have columns. In memory it draws how threads combine what they have: those of
// a row its columns; those of a block a chunk, and then the results of all, or a tile and what is before it.
//
//	shflgen draw -pattern reduce -width 12 -members 0x00f35b
//
//	-members M   the mask of the call (default all lanes), for a warp
//	-values V    elements of the lanes, such as 3,1,4 or 1,2,…; a short list repeats. Numbers are then
//	             what lanes hold. Of int8 to uint64, float32 and float64
//	-o FILE.svg  write a picture (default: print text)
//
// # The verb completion
//
// Completion prints a script that completes verbs, flags and their values in a shell. It asks the
// shflgen that is being typed, so it follows its version:
//
//	source <(shflgen completion bash)                                    in ~/.bashrc
//	source <(shflgen completion zsh)                                     in ~/.zshrc, after compinit
//	shflgen completion fish >~/.config/fish/completions/shflgen.fish     once
//
// # The verb version
//
// Version prints the version of shflgen and of the Go that built it.
//
// # The verb help
//
// Help prints this manual; shflgen help VERB: the part of a verb.
//
// # Files
//
// A file is replaced completely or not at all. A killed run leaves the .go and the .cu
// file old or new together; otherwise the next run in the folder finishes or undoes the
// replacement and prints a note. Runs in one folder wait for each other. Ctrl-C ends a
// run within a second: no file is replaced, or all are. Permissions are kept. shflgen
// overwrites only files that
//
//   - start with its own header,
//   - are regular files that may be written to, no links, and
//   - were made by the same flags.
//
// A file made by other flags is an error that names both commands: remove the
// file first, or choose another -name or -o. The exception is an edited go:generate
// directive. Its file is replaced, with a note, if
//
//   - a directive in the current folder has the flags of this command,
//   - the file is in the same folder, and
//   - no other directive writes it.
//
// Two directives that write the same file are an error that names both.
//
// -check accepts lines that end in \r\n.
//
// # Environment
//
//	GOPACKAGE      the package of the Go file without -pkg; go generate sets it
//	SHFLGEN_CLANG  the clang that prove takes (default: clang-19 of PATH, or llvm@19 of Homebrew)
//	SHFLGEN_NVCC   the nvcc that prove takes (default: of PATH, or of /usr/local/cuda)
//	GOMAXPROCS     how many files prove and check work on at once, at most
//	GOGC           how much garbage prove lets grow, in percent of what is in use (default 400)
//	GOMEMLIMIT     the memory of their work: one file at once for each 512 MiB (default 640 MiB a processor,
//	               at most 4GiB)
//	SHFLGEN_CACHE  the folder of verdicts of earlier runs, or off (default: shflgen/verdicts in the
//	               folder of the user's caches)
//	NO_COLOR       any text: no colours on a terminal
//	TERM           dumb: no progress and no colours on a terminal
//
// # Exit status
//
// 0 is done; 1 is failed, stale or not proved, or shown for listed lengths alone; 2 is misuse: a flag, a name or a path
// that is not accepted. A run prints every error that it finds, one a line.
package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"strings"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// Exit statuses.
const (
	done   = 0
	failed = 1
	misuse = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errs io.Writer) int {
	verb, name := generate, ""
	if len(args) > 0 {
		if v, ok := verbNamed(args[0]); ok {
			verb, name, args = v.run, v.name, args[1:]
		} else if args[0] == completeWord {
			verb, args = complete, args[1:]
		} else if args[0] == workWord {
			verb, args = work, args[1:]
		} else if !strings.HasPrefix(args[0], "-") {
			verb = unknownVerb
		}
	}
	err := verb(args, out)
	if errors.Is(err, flag.ErrHelp) {
		_, err = io.WriteString(out, usageOf(name))
	}
	if err == nil {
		return done
	}
	status := failed
	for _, e := range flatten(err) {
		if !errors.As(e, new(reported)) {
			printError(terminal{errs}, e)
		}
		if isMisuse(e) {
			status = misuse
		}
	}
	return status
}

// isMisuse reports whether an error says what is not accepted, and what is.
func isMisuse(err error) bool {
	return errors.As(err, new(spec.FlagError)) || errors.As(err, new(usageError)) || errors.As(err, new(verify.Misuse)) ||
		isTaken(err)
}

// usageError is misuse other than a flag's value.
type usageError string

// Error is the misuse in one line.
func (u usageError) Error() string { return string(u) }

// flatten lists the parts of a joined error.
func flatten(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, flatten(e)...)
	}
	return all
}

package crosscheck

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/shflgen/shflgen/tests/crosscheck/ptxsim"
)

// Case is a program to run on a GPU, with the outputs of ptxsim.
type Case struct {
	Name   string
	Spec   string // its flags
	PTX    string
	Kernel string
	Block  [3]int
	Roles  string // one letter a parameter: m is a number, all others are buffers
	Calls  []Call
}

// Call is one launch.
type Call struct {
	Params [][]byte // the number, or the buffer before the launch
	Want   [][]byte // of outputs, the buffer after it; else nil
	Fixed  [][]byte // 1 for each byte of Want that does not depend on anything undefined
}

// seeds is the number of runs of ptxsim on each input. A byte that is equal in all runs counts
// as defined.
const seeds = 12

var entryName = regexp.MustCompile(`\.entry\s+([\w$]+)`)

// NewCase runs a program by ptxsim on n inputs. The error says why it is not a case: ptxsim
// rejects it, or it faults.
func NewCase(g *Generator, s Subject, n int) (Case, error) {
	p, err := ptxsim.Load(s.PTX, "")
	if err != nil {
		return Case{}, err
	}
	name := entryName.FindSubmatch(s.PTX)
	if name == nil {
		return Case{}, errors.New("no name of the kernel")
	}
	shape := Shape(s.Spec)
	c := Case{Name: s.Name, Spec: s.Spec.Header(), PTX: string(s.PTX), Kernel: string(name[1]),
		Block: [3]int{shape.X, shape.Y, shape.Z}}
	first := g.IntN(40)
	for i := range n {
		in := InputFor(g.Rand, s.Spec, first+i)
		var runs [seeds][][]byte
		var call Call
		for j := range runs {
			seed := g.Uint64()
			if j < 2 {
				seed = [2]uint64{ptxsim.SeedZeros, ptxsim.SeedOnes}[j]
			}
			of, before, err := buffers(s.Spec, p.Params(), in, seed)
			if err != nil {
				return c, err
			}
			c.Roles = ""
			for _, r := range of {
				c.Roles += string(rune(r))
			}
			if runs[j], err = launch(p, s.Spec, in, of, before, seed); err != nil {
				return c, err
			}
			call.Params = before
		}
		for k, r := range c.Roles {
			var want, fixed []byte
			switch role(r) {
			case roleOut, rolePred, roleNumber, roleCame:
				want = runs[0][k]
				fixed = bytes.Repeat([]byte{1}, len(want))
			}
			for _, other := range runs[1:] {
				for x := range want {
					if want[x] != other[k][x] {
						fixed[x] = 0
					}
				}
			}
			call.Want, call.Fixed = append(call.Want, want), append(call.Fixed, fixed)
		}
		c.Calls = append(c.Calls, call)
	}
	return c, nil
}

// Assembles is an error unless ptxas assembles the PTX for sm_90.
func Assembles(ptxas string, ptx []byte) error {
	dir, err := os.MkdirTemp("", "crosscheck")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "k.ptx")
	if err := os.WriteFile(file, ptx, 0o666); err != nil {
		return err
	}
	out, err := exec.Command(ptxas, "-arch=sm_90", "-o", filepath.Join(dir, "k.cubin"), file).CombinedOutput()
	if err != nil {
		first, _, _ := bytes.Cut(out, []byte("\n"))
		return fmt.Errorf("%s", bytes.TrimPrefix(first, []byte("ptxas "+file+", ")))
	}
	return nil
}

// WriteCases writes cases as compressed JSON.
func WriteCases(name string, cases []Case) error { return writeAll(name, cases) }

// ReadCases reads what [WriteCases] wrote.
func ReadCases(name string) ([]Case, error) { return readAll[Case](name) }

// WriteSubjects writes programs as compressed JSON.
func WriteSubjects(name string, all []Subject) error { return writeAll(name, all) }

// ReadSubjects reads what [WriteSubjects] wrote.
func ReadSubjects(name string) ([]Subject, error) { return readAll[Subject](name) }

func writeAll[T any](name string, all []T) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	enc := json.NewEncoder(z)
	for _, x := range all {
		if err := enc.Encode(x); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), f.Close())
}

func readAll[T any](name string) ([]T, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var all []T
	for dec := json.NewDecoder(z); ; {
		var x T
		switch err := dec.Decode(&x); err {
		case nil:
			all = append(all, x)
		case io.EOF:
			return all, nil
		default:
			return nil, err
		}
	}
}

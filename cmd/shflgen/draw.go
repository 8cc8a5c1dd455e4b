package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// drawLacks are the flags of generating that draw does not take.
var drawLacks = []string{"pkg", "check"}

// picture is what draw is asked for, beside a spec.
type picture struct{ members, values string }

// bind registers the flags on fs.
func (p *picture) bind(fs *flag.FlagSet) {
	fs.StringVar(&p.members, "members", "", "")
	fs.StringVar(&p.values, "values", "", "")
}

// drawNetwork is the verb draw: it draws the network of a spec, lanes by steps.
func drawNetwork(args []string, out io.Writer) error {
	var p picture
	r, err := parseRequest(args, p.bind)
	if errors.Is(err, flag.ErrHelp) {
		return printUsage("draw", out)
	}
	found := []error{err}
	for _, name := range drawLacks {
		if r.given[name] {
			found = append(found, usageError(fmt.Sprintf("draw: -%s: it writes no code; leave it out", name)))
		}
	}
	if r.given["o"] && !strings.HasSuffix(r.out, ".svg") {
		found = append(found, spec.FlagError{Flag: "o", Value: r.out, Want: "want a file that ends in .svg"})
	}
	l := gen.CUDA
	switch {
	case !r.given["lang"] || r.langs == l.String():
	case r.langs == gen.Go.String():
		l = gen.Go
	default:
		found = append(found, spec.FlagError{Flag: "lang", Value: r.langs, Want: "want go or cuda"})
	}
	if r.given["lang"] {
		found = append(found, r.unused([]gen.Lang{l}, err))
	}
	o := gen.DrawOptions{Members: math.MaxUint32}
	if r.given["members"] {
		found = append(found, readMembers(&o, r.spec, p.members))
	}
	if r.given["values"] && err == nil {
		found = append(found, readValues(&o, r.spec, p.values))
	}
	if err := errors.Join(found...); err != nil {
		return err
	}
	if err := r.resolve(".", nil); err != nil {
		return err
	}
	f, err := gen.Draw(r.spec, l, o)
	if err != nil {
		return err
	}
	if r.given["o"] {
		return writeFigure(r.out, f)
	}
	_, err = io.WriteString(out, f.Text())
	return err
}

// writeFigure writes a picture, over another one but over no file that shflgen did not draw.
func writeFigure(path string, f gen.Figure) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && !bytes.HasPrefix(old, []byte(gen.FigureMark)):
		return spec.FlagError{Flag: "o", Value: path,
			Want: "shflgen did not draw this file; remove it, or choose another name"}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.WriteFile(path, f.SVG(), 0o666)
}

// readMembers reads the mask of -members.
func readMembers(o *gen.DrawOptions, s spec.Spec, text string) error {
	m, err := strconv.ParseUint(text, 0, 32)
	switch {
	case err != nil:
		return spec.FlagError{Flag: "members", Value: text, Want: "want a mask of 32 bits, such as 0x5a5a1234"}
	case s.Mask == spec.Full:
		return spec.FlagError{Flag: "members", Value: text, Want: "with -mask full every lane is a member"}
	}
	o.Members = uint32(m)
	return nil
}

// readValues reads the elements of -values, and what the op makes of them.
func readValues(o *gen.DrawOptions, s spec.Spec, text string) error {
	wrong := func(want string) error { return spec.FlagError{Flag: "values", Value: text, Want: want} }
	if !s.Shape().OneElement() || s.Op == spec.User {
		return wrong("draw shows values of patterns of one element a lane, without keys, maps or operators of yours")
	}
	n, ok := numbersOf(s.Type)
	if !ok {
		return wrong(fmt.Sprintf("draw shows values of integers, float32 and float64, not of %s", s.TypeText()))
	}
	list := strings.Split(text, ",")
	if len(list) > spec.WarpSize {
		return wrong("want at most 32 elements")
	}
	o.Values = make([]uint64, spec.WarpSize)
	for lane := range o.Values {
		v, err := n.read(strings.TrimSpace(list[lane%len(list)]))
		if err != nil {
			return wrong(fmt.Sprintf("%q is no %s", list[lane%len(list)], s.Type))
		}
		o.Values[lane] = v
	}
	o.Label = n.label
	o.Apply = func(op spec.Op, a, b uint64) uint64 { return ref.Apply(op, s.Type, a, b) }
	if len(s.Combines()) == 1 && !s.Op.HasLane() {
		o.Identity = ref.Identity(s.Op, s.Type)
	}
	return nil
}

// numbers reads and prints the elements of a type, as bits.
type numbers struct {
	read  func(string) (uint64, error)
	label func(uint64) string
}

// numbersOf is false of types that draw does not read.
func numbersOf(t spec.Type) (numbers, bool) {
	width := t.Bits()
	switch {
	case t.Class() == spec.Signed:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseInt(text, 0, width)
				return uint64(v) << (64 - width) >> (64 - width), err
			},
			func(v uint64) string { return strconv.FormatInt(int64(v<<(64-width))>>(64-width), 10) },
		}, true
	case t.Class() == spec.Unsigned:
		return numbers{
			func(text string) (uint64, error) { return strconv.ParseUint(text, 0, width) },
			func(v uint64) string { return strconv.FormatUint(v, 10) },
		}, true
	case t == spec.Float32:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseFloat(text, 32)
				return uint64(math.Float32bits(float32(v))), err
			},
			func(v uint64) string {
				return strconv.FormatFloat(float64(math.Float32frombits(uint32(v))), 'g', 4, 32)
			},
		}, true
	case t == spec.Float64:
		return numbers{
			func(text string) (uint64, error) {
				v, err := strconv.ParseFloat(text, 64)
				return math.Float64bits(v), err
			},
			func(v uint64) string { return strconv.FormatFloat(math.Float64frombits(v), 'g', 4, 64) },
		}, true
	}
	return numbers{}, false
}

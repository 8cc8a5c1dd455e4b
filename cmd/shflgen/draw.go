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
	"github.com/shflgen/shflgen/internal/elements"
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
		return err
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
		found = append(found, elements.Read(&o, r.spec, p.values))
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
	case s.Shape().Block():
		return spec.FlagError{Flag: "members", Value: text, Want: "of a block all threads are members in a picture"}
	case s.Mask == spec.Full:
		return spec.FlagError{Flag: "members", Value: text, Want: "with -mask full every lane is a member"}
	}
	o.Members = uint32(m)
	return nil
}

package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/shflgen/shflgen/gpu/crosscheck"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	cases "github.com/shflgen/shflgen/tests/crosscheck"
)

// checkCrosscheck runs the cases that tests/crosscheck/cmd/cases wrote, and compares their outputs. A case that ends in
// a driver error, or does not end within 20 seconds, is counted as lost. The GPU's context is lost with it, so a new
// process runs the remaining cases.
func checkCrosscheck(fs *flag.FlagSet, args []string) error {
	from := fs.Int("from", -1, "run as a child, from case `n` on")
	out := fs.String("out", "", "write the PTX of cases that differ to this `folder`")
	fs.Parse(args)
	if *from >= 0 {
		child(fs.Arg(0), *from)
		return nil
	}
	return parent(fs.Arg(0), *out)
}

// child runs the cases from one on and prints one outcome a line.
func child(name string, from int) {
	all, d := ends.Must(cases.ReadCases(name)), device.Open()
	fmt.Println(strconv.Quote(d.Name + " (" + d.Arch + ")"))
	enc := json.NewEncoder(os.Stdout)
	for _, c := range all[from:] {
		ends.Check(enc.Encode(crosscheck.Run(d, c)))
	}
}

// tally is the sum of the outcomes.
type tally struct {
	crosscheck.Outcome
	programs, lost, refused, wrong int
	gpu                            string
	out                            string // the folder for cases that differ; "": none
}

func parent(name, out string) error {
	all := ends.Must(cases.ReadCases(name))
	start := time.Now()
	t := tally{out: out}
	for at := 0; at < len(all); {
		n, err := t.runChild(name, all, at)
		at += n
		if at >= len(all) {
			break
		}
		if t.gpu == "" {
			return fmt.Errorf("no GPU: %w", err)
		}
		fmt.Printf("%s: lost: %v\n", all[at].Name, err)
		t.lost++
		at++
	}
	fmt.Printf("%s: %d programs, %d pairs of program and input, %d bytes "+
		"compared, %d undefined, %d NaNs with other bits; "+
		"%d programs and %d bytes differ, %d programs lost, %d rejected by the driver, %s\n",
		t.gpu, t.programs, t.Pairs, t.Compared, t.Open, t.NaN, t.wrong, t.Differ, t.lost, t.refused,
		time.Since(start).Round(time.Second))
	if t.wrong > 0 || t.Pairs == 0 {
		return fmt.Errorf("%d programs differ", t.wrong)
	}
	return nil
}

// runChild runs a child from a case on and adds its outcomes. It returns the number of cases
// that the child completed.
func (t *tally) runChild(name string, all []cases.Case, first int) (int, error) {
	cmd := exec.Command(os.Args[0], "crosscheck", "-from", strconv.Itoa(first), name)
	cmd.Stderr = os.Stderr
	pipe := ends.Must(cmd.StdoutPipe())
	ends.Check(cmd.Start())
	watch := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer watch.Stop()
	n := 0
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		watch.Reset(20 * time.Second)
		if gpu, err := strconv.Unquote(lines.Text()); err == nil {
			t.gpu = gpu
			continue
		}
		var o crosscheck.Outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return n, err
		}
		t.add(o, all[first+n])
		n++
	}
	return n, cmd.Wait()
}

func (t *tally) add(o crosscheck.Outcome, c cases.Case) {
	t.programs++
	t.Pairs += o.Pairs
	t.Compared += o.Compared
	t.Open += o.Open
	t.NaN += o.NaN
	t.Differ += o.Differ
	if o.Refused != "" {
		t.refused++
		if t.refused < 4 {
			fmt.Printf("%s: rejected by the driver: %s\n", c.Name, o.Refused)
		}
	}
	if o.Differ > 0 {
		t.wrong++
		fmt.Println(o.First)
		if t.out != "" {
			os.WriteFile(filepath.Join(t.out, fmt.Sprintf("differ-%d.ptx", t.wrong)), []byte("// "+o.First+"\n"+c.PTX), 0o666)
		}
	}
}

package cuda

import "fmt"

// problem is the first thing that was found wrong while printing. What is printed after it
// is of no use.
type problem struct{ err error }

func (p *problem) report(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("cuda: "+format, args...)
	}
}

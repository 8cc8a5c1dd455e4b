package cuda

import "fmt"

// problem is the first error of a printer. The text printed after it is not used.
type problem struct{ err error }

func (p *problem) report(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("cuda: "+format, args...)
	}
}
